import * as v from 'valibot'
import { Rune } from './activity.ts'
import { Etching } from './etching.ts'
import { AMOUNT, describe, wholeNumber } from './fields.ts'
import { pageOf, pagingFields } from './page.ts'

/** Amounts with the rune's divisibility applied, without a sign. */
export const amount = describe(v.string(), 'An exact amount.', AMOUNT)
export const signedAmount = describe(v.string(), 'An exact amount; negative if it left.', {
  pattern: '^-?[0-9]+(\\.[0-9]+)?$',
})

/** A rune as lists show it. */
export const RuneLabel = describe(
  v.object({
    ...Rune.entries,
    spaced_name: describe(v.string(), 'The name with spacers.'),
    symbol: describe(v.optional(v.string()), 'The currency symbol, if the etching sets one.'),
    divisibility: describe(wholeNumber, 'The number of decimals of its amounts.', { maximum: 38 }),
  }),
  'A rune, with what is needed to show its amounts.',
)
export type RuneLabel = v.InferOutput<typeof RuneLabel>

export const MINT_STATES = ['unmintable', 'upcoming', 'mintable', 'minted-out', 'ended'] as const

/** A rune with the figures that lists sort by. */
export const RuneSummary = describe(
  v.object({
    ...Etching.entries,
    spaced_name: describe(v.string(), 'The name with spacers.'),
    mint_state: describe(
      v.picklist(MINT_STATES),
      'Whether the next block can mint it. unmintable: the etching has no terms or no cap; upcoming: minting has not begun; minted-out: the cap is reached; ended: the last block of the terms has passed.',
    ),
    mints_left: describe(v.optional(v.string()), 'The number of mints until the cap is reached.'),
    mint_start: describe(
      v.optional(wholeNumber),
      'The first block in which it can be minted, if its terms set one.',
    ),
    mint_end: describe(
      v.optional(wholeNumber),
      'The first block in which it cannot be minted any more, if its terms set one.',
    ),
    newest_mint: describe(v.optional(wholeNumber), 'The height of the block of the newest mint.'),
    holders: describe(wholeNumber, 'The number of addresses that hold it.'),
    movements: describe(wholeNumber, 'The number of its movements.'),
    day_movements: describe(
      wholeNumber,
      'The number of its movements in the 24 hours before the newest block.',
    ),
    records: describe(wholeNumber, 'The number of its records.'),
    is_older: describe(
      v.optional(v.boolean()),
      'True if it is older than the index, which lacks its beginning.',
    ),
  }),
  'A rune and its figures after the newest block.',
)
export type RuneSummary = v.InferOutput<typeof RuneSummary>

export const RunePage = pageOf(RuneSummary, 'A page of a list of runes.', 'runes')
export type RunePage = v.InferOutput<typeof RunePage>

export const RuneHolder = describe(
  v.object({
    rank: describe(wholeNumber, 'Its place among the holders, from 1.'),
    address: describe(v.string(), 'The address.'),
    balance: amount,
    share: describe(
      v.string(),
      'The share of the supply, in percent with four decimals, rounded half up.',
    ),
    day_change: describe(signedAmount, 'How much the balance changed in the last 24 hours.'),
    week_change: describe(signedAmount, 'How much the balance changed in the last seven days.'),
  }),
  'A holder of a rune. Times count back from the newest block.',
)
export type RuneHolder = v.InferOutput<typeof RuneHolder>

export const RuneHolderPage = describe(
  v.object({
    ...pagingFields('holders'),
    results: describe(v.array(RuneHolder), 'At most limit holders.'),
    concentration: describe(
      v.array(
        v.object({
          holders: describe(wholeNumber, '1, 10 or 100.'),
          share: describe(v.string(), 'Their share of the supply, in percent with four decimals.'),
        }),
      ),
      'What the largest holders have together. Groups that are not smaller than all holders are left out.',
    ),
  }),
  'A page of the holders of a rune, largest balance first.',
)
export type RuneHolderPage = v.InferOutput<typeof RuneHolderPage>

export const RuneDay = describe(
  v.object({
    date: describe(v.string(), 'The UTC day.', { format: 'date' }),
    first_height: describe(wholeNumber, 'The height of the first block of the day.'),
    last_height: describe(wholeNumber, 'The height of its last block.'),
    movements: describe(wholeNumber, 'The number of movements.'),
    mints: describe(
      wholeNumber,
      'The number of mints, those included that create nothing, or whose units a cenotaph burns.',
    ),
    minted: describe(amount, 'The amount that they created.'),
    transfers: describe(wholeNumber, 'The number of transfers.'),
    transferred: describe(amount, 'The amount that they moved.'),
    burns: describe(wholeNumber, 'The number of burns.'),
    burned: describe(amount, 'The amount that they destroyed.'),
    holders: describe(wholeNumber, 'The number of holders at the end of the day.'),
    supply: describe(amount, 'The supply at the end of the day.'),
  }),
  'What happened to a rune on a day with activity.',
)
export type RuneDay = v.InferOutput<typeof RuneDay>

export const RuneHistory = describe(
  v.object({
    first_date: describe(
      v.optional(v.string()),
      'The first day with activity; missing if there is none.',
      {
        format: 'date',
      },
    ),
    newest_date: describe(v.string(), 'The day of the newest block.', { format: 'date' }),
    before: describe(v.optional(RuneDay), 'The last day with activity before the days asked for.'),
    results: describe(v.array(RuneDay), 'The days with activity, oldest first.'),
  }),
  'The history of a rune by days. A block belongs to the day of the greatest timestamp so far.',
)
export type RuneHistory = v.InferOutput<typeof RuneHistory>
