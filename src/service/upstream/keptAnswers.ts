import { LRUCache } from 'lru-cache'
import { type Database, textOf } from '../database/database.ts'
import type { Logger as Log } from '../observability/logger.ts'

/** An answer in our own form, and when it was read and until when it counts as fresh: unix milliseconds. */
export type KeptAnswer = { status: number; body: string; readAt: number; freshUntil: number }

const MOST_BYTES_IN_MEMORY = 32 * 1024 * 1024
const MOST_BYTES = 256 * 1024 * 1024
const WRITES_BETWEEN_SWEEPS = 100

/**
 * The answers of other services that are kept: the last ones in memory, more of them in the database,
 * those read longest ago out first. Where the database takes none, they are in memory only.
 */
export function createKeptAnswers(database: Database, log: Log) {
  const inMemory = new LRUCache<string, KeptAnswer>({
    maxSize: MOST_BYTES_IN_MEMORY,
    sizeCalculation: sizeOf,
  })
  let writes = 0
  let isTold = false

  function tell(error: unknown): undefined {
    if (!isTold) log.warn({ error }, CANNOT_KEEP)
    isTold = true
  }

  async function write(request: string, answer: KeptAnswer): Promise<void> {
    const { status, body, readAt, freshUntil } = answer
    const size = sizeOf(answer, request)
    await database.query(WRITE, [request, status, body, size, readAt, freshUntil])
    if (writes % WRITES_BETWEEN_SWEEPS === 0) await database.query(SWEEP, [MOST_BYTES])
    writes += 1
  }

  return {
    find: async (request: string): Promise<KeptAnswer | undefined> => {
      const answer = inMemory.get(request) ?? (await read(database, request).catch(tell))
      if (answer !== undefined) inMemory.set(request, answer)
      return answer
    },
    keep: async (request: string, answer: KeptAnswer): Promise<KeptAnswer> => {
      inMemory.set(request, answer)
      await write(request, answer).catch(tell)
      return answer
    },
  }
}

const CANNOT_KEEP =
  'answers of the upstream service cannot be kept in the database: they are kept in memory until the service ends'

const WRITE = `INSERT INTO upstream_answers (request, status, body, size, read_at, fresh_until)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (request) DO UPDATE SET status = excluded.status, body = excluded.body,
    size = excluded.size, read_at = excluded.read_at, fresh_until = excluded.fresh_until`

const SWEEP = `DELETE FROM upstream_answers WHERE request IN (
  SELECT request FROM (
    SELECT request, sum(size) OVER (ORDER BY read_at DESC, request) AS held FROM upstream_answers
  ) AS newest_first WHERE held > $1)`

async function read(database: Database, request: string): Promise<KeptAnswer | undefined> {
  const [row] = await database.query(
    `SELECT CAST(status AS TEXT) AS status, body, CAST(read_at AS TEXT) AS read_at,
            CAST(fresh_until AS TEXT) AS fresh_until
       FROM upstream_answers WHERE request = $1`,
    [request],
  )
  return (
    row && {
      status: Number(row.status),
      body: textOf(row, 'body'),
      readAt: Number(row.read_at),
      freshUntil: Number(row.fresh_until),
    }
  )
}

function sizeOf({ body }: KeptAnswer, request: string): number {
  return body.length + request.length
}
