import * as v from 'valibot'
import { text } from '../../contract/fields.ts'
import { parsePrincipal, parseTransactionId } from '../../contract/identifiers.ts'
import { JsonObject } from '../../contract/json.ts'
import { Token, TokenLocalization, TokenMetadata } from '../../contract/token.ts'
import { localizedTexts, type TokenRows } from '../snapshot/tokenTables.ts'
import { quote, Refusal, readFields, refuseLong } from './refusal.ts'

/** What the snapshot's lines say around a token. */
const Envelope = v.object({
  principal: text,
  status: v.optional(v.picklist(['ready', 'in-progress', 'token-error', 'no-token']), 'ready'),
  problem: text,
  localization: v.optional(TokenLocalization),
  locales: v.optional(JsonObject, {}),
})

const MOST_LETTERS = 400
const MOST_LETTERS_IN_LOCALE = 100
const MOST_LEVELS = 100
const INTEGER_MAX = 2 ** 31 - 1

/**
 * A token as the contract sends it (SPEC 2.1), or in the envelope of the snapshot's lines; with either
 * `locales` may bring the documents of its other locales.
 * @throws {Refusal}
 */
export function readTokenLine(raw: unknown): TokenRows {
  const { token: inner } = v.parse(v.looseObject({ token: v.optional(v.unknown()) }), raw)
  const { principal, status, problem, localization, locales } = readFields(Envelope, raw)
  const token = readToken(inner ?? raw, principal)
  return {
    ...token,
    status,
    problem,
    localization: localization ?? token.localization,
    locales: Object.entries(locales).map(([locale, document]) => [
      expectLocale(locale),
      localizedTexts(readDocument(document, `locales.${quote(locale)}.`)),
    ]),
  }
}

/**
 * The rows of a token as the contract sends it.
 * @param given its principal, where that does not follow from its asset.
 * @throws {Refusal}
 */
export function readToken(raw: unknown, given?: string): TokenRows {
  const token = readFields(Token, raw)
  const known = parsePrincipal(given ?? token.asset_identifier?.split('::')[0] ?? '')
  if (known === undefined) throw new Refusal('the principal of the token is missing or none')
  const { principal, address } = known
  if ((token.sender_address ?? address) !== address) {
    throw new Refusal(`sender_address is not the one of ${principal}`)
  }
  refuseLong({ name: token.name, symbol: token.symbol }, MOST_LETTERS)
  const metadata =
    token.metadata && readDocument(v.parse(v.looseObject({}), raw).metadata, 'metadata.')
  const hash = parseTransactionId(token.tx_id ?? '')
  const tx_id = hash === undefined ? token.tx_id : `0x${hash}`
  return {
    principal,
    status: 'ready',
    token: { ...token, tx_id, sender_address: address, metadata },
    localization: token.metadata?.localization,
    locales: [],
  }
}

function readDocument(raw: unknown, path: string): TokenMetadata {
  const document = readFields(TokenMetadata, raw, path)
  if (Math.abs(document.sip ?? 0) > INTEGER_MAX) {
    throw new Refusal(`${path}sip is no number of a standard`)
  }
  if (isDeeper(raw, MOST_LEVELS)) throw new Refusal(`${path} has more than ${MOST_LEVELS} levels`)
  return document
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

/** @throws {Refusal} where it can be no key of a table. */
export function expectLocale(locale: string): string {
  if (locale === '' || locale.length > MOST_LETTERS_IN_LOCALE || /\p{Cs}/u.test(locale)) {
    throw new Refusal(`${quote(locale)} is no locale`)
  }
  return locale
}
