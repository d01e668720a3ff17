import type { BlockTransactions, Neighbours, Place } from '../../contract/directory.ts'
import { type Database, integerOf, textOf } from '../database/database.ts'
import { notFound } from '../http/problems.ts'
import { locateTransaction, NEWEST_FIRST } from '../outlines.ts'

/** The nearest blocks below and above `height` that hold activity. */
export async function readNeighbours(database: Database, height: number): Promise<Neighbours> {
  const [row] = await database.query(
    `SELECT CAST((SELECT max(block_height) FROM ledger WHERE block_height < $1) AS TEXT) AS previous,
            CAST((SELECT min(block_height) FROM ledger WHERE block_height > $1) AS TEXT) AS next`,
    [height],
  )
  const [previous, next] =
    row === undefined ? [] : [integerOf(row, 'previous'), integerOf(row, 'next')]
  return { ...(previous !== undefined && { previous }), ...(next !== undefined && { next }) }
}

/** The transactions of a block that hold activity, by where they first stand in its list. */
export async function readBlockTransactions(
  database: Database,
  height: number,
): Promise<BlockTransactions> {
  const rows = await database.query(
    `SELECT tx_id, CAST(min(tx_index) AS TEXT) AS tx_index, CAST(count(*) AS TEXT) AS total,
            CAST(min(position) AS TEXT) AS "offset"
       FROM (SELECT tx_id, tx_index, row_number() OVER (ORDER BY ${NEWEST_FIRST}) - 1 AS position
               FROM ledger WHERE block_height = $1) AS listed
      GROUP BY tx_id ORDER BY min(position)`,
    [height],
  )
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

/**
 * The place of a transaction in the list of its block.
 * @throws {Problem} 404 when no record of it is held.
 */
export async function readPlace(database: Database, txId: string): Promise<Place> {
  const scope = await locateTransaction(database, txId)
  if (scope === undefined) throw notFound(`no record of transaction ${txId} is held here`)
  const { height, txIndex } = scope
  // The cast keeps an engine from the index by transaction, in which thousands would be sorted.
  const [row] = await database.query(
    `SELECT CAST(count(*) AS TEXT) AS "offset"
       FROM ledger
       JOIN (SELECT event_index FROM ledger
              WHERE block_height = $1 AND tx_index = $2 AND CAST(tx_id AS TEXT) = $3
              ORDER BY ${NEWEST_FIRST} LIMIT 1) AS first
         ON (tx_index, ledger.event_index, tx_id) > ($2, first.event_index, $3)
      WHERE block_height = $1`,
    [height, txIndex, txId],
  )
  return { block_height: height, offset: Number(row?.offset) }
}
