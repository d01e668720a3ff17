import * as v from 'valibot'
import { Rune, RuneLocation } from './activity.ts'
import {
  AMOUNT,
  decimal,
  describe,
  hex,
  integer,
  PREFIXED_HASH,
  requiredInteger,
  text,
} from './fields.ts'
import { pageOf } from './page.ts'

const DIGITS = { pattern: '^[0-9]+$' }

const nullableDecimal = v.fallback(v.nullish(decimal), undefined)
const nullableInteger = v.fallback(v.nullish(requiredInteger), undefined)
const flag = v.fallback(v.optional(v.boolean()), undefined)

/** The terms for minting a rune. A value is null if the etching does not set it. */
export const MintTerms = describe(
  v.object({
    amount: describe(nullableDecimal, 'The exact amount of one mint.', AMOUNT),
    cap: describe(
      nullableDecimal,
      'The maximum number of mints, with the rune’s divisibility applied as if it were an amount.',
      AMOUNT,
    ),
    height_start: describe(nullableInteger, 'Minting opens in this block.', { minimum: 0 }),
    height_end: describe(nullableInteger, 'The first block in which minting is closed.', {
      minimum: 0,
    }),
    offset_start: describe(
      nullableInteger,
      'Minting opens this number of blocks after the etching.',
      { minimum: 0 },
    ),
    offset_end: describe(
      nullableInteger,
      'The first block in which minting is closed, as a number of blocks after the etching.',
      { minimum: 0 },
    ),
  }),
  'The terms for minting a rune. A value is null if the etching does not set it.',
  { required: ['amount', 'cap', 'height_start', 'height_end', 'offset_start', 'offset_end'] },
)
export type MintTerms = v.InferOutput<typeof MintTerms>

/** Exact amounts with the divisibility applied: current = premine + minted − burned. */
export const RuneSupply = describe(
  v.object({
    current: describe(decimal, 'premine + minted − burned.', AMOUNT),
    premine: describe(decimal, 'The amount that the etching created.', AMOUNT),
    minted: describe(decimal, 'The amount created by all mints.', AMOUNT),
    total_mints: describe(text, 'The number of mints.', DIGITS),
    burned: describe(decimal, 'The amount destroyed by all burns.', AMOUNT),
    total_burns: describe(text, 'The number of burns.', DIGITS),
    mint_percentage: describe(
      decimal,
      'The share of the cap that has been minted, in percent with four decimals, rounded half up.',
      { pattern: '^[0-9]+\\.[0-9]{4}$' },
    ),
    mintable: describe(flag, 'Whether the next block can mint it.'),
  }),
  'The supply of a rune after the newest block.',
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

export const EtchingLocation = describe(
  v.object({
    block_hash,
    block_height,
    tx_id: describe(
      v.fallback(v.optional(hex), undefined),
      'The id of the transaction; missing for the first rune.',
      { pattern: PREFIXED_HASH },
    ),
    tx_index,
    timestamp,
  }),
  'Where a rune was etched.',
)
export type EtchingLocation = v.InferOutput<typeof EtchingLocation>

/** A rune. */
export const Etching = describe(
  v.object({
    ...Rune.entries,
    divisibility: describe(integer, 'The number of decimals of its amounts.', {
      minimum: 0,
      maximum: 38,
    }),
    symbol: describe(text, 'The currency symbol; ¤ if the etching sets none.'),
    turbo: describe(flag, 'Whether the rune opted into future changes to the protocol.'),
    cenotaph: describe(
      flag,
      'True if the runestone with the etching was malformed: the rune’s supply is 0, and it can never be minted. Otherwise missing.',
    ),
    mint_terms: v.fallback(v.optional(MintTerms), undefined),
    supply: v.fallback(v.optional(RuneSupply), undefined),
    location: v.fallback(v.optional(EtchingLocation), undefined),
  }),
  'A rune: its etching and its supply.',
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

/** The symbol that the etching gives. ¤ stands for none. */
export function etchedSymbol({ symbol }: Pick<Etching, 'symbol'>): string | undefined {
  return symbol === '¤' ? undefined : symbol
}

export const EtchingPage = pageOf(Etching, 'A page of a list of runes.', 'runes')
export type EtchingPage = v.InferOutput<typeof EtchingPage>
