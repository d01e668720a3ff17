import { setTimeout } from 'node:timers/promises'
import { Hono } from 'hono'
import { unixSeconds } from '../../bitcoin/unixSeconds.ts'
import type { Follower } from '../../contract/schemas/follower.ts'
import { CACHE_CONTROL } from '../http/cacheHeaders.ts'
import { unavailable } from '../http/httpProblem.ts'
import { CORS_HEADERS } from '../http/securityHeaders.ts'
import type { Service } from '../service.ts'

/** `degraded`: the part fails, but the service responds without it. */
type PartState = 'ready' | 'degraded' | 'unavailable'

const CHECK_TIMEOUT_MS = 2000
const HEADERS = { ...CORS_HEADERS, 'Cache-Control': CACHE_CONTROL.notCached }

/**
 * `/health/live`: the process responds. `/health`: the state of each part and the age of the data; the
 * status is 503 if a part is unavailable.
 */
export function healthRoutes(service: Service): Hono {
  const app = new Hono()
  // There is no rate limit here, so concurrent requests share one check.
  let running: ReturnType<typeof checkParts> | undefined
  function check() {
    running ??= checkParts(service).finally(() => {
      running = undefined
    })
    return running
  }

  app.get('/health/live', (c) => c.json({ status: 'live' }, 200, HEADERS))
  app.get('/health', async (c) => {
    const [parts, ages] = await Promise.all([check(), readAges(service)])
    if (!Object.values(parts).includes('unavailable')) {
      return c.json({ status: 'ready', parts, ...ages }, 200, HEADERS)
    }
    const { body, retryAfter } = unavailable('a part of the service is unavailable')
    const headers = { ...HEADERS, 'Retry-After': String(retryAfter) }
    return c.json({ ...body, parts, ...ages }, 503, headers)
  })
  return app
}

async function checkParts({ databases, chain, source, settings }: Service) {
  const timeout = setTimeout(CHECK_TIMEOUT_MS, 'unavailable' as const, { ref: false })
  const database: Promise<PartState> = Promise.all([
    databases.tokens.query('SELECT 1 AS one FROM tokens LIMIT 1'),
    // Its tables are created when a follower has reached its node.
    databases.runes.query('SELECT 1 AS one'),
  ]).then(
    () => 'ready',
    () => 'unavailable',
  )
  const { isReadable, follower, tokenFollower } = await chain.read()
  const hasStacksNode = source !== 'demo' && settings.STACKS_NODE_URL !== undefined
  const followsTokens = hasStacksNode || tokenFollower !== undefined
  // While the index is built, tokens are served.
  const index: PartState = isReadable ? 'ready' : 'degraded'
  return {
    database: await Promise.race([database, timeout]),
    index,
    ...(source !== 'bundled' && { follower: followerPart(follower) }),
    ...(followsTokens && { tokens: followerPart(tokenFollower) }),
  }
}

function followerPart(follower: Follower | undefined): PartState {
  return follower?.state === 'following' ? 'ready' : 'degraded'
}

/** In seconds. Zero if a clock is wrong. */
async function readAges({ chain }: Service) {
  const state = await chain.read()
  const { tip, blocksBehind, follower, heartbeatAge, largeBlock } = state
  const { tokenFollower, tokenHeartbeatAge, stacksTip } = state
  const ageOf = (timestamp: number) => Math.max(0, unixSeconds() - timestamp)
  return {
    ...(tip && { block_height: tip.height, block_age: ageOf(tip.timestamp) }),
    ...(blocksBehind !== undefined && { blocks_behind: blocksBehind }),
    ...(follower && { follower: { ...follower, heartbeat_age: heartbeatAge } }),
    ...(largeBlock && { large_block: largeBlock }),
    ...(stacksTip && { stacks_block_height: stacksTip.height }),
    ...(tokenFollower && {
      token_follower: { ...tokenFollower, heartbeat_age: tokenHeartbeatAge },
    }),
  }
}
