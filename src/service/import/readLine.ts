import * as v from 'valibot'
import { hex, requiredInteger, text } from '../../contract/fieldSchemas.ts'
import { parsePrincipal, RUNE_ID } from '../../contract/identifiers.ts'
import { JsonObject, type JsonValue } from '../../contract/json.ts'
import { RequestError } from '../../contract/requestError.ts'
import { Token, TokenLocalization, TokenMetadata } from '../../contract/token.ts'
import type { NewRow } from '../database/replaceRows.ts'
import { parseExactly } from '../exactJson.ts'
import { boundJson } from '../upstream/boundJson.ts'
import { Refusal } from './Refusal.ts'

export type Line = ImportedRecord | ImportedRune | ImportedToken

/**
 * Parses a line in the form of the API or of the snapshot's files.
 * @throws {Refusal | RequestError}
 */
export function readLine(line: string, place: string): Line {
  const raw = parseLine(line)
  if (typeof raw === 'object' && raw !== null && !Array.isArray(raw)) {
    if (raw.spaced_name !== undefined) return { ...readFields(RuneLine, raw), place }
    if (raw.location !== undefined) return readRecord(raw, place)
    if ((raw.token ?? raw.asset_identifier ?? raw.sender_address) !== undefined) {
      return readImportedToken(raw)
    }
  }
  throw new Refusal('it is not an activity record, a token or a rune')
}

function parseLine(line: string): JsonValue {
  try {
    return parseJson(line)
  } catch (cause) {
    throw cause instanceof RequestError ? cause : new Refusal('it is not JSON', { cause })
  }
}

/**
 * Parses the JSON in `line` and preserves all digits of its numbers. Replaces U+0000, which neither
 * database can store.
 * @throws {SyntaxError | RangeError | RequestError}
 */
export function parseJson(line: string): JsonValue {
  const text = line.includes('\\u0000') ? line.replace(ESCAPED_ZERO, '$1\\ufffd') : line
  return boundJson(parseExactly(text))
}

const ESCAPED_ZERO = /(?<!\\)((?:\\\\)*)\\u0000/g

const MAX_UNITS = 2n ** 128n - 1n

const Count = v.pipe(requiredInteger, v.minValue(0, 'is negative'))
const Hash = v.pipe(hex, v.length(64, 'is not 64 hexadecimal digits'))
// An index cannot hold long texts.
const Short = v.pipe(text, v.string(), v.maxLength(200, 'is longer than 200 characters'))
const Name = v.pipe(v.string(), v.nonEmpty('is empty'), v.maxLength(200))
const RuneId = v.pipe(v.string(), v.regex(RUNE_ID, 'is not a rune id such as 840000:1'))
const UnixSeconds = v.pipe(
  Count,
  v.transform((time) => (time < 1e12 ? time : Math.floor(time / 1000))),
)
/** Amounts always include trailing zeros, so the number of decimals is the rune's divisibility. */
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
  v.check(({ units }) => units <= MAX_UNITS, 'exceeds 128 bits, the maximum for a rune'),
)

/** What a record or a line states about a rune. */
const RuneFacts = v.object({
  id: RuneId,
  number: v.nullish(Count, null),
  name: v.nullish(Short, null),
  spaced_name: v.nullish(Short, null),
  divisibility: v.nullish(v.pipe(Count, v.maxValue(38, 'is larger than 38')), null),
  symbol: v.nullish(Short, null),
})
/** `etching` has more columns of `runes`, as far as they are known. */
export type RuneFacts = v.InferOutput<typeof RuneFacts> & { etching?: NewRow | undefined }

const ImportedTerms = v.object({
  amount: v.nullish(Amount),
  cap: v.nullish(Amount),
  height_start: v.nullish(Count),
  height_end: v.nullish(Count),
  offset_start: v.nullish(Count),
  offset_end: v.nullish(Count),
})

type ImportedLocation = v.InferOutput<typeof ImportedLocation>
const ImportedLocation = v.object({
  block_hash: v.nullish(Hash),
  block_height: v.nullish(Count),
  tx_id: v.nullish(Hash),
  tx_index: v.nullish(Count),
  timestamp: v.nullish(UnixSeconds),
})

/** A boolean as databases store it: 0 or 1. */
const Flag = v.nullish(v.pipe(v.boolean(), v.transform(Number)), null)

