import * as v from 'valibot'
import { covers, Tip } from './chain.ts'
import {
  AMOUNT,
  count,
  describe,
  flag,
  list,
  object,
  optional,
  string,
  wholeNumber,
} from './fields.ts'
import { MovementCounts, Place, RECEIPTS } from './movement.ts'
import { MAX_COUNTED_REFUSALS } from './refusal.ts'
import { amount, optionalShare, Rune, RuneLabel } from './runeLabel.ts'

export const Holder = object('A holder of a rune.', {
  address: optional('The address.', v.string()),
  balance: string('The exact amount, never 0 in a list.', AMOUNT),
})

export const Balance = object('How much of a rune an address holds.', {
  rune: Rune,
  ...Holder.entries,
})

export const AddressDetails = object(
  'An address and its figures. Those of movements are 0 if it never held runes.',
  {
    address: string('The address.'),
    runes: count('The number of runes that it holds.'),
    outputs: count('The number of its unspent outputs, counted once for each rune.'),
    movements: count('The number of its movements.'),
    counts: MovementCounts,
    records: count('The number of its records.'),
    paid: count('The number of runes whose commitments it paid for.'),
    refusals: count(`The number of its refusals, at most ${MAX_COUNTED_REFUSALS}.`),
    has_more_refusals: flag('Whether there are more. Its list counts all.'),
    first_seen: optional('Its first record.', Place),
    last_seen: optional('Its last record.', Place),
    covers,
    newest_block: Tip,
  },
)
export type AddressDetails = v.InferOutput<typeof AddressDetails>

/** What balances can be sorted by. */
export const BALANCE_ORDERS = ['amount', 'share', 'first_received', 'last_received'] as const
export type BalanceOrder = (typeof BALANCE_ORDERS)[number]

export const AddressBalance = object('How much of a rune an address holds.', {
  rune: RuneLabel,
  address: string('The address.'),
  balance: amount,
  share: optionalShare('The share of the supply', 'Missing for a height in the past.'),
  movements: optional('The number of its movements; not for a height in the past.', wholeNumber),
  ...RECEIPTS,
})
export type AddressBalance = v.InferOutput<typeof AddressBalance>

/** A step of the history of an address. */
const PERIOD = {
  date: string('The UTC day.', { format: 'date' }),
  block_height: optional('The block; missing of a day.', wholeNumber),
  movements: count('The number of movements, without change.'),
}

/** The axis of the history of an address: the same for all of its runes. */
const AXIS = {
  step: describe('Whether the results are days or blocks.', v.picklist(['day', 'block'])),
  first_date: optional('The first day with records, if any.', v.string(), { format: 'date' }),
  first_height: optional('The first block with records, if any.', wholeNumber),
  newest_date: string('The day of the newest block.', { format: 'date' }),
  newest_height: count('The newest block.'),
}

export const AddressSeries = object('What an address had of a rune over time.', {
  ...AXIS,
  rune: RuneLabel,
  results: list(
    'The days or blocks with records of the address and the rune, oldest first.',
    object('A day or a block.', {
      ...PERIOD,
      balance: optional(
        'The balance at its end; missing of a rune that is older than the index.',
        amount,
      ),
    }),
  ),
})
export type AddressSeries = v.InferOutput<typeof AddressSeries>

export const AddressHistory = object('How much an address did over time.', {
  ...AXIS,
  results: list(
    'The days or blocks with movements of the address, oldest first.',
    object('A day or a block.', PERIOD),
  ),
})
export type AddressHistory = v.InferOutput<typeof AddressHistory>

export const RuneOutput = object('A rune in an unspent output.', {
  output: string('<transaction id>:<index>.'),
  rune: RuneLabel,
  amount,
  place: describe('The transaction that has the output.', Place),
})
export type RuneOutput = v.InferOutput<typeof RuneOutput>

export const TransactionInput = object('A rune that a spent output held.', {
  output: string('<transaction id>:<index>.'),
  rune: RuneLabel,
  amount,
  address: optional('The owner of the output; missing if it has no address.', v.string()),
  place: describe('The transaction that made the output.', Place),
})
export type TransactionInput = v.InferOutput<typeof TransactionInput>

export const OutputDetails = object(
  'An output that holds or held runes, or in which some burned.',
  {
    output: string('<transaction id>:<index>.'),
    address: optional('The owner; missing if the output has no address.', v.string()),
    rune_count: count('The number of runes that it holds or held.'),
    runes: list(
      'What it holds, or held until it was spent, of the 100 oldest of these runes.',
      v.object({ rune: RuneLabel, amount }),
    ),
    burned_count: count(
      'The number of runes that burned in it. Only an OP_RETURN burns; it holds none.',
    ),
    burned: list(
      'What burned in it, of the 100 oldest of these runes.',
      v.object({ rune: RuneLabel, amount }),
    ),
    place: describe('The transaction that has the output.', Place),
    spent_by: optional('The transaction that spent it; missing if none did.', Place),
    newest_block: Tip,
  },
)
export type OutputDetails = v.InferOutput<typeof OutputDetails>

export const OutputBatch = object('Several outputs.', {
  results: list('The outputs that hold or held runes, or in which some burned.', OutputDetails),
})

const { address, spent_by } = OutputDetails.entries

export const TransactionOutput = object(
  'A rune that an output holds, or held until it was spent.',
  {
    ...RuneOutput.entries,
    vout: count('The index of the output in its transaction.'),
    address,
    spent_by,
  },
)
export type TransactionOutput = v.InferOutput<typeof TransactionOutput>
