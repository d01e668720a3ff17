import * as v from 'valibot'
import { hex, requiredInteger, text } from '../../contract/fields.ts'
import { parsePrincipal } from '../../contract/identifiers.ts'
import type { JsonValue } from '../../contract/json.ts'
import { RequestError } from '../../contract/requestError.ts'
import { Token, TokenLocalization, TokenMetadata } from '../../contract/token.ts'
import { parseExactly } from '../exactJson.ts'
import { boundUntrusted } from '../upstream/boundUntrusted.ts'
import { Refusal } from './batch.ts'

/** A row of the ledger, with what it states about its rune and its place in the source. */
export type ImportedRecord = ReturnType<typeof readRecord>
/** What a record or a line states about a rune. */
export type RuneFacts = { id: string } & {
  [name in Exclude<keyof ImportedRune, 'id' | 'place'>]?: ImportedRune[name] | undefined | null
}
/** A rune. The id is missing where only the name is known: a search finds it by that. */
export type ImportedRune = v.InferOutput<typeof RuneFields> & { place: string }
/** A token, and its texts in its other locales. */
export type ImportedToken = Omit<
  v.InferOutput<typeof Envelope>,
  'principal' | 'token' | 'locales'
> & {
  principal: string
  token: v.InferOutput<typeof TokenFields> & { sender_address: string }
  locales: [locale: string, texts: LocalizedTexts][]
}

export type Line =
  | { kind: 'record'; record: ImportedRecord }
  | { kind: 'rune'; rune: ImportedRune }
  | { kind: 'token'; token: ImportedToken }

/**
 * A line as the contract sends what it holds, or as the snapshot's files hold it.
 * @throws {Refusal}
 */
export function readLine(line: string, place: string): Line {
  const raw = orNotJson(() => parseJson(line))
  if (typeof raw === 'object' && raw !== null && !Array.isArray(raw)) {
    if (raw.location !== undefined) return { kind: 'record', record: readRecord(raw, place) }
    if ((raw.token ?? raw.asset_identifier ?? raw.sender_address) !== undefined) {
      return { kind: 'token', token: readToken(raw) }
    }
    if (raw.spaced_name !== undefined) {
      return { kind: 'rune', rune: { ...readFields(RuneFields, raw), place } }
    }
  }
  throw new Refusal('it is no record of activity, no token and no rune')
}

/**
 * The JSON in `line`, with the digits of its numbers. The character zero, which neither database can
 * store, is replaced.
 * @throws {SyntaxError | RangeError | RequestError}
 */
export function parseJson(line: string): JsonValue {
  const text = line.includes('\\u0000') ? line.replace(ESCAPED_ZERO, '$1\\ufffd') : line
  return boundUntrusted(parseExactly(text))
}

const ESCAPED_ZERO = /(?<!\\)((?:\\\\)*)\\u0000/g

function orNotJson<Result>(parse: () => Result): Result {
  try {
    return parse()
  } catch (cause) {
    throw new Refusal(cause instanceof RequestError ? cause.message : 'it is no JSON', { cause })
  }
}

const MAX_UNITS = 2n ** 128n - 1n
const MAX_DECIMALS = 38

// An index can hold no long text.
const Short = v.pipe(text, v.string(), v.maxLength(200, 'is longer than 200 characters'))
const Count = v.pipe(requiredInteger, v.minValue(0, 'is negative'))
const Hash = v.pipe(hex, v.length(64, 'is not 64 hexadecimal digits'))
const Name = v.pipe(v.string(), v.nonEmpty('is empty'), v.maxLength(200))
const RuneId = v.pipe(
  v.string(),
  v.regex(/^[0-9]{1,16}:[0-9]{1,10}$/, 'is no rune id such as 840000:1'),
)
const UnixSeconds = v.pipe(
  Count,
  v.transform((time) => (time < 1e12 ? time : Math.floor(time / 1000))),
)
/** Trailing zeros are always sent, so the number of decimals is the rune's divisibility. */
const Amount = v.pipe(
  text,
  v.string(),
  v.regex(
    /^[0-9]{1,39}(\.[0-9]{1,38})?$/,
    'is not an amount such as 1.50, of at most 39 digits and 38 decimals',
  ),
  v.transform((amount) => {
    const [whole = '', fraction = ''] = amount.split('.')
    return { units: BigInt(whole + fraction), divisibility: fraction.length }
  }),
  v.check(({ units }) => units <= MAX_UNITS, 'is larger than a rune can have: 128 bits'),
)

