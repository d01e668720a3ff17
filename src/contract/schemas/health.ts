import * as v from 'valibot'
import { ProblemBody } from '../problems.ts'
import { describe, wholeNumber } from './fields.ts'

const PartStates = describe(
  v.record(v.string(), v.picklist(['ready', 'degraded', 'unavailable'])),
  'The state of each part of the service. A degraded part is failing, but the service works without it.',
)

const DataAge = {
  block_height: describe(v.optional(wholeNumber), 'The height of the newest block in the index.'),
  block_age: describe(
    v.optional(wholeNumber),
    'The number of seconds since the time of that block.',
  ),
  blocks_behind: describe(
    v.optional(wholeNumber),
    'The number of blocks that the node has and the index lacks, while it catches up.',
  ),
  tokens_age: describe(
    v.optional(wholeNumber),
    'The number of seconds since the token service last sent a usable response.',
  ),
}

export const HealthLive = describe(
  v.object({ status: describe(v.literal('live'), 'The process responds.') }),
  'The process responds.',
)

export const HealthReady = describe(
  v.object({
    status: describe(v.literal('ready'), 'Every part is ready or degraded.'),
    parts: PartStates,
    ...DataAge,
  }),
  'The service is ready for requests.',
)

/** The body of a 503. */
export const HealthUnavailable = describe(
  v.object({ ...ProblemBody.entries, parts: PartStates, ...DataAge }),
  'The service is not ready for requests.',
  { required: ['statusCode', 'error', 'message', 'parts'] },
)
