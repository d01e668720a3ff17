import * as v from 'valibot'
import { Rune, RuneLocation } from './activity.ts'
import {
  AMOUNT,
  decimal,
  describe,
  hex,
  integer,
  object,
  PREFIXED_HASH,
  requiredInteger,
  text,
  tolerant,
} from './fields.ts'
import { pageOf } from './page.ts'

const DIGITS = { pattern: '^[0-9]+$' }

const nullableDecimal = v.fallback(v.nullish(decimal), undefined)
const nullableInteger = v.fallback(v.nullish(requiredInteger), undefined)

/** The terms for minting a rune. A value is null if the etching does not set it. */
export const MintTerms = object(
  'The terms for minting a rune. A value is null if the etching does not set it.',
  {
    amount: describe('The exact amount of one mint.', nullableDecimal, AMOUNT),
    cap: describe(
      'The maximum number of mints, with the rune’s divisibility applied as if it were an amount.',
      nullableDecimal,
      AMOUNT,
    ),
    height_start: describe('Minting opens in this block.', nullableInteger, { minimum: 0 }),
    height_end: describe('The first block in which minting is closed.', nullableInteger, {
      minimum: 0,
    }),
    offset_start: describe(
      'Minting opens this number of blocks after the etching.',
      nullableInteger,
      { minimum: 0 },
    ),
    offset_end: describe(
      'The first block in which minting is closed, as a number of blocks after the etching.',
      nullableInteger,
      { minimum: 0 },
    ),
  },
  { required: ['amount', 'cap', 'height_start', 'height_end', 'offset_start', 'offset_end'] },
)
export type MintTerms = v.InferOutput<typeof MintTerms>

/** Exact amounts with the divisibility applied: current = premine + minted − burned. */
export const RuneSupply = object(
  'The supply of a rune after the newest block.',
  {
    current: describe('premine + minted − burned.', decimal, AMOUNT),
    premine: describe('The amount that the etching created.', decimal, AMOUNT),
    minted: describe('The amount created by all mints.', decimal, AMOUNT),
    total_mints: describe('The number of mints.', text, DIGITS),
    burned: describe('The amount destroyed by all burns.', decimal, AMOUNT),
    total_burns: describe('The number of burns.', text, DIGITS),
    mint_percentage: describe(
      'The share of the cap that has been minted, in percent with four decimals, rounded half up.',
      decimal,
      { pattern: '^[0-9]+\\.[0-9]{4}$' },
    ),
    mintable: describe('Whether the next block can mint it.', tolerant(v.boolean())),
  },
  {
    required: [
      'current',
      'premine',
      'minted',
      'total_mints',
      'burned',
      'total_burns',
      'mint_percentage',
      'mintable',
    ],
  },
)
export type RuneSupply = v.InferOutput<typeof RuneSupply>

const { block_hash, block_height, tx_index, timestamp } = RuneLocation.entries

export const EtchingLocation = object('Where a rune was etched.', {
  block_hash,
  block_height,
  tx_id: describe('The id of the transaction; missing for the first rune.', tolerant(hex), {
    pattern: PREFIXED_HASH,
  }),
  tx_index,
  timestamp,
})
export type EtchingLocation = v.InferOutput<typeof EtchingLocation>

/** A rune. */
export const Etching = object(
  'A rune: its etching and its supply.',
  {
    ...Rune.entries,
    divisibility: describe('The number of decimals of its amounts.', integer, {
      minimum: 0,
      maximum: 38,
    }),
    symbol: describe('The currency symbol; ¤ if the etching sets none.', text),
    turbo: describe(
      'Whether the rune opted into future changes to the protocol.',
      tolerant(v.boolean()),
    ),
    cenotaph: describe(
      'True if the runestone with the etching was malformed: the rune’s supply is 0, and it can never be minted. Otherwise missing.',
      tolerant(v.boolean()),
    ),
    mint_terms: tolerant(MintTerms),
    supply: tolerant(RuneSupply),
    location: tolerant(EtchingLocation),
  },
  {
    required: [
      'id',
      'name',
      'spaced_name',
      'divisibility',
      'symbol',
      'turbo',
      'mint_terms',
      'supply',
      'location',
    ],
  },
)
export type Etching = v.InferOutput<typeof Etching>

export const EtchingPage = pageOf(Etching, 'A page of a list of runes.', 'runes')
export type EtchingPage = v.InferOutput<typeof EtchingPage>
