import * as v from 'valibot'
import { describe } from './fieldSchemas.ts'
import { ProblemBody } from './problems.ts'

const PartStates = describe(
  v.record(v.string(), v.picklist(['ready', 'degraded', 'unavailable'])),
  'The state of each part of the service. A degraded part does not respond, but the service works without it.',
)

export const HealthLive = describe(
  v.object({ status: describe(v.literal('live'), 'The process responds.') }),
  'The process responds.',
)

export const HealthReady = describe(
  v.object({
    status: describe(v.literal('ready'), 'Every part is ready or degraded.'),
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
