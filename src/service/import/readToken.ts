import * as v from 'valibot'
import { text } from '../../contract/fields.ts'
import { parsePrincipal, parseTransactionId } from '../../contract/identifiers.ts'
import { JsonObject } from '../../contract/json.ts'
import { Token, TokenLocalization, TokenMetadata } from '../../contract/token.ts'
import { localizedTexts, type TokenRows } from '../snapshot/tokenTables.ts'
import { Refusal } from './batch.ts'
import { optional, quote, readFields, shortText } from './readFields.ts'

const SHORT = optional(shortText(400))
const Line = v.object({ ...Token.entries, name: SHORT, symbol: SHORT })

/** The snapshot's fields around a token. */
const Envelope = v.object({
  principal: text,
  status: v.optional(v.picklist(['ready', 'in-progress', 'token-error', 'no-token']), 'ready'),
  problem: text,
  localization: optional(TokenLocalization),
  locales: v.optional(JsonObject, {}),
})
const Nested = v.looseObject({ token: v.optional(v.unknown()), metadata: v.optional(v.unknown()) })

const MAX_LEVELS = 100
const MAX_INTEGER = 2 ** 31 - 1

/**
 * A token as the contract sends it (SPEC 2.1) or in the snapshot's envelope. In either, `locales` may
 * hold the documents of its other locales.
 * @throws {Refusal}
 */
export function readTokenLine(raw: unknown): TokenRows {
  const { principal, localization, locales, ...state } = readFields(Envelope, raw)
  const token = readToken(v.parse(Nested, raw).token ?? raw, principal)
  return {
    ...token,
    ...state,
    localization: localization ?? token.localization,
    locales: Object.entries(locales).map(([locale, document]) => [
      checkLocale(locale),
      localizedTexts(readDocument(document, `locales.${quote(locale)}.`)),
    ]),
  }
}

/**
 * A token as the contract sends it, without its other locales.
 * @param principal if it does not follow from the token's asset.
 * @throws {Refusal}
 */
export function readToken(raw: unknown, principal?: string): TokenRows {
  const token = readFields(Line, raw)
  const parsed = parsePrincipal(principal ?? token.asset_identifier?.split('::')[0] ?? '')
  if (parsed === undefined) throw new Refusal('the principal of the token is missing or malformed')
  const sender_address = token.sender_address ?? parsed.address
  if (sender_address !== parsed.address) {
    throw new Refusal(`sender_address is not the one of ${parsed.principal}`)
  }
  const hash = parseTransactionId(token.tx_id ?? '')
  const tx_id = hash === undefined ? token.tx_id : `0x${hash}`
  const metadata = token.metadata && readDocument(v.parse(Nested, raw).metadata, 'metadata.')
  return {
    principal: parsed.principal,
    status: 'ready',
    token: { ...token, tx_id, sender_address, metadata },
    localization: metadata?.localization,
    locales: [],
  }
}

function readDocument(raw: unknown, path: string): TokenMetadata {
  const document = readFields(TokenMetadata, raw, path)
  if (Math.abs(document.sip ?? 0) > MAX_INTEGER) {
    throw new Refusal(`${path}sip is not the number of a standard`)
  }
  if (isDeeper(raw, MAX_LEVELS)) throw new Refusal(`${path} has more than ${MAX_LEVELS} levels`)
  return document
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

/** @throws {Refusal} if it cannot be part of a key. */
export function checkLocale(locale: string): string {
  if (locale !== '' && locale.length <= 100 && !/\p{Cs}/u.test(locale)) return locale
  throw new Refusal(`${quote(locale)} is not a locale`)
}
