import * as v from 'valibot'
import { type Principal, parsePrincipal } from '../contract/identifiers.ts'
import { JsonObject, type JsonValue } from '../contract/json.ts'
import { RequestError } from '../contract/requestError.ts'
import { tolerantString } from '../contract/schemas/fields.ts'
import { Token, TokenLocalization, TokenMetadata } from '../contract/schemas/token.ts'
import { parseUntrusted } from './parseUntrusted.ts'

/** Why a token cannot be stored. The message continues "line 12: …". */
export class InvalidToken extends Error {
  override name = 'InvalidToken'
}

/** A token with all its locales, ready to be stored. */
export type ParsedToken = {
  principal: string
  status: 'ready' | 'in-progress' | 'token-error' | 'no-token'
  /** The reason of a token-error. */
  problem?: string | undefined
  token: CheckedToken
  localization: TokenLocalization | undefined
  locales: [locale: string, texts: LocalizedTexts][]
  /** What of it cannot be stored, as a message continues "line 12: …". */
  leftOut?: string[]
}

export type CheckedToken = Token & { sender_address: string }

/** The fields of a token that depend on the locale. */
export type LocalizedTexts = Pick<
  Token,
  'description' | 'image_uri' | 'image_thumbnail_uri' | 'image_canonical_uri' | 'metadata'
>

/** The tag of a language. */
export const Locale = v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/))

/** The snapshot wraps a token in these fields. The API sends only the token, and names it in its lists. */
const TokenLine = v.pipe(
  JsonObject,
  v.transform((raw): unknown => ({ principal: raw.contract_principal, token: raw, ...raw })),
  v.object({
    principal: tolerantString,
    status: v.optional(v.picklist(['ready', 'in-progress', 'token-error', 'no-token']), 'ready'),
    problem: tolerantString,
    token: v.pipe(v.unknown(), v.transform(withMistypedFields), Token),
    localization: v.nullish(TokenLocalization),
    locales: v.optional(v.fallback(JsonObject, {}), {}),
  }),
)

function withMistypedFields(token: unknown): unknown {
  if (!isObject(token) || token.metadata === undefined) return token
  return { ...token, metadata: keepMistyped(token.metadata) }
}

/** Keeps what a document has in place of a text or a list among its properties, where any JSON value may be. */
function keepMistyped(document: JsonValue): JsonValue {
  if (!isObject(document)) return document
  const texts = ['name', 'description', 'image'].filter((key) => isComposite(document[key]))
  const { attributes, properties } = document
  const lists = attributes == null || Array.isArray(attributes) ? [] : ['attributes']
  const others = properties == null || isObject(properties) ? [] : ['properties']
  const mistyped = [...texts, ...lists, ...others]
  if (mistyped.length === 0) return document
  const unread = Object.fromEntries(mistyped.map((key) => [key, document[key] ?? null]))
  return {
    ...document,
    properties: isObject(properties) ? { ...unread, ...properties } : unread,
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isComposite(value: JsonValue | undefined): boolean {
  return typeof value === 'object' && value !== null && !('isLosslessNumber' in value)
}

/**
 * Parses a line of a file: a token in the form of the API, or of the bundled snapshot.
 * @throws {InvalidToken}
 */
export function parseTokenLine(line: string): ParsedToken {
  const raw = parseLine(line)
  if (isOfRune(raw)) throw new InvalidToken('Runes come from Bitcoin: set BITCOIN_RPC_URL.')
  const parsed = v.safeParse(TokenLine, raw)
  if (!parsed.success) {
    const field = v.getDotPath(parsed.issues[0])
    throw new InvalidToken(field === null ? 'it is not a token' : `its ${field} cannot be read`)
  }
  const { token, locales, localization, ...fields } = parsed.output
  const [own = ''] = token.asset_identifier?.split('::') ?? []
  const principal = parsePrincipal(fields.principal ?? own)
  if (principal === undefined) throw new InvalidToken('its principal is missing or malformed')
  return {
    ...fields,
    principal: principal.text,
    token: checkToken(principal, token),
    localization: localization ?? token.metadata?.localization,
    ...readLocales(locales),
  }
}

/** A document as it can be stored and sent; undefined if it is none. */
export function readMetadata(document: JsonValue): TokenMetadata | undefined {
  const parsed = v.safeParse(TokenMetadata, keepMistyped(document))
  return parsed.success ? checkDocument(parsed.output) : undefined
}

function readLocales(documents: JsonObject): Required<Pick<ParsedToken, 'locales' | 'leftOut'>> {
  const locales: ParsedToken['locales'] = []
  const leftOut: string[] = []
  for (const [locale, document] of Object.entries(documents)) {
    const metadata = readMetadata(document)
    if (v.is(Locale, locale) && metadata) locales.push([locale, localize(metadata)])
    else leftOut.push(`its locale ${JSON.stringify(locale.slice(0, 100))} is left out`)
  }
  return { locales, leftOut }
}

function parseLine(line: string): JsonValue {
  try {
    return parseUntrusted(line)
  } catch (cause) {
    throw new InvalidToken(cause instanceof RequestError ? cause.message : 'it is not JSON', {
      cause,
    })
  }
}

function isOfRune(raw: JsonValue): boolean {
  return typeof raw === 'object' && raw !== null && ('rune' in raw || 'spaced_name' in raw)
}

/** An index cannot hold longer texts. */
const MAX_NAME_LENGTH = 200
const MAX_SIP = 2 ** 31 - 1

/**
 * A token of this contract as it can be stored and sent. Figures that cannot be are left out.
 * @throws {InvalidToken} if it is another contract's.
 */
function checkToken({ text, address }: Principal, token: Token): CheckedToken {
  if ((token.sender_address ?? address) !== address) {
    throw new InvalidToken(`sender_address does not match ${text}`)
  }
  for (const field of ['name', 'symbol'] as const) {
    if ((token[field] ?? '').length > MAX_NAME_LENGTH) {
      throw new InvalidToken(`its ${field} is longer than ${MAX_NAME_LENGTH} characters`)
    }
  }
  const { decimals, total_supply, metadata } = token
  return {
    ...token,
    sender_address: address,
    decimals: isUpTo(decimals, Number.MAX_SAFE_INTEGER) ? decimals : undefined,
    total_supply: /^([0-9]+)(?:\.0+)?$/.exec(total_supply ?? '')?.[1],
    metadata: metadata && checkDocument(metadata),
  }
}

function checkDocument(document: TokenMetadata): TokenMetadata {
  return { ...document, sip: isUpTo(document.sip, MAX_SIP) ? document.sip : undefined }
}

function isUpTo(value: number | undefined, max: number): boolean {
  return value !== undefined && value >= 0 && value <= max
}

/** The images of a localized document are also those of the token in that locale. */
function localize(document: TokenMetadata): LocalizedTexts {
  return {
    description: document.description,
    image_uri: document.cached_image,
    image_thumbnail_uri: document.cached_thumbnail_image,
    image_canonical_uri: document.image,
    metadata: document,
  }
}
