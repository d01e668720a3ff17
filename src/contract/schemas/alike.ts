import * as v from 'valibot'
import { count, describe, list, object, optional } from './fields.ts'
import { MOVEMENT_TYPES, MovementCounts } from './movement.ts'
import { amount, RuneLabel } from './runeLabel.ts'

const type = v.picklist(MOVEMENT_TYPES)

/** Of many addresses, so many are named. */
export const MAX_NAMED_ADDRESSES = 5

const Parties = object('The addresses on one side of some movements.', {
  addresses: count('How many there are.'),
  first: list(`Those that came first, at most ${MAX_NAMED_ADDRESSES}.`, v.string()),
  most: count('The most movements that one of them has.'),
  without_address: count(
    'The number of movements with nobody on this side, at least in part: units are new or gone, or an output has no address.',
  ),
})
export type Parties = v.InferOutput<typeof Parties>

export const MovementGroup = object('Movements that are alike.', {
  type,
  rune: RuneLabel,
  movements: count('How many there are.'),
  amount: optional('What they moved; missing from an etching without a premine.', amount),
  amount_each: optional('What each moved, if all moved the same.', amount),
  givers: describe('Who gave it. None if units are new or had no address.', Parties),
  receivers: describe('Who got it. None if units are gone or have no address.', Parties),
  of_new_units: count('How many are burns of units of the same transaction.'),
  in_cenotaphs: count('How many are of transactions whose runestone is malformed.'),
})
export type MovementGroup = v.InferOutput<typeof MovementGroup>

/** Of one block. */
export const MAX_TILES = 600
export const MAX_TREEMAP_RUNES = 100

export const BlockTreemap = object(
  'The movements of a block by rune and address. Each is counted once: for its first receiver, a burn for its owner.',
  {
    runes: list(
      `The runes with the most movements first, at most ${MAX_TREEMAP_RUNES}.`,
      v.object({
        rune: RuneLabel,
        movements: count('The number of its movements.'),
        tiles: list(
          `The addresses with the most movements first: of all runes together, at most ${MAX_TILES}.`,
          v.object({
            type,
            address: optional('Missing if nobody has the units, or no address.', v.string()),
            movements: count('How many it has.'),
            amount,
          }),
        ),
        rest: list(
          'The addresses without a tile, by type.',
          v.object({
            type,
            movements: count('How many they have.'),
            addresses: count('How many there are.'),
            least: count('The fewest movements that one of them has.'),
            most: count('The most movements that one of them has.'),
            amount,
          }),
        ),
      }),
    ),
    others: optional(
      'The other runes.',
      v.object({ runes: count('How many there are.'), counts: MovementCounts }),
    ),
  },
)
export type BlockTreemap = v.InferOutput<typeof BlockTreemap>

/** What many movements of a block have in common. */
export const LeadingGroup = object(
  'The rune with the most movements, if it has at least two, and the most frequent type of these. Etchings are left out.',
  {
    type: describe('transfer, mint or burn.', type),
    rune: RuneLabel,
    movements: count('How many there are of this type.'),
    rune_movements: count('How many the rune has of all types.'),
    addresses: count('How many addresses got the units, or burned them.'),
    without_address: count(
      'The number of movements that no address got, at least in part, or of burns that no address made.',
    ),
  },
)
export type LeadingGroup = v.InferOutput<typeof LeadingGroup>
