import * as v from 'valibot'
import { describe, object, optional, wholeNumber } from './fields.ts'

export const HealthLive = object('The process responds.', {
  status: describe('The process responds.', v.literal('live')),
})

export const HealthReady = object('The service is ready for requests.', {
  status: describe('Every part is ready or degraded.', v.literal('ready')),
  parts: describe(
    'The state of each part of the service. A degraded part is failing, but the service works without it.',
    v.record(v.string(), v.picklist(['ready', 'degraded', 'unavailable'])),
  ),
  block_height: optional('The height of the newest block in the index.', wholeNumber),
  block_age: optional('Seconds since the time of that block.', wholeNumber),
  blocks_behind: optional('How many blocks the index lacks, while it catches up.', wholeNumber),
  tokens_age: optional('Seconds since the token service last sent a usable response.', wholeNumber),
})
