import * as v from 'valibot'
import { Rune, RuneActivity, RuneLocation } from '../../contract/activity.ts'
import { hex, integer, text } from '../../contract/fields.ts'
import type { RuneLine } from '../snapshot/records.ts'
import { Refusal } from './batch.ts'
import { count, optionalCount, readFields, shortText } from './readFields.ts'

/** What a record states about its rune. */
export type RuneFacts = Omit<RuneLine, 'id' | 'name' | 'spaced_name'> & {
  id: string
  name?: string | undefined
  spaced_name?: string | undefined
}

export type LedgerRecord = ReturnType<typeof readRecord>

const MAX_DECIMALS = 38
const MAX_UNITS = 2n ** 128n - 1n
const SHORT = shortText(200)
const RuneId = v.pipe(
  v.string(),
  v.regex(/^[0-9]{1,16}:[0-9]{1,10}$/, 'is no rune id such as 840000:1'),
)
const Hash = v.pipe(hex, v.length(64, 'is not 64 hexadecimal digits'))

const RequiredText = v.pipe(
  v.string(),
  v.nonEmpty('is empty'),
  v.maxLength(200, 'is longer than 200 characters'),
)
const UnixSeconds = v.pipe(
  count,
  v.transform((time) => (time < 1e12 ? time : Math.floor(time / 1000))),
)

const Line = v.object({
  ...RuneActivity.entries,
  rune: v.object({ ...Rune.entries, id: RuneId, name: SHORT, spaced_name: SHORT }),
  operation: RequiredText,
  address: SHORT,
  receiver_address: SHORT,
  location: v.object({
    ...RuneLocation.entries,
    block_hash: Hash,
    block_height: count,
    tx_id: Hash,
    tx_index: optionalCount,
    vout: optionalCount,
    timestamp: UnixSeconds,
  }),
  // The snapshot's own. `base_amount` is in the rune's smallest unit.
  event_index: optionalCount,
  base_amount: v.pipe(
    text,
    v.check((units = '0') => /^[0-9]{1,39}$/.test(units), 'is no number of units'),
  ),
})

/**
 * A record of activity as the contract (SPEC 2.4) or the snapshot has it: what it states about its
 * rune, and its row in the ledger.
 * @throws {Refusal}
 */
export function readRecord(raw: unknown) {
  const { rune, location, amount, base_amount, event_index, ...fields } = readFields(Line, raw)
  const { units, divisibility } = readAmount(amount, base_amount)
  const facts: RuneFacts = { ...rune, divisibility }
  const row = {
    ...fields,
    rune_id: rune.id,
    /** In the rune's smallest unit. */
    amount: units,
    block_hash: location.block_hash,
    block_height: location.block_height,
    tx_id: location.tx_id,
    tx_index: location.tx_index ?? -1,
    output: location.vout ?? voutOf(location.output),
    timestamp: location.timestamp,
  }
  return { rune: facts, row, event_index }
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

const Divisibility = v.pipe(
  integer,
  v.check((value = 0) => value >= 0 && value <= MAX_DECIMALS, `is not from 0 to ${MAX_DECIMALS}`),
)

const RuneFields = v.object({
  id: v.optional(RuneId),
  number: integer,
  name: RequiredText,
  spaced_name: SHORT,
  divisibility: Divisibility,
  symbol: SHORT,
})

/**
 * A rune on a line of its own. Of some only the name is known: a search finds them by it.
 * @throws {Refusal}
 */
export function readRune(raw: unknown): RuneLine {
  const rune = readFields(RuneFields, raw)
  return { ...rune, spaced_name: rune.spaced_name ?? rune.name }
}
