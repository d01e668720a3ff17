import * as v from 'valibot'
import { RuneLocation } from './activity.ts'
import {
  AMOUNT,
  count,
  describe,
  flag,
  hash,
  object,
  optional,
  requiredInteger,
  string,
} from './fields.ts'
import { Rune } from './runeLabel.ts'

const amount = (description: string) => string(description, AMOUNT)
const digits = (description: string) => string(description, { pattern: '^[0-9]+$' })

const nullableAmount = (description: string) =>
  describe(description, v.nullable(v.string()), AMOUNT)
/** An etching may set heights up to 2^64 − 1. Those that a double cannot hold never come: they are null. */
const nullableHeight = (description: string) =>
  describe(description, v.fallback(v.nullable(requiredInteger), null), { minimum: 0 })

const MintTerms = object(
  'The terms for minting a rune. A value is null if the etching does not set it.',
  {
    amount: nullableAmount('The exact amount of one mint.'),
    cap: nullableAmount('The maximum number of mints, with the divisibility applied.'),
    height_start: nullableHeight('Minting opens in this block.'),
    height_end: nullableHeight('The first block in which minting is closed.'),
    offset_start: nullableHeight('Minting opens this number of blocks after the etching.'),
    offset_end: nullableHeight('Minting closes this number of blocks after the etching.'),
  },
)

const RuneSupply = object('The supply of a rune after the newest block.', {
  current: amount('premine + minted − burned.'),
  premine: amount('The amount that the etching created.'),
  minted: amount('The amount created by all mints.'),
  total_mints: digits('The number of mints.'),
  burned: amount('The amount destroyed by all burns.'),
  total_burns: digits('The number of burns.'),
  mint_percentage: string(
    'The share of the cap that has been minted, in percent with four decimals, rounded half up.',
    { pattern: '^[0-9]+\\.[0-9]{4}$' },
  ),
  mintable: flag('Whether the next block can mint it.'),
})

const { block_hash, block_height, tx_index, timestamp } = RuneLocation.entries

/** The block of a rune that is older than the index is unknown, and the first rune has no transaction. */
const EtchingLocation = object('Where a rune was etched.', {
  block_hash: v.optional(block_hash),
  block_height,
  tx_id: v.optional(hash('The id of the transaction; missing for the first rune.')),
  tx_index,
  timestamp: v.optional(timestamp),
})

export const RuneEtching = object('A rune: its etching and its supply.', {
  ...Rune.entries,
  divisibility: count('The number of decimals of its amounts.', { maximum: 38 }),
  symbol: string('The currency symbol; ¤ if the etching sets none.'),
  turbo: flag('Whether the rune opted into future changes to the protocol.'),
  cenotaph: optional(
    'True if the runestone with the etching was malformed: the rune’s supply is 0, and it can never be minted. Otherwise missing.',
    v.boolean(),
  ),
  mint_terms: MintTerms,
  supply: RuneSupply,
  location: EtchingLocation,
})
export type RuneEtching = v.InferOutput<typeof RuneEtching>
