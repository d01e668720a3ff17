import type { Block } from '../../contract/identifiers.ts'
import { type Query, type SqlValue, textOf } from '../database/database.ts'

/**
 * A list of activity: all of one block, or of one transaction in it. A height alone is no scope: while
 * the chain is reorganised, the records of two blocks may stand at one height.
 */
export type Scope = BlockScope | TransactionScope
type BlockScope = { kind: 'block'; height: number; hash: string }
export type TransactionScope = {
  kind: 'transaction'
  height: number
  hash: string
  txIndex: number
  txId: string
}

/** Where a record stands in its block. */
export type Position = { txIndex: number; eventIndex: number; txId: string }

/** The one order of activity, the order of the indexer's own index. */
export const NEWEST_FIRST = 'block_height DESC, tx_index DESC, event_index DESC, tx_id DESC'

// `|| ''` keeps an engine from the indexes by hash, which have another order: it would sort a whole
// block for every page.
const IN_BLOCK = "block_height = $1 AND block_hash || '' = $2"

/** The condition for the records of a list. Its parameters are those of `parametersOf`. */
export const WITHIN = {
  block: IN_BLOCK,
  transaction: `${IN_BLOCK} AND tx_index = $3 AND tx_id || '' = $4`,
} as const

/** The same from a position on: that record and those after it. With `parametersFrom`. */
export const FROM_POSITION = {
  block: `${WITHIN.block} AND (tx_index, event_index, tx_id) <= ($3, $4, $5)`,
  transaction: `${WITHIN.transaction} AND event_index <= $5`,
} as const

export function parametersOf(scope: Scope): SqlValue[] {
  const { height, hash } = scope
  return scope.kind === 'block' ? [height, hash] : [height, hash, scope.txIndex, scope.txId]
}

/** For five parameters. */
export function parametersFrom(scope: Scope, position: Position): SqlValue[] {
  const { txIndex, eventIndex, txId } = position
  const own = scope.kind === 'block' ? [txIndex, eventIndex, txId] : [eventIndex]
  return [...parametersOf(scope), ...own]
}

/** The list of a block, or undefined if no record of it is held. */
export async function locateBlock(query: Query, block: Block): Promise<BlockScope | undefined> {
  const [row] =
    block.kind === 'height'
      ? await query(
          `SELECT CAST(block_height AS TEXT) AS height, block_hash AS hash FROM ledger
            WHERE block_height = $1 ORDER BY ${NEWEST_FIRST}, block_hash DESC LIMIT 1`,
          [block.height],
        )
      : await query(
          `SELECT CAST(block_height AS TEXT) AS height, block_hash AS hash FROM ledger
            WHERE ${oneWith('block_hash')}`,
          [block.hash],
        )
  return row && { kind: 'block', height: Number(row.height), hash: textOf(row, 'hash') }
}

/** The list of the newest block below a height. */
export async function locateBlockBelow(
  query: Query,
  height: number,
): Promise<BlockScope | undefined> {
  const [row] = await query(
    `SELECT CAST(block_height AS TEXT) AS height, block_hash AS hash FROM ledger
      WHERE block_height < $1 ORDER BY ${NEWEST_FIRST}, block_hash DESC LIMIT 1`,
    [height],
  )
  return row && { kind: 'block', height: Number(row.height), hash: textOf(row, 'hash') }
}

/** The list of a transaction, or undefined if no record of it is held. */
export async function locateTransaction(
  query: Query,
  txId: string,
): Promise<TransactionScope | undefined> {
  const [row] = await query(
    `SELECT CAST(block_height AS TEXT) AS height, block_hash AS hash,
            CAST(tx_index AS TEXT) AS tx_index
       FROM ledger WHERE ${oneWith('tx_id')}`,
    [txId],
  )
  if (row === undefined) return
  const [height, txIndex] = [Number(row.height), Number(row.tx_index)]
  return { kind: 'transaction', height, hash: textOf(row, 'hash'), txIndex, txId }
}

/**
 * The condition for one row whose `column` is `$1`. Written as a range with an order, it is found by the
 * index: for an equality an engine that expects many such rows reads the table until it meets one.
 */
function oneWith(column: 'block_hash' | 'tx_id'): string {
  return `${column} >= $1 AND ${column} <= $1 ORDER BY ${column} LIMIT 1`
}
