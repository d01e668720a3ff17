import * as v from 'valibot'
import { RuneActivity, RuneLocation } from '../../contract/activity.ts'
import { integer, text } from '../../contract/fields.ts'
import { type RuneOfRecord, readRuneOfRecord } from './readRune.ts'
import { Refusal, readFields, refuseLong } from './refusal.ts'

/** A record of activity: its row in the ledger but for its rune, what it says of that, and its place. */
export type LedgerRecord = {
  rune: RuneOfRecord
  row: {
    operation: string
    address: string | undefined
    receiver_address: string | undefined
    /** In the rune's smallest unit. */
    amount: string | undefined
    block_hash: string
    block_height: number
    tx_id: string
    /** −1 where it is not known. */
    tx_index: number
    output: number | undefined
    /** Unix seconds. */
    timestamp: number
  }
  /** Its place in its transaction, where the line says it: the contract does not. */
  event_index: number | undefined
}

/** What our own files say beside the contract. `base_amount` is `amount` in the rune's smallest unit. */
const Additions = v.object({ event_index: integer, base_amount: text })
const Output = v.object({ output: text })

const MOST_LETTERS = 200
const U128_MAX = 2n ** 128n - 1n
const MOST_DIVISIBLE = 38

/**
 * A record as the contract sends it (SPEC 2.4), with all that a ledger needs.
 * @throws {Refusal}
 */
export function readRecord(raw: unknown): LedgerRecord {
  const line = v.parse(v.looseObject({ rune: v.unknown(), location: v.unknown() }), raw)
  const { operation, address, receiver_address, amount } = readFields(RuneActivity, raw)
  const { event_index, base_amount } = readFields(Additions, raw)
  const place = readLocation(line.location)
  const { units, divisibility } = readAmount(amount, base_amount)
  if (operation === '') throw new Refusal('operation is empty')
  refuseLong({ operation, address, receiver_address }, MOST_LETTERS)
  return {
    rune: { ...readRuneOfRecord(line.rune), divisibility },
    row: { ...place, operation, address, receiver_address, amount: units },
    event_index: expectCount('event_index', event_index),
  }
}

function readLocation(raw: unknown) {
  const location = readFields(RuneLocation, raw, 'location.')
  const { block_hash, block_height, tx_id, tx_index, timestamp } = location
  // The form of the retired runes API names the output's place there, too.
  const [, output] = /:([0-9]{1,10})$/.exec(readFields(Output, raw).output ?? '') ?? []
  const vout = location.vout ?? (output === undefined ? undefined : Number(output))
  return {
    block_hash: expectHash('location.block_hash', block_hash),
    block_height: expectKnown('location.block_height', block_height),
    tx_id: expectHash('location.tx_id', tx_id),
    tx_index: expectCount('location.tx_index', tx_index) ?? -1,
    output: expectCount('location.vout', vout),
    timestamp: Math.floor(expectKnown('location.timestamp', timestamp) / 1000),
  }
}

/** How many places follow the point tells the rune's divisibility: trailing zeros are always sent. */
function readAmount(amount: string | undefined, baseAmount: string | undefined) {
  if (baseAmount !== undefined && !/^[0-9]+$/.test(baseAmount)) {
    throw new Refusal('base_amount is no number of units')
  }
  const [whole = '', fraction = ''] = (amount ?? baseAmount ?? '').split('.')
  const digits = (whole + fraction).replace(/^0+(?=.)/, '')
  if (digits === '') return { units: undefined, divisibility: undefined }
  if (digits.startsWith('-')) throw new Refusal('amount is negative')
  if (fraction.length > MOST_DIVISIBLE) {
    throw new Refusal(`amount has ${fraction.length} decimals, and no rune more than 38`)
  }
  if (digits.length > 39 || BigInt(digits) > U128_MAX) {
    throw new Refusal('amount is larger than a rune can have: 128 bits')
  }
  if (baseAmount !== undefined && BigInt(baseAmount) !== BigInt(digits)) {
    throw new Refusal('amount and base_amount are not the same number of units')
  }
  return { units: digits, divisibility: amount === undefined ? undefined : fraction.length }
}

function expectHash(name: string, hash: string | undefined): string {
  if (hash?.length !== 64) throw new Refusal(`${name} is not 64 hexadecimal digits`)
  return hash
}

function expectKnown(name: string, value: number | undefined): number {
  const known = expectCount(name, value)
  if (known === undefined) throw new Refusal(`${name} is missing`)
  return known
}

function expectCount(name: string, value: number | undefined): number | undefined {
  if (value !== undefined && value < 0) throw new Refusal(`${name} is negative`)
  return value
}
