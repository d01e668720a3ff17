import * as v from 'valibot'
import { describe, object, optional, wholeNumber } from './fields.ts'
import { Follower, LargeBlock } from './follower.ts'

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
  blocks_behind: optional(
    'How many blocks the index lacks. Missing if the height of the node is not known now.',
    wholeNumber,
  ),
  follower: optional(
    'Missing if the index never followed a Bitcoin node.',
    v.object({
      ...Follower.entries,
      heartbeat_age: describe('Seconds since the follower last said so.', wholeNumber),
    }),
  ),
  stacks_block_height: optional('The newest Stacks block when tokens were last read.', wholeNumber),
  token_follower: optional(
    'Missing if the tokens never followed a Stacks node.',
    v.object({
      ...Follower.entries,
      heartbeat_age: describe('Seconds since the follower last said so.', wholeNumber),
    }),
  ),
  large_block: optional('How far a block is that takes long.', LargeBlock),
})
