import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { parseCoverage } from '../../contract/coverageHeader.ts'
import { type Database, textOf } from '../database/database.ts'
import type { Logger } from '../observability/logger.ts'
import type { StoredResponse } from './storedResponse.ts'

export type ResponseStore = ReturnType<typeof createResponseStore>

const MAX_STORED_CHARACTERS = 256 * 1024 * 1024
const MAX_CHARACTERS_IN_MEMORY = 16 * 1024 * 1024
const WRITES_BETWEEN_SWEEPS = 100

/**
 * Stores the responses from other services by request in the database. If they become too large, those
 * read longest ago are deleted. Responses that the database does not accept are cached in memory.
 */
export function createResponseStore(database: Database, logger: Logger) {
  const memory = new LRUCache<string, StoredResponse>({
    maxSize: MAX_CHARACTERS_IN_MEMORY,
    sizeCalculation: sizeOf,
  })
  let writes = 0
  let isLogged = false

  function logOnce(error: unknown): undefined {
    if (!isLogged) logger.warn({ error }, NOT_STORED)
    isLogged = true
  }

  async function write(request: string, response: StoredResponse): Promise<void> {
    const { status, body, readAt, freshUntil, coverage = null } = response
    const size = sizeOf(response, request)
    await database.query(WRITE, [request, status, body, size, readAt, freshUntil, coverage])
    if (writes % WRITES_BETWEEN_SWEEPS === 0) await deleteOldest(database)
    writes += 1
  }

  return {
    async find(request: string): Promise<StoredResponse | undefined> {
      return memory.get(request) ?? (await read(database, request).catch(logOnce))
    },
    async put(request: string, response: StoredResponse): Promise<void> {
      try {
        await write(request, response)
        memory.delete(request)
      } catch (error) {
        memory.set(request, response)
        logOnce(error)
      }
    },
  }
}

const NOT_STORED =
  'responses of the upstream service cannot be stored in the database now; they are cached in memory'

const WRITE = `INSERT INTO upstream_responses (request, status, body, size, read_at, fresh_until, coverage)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (request) DO UPDATE SET status = excluded.status, body = excluded.body,
    size = excluded.size, read_at = excluded.read_at, fresh_until = excluded.fresh_until,
    coverage = excluded.coverage`

/** Deletes a thousand at a time, because SQLite blocks the process meanwhile. */
async function deleteOldest(database: Database): Promise<void> {
  for (;;) {
    const [row] = await database.query(SIZE, [])
    const excess = Number(row?.size) - MAX_STORED_CHARACTERS
    if (excess <= 0) return
    await database.query(DELETE_OLDEST, [String(excess)])
    await setImmediate()
  }
}

const SIZE = 'SELECT CAST(coalesce(sum(size), 0) AS TEXT) AS size FROM upstream_responses'

const DELETE_OLDEST = `DELETE FROM upstream_responses WHERE request IN (
  SELECT request FROM (
    SELECT request, sum(size) OVER (ORDER BY read_at, request DESC) - size AS deleted_before
      FROM (SELECT request, size, read_at FROM upstream_responses
             ORDER BY read_at, request DESC LIMIT 1000) AS oldest
  ) AS oldest_first WHERE deleted_before < CAST($1 AS BIGINT))`

async function read(database: Database, request: string): Promise<StoredResponse | undefined> {
  const [row] = await database.query(
    `SELECT CAST(status AS TEXT) AS status, body, CAST(read_at AS TEXT) AS read_at,
            CAST(fresh_until AS TEXT) AS fresh_until, coverage
       FROM upstream_responses WHERE request = $1`,
    [request],
  )
  return (
    row && {
      status: Number(row.status),
      body: textOf(row, 'body'),
      readAt: Number(row.read_at),
      freshUntil: Number(row.fresh_until),
      coverage: parseCoverage(row.coverage),
    }
  )
}

function sizeOf({ body }: StoredResponse, request: string): number {
  return body.length + request.length
}