/** A rune in the form of the API, as a row of `runes`. */
const RuneLine = v.pipe(
  v.object({
    ...RuneFacts.entries,
    name: Name,
    turbo: Flag,
    cenotaph: Flag,
    mint_terms: v.nullish(ImportedTerms, {}),
    supply: v.nullish(v.object({ premine: v.nullish(Amount) }), {}),
    location: v.nullish(ImportedLocation, {}),
  }),
  v.transform(({ turbo, cenotaph, mint_terms, supply, location, ...facts }) => {
    const { amount, cap, ...terms } = mint_terms
    const decimals = [amount, cap, supply.premine].flatMap((it) => it?.divisibility ?? [])
    const etching: NewRow = {
      ...location,
      premine: supply.premine?.units.toString(),
      terms_amount: amount?.units.toString(),
      terms_cap: cap?.units.toString(),
      terms_height_start: terms.height_start,
      terms_height_end: terms.height_end,
      terms_offset_start: terms.offset_start,
      terms_offset_end: terms.offset_end,
      turbo,
      cenotaph,
    }
    return { ...facts, divisibility: facts.divisibility ?? decimals[0] ?? null, decimals, etching }
  }),
  v.check(
    ({ divisibility, decimals }) => decimals.every((it) => it === divisibility),
    'has amounts whose decimals do not match its divisibility',
  ),
  v.transform(({ decimals, ...facts }) => facts),
)
export type ImportedRune = RuneFacts & { name: string; place: string }

/**
 * A record as a row of the ledger, with what it states about its rune. The contract's own schema
 * treats a malformed field as missing, so an import would silently lose it.
 */
const RecordLine = v.pipe(
  v.object({
    rune: RuneFacts,
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
      timestamp: UnixSeconds,
    }),
    /** Only the snapshot numbers the records of a transaction. */
    event_index: v.nullish(Count),
  }),
  v.transform(({ rune, amount, location: { vout, ...location }, ...fields }) => ({
    ...fields,
    ...location,
    // The ledger is sorted by this index, so it must not be null.
    tx_index: location.tx_index ?? -1,
    output: vout,
    rune_id: rune.id,
    /** In the rune's smallest unit. */
    amount: amount?.units.toString(),
    rune: {
      ...rune,
      divisibility: amount?.divisibility ?? rune.divisibility,
      etching: fields.operation === 'etching' ? etchingOf(rune.id, location) : undefined,
    },
  })),
)
export type ImportedRecord = Omit<v.InferOutput<typeof RecordLine>, 'rune'> & {
  rune: RuneFacts
  place: string
}

/** Where a rune was etched, if its id names the block. The id also has the index of the transaction. */
function etchingOf(runeId: string, location: ImportedLocation) {
  const [height, txIndex] = runeId.split(':').map(Number)
  const { block_hash, block_height, tx_id, timestamp } = location
  if (height !== block_height) return
  return { block_hash, block_height, tx_id, tx_index: txIndex, timestamp }
}

/** @throws {Refusal} */
export function readRecord(raw: unknown, place: string): ImportedRecord {
  return { ...readFields(RecordLine, raw), place }
}

const Document = v.object({
  ...TokenMetadata.entries,
  // A number that does not fit the column is treated as missing.
  sip: v.fallback(v.optional(v.pipe(Count, v.maxValue(2 ** 31 - 1))), undefined),
})
const TokenFields = v.object({
  ...Token.entries,
  name: v.nullish(Short),
  symbol: v.nullish(Short),
  metadata: v.nullish(Document),
})
export const Locale = v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/, 'is not a locale'))

/** The snapshot wraps a token in these fields. The API sends only the token. */
const TokenLine = v.pipe(
  JsonObject,
  v.transform((raw): unknown => ({ token: raw, ...raw })),
  v.object({
    principal: text,
    status: v.optional(v.picklist(['ready', 'in-progress', 'token-error', 'no-token']), 'ready'),
    problem: text,
    token: TokenFields,
    localization: v.nullish(TokenLocalization),
    locales: v.optional(v.record(Locale, Document), {}),
  }),
)

/**
 * Reads a token in the form of the API or of the snapshot.
 * @param expected the principal, if known.
 * @throws {Refusal}
 */
export function readImportedToken(raw: unknown, expected?: string) {
  const { token, locales, localization, ...fields } = readFields(TokenLine, raw)
  const [own = ''] = token.asset_identifier?.split('::') ?? []
  const parsed = parsePrincipal(expected ?? fields.principal ?? own)
  if (parsed === undefined) throw new Refusal('the principal of the token is missing or malformed')
  const { principal, address } = parsed
  if ((token.sender_address ?? address) !== address) {
    throw new Refusal(`sender_address does not match ${principal}`)
  }
  return {
    ...fields,
    principal,
    token: { ...token, sender_address: address },
    localization: localization ?? token.metadata?.localization,
    locales: Object.entries(locales).map(localize),
  }
}
export type ImportedToken = ReturnType<typeof readImportedToken> & {
  /** The service that the token and all its locales were read from. */
  imported_from?: string
}

/** The parts of a token that depend on the locale. */
export type LocalizedTexts = Pick<
  v.InferOutput<typeof TokenFields>,
  'description' | 'image_uri' | 'image_thumbnail_uri' | 'image_canonical_uri' | 'metadata'
>

function localize([locale, document]: [string, TokenMetadata]): [string, LocalizedTexts] {
  const texts = {
    description: document.description,
    image_uri: document.cached_image,
    image_thumbnail_uri: document.cached_thumbnail_image,
    image_canonical_uri: document.image,
    metadata: document,
  }
  return [locale, texts]
}

/** @throws {Refusal} naming the first invalid field. */
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
