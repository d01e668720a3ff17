import * as v from 'valibot'
import { BARE_HASH, describe, wholeNumber } from './fields.ts'
import { pagingFields } from './page.ts'
import { amount, RuneLabel, signedAmount } from './rune.ts'

/** The types of movements, in the order of their filters. */
export const MOVEMENT_TYPES = ['transfer', 'mint', 'burn', 'etching', 'change'] as const
export type MovementType = (typeof MOVEMENT_TYPES)[number]

/** Where something happened. Hashes have no `0x`. */
export const Place = describe(
  v.object({
    block_height: describe(wholeNumber, 'The height of the block.'),
    timestamp: describe(wholeNumber, 'The time of the block in Unix seconds.'),
    tx_id: describe(v.string(), 'The id of the transaction.', { pattern: BARE_HASH }),
    tx_index: describe(wholeNumber, 'The index of the transaction in the block.'),
  }),
  'A transaction and its block.',
)
export type Place = v.InferOutput<typeof Place>

export const Movement = describe(
  v.object({
    type: describe(
      v.picklist(MOVEMENT_TYPES),
      'transfer: from one address to another. mint: new units and who got them. burn: units that are gone. etching: a new rune, or premined units and who got them. change: units that came back to their owner.',
    ),
    rune: RuneLabel,
    amount: describe(v.optional(amount), 'How much; missing from an etching without a premine.'),
    from: describe(
      v.optional(v.string()),
      'The former owner; missing if units are new or the output had no address.',
    ),
    to: describe(
      v.optional(v.string()),
      'The new owner; missing if units are gone or the output has no address.',
    ),
    output: describe(v.optional(v.string()), 'The output that received it: <tx_id>:<vout>.'),
    index: describe(wholeNumber, 'Its place among the records of the transaction.'),
    place: Place,
  }),
  'Who gave what to whom.',
)
export type Movement = v.InferOutput<typeof Movement>

export const MovementPage = describe(
  v.object({
    ...pagingFields('movements'),
    results: describe(v.array(Movement), 'At most limit movements.'),
    continues: describe(
      v.boolean(),
      'True if the last transaction of this page has more movements on the next one.',
    ),
    continued: describe(
      v.boolean(),
      'True if the first transaction of this page has movements on the page before.',
    ),
  }),
  'A page of a list of movements, newest first.',
)
export type MovementPage = v.InferOutput<typeof MovementPage>

export const AddressMovement = describe(
  v.object({
    ...Movement.entries,
    change: describe(signedAmount, 'How the balance of the address changed.'),
    counterparties: describe(
      v.array(v.string()),
      'The other addresses, at most three. Empty if units are new or gone, or an output has no address.',
    ),
    has_more_counterparties: describe(v.boolean(), 'Whether there are more.'),
  }),
  'A movement as an address sees it. What came in one output is one movement, less the change.',
)
export type AddressMovement = v.InferOutput<typeof AddressMovement>

export const AddressMovementPage = describe(
  v.object({
    ...MovementPage.entries,
    results: describe(v.array(AddressMovement), 'At most limit movements.'),
  }),
  'A page of the movements of an address, newest first.',
)
export type AddressMovementPage = v.InferOutput<typeof AddressMovementPage>

const counts = {
  transfers: describe(wholeNumber, 'The number of transfers.'),
  mints: describe(wholeNumber, 'The number of mints.'),
  burns: describe(wholeNumber, 'The number of burns.'),
  etchings: describe(
    wholeNumber,
    'The number of etchings, and of outputs that got premined units.',
  ),
  changes: describe(wholeNumber, 'The number of changes.'),
}

/** How many movements there are of each type. */
export const MovementCounts = describe(v.object(counts), 'The number of movements of each type.')
export type MovementCounts = v.InferOutput<typeof MovementCounts>

export const RuneTotals = describe(
  v.object({
    rune: RuneLabel,
    movements: describe(wholeNumber, 'The number of movements, without change.'),
    ...counts,
    transferred: describe(amount, 'The amount that transfers moved.'),
    minted: describe(amount, 'The amount that was minted.'),
    premined: describe(amount, 'The amount that was premined.'),
    burned: describe(amount, 'The amount that was burned.'),
    addresses: describe(wholeNumber, 'The number of addresses that take part.'),
  }),
  'What happened to one rune.',
)
export type RuneTotals = v.InferOutput<typeof RuneTotals>

export const AddressTotals = describe(
  v.object({
    address: describe(v.optional(v.string()), 'Missing for all outputs without an address.'),
    rune: RuneLabel,
    received: describe(amount, 'What came from others.'),
    sent: describe(amount, 'What went to others.'),
    minted: describe(amount, 'New units, minted or premined.'),
    burned: describe(amount, 'What was burned.'),
    net: describe(signedAmount, 'received + minted − sent − burned.'),
  }),
  'What happened to one rune of one address.',
)
export type AddressTotals = v.InferOutput<typeof AddressTotals>
