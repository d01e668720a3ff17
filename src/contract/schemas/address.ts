import * as v from 'valibot'
import { Balance } from './balances.ts'
import { describe, wholeNumber } from './fields.ts'
import { MovementCounts, Place } from './movement.ts'
import { pageOf } from './page.ts'
import { amount, RuneLabel } from './rune.ts'

export const AddressDetails = describe(
  v.object({
    address: describe(v.string(), 'The address.'),
    runes: describe(wholeNumber, 'The number of runes that it holds.'),
    outputs: describe(
      wholeNumber,
      'The number of its unspent outputs, counted once for each rune.',
    ),
    movements: describe(wholeNumber, 'The number of its movements.'),
    counts: MovementCounts,
    records: describe(wholeNumber, 'The number of its records.'),
    first_seen: describe(v.optional(Place), 'Its first record.'),
    last_seen: describe(v.optional(Place), 'Its last record.'),
  }),
  'An address and its figures. All are 0 if it never held runes.',
)
export type AddressDetails = v.InferOutput<typeof AddressDetails>

export const AddressBalance = describe(
  v.object({
    ...Balance.entries,
    rune: RuneLabel,
    balance: amount,
    share: describe(
      v.optional(v.string()),
      'The share of the supply, in percent with four decimals; not for a height in the past.',
    ),
    movements: describe(
      v.optional(wholeNumber),
      'The number of movements of this rune and address; not for a height in the past.',
    ),
  }),
  'How much of a rune an address holds.',
)
export type AddressBalance = v.InferOutput<typeof AddressBalance>

export const AddressBalancePage = pageOf(
  AddressBalance,
  'A page of the balances of an address, largest first.',
  'balances',
)

export const RuneOutput = describe(
  v.object({
    output: describe(v.string(), '<transaction id>:<index>.'),
    rune: RuneLabel,
    amount,
    place: describe(Place, 'The transaction that has the output.'),
  }),
  'A rune in an unspent output.',
)
export type RuneOutput = v.InferOutput<typeof RuneOutput>

export const RuneOutputPage = pageOf(
  RuneOutput,
  'A page of the unspent outputs of an address, newest first, a rune an entry.',
  'entries',
)

export const OutputDetails = describe(
  v.object({
    output: describe(v.string(), '<transaction id>:<index>.'),
    address: describe(v.optional(v.string()), 'The owner; missing if the output has no address.'),
    runes: describe(
      v.array(v.object({ rune: RuneLabel, amount })),
      'What it holds, or held until it was spent.',
    ),
    place: describe(Place, 'The transaction that has the output.'),
    spent_by: describe(v.optional(Place), 'The transaction that spent it; missing if none did.'),
  }),
  'An output that holds or held runes.',
)
export type OutputDetails = v.InferOutput<typeof OutputDetails>
