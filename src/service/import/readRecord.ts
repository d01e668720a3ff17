import * as v from 'valibot'
import { hex, text } from '../../contract/fields.ts'
import type { RuneLine } from '../snapshot/records.ts'
import { Refusal } from './batch.ts'
import { count, optional, readFields, shortText } from './readFields.ts'

/** What a record states about its rune. */
export type RuneFacts = Omit<RuneLine, 'id' | 'name' | 'spaced_name'> & {
  id: string
  name?: string | undefined
  spaced_name?: string | undefined
}

/** A record with its row's columns in the ledger, and its place in the source: "line 12". */
export type ImportedRecord = ReturnType<typeof readRecord>
export type ImportedRune = ReturnType<typeof readRune>

const MAX_DECIMALS = 38
const MAX_UNITS = 2n ** 128n - 1n
const SHORT = shortText(200)
const RuneId = v.pipe(
  v.string(),
  v.regex(/^[0-9]{1,16}:[0-9]{1,10}$/, 'is no rune id such as 840000:1'),
)
const Hash = v.pipe(hex, v.length(64, 'is not 64 hexadecimal digits'))
const Name = v.pipe(v.string(), v.nonEmpty('is empty'), v.maxLength(200))
const UnixSeconds = v.pipe(
  count,
  v.transform((time) => (time < 1e12 ? time : Math.floor(time / 1000))),
)

/** A record as the contract (SPEC 2.4) or the snapshot has it: the last two fields are the snapshot's. */
const Line = v.object({
  rune: v.object({
    id: RuneId,
    number: optional(count),
    name: optional(SHORT),
    spaced_name: optional(SHORT),
  }),
  operation: Name,
  address: optional(SHORT),
  receiver_address: optional(SHORT),
  amount: optional(v.pipe(text, v.string(), v.regex(/^-?[0-9]+(\.[0-9]+)?$/))),
  location: v.object({
    block_hash: Hash,
    block_height: count,
    tx_id: Hash,
    tx_index: optional(count),
    vout: optional(count),
    output: text,
    timestamp: UnixSeconds,
  }),
  event_index: optional(count),
  base_amount: optional(v.pipe(text, v.string(), v.regex(/^[0-9]{1,39}$/))),
})

/** @throws {Refusal} */
export function readRecord(raw: unknown, place: string) {
  const { rune, location, amount, base_amount, ...fields } = readFields(Line, raw)
  const { units, divisibility } = readAmount(amount, base_amount)
  const facts: RuneFacts = { ...rune, divisibility }
  return {
    ...location,
    ...fields,
    place,
    rune: facts,
    rune_id: rune.id,
    /** In the rune's smallest unit. */
    amount: units,
    tx_index: location.tx_index ?? -1,
    output: location.vout ?? voutOf(location.output),
  }
}

/** The retired runes API named the output as `<tx id>:<vout>`. */
function voutOf(output: string | undefined): number | undefined {
  const [, vout] = /:([0-9]{1,10})$/.exec(output ?? '') ?? []
  return vout === undefined ? undefined : Number(vout)
}

/** The number of decimals is the rune's divisibility, because trailing zeros are always sent. */
function readAmount(amount: string | undefined, baseAmount: string | undefined) {
  const [whole = '', fraction = ''] = (amount ?? baseAmount ?? '').split('.')
  if (whole === '') return { units: undefined, divisibility: undefined }
  if (whole.startsWith('-')) throw new Refusal('amount is negative')
  if (fraction.length > MAX_DECIMALS) {
    throw new Refusal(`amount has ${fraction.length} decimals, and no rune more than 38`)
  }
  const units = whole.length > 39 ? MAX_UNITS + 1n : BigInt(whole + fraction)
  if (units > MAX_UNITS) throw new Refusal('amount is larger than a rune can have: 128 bits')
  if (BigInt(baseAmount ?? units) !== units) {
    throw new Refusal('amount and base_amount are not the same number of units')
  }
  const divisibility = amount === undefined ? undefined : fraction.length
  return { units: String(units), divisibility }
}

const RuneFields = v.object({
  id: optional(RuneId),
  number: optional(count),
  name: Name,
  spaced_name: optional(SHORT),
  divisibility: optional(v.pipe(count, v.maxValue(MAX_DECIMALS, `is larger than ${MAX_DECIMALS}`))),
  symbol: optional(SHORT),
})

/**
 * A rune on a line of its own. Of some only the name is known: a search finds them by it.
 * @throws {Refusal}
 */
export function readRune(raw: unknown, place: string) {
  const rune = readFields(RuneFields, raw)
  return { ...rune, place, spaced_name: rune.spaced_name ?? rune.name }
}
