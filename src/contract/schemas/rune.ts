import * as v from 'valibot'
import { Tip } from './chain.ts'
import { RuneEtching } from './etching.ts'
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
import { MovementCounts, RECEIPTS } from './movement.ts'
import { pageOf } from './page.ts'
import { MAX_COUNTED_REFUSALS, MAX_LISTED_REFUSALS } from './refusal.ts'
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
  look_alikes: optional(
    'The number of runes whose names look like its own, if any: one letter added, left out, changed, or swapped with the next. Only names of 7 letters or more that somebody chose look alike.',
    wholeNumber,
  ),
  is_older: optional('True if it is older than the index, which lacks its beginning.', v.boolean()),
  days: optional(
    'If days was given: the numbers of transfers, mints, burns and etchings on each of these UTC days, or since the index began, oldest first.',
    v.array(v.tuple([count('transfers'), count('mints'), count('burns'), count('etchings')])),
  ),
  holders_change: optional(
    'How the number of holders changed on the last of them so far. Missing if the rune is older than the index.',
    v.pipe(v.number(), v.safeInteger()),
  ),
})
export type RuneSummary = v.InferOutput<typeof RuneSummary>

export const RunePage = pageOf(RuneSummary, 'runes')
export type RunePage = v.InferOutput<typeof RunePage>

const NOT_OF_OLDER = 'Missing if the rune is older than the index.'
const NONE_OF_OLDER = 'Empty if the rune is older than the index.'

export const RuneLookAlike = object('A rune whose name looks like that of another.', {
  rune: RuneLabel,
  holders: count('The number of addresses that hold it.'),
  location: RuneEtching.entries.location,
})
export type RuneLookAlike = v.InferOutput<typeof RuneLookAlike>

export const RuneLookAlikePage = pageOf(RuneLookAlike, 'runes')
export type RuneLookAlikePage = v.InferOutput<typeof RuneLookAlikePage>

/** About a day. */
export const RECENT_BLOCKS = 144

export const RuneDetails = object('A rune, its figures and its neighbours.', {
  ...RuneSummary.entries,
  counts: MovementCounts,
  refusals: count(`The number of its refused mints, at most ${MAX_COUNTED_REFUSALS}.`),
  has_more_refusals: flag(
    `Whether there are more. Its list counts up to ${MAX_LISTED_REFUSALS} of them.`,
  ),
  recent_mints: optional(
    `If it is mintable, the number of its mints in the last ${RECENT_BLOCKS} blocks.`,
    wholeNumber,
  ),
  max_supply: optional(
    `The supply if all mints that can still come are used. ${NOT_OF_OLDER}`,
    v.string(),
    AMOUNT,
  ),
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

/** The heights, the day and, of one block, the time of what happened. */
const WHEN = {
  first_height: count('The height of its first block.'),
  last_height: count('The height of its last block.'),
  date: string('The UTC day.', { format: 'date' }),
  timestamp: optional('If it is one block, its time in Unix seconds.', wholeNumber),
}

export const RunePeriod = object('What happened to a rune on a day, or in a block.', {
  ...WHEN,
  movements: count('The number of movements.'),
  mints: count('The number of mints, including those that create nothing and those by cenotaphs.'),
  minted: describe('The amount that they created.', amount),
  transfers: count('The number of transfers.'),
  transferred: describe('The amount that they moved.', amount),
  burns: count('The number of burns.'),
  burned: describe('The amount that they destroyed.', amount),
  holders: count('The number of holders at its end.'),
  supply: describe('The supply at its end.', amount),
})
export type RunePeriod = v.InferOutput<typeof RunePeriod>

export const HISTORY_STEPS = ['day', 'block', 'auto'] as const

export const RuneHistory = object(
  'The history of a rune by days or blocks. A block belongs to the day of the greatest timestamp so far.',
  {
    step: describe('Whether the results are days or blocks.', v.picklist(['day', 'block'])),
    first_date: optional('The first day with activity, if any.', v.string(), {
      format: 'date',
    }),
    newest_date: string('The day of the newest block.', { format: 'date' }),
    first_height: count('The block of the etching, or the first of the index if that is later.'),
    newest_height: count('The newest block.'),
    before: optional('The last day with activity before the days asked for.', RunePeriod),
    results: list('The days or blocks with activity, oldest first.', RunePeriod),
  },
)
export type RuneHistory = v.InferOutput<typeof RuneHistory>

const RuneMilestone = object(
  'Something that happened to a rune for the first time, or a busy day.',
  {
    kind: describe(
      'etched; mint-opened: the first block that can mint it, if that is later; holders: the first block after which it had so many; half-minted, minted-out: the block that reached half of the cap, or all of it; busiest-day: of those that are over, if there are three; unusual-day: one with more than five times the median of the movements a day, and a tenth of those of the busiest.',
      v.picklist([
        'etched',
        'mint-opened',
        'holders',
        'half-minted',
        'minted-out',
        'busiest-day',
        'unusual-day',
      ]),
    ),
    value: optional('The number of holders, or of the movements of the day.', wholeNumber),
    ...WHEN,
    day: optional('What happened on a day.', RunePeriod),
  },
)
export type RuneMilestone = v.InferOutput<typeof RuneMilestone>

export const RuneMilestones = object('What stands out in the history of a rune.', {
  results: list(`At most nine milestones, oldest first. ${NONE_OF_OLDER}`, RuneMilestone),
})

const part = {
  holders: count('The number of holders.'),
  balance: describe('What they hold.', amount),
  share: share('Its share of the supply'),
}

export const RuneDistribution = object('Who holds a rune, and how much.', {
  groups: list(
    `The largest holder, the next 9, the next 90, the others, and outputs without an address: together the supply. What is empty is left out. ${NONE_OF_OLDER}`,
    v.object({
      group: v.picklist(['largest', 'next-9', 'next-90', 'others', 'no-address']),
      ...part,
      holders: optional(
        'The number of holders; missing of outputs without an address.',
        wholeNumber,
      ),
    }),
  ),
  sizes: list(
    `The holders by the size of their balances, a power of ten each, smallest first. ${NONE_OF_OLDER}`,
    v.object({
      least: describe('The smallest amount of this size.', amount),
      most: describe('The largest one.', amount),
      ...part,
    }),
  ),
})
export type RuneDistribution = v.InferOutput<typeof RuneDistribution>