/** The contract's own schema (SPEC 2.4) reads a malformed field as missing: an import would lose it. */
const RecordFields = v.object({
  rune: v.object({
    id: RuneId,
    number: v.nullish(Count),
    name: v.nullish(Short),
    spaced_name: v.nullish(Short),
  }),
  operation: Name,
  address: v.nullish(Short),
  receiver_address: v.nullish(Short),
  amount: v.nullish(Amount),
  location: v.object({
    block_hash: Hash,
    block_height: Count,
    tx_id: Hash,
    tx_index: v.nullish(Count),
    vout: v.nullish(Count),
    output: text,
    timestamp: UnixSeconds,
  }),
  /** Only the snapshot numbers the records of a transaction. */
  event_index: v.nullish(Count),
})

/** @throws {Refusal} */
export function readRecord(raw: unknown, place: string) {
  const { rune, location, amount, ...fields } = readFields(RecordFields, raw)
  const facts: RuneFacts = { ...rune, divisibility: amount?.divisibility }
  // The retired runes API named the output as <tx id>:<vout>.
  const [, vout] = /:([0-9]{1,10})$/.exec(location.output ?? '') ?? []
  return {
    ...location,
    ...fields,
    place,
    rune: facts,
    rune_id: rune.id,
    /** In the rune's smallest unit. */
    amount: amount?.units.toString(),
    tx_index: location.tx_index ?? -1,
    output: location.vout ?? (vout === undefined ? undefined : Number(vout)),
  }
}

const RuneFields = v.object({
  id: v.nullish(RuneId),
  number: v.nullish(Count),
  name: Name,
  spaced_name: v.nullish(Short),
  divisibility: v.nullish(
    v.pipe(Count, v.maxValue(MAX_DECIMALS, `is larger than ${MAX_DECIMALS}`)),
  ),
  symbol: v.nullish(Short),
})

const Document = v.object({
  ...TokenMetadata.entries,
  // What no column can hold is read as missing.
  sip: v.fallback(v.optional(v.pipe(Count, v.maxValue(2 ** 31 - 1))), undefined),
})
const TokenFields = v.object({
  ...Token.entries,
  name: v.nullish(Short),
  symbol: v.nullish(Short),
  metadata: v.nullish(Document),
})
export const Locale = v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/, 'is no locale'))

/** The snapshot's fields around a token. `locales` may also stand beside the contract's fields. */
const Envelope = v.object({
  principal: text,
  status: v.optional(v.picklist(['ready', 'in-progress', 'token-error', 'no-token']), 'ready'),
  problem: text,
  token: v.optional(TokenFields),
  localization: v.nullish(TokenLocalization),
  locales: v.optional(v.record(Locale, Document), {}),
})

/**
 * A token as the contract sends it (SPEC 2.1) or in the snapshot's envelope.
 * @param expected the principal, if it is known.
 * @throws {Refusal}
 */
export function readToken(raw: unknown, expected?: string): ImportedToken {
  const { principal, locales, localization, ...envelope } = readFields(Envelope, raw)
  const token = envelope.token ?? readFields(TokenFields, raw)
  const [own = ''] = token.asset_identifier?.split('::') ?? []
  const parsed = parsePrincipal(expected ?? principal ?? own)
  if (parsed === undefined) throw new Refusal('the principal of the token is missing or malformed')
  if ((token.sender_address ?? parsed.address) !== parsed.address) {
    throw new Refusal(`sender_address is not the one of ${parsed.principal}`)
  }
  return {
    ...envelope,
    principal: parsed.principal,
    token: { ...token, sender_address: parsed.address },
    localization: localization ?? token.metadata?.localization,
    locales: Object.entries(locales).map(([locale, it]) => [locale, localizedTexts(it)]),
  }
}

/** What of a token follows the locale: a document brings its own description and images. */
export type LocalizedTexts = Pick<
  ImportedToken['token'],
  'description' | 'image_uri' | 'image_thumbnail_uri' | 'image_canonical_uri' | 'metadata'
>

function localizedTexts(document: TokenMetadata): LocalizedTexts {
  return {
    description: document.description,
    image_uri: document.cached_image,
    image_thumbnail_uri: document.cached_thumbnail_image,
    image_canonical_uri: document.image,
    metadata: document,
  }
}

/** @throws {Refusal} naming the first field that is wrong. */
function readFields<Schema extends v.GenericSchema>(
  schema: Schema,
  raw: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, raw, {
    message: ({ received }) => (received === 'undefined' ? 'is missing' : 'cannot be read'),
  })
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new Refusal(`${v.getDotPath(issue) ?? 'it'} ${issue.message}`)
}
