import { LRUCache } from 'lru-cache'
import { type Query, type Row, type SqlValue, textOf } from '../database/database.ts'
import type { Scope } from './scope.ts'
import { NEWEST_FIRST, parametersOf, WITHIN } from './scope.ts'

/** Where a page starts: `skip` records after a known one, itself included when `skip` is 0. */
export type PageStart = { txIndex: number; eventIndex: number; txId: string; skip: number }

/** How many records a list has, and the position of every CHECKPOINT_INTERVAL-th one. */
type PageIndex = { total: number; checkpoints: Omit<PageStart, 'skip'>[] }

const CHECKPOINT_INTERVAL = 100
/** Some 20 MB. */
const MAX_CACHED_CHECKPOINTS = 100_000

export type PageIndexes = ReturnType<typeof createPageIndexes>

/**
 * Finds where a page starts. Counting a list notes a checkpoint for every hundredth record, so that any
 * page costs an index seek plus at most 99 skipped rows, where OFFSET alone walks all rows before it.
 */
export function createPageIndexes() {
  const cache = new LRUCache<string, PageIndex>({
    maxSize: MAX_CACHED_CHECKPOINTS,
    sizeCalculation: ({ checkpoints }) => checkpoints.length + 1,
  })

  /** The index of a list, from the state of the data that `query` reads. */
  async function read(query: Query, scope: Scope): Promise<PageIndex> {
    const key = JSON.stringify([scope, await readFingerprint(query, scope)])
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const pageIndex = await readPageIndex(query, scope)
    cache.set(key, pageIndex)
    return pageIndex
  }

  /** The total of a list, and where in it a page starts: undefined past its end. */
  async function find(query: Query, scope: Scope, offset: number) {
    const { total, checkpoints } = await read(query, scope)
    const checkpoint =
      offset < total ? checkpoints[Math.floor(offset / CHECKPOINT_INTERVAL)] : undefined
    return { total, start: checkpoint && { ...checkpoint, skip: offset % CHECKPOINT_INTERVAL } }
  }

  return { find }
}

/**
 * Changes when the positions in a block change, whoever wrote them. Read from the order's index alone:
 * an order of magnitude cheaper than a page index.
 */
async function readFingerprint(query: Query, { height }: Scope): Promise<SqlValue[]> {
  const rows = await query(
    `SELECT CAST(count(*) AS TEXT) AS records, CAST(sum(tx_index) AS TEXT) AS transactions,
            CAST(sum(event_index) AS TEXT) AS events
       FROM ledger WHERE block_height = $1`,
    [height],
  )
  return rows.flatMap((row) => Object.values(row))
}

async function readPageIndex(query: Query, scope: Scope): Promise<PageIndex> {
  const rows = await query(
    `SELECT CAST(tx_index AS TEXT) AS tx_index, CAST(event_index AS TEXT) AS event_index, tx_id,
            CAST(total AS TEXT) AS total
       FROM (SELECT tx_index, event_index, tx_id, count(*) OVER () AS total,
                    row_number() OVER (ORDER BY ${NEWEST_FIRST}) - 1 AS position
               FROM ledger WHERE ${WITHIN[scope.kind]}) AS listed
      WHERE position % ${CHECKPOINT_INTERVAL} = 0 ORDER BY position`,
    parametersOf(scope),
  )
  return { total: Number(rows[0]?.total ?? 0), checkpoints: rows.map(checkpointOf) }
}

function checkpointOf(row: Row) {
  return {
    txIndex: Number(row.tx_index),
    eventIndex: Number(row.event_index),
    txId: textOf(row, 'tx_id'),
  }
}
