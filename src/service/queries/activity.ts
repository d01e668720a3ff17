import type { ActivityQuery, RuneActivity } from '../../contract/activity.ts'
import type { Block } from '../../contract/identifiers.ts'
import type { Paging } from '../../contract/paging.ts'
import { activityToWire, type HexPrefix } from '../activityToWire.ts'
import { applyDivisibility } from '../applyDivisibility.ts'
import {
  type Database,
  integerOf,
  optionalTextOf,
  type Query,
  type Row,
  textOf,
} from '../database/database.ts'
import {
  type Condition,
  fromPosition,
  locateBlock,
  locateTransaction,
  NEWEST_FIRST,
  type Scope,
} from './activityScope.ts'
import { createBlockPageIndexes } from './blockPageIndex.ts'
import { type BlockSource, createBlockSourceReader } from './blockSources.ts'

/**
 * Reads pages of the activity of blocks and transactions, newest first: by block, transaction and event,
 * all descending. The total and the records of a page come from the same state of the data, and so does
 * their source.
 */
export function createActivityReader(database: Database, hexPrefix: HexPrefix) {
  const pageIndexes = createBlockPageIndexes()
  const sources = createBlockSourceReader(database)

  async function readPage(
    locate: (query: Query) => Promise<Scope | undefined>,
    { offset, limit, operation }: ActivityQuery,
  ): Promise<LocalActivity> {
    await sources.prepare()
    return database.readTransaction(async (query) => {
      const list = await locate(query)
      if (list === undefined) return { page: { limit, offset, total: 0, results: [] } }
      const scope = { ...list, operation }
      const { total, start } = await pageIndexes.find(query, scope, offset)
      const results =
        start === undefined
          ? []
          : await readRecords(query, fromPosition(scope, start.position), {
              skip: start.skip,
              limit,
              hexPrefix,
            })
      return { page: { limit, offset, total, results }, source: await sources.read(query, scope) }
    })
  }

  return {
    ofTransaction: (txId: string, activityQuery: ActivityQuery) =>
      readPage((query) => locateTransaction(query, txId), activityQuery),
    ofBlock: (block: Block, activityQuery: ActivityQuery) =>
      readPage((query) => locateBlock(query, block), activityQuery),
  }
}

/**
 * A page of activity as this service sends it, and where it comes from. The source is undefined if the
 * database has no record of the list.
 */
export type LocalActivity = {
  page: Paging & { total: number; results: ReturnType<typeof activityToWire>[] }
  source?: BlockSource
}

type Rows = { skip: number; limit: number; hexPrefix: HexPrefix }

/** The records of the ledger under a condition, newest first, as the service sends them. */
export async function readRecords(
  query: Query,
  { where, parameters }: Condition,
  { skip, limit, hexPrefix }: Rows,
) {
  const next = parameters.length + 1
  const rows = await query(
    `SELECT l.rune_id, CAST(r.number AS TEXT) AS number, r.name, r.spaced_name,
            CAST(r.divisibility AS TEXT) AS divisibility,
            l.address, l.receiver_address, CAST(l.amount AS TEXT) AS amount,
            CAST(l.operation AS TEXT) AS operation,
            l.block_hash, CAST(l.block_height AS TEXT) AS block_height, l.tx_id,
            CAST(l.tx_index AS TEXT) AS tx_index, CAST(l.output AS TEXT) AS vout,
            CAST(l.timestamp AS TEXT) AS timestamp
       FROM (SELECT * FROM ledger WHERE ${where}
              ORDER BY ${NEWEST_FIRST} LIMIT $${next} OFFSET $${next + 1}) AS l
       LEFT JOIN runes r ON r.id = l.rune_id
      -- NEWEST_FIRST again: runes may have columns with the same names.
      ORDER BY l.block_height DESC, l.tx_index DESC, l.event_index DESC, l.tx_id DESC`,
    [...parameters, limit, skip],
  )
  return rows.map((row) => activityToWire(recordOf(row), hexPrefix))
}

function recordOf(row: Row): RuneActivity {
  const txIndex = integerOf(row, 'tx_index')
  const timestamp = integerOf(row, 'timestamp')
  const amount = optionalTextOf(row, 'amount')
  return {
    rune: {
      id: textOf(row, 'rune_id'),
      number: integerOf(row, 'number'),
      name: optionalTextOf(row, 'name'),
      spaced_name: optionalTextOf(row, 'spaced_name'),
    },
    address: optionalTextOf(row, 'address'),
    receiver_address: optionalTextOf(row, 'receiver_address'),
    amount: amount && applyDivisibility(amount, integerOf(row, 'divisibility') ?? 0),
    operation: textOf(row, 'operation'),
    location: {
      block_hash: textOf(row, 'block_hash'),
      block_height: integerOf(row, 'block_height'),
      tx_id: textOf(row, 'tx_id'),
      tx_index: txIndex === -1 ? undefined : txIndex,
      vout: integerOf(row, 'vout'),
      output: undefined,
      timestamp: timestamp === undefined ? undefined : timestamp * 1000,
    },
  }
}
