import * as v from 'valibot'
import { Clause } from './chain.ts'
import { count, describe, list, object } from './fields.ts'
import { Place } from './movement.ts'
import { optionalShare } from './runeLabel.ts'

// What stands out in the index as a whole.

const Highlight = object('What one transaction did to a rune, if that stands out.', {
  kind: describe(
    'minted-out: it used the last mint. airdrop: it gave the rune to 20 addresses or more. transfer, burn: it moved or destroyed 1 % of the supply or more, of a rune with 100 holders or more. etching: a new rune.',
    v.picklist(['minted-out', 'airdrop', 'transfer', 'burn', 'etching']),
  ),
  share: optionalShare('The share of the supply', 'Of a large transfer or burn only.'),
  clause: describe(
    'What it did. Receivers of new units of which some were burned are left out.',
    Clause,
  ),
  place: Place,
})
export type Highlight = v.InferOutput<typeof Highlight>

export const Highlights = object('What happened lately.', {
  results: list(
    'At most five of a block, newest first. Large transfers and burns are those of runes that the index knows from their beginning.',
    Highlight,
  ),
})

export const Pulse = object('The movements of the whole index, in equal parts.', {
  step: count('How many blocks a part has; the last one may have fewer.'),
  results: list(
    'The parts, oldest first.',
    v.object({
      from: count('The height of its first block.'),
      to: count('The height of its last block.'),
      timestamp: count('The time of its first block in Unix seconds.'),
      movements: count('The number of movements.'),
    }),
  ),
})
export type Pulse = v.InferOutput<typeof Pulse>
