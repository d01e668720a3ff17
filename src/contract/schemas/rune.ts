import * as v from 'valibot'
import { Tip } from './chain.ts'
import { RuneEtching } from './etching.ts'
import { count, describe, flag, list, object, optional, string, wholeNumber } from './fields.ts'
import { MovementCounts, RECEIPTS } from './movement.ts'
import { pageOf } from './page.ts'
import { amount, optionalShare, RuneLabel, share, signedAmount } from './runeLabel.ts'

export const MINT_STATE_NAMES = [
  'unmintable',
  'upcoming',
  'mintable',
  'minted-out',
  'ended',
] as const

export const RuneSummary = object('A rune and its figures after the newest block.', {
  ...RuneEtching.entries,
  symbol: RuneLabel.entries.symbol,
  mint_state: describe(
    'Whether the next block can mint it. unmintable: the etching has no terms, no cap, or terms that end before they start; upcoming: minting has not begun; minted-out: the cap is reached; ended: the last block of the terms has passed.',
    v.picklist(MINT_STATE_NAMES),
  ),
  mints_left: optional('The number of mints until the cap is reached.', v.string()),
  mint_start: optional('The first block that can mint it, if its terms set one.', wholeNumber),
  mint_end: optional('The first block that no longer can, if its terms set one.', wholeNumber),
  newest_mint: optional('The height of the block of the newest mint.', wholeNumber),
  holders: count('The number of addresses that hold it.'),
  movements: count('The number of its movements.'),
  day_movements: count('The number of its movements in the 24 hours before the newest block.'),
  records: count('The number of its records.'),
  is_older: optional('True if it is older than the index, which lacks its beginning.', v.boolean()),
})
export type RuneSummary = v.InferOutput<typeof RuneSummary>

export const RunePage = pageOf(RuneSummary, 'runes')
export type RunePage = v.InferOutput<typeof RunePage>

export const RuneDetails = object('A rune, its figures and its neighbours.', {
  ...RuneSummary.entries,
  counts: MovementCounts,
  premine_receivers: list('The addresses that got the premine, at most three.', v.string()),
  has_more_premine_receivers: flag('Whether there are more.'),
  payer: optional(
    'Who paid for the commitment to its name: the owner of the first output that the transaction of the commitment spends. Missing if that is not known, or if there is no commitment.',
    v.object({
      address: string('The address.'),
      other_runes: count('The number of other runes whose commitments it paid for.'),
    }),
  ),
  previous: optional('The rune etched before it, if the index has it.', RuneLabel),
  next: optional('The rune etched after it, if the index has it.', RuneLabel),
  newest_block: Tip,
})
export type RuneDetails = v.InferOutput<typeof RuneDetails>

const NOT_OF_OLDER = 'Missing if the rune is older than the index.'

const RuneHolder = object('A holder of a rune. Times count back from the newest block.', {
  rank: optional(`Its place among the holders, from 1. ${NOT_OF_OLDER}`, wholeNumber),
  address: string('The address.'),
  balance: amount,
  share: optionalShare('The share of the supply', NOT_OF_OLDER),
  day_change: optional(
    'How much the balance changed in the last 24 hours. Missing if the index lacks some of them.',
    signedAmount,
  ),
  week_change: optional('The same of the last seven days.', signedAmount),
  ...RECEIPTS,
})

export const RuneHolderPage = v.object({
  ...pageOf(RuneHolder, 'holders').entries,
  concentration: list(
    `What the largest holders have together. Groups that are not smaller than all holders are left out. ${NOT_OF_OLDER}`,
    v.object({
      holders: count('1, 10 or 100.'),
      share: share('Their share of the supply'),
    }),
  ),
  without_address: optional(
    `What outputs without an address have. With the balances of all holders, it is the supply. ${NOT_OF_OLDER}`,
    v.object({ balance: amount, share: share('Its share of the supply') }),
  ),
})
export type RuneHolderPage = v.InferOutput<typeof RuneHolderPage>

export const RuneDay = object('What happened to a rune on a day with activity.', {
  date: string('The UTC day.', { format: 'date' }),
  first_height: count('The height of the first block of the day.'),
  last_height: count('The height of its last block.'),
  movements: count('The number of movements.'),
  mints: count('The number of mints, including those that create nothing and those by cenotaphs.'),
  minted: describe('The amount that they created.', amount),
  transfers: count('The number of transfers.'),
  transferred: describe('The amount that they moved.', amount),
  burns: count('The number of burns.'),
  burned: describe('The amount that they destroyed.', amount),
  holders: count('The number of holders at the end of the day.'),
  supply: describe('The supply at the end of the day.', amount),
})
export type RuneDay = v.InferOutput<typeof RuneDay>

export const RuneHistory = object(
  'The history of a rune by days. A block belongs to the day of the greatest timestamp so far.',
  {
    first_date: optional('The first day with activity, if any.', v.string(), {
      format: 'date',
    }),
    newest_date: string('The day of the newest block.', { format: 'date' }),
    before: optional('The last day with activity before the days asked for.', RuneDay),
    results: list('The days with activity, oldest first.', RuneDay),
  },
)
export type RuneHistory = v.InferOutput<typeof RuneHistory>
