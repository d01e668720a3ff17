import type {
  BlockTransactions,
  Neighbours,
  TransactionPosition,
} from '../../contract/directory.ts'
import { SAMPLES } from '../../contract/samples.ts'
import { type Database, integerOf, type Query, textOf } from '../database/database.ts'
import { notFound } from '../http/httpProblem.ts'
import {
  locateBlock,
  locateTransaction,
  NEWEST_FIRST,
  parametersOf,
  type TransactionScope,
  WITHIN,
} from './activityScope.ts'

/** The nearest blocks with activity below and above `height`. The sample block is never one of them. */
export async function readNeighbours(database: Database, height: number): Promise<Neighbours> {
  if (height === SAMPLES.block_height) return {}
  const [row] = await database.query(
    `SELECT CAST((SELECT max(block_height) FROM ledger WHERE block_height < $1) AS TEXT) AS previous,
            CAST((SELECT min(block_height) FROM ledger
                   WHERE block_height > $1 AND block_height <> $2) AS TEXT) AS next`,
    [height, SAMPLES.block_height],
  )
  const [previous, next] =
    row === undefined ? [] : [integerOf(row, 'previous'), integerOf(row, 'next')]
  return { ...(previous !== undefined && { previous }), ...(next !== undefined && { next }) }
}

/** The transactions with activity in a block, in the order of their first record in its list. */
export async function readBlockTransactions(
  { readTransaction }: Database,
  height: number,
): Promise<BlockTransactions> {
  const rows = await readTransaction(async (query) => {
    const scope = await locateBlock(query, { kind: 'height', height })
    return scope === undefined ? [] : query(TRANSACTIONS, parametersOf(scope))
  })
  return {
    results: rows.map((row) => {
      const txIndex = Number(row.tx_index)
      return {
        tx_id: textOf(row, 'tx_id'),
        ...(txIndex !== -1 && { tx_index: txIndex }),
        offset: Number(row.offset),
        total: Number(row.total),
      }
    }),
  }
}

const TRANSACTIONS = `
  SELECT tx_id, CAST(min(tx_index) AS TEXT) AS tx_index, CAST(count(*) AS TEXT) AS total,
         CAST(min(position) AS TEXT) AS "offset"
    FROM (SELECT tx_id, tx_index, row_number() OVER (ORDER BY ${NEWEST_FIRST}) - 1 AS position
            FROM ledger WHERE ${WITHIN.block}) AS listed
   GROUP BY tx_id ORDER BY min(position)`

/**
 * The position of a transaction in the list of its block.
 * @throws {HttpProblem} 404 if the database has no record of it.
 */
export async function readTransactionPosition(
  { readTransaction }: Database,
  txId: string,
): Promise<TransactionPosition> {
  const position = await readTransaction(async (query) => {
    const scope = await locateTransaction(query, txId)
    return scope && { block_height: scope.height, offset: await countBefore(query, scope) }
  })
  if (position === undefined) throw notFound(`no record of transaction ${txId} found`)
  return position
}

/** The number of records in its block before the first one of a transaction. */
async function countBefore(query: Query, scope: TransactionScope): Promise<number> {
  const [row] = await query(
    `SELECT CAST(count(*) AS TEXT) AS "offset"
       FROM ledger
       JOIN (SELECT event_index FROM ledger WHERE ${WITHIN.transaction}
              ORDER BY ${NEWEST_FIRST} LIMIT 1) AS first
         ON (tx_index, ledger.event_index, tx_id) > ($3, first.event_index, $4)
      WHERE ${WITHIN.block}`,
    parametersOf(scope),
  )
  return Number(row?.offset)
}
