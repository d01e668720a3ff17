import { setTimeout } from 'node:timers/promises'
import type { Hono } from 'hono'
import type { Databases } from '../database/database.ts'
import { UNAVAILABLE } from '../problems.ts'
import { checkDatabases } from '../queries/checkDatabases.ts'

/** `degraded`: it does not answer, but what is asked of Cairn is answered without it. */
export type PartState = 'ready' | 'degraded' | 'unavailable'

/** The parts that answers depend on, each with how to learn its state; one that rejects is unavailable. */
export type Parts = Record<string, () => Promise<PartState>>

/** Milliseconds after which a part that says nothing counts as unavailable. */
const PATIENCE = 2000

/**
 * `/health/live`: the process answers. `/health/ready`, and `/health`: every part does, or a 503 that
 * names those that do not.
 */
export function serveHealth(service: Hono, parts: Parts): void {
  const look = shareUnderway(() => lookAt(parts))

  service.get('/health/live', (c) => c.json({ status: 'live' }, 200, KEPT_BY_NOBODY))
  for (const path of ['/health', '/health/ready']) {
    service.get(path, async (c) => {
      const states = await look()
      if (!Object.values(states).includes('unavailable')) {
        return c.json({ status: 'ready', parts: states }, 200, KEPT_BY_NOBODY)
      }
      const headers = { ...KEPT_BY_NOBODY, 'Retry-After': String(UNAVAILABLE.retryAfter) }
      return c.json({ ...UNAVAILABLE.body, parts: states }, 503, headers)
    })
  }
}

const KEPT_BY_NOBODY = { 'Cache-Control': 'no-store' }

export async function lookAtDatabases(databases: Databases): Promise<PartState> {
  await checkDatabases(databases)
  return 'ready'
}

async function lookAt(parts: Parts): Promise<Record<string, PartState>> {
  const states = Object.entries(parts).map(async ([name, look]) => {
    const late = setTimeout(PATIENCE, 'unavailable' as const, { ref: false })
    return [name, await Promise.race([look(), late]).catch(() => 'unavailable' as const)] as const
  })
  return Object.fromEntries(await Promise.all(states))
}

/** However many ask at a time, it is done once: nobody counts who asks for this. */
function shareUnderway<Found>(find: () => Promise<Found>): () => Promise<Found> {
  let underway: Promise<Found> | undefined
  return () => {
    underway ??= find().finally(() => {
      underway = undefined
    })
    return underway
  }
}
