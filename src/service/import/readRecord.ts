import * as v from 'valibot'
import { RuneActivity, type RuneLocation } from '../../contract/activity.ts'
import { integer, text } from '../../contract/fields.ts'
import { type RuneOfRecord, refuseNoRune } from './readRune.ts'
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

/** A line of ours says more than the contract: `base_amount` is in the rune's smallest unit. */
const Line = v.object({ ...RuneActivity.entries, event_index: integer, base_amount: text })

const MOST_LETTERS = 200
const U128_MAX = String(2n ** 128n - 1n)
const MOST_DIVISIBLE = 38

/**
 * A record as the contract sends it (SPEC 2.4), with all that a ledger needs.
 * @throws {Refusal}
 */
export function readRecord(raw: unknown): LedgerRecord {
  const line = readFields(Line, raw)
  const { rune, operation, address, receiver_address } = line
  const { units, divisibility } = readAmount(line.amount, line.base_amount)
  if (operation === '') throw new Refusal('operation is empty')
  refuseLong({ operation, address, receiver_address }, MOST_LETTERS)
  refuseNoRune(rune)
  return {
    rune: { ...rune, divisibility },
    row: { ...rowOf(line.location), operation, address, receiver_address, amount: units },
    event_index: expectCount('event_index', line.event_index),
  }
}

function rowOf({ output, ...location }: RuneLocation) {
  // The form of the retired runes API names the output's place there, too.
  const [, place] = /:([0-9]{1,10})$/.exec(output ?? '') ?? []
  const vout = location.vout ?? (place === undefined ? undefined : Number(place))
  return {
    block_hash: expectHash('location.block_hash', location.block_hash),
    block_height: expectKnown('location.block_height', location.block_height),
    tx_id: expectHash('location.tx_id', location.tx_id),
    tx_index: expectCount('location.tx_index', location.tx_index) ?? -1,
    output: expectCount('location.vout', vout),
    timestamp: Math.floor(expectKnown('location.timestamp', location.timestamp) / 1000),
  }
}

/** How many places follow the point tells the rune's divisibility: trailing zeros are always sent. */
function readAmount(amount: string | undefined, baseAmount: string | undefined) {
  if (baseAmount !== undefined && !/^[0-9]+$/.test(baseAmount)) {
    throw new Refusal('base_amount is no number of units')
  }
  const [whole = '', fraction = ''] = (amount ?? baseAmount ?? '').split('.')
  const digits = withoutZeros(whole + fraction)
  if (digits === '') return { units: undefined, divisibility: undefined }
  if (digits.startsWith('-')) throw new Refusal('amount is negative')
  if (fraction.length > MOST_DIVISIBLE) {
    throw new Refusal(`amount has ${fraction.length} decimals, and no rune more than 38`)
  }
  if (isLarger(digits, U128_MAX)) {
    throw new Refusal('amount is larger than a rune can have: 128 bits')
  }
  if (baseAmount !== undefined && withoutZeros(baseAmount) !== digits) {
    throw new Refusal('amount and base_amount are not the same number of units')
  }
  return { units: digits, divisibility: amount === undefined ? undefined : fraction.length }
}

/** Of digits without leading zeros. */
function isLarger(digits: string, most: string): boolean {
  return digits.length === most.length ? digits > most : digits.length > most.length
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=.)/, '')
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
