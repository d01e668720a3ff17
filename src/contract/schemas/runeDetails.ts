import * as v from 'valibot'
import { count, flag, list, object, optional } from './fields.ts'
import { MovementCounts } from './movement.ts'
import { RuneLabel, RuneSummary } from './rune.ts'

/** The newest block, from which later ones are estimated. */
export const NewestBlock = object('The newest block of the index.', {
  block_height: count('The height.'),
  timestamp: count('The time in Unix seconds.'),
})
export type NewestBlock = v.InferOutput<typeof NewestBlock>

export const RuneDetails = object('A rune, its figures and its neighbours.', {
  ...RuneSummary.entries,
  counts: MovementCounts,
  premine_receivers: list('The addresses that got the premine, at most three.', v.string()),
  has_more_premine_receivers: flag('Whether there are more.'),
  previous: optional('The rune etched before it.', RuneLabel),
  next: optional('The rune etched after it.', RuneLabel),
  newest_block: NewestBlock,
})
export type RuneDetails = v.InferOutput<typeof RuneDetails>
