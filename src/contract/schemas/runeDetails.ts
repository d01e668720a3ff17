import * as v from 'valibot'
import { describe, wholeNumber } from './fields.ts'
import { MovementCounts } from './movement.ts'
import { RuneLabel, RuneSummary } from './rune.ts'

/** The newest block, from which later ones are estimated. */
export const NewestBlock = describe(
  v.object({
    block_height: describe(wholeNumber, 'The height.'),
    timestamp: describe(wholeNumber, 'The time in Unix seconds.'),
  }),
  'The newest block of the index.',
)
export type NewestBlock = v.InferOutput<typeof NewestBlock>

export const RuneDetails = describe(
  v.object({
    ...RuneSummary.entries,
    counts: MovementCounts,
    premine_receivers: describe(
      v.array(v.string()),
      'The addresses that got the premine, at most three.',
    ),
    has_more_premine_receivers: describe(v.boolean(), 'Whether there are more.'),
    previous: describe(v.optional(RuneLabel), 'The rune etched before it.'),
    next: describe(v.optional(RuneLabel), 'The rune etched after it.'),
    newest_block: NewestBlock,
  }),
  'A rune, its figures and its neighbours.',
)
export type RuneDetails = v.InferOutput<typeof RuneDetails>
