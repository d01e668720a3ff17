import * as v from 'valibot'
import { BARE_HASH, count, describe, flag, list, object, optional, string } from './fields.ts'
import { pageOf } from './page.ts'
import { amount, RuneLabel, signedAmount } from './runeLabel.ts'

/** The types of movements, in the order of their filters. */
export const MOVEMENT_TYPES = ['transfer', 'mint', 'burn', 'etching', 'change'] as const
export type MovementType = (typeof MOVEMENT_TYPES)[number]

/** Those of an address, whose transfers have a direction. */
export const ADDRESS_MOVEMENT_TYPES = [...MOVEMENT_TYPES, 'received', 'sent'] as const
export type AddressMovementType = (typeof ADDRESS_MOVEMENT_TYPES)[number]

/** Where something happened. Hashes have no `0x`. */
export const Place = object('A transaction and its block.', {
  block_height: count('The height of the block.'),
  timestamp: count('The time of the block in Unix seconds.'),
  tx_id: string('The id of the transaction.', { pattern: BARE_HASH }),
  tx_index: count('The index of the transaction in the block.'),
})
export type Place = v.InferOutput<typeof Place>

/** When an address got units of a rune from others, from a mint or as a premine. */
export const RECEIPTS = {
  first_received: optional(
    'The first transaction that gave it units from others, from a mint or as a premine.',
    Place,
  ),
  last_received: optional('The last such transaction.', Place),
}

export const Movement = object('Who gave what to whom.', {
  type: describe(
    'transfer: from one address to another. mint: new units, one movement for each mint, whoever got them. burn: units that are gone. etching: a new rune with its premine. change: units that came back to their owner. Of an address, mint and etching are the new units in one of its outputs.',
    v.picklist(MOVEMENT_TYPES),
  ),
  rune: RuneLabel,
  amount: optional('How much; missing from an etching without a premine.', amount),
  from: optional('The former owner; missing if units are new or had no address.', v.string()),
  to: optional(
    'The new owner; missing if units are gone, have no address, or went to several.',
    v.string(),
  ),
  output: optional(
    'The output that received it, if it was one: <tx_id>:<vout>. Of a burn, the OP_RETURN, if there is one.',
    v.string(),
  ),
  receivers: optional(
    'Of a mint or an etching, the first addresses that got the new units, at most three.',
    v.array(v.string()),
  ),
  has_more_receivers: optional('Whether there are more.', v.boolean()),
  is_new: optional('True if a burn destroys units of the same transaction.', v.boolean()),
  flaw: optional(
    'Why the runestone of the transaction is malformed: a cenotaph. Missing if it is not.',
    v.string(),
  ),
  index: count('Its place among the records of the transaction.'),
  place: Place,
})
export type Movement = v.InferOutput<typeof Movement>

export function movementPageOf<Entry extends v.GenericSchema>(entry: Entry) {
  return v.object({
    ...pageOf(entry, 'movements').entries,
    continues: flag('True if the last transaction of this page has more movements on the next.'),
    continued: flag('True if the first transaction of this page has movements on the page before.'),
  })
}

export const AddressMovement = object(
  'A movement as an address sees it. What came in one output is one movement, less the change.',
  {
    ...Movement.entries,
    change: describe('How the balance of the address changed.', signedAmount),
    counterparties: list(
      'The other addresses, at most three. Empty if units are new or gone, or an output has no address.',
      v.string(),
    ),
    has_more_counterparties: flag('Whether there are more.'),
  },
)
export type AddressMovement = v.InferOutput<typeof AddressMovement>

export const MovementCounts = object('The number of movements of each type.', {
  transfers: count('The number of transfers.'),
  mints: count('The number of mints. Of an address: of its outputs that got minted units.'),
  burns: count('The number of burns.'),
  etchings: count('The number of etchings. Of an address: of its outputs that got premined units.'),
  changes: count('The number of changes.'),
})
export type MovementCounts = v.InferOutput<typeof MovementCounts>

export const RuneTotals = object('What happened to one rune.', {
  rune: RuneLabel,
  movements: count('The number of movements, without change.'),
  ...MovementCounts.entries,
  transferred: describe('The amount that transfers moved.', amount),
  minted: describe('The amount that was minted.', amount),
  premined: describe('The amount that was premined.', amount),
  burned: describe('The amount that was burned.', amount),
  addresses: count('The number of addresses that take part.'),
})
export type RuneTotals = v.InferOutput<typeof RuneTotals>

/** What an address did, of which lists by address can be sorted. */
export const ADDRESS_FIGURES = ['received', 'minted', 'premined', 'sent', 'burned'] as const
export type AddressFigure = (typeof ADDRESS_FIGURES)[number]

export const AddressTotals = object('What happened to one rune of one address.', {
  address: optional('Missing for all outputs without an address.', v.string()),
  rune: RuneLabel,
  received: describe('What came from others.', amount),
  sent: describe('What went to others.', amount),
  minted: describe('New units of mints.', amount),
  premined: describe('New units of an etching.', amount),
  burned: describe('What was burned.', amount),
  net: describe('received + minted + premined − sent − burned.', signedAmount),
})
export type AddressTotals = v.InferOutput<typeof AddressTotals>
