import * as v from 'valibot'
import { describe } from './fields.ts'
import { ProblemBody } from './problems.ts'

const PartStates = describe(
  v.record(v.string(), v.picklist(['ready', 'degraded', 'unavailable'])),
  'The state of each part that responses depend on. A degraded part does not respond, and the service does without it.',
)

export const HealthLive = describe(
  v.object({ status: describe(v.literal('live'), 'The process responds.') }),
  'The process responds.',
)

export const HealthReady = describe(
  v.object({
    status: describe(v.literal('ready'), 'Every part responds, or the service does without it.'),
    parts: PartStates,
  }),
  'The service is ready for requests.',
)

/** The body of a 503. */
export const HealthUnavailable = describe(
  v.object({ ...ProblemBody.entries, parts: PartStates }),
  'The service is not ready for requests.',
  { required: ['statusCode', 'error', 'message', 'parts'] },
)
