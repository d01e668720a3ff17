import { LRUCache } from 'lru-cache'
import { type Database, numberOf, textOf } from '../../database/database.ts'

/** A response about a token as this service sends it; `body` is JSON. `readAt` and `freshUntil` are Unix seconds. */
export type StoredResponse = { status: number; body: string; readAt: number; freshUntil: number }

const MAX_STORED_CHARACTERS = 128 * 1024 * 1024
const MAX_CHARACTERS_IN_MEMORY = 16 * 1024 * 1024
const WRITES_BETWEEN_SWEEPS = 100

/**
 * Stores responses by request in the database, and those that it does not accept in memory. If they become
 * too large, those read longest ago are deleted.
 */
export function createResponseStore({ query }: Database, log: (sentence: string) => void) {
  const memory = new LRUCache<string, StoredResponse>({
    maxSize: MAX_CHARACTERS_IN_MEMORY,
    sizeCalculation: sizeOf,
  })
  let writes = 0
  let isLogged = false

  async function write(request: string, response: StoredResponse): Promise<void> {
    const { status, body, readAt, freshUntil } = response
    await query(WRITE, [request, status, body, sizeOf(response, request), readAt, freshUntil])
    if (writes % WRITES_BETWEEN_SWEEPS === 0) await query(DELETE_OLDEST)
    writes += 1
  }

  return {
    async find(request: string): Promise<StoredResponse | undefined> {
      const inMemory = memory.get(request)
      if (inMemory !== undefined) return inMemory
      const [row] = await query('SELECT * FROM upstream_responses WHERE request = $1', [request])
      return (
        row && {
          status: numberOf(row, 'status'),
          body: textOf(row, 'body'),
          readAt: numberOf(row, 'read_at'),
          freshUntil: numberOf(row, 'fresh_until'),
        }
      )
    },
    async put(request: string, response: StoredResponse): Promise<void> {
      try {
        await write(request, response)
        memory.delete(request)
      } catch {
        memory.set(request, response)
        if (!isLogged) log(NOT_STORED)
        isLogged = true
      }
    },
  }
}

const NOT_STORED =
  'Responses of the token service cannot be stored in the database. They are cached in memory.'

const WRITE = `
  INSERT INTO upstream_responses (request, status, body, size, read_at, fresh_until)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (request) DO UPDATE
    SET status = excluded.status, body = excluded.body, size = excluded.size,
        read_at = excluded.read_at, fresh_until = excluded.fresh_until`

const DELETE_OLDEST = `
  DELETE FROM upstream_responses WHERE request IN (
    SELECT request
      FROM (SELECT request, sum(size) OVER (ORDER BY read_at DESC, request) AS size_so_far
              FROM upstream_responses) AS newest_first
     WHERE size_so_far > ${MAX_STORED_CHARACTERS})`

function sizeOf({ body }: StoredResponse, request: string): number {
  return request.length + body.length
}
