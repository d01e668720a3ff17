import type { Operation } from '../../contract/activity.ts'
import type { Block } from '../../contract/identifiers.ts'
import { type Query, type Row, type SqlValue, textOf } from '../database/database.ts'

/**
 * A list of activity: of a block, or of a transaction in it. A block needs its hash too: during a
 * reorganisation, two blocks may have records at the same height.
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

/** The records of a list, or those with one operation. */
export type FilteredScope = Scope & { operation?: Operation | undefined }

/** The sort key of a record in its block. */
export type Position = { txIndex: number; eventIndex: number; txId: string }

/** The order of activity, which the indexer's own index has too. */
export const NEWEST_FIRST = 'block_height DESC, tx_index DESC, event_index DESC, tx_id DESC'

// `|| ''` stops the engine from using the indexes by hash. They have another order, so it would sort
// the whole block for every page.
const IN_BLOCK = "block_height = $1 AND block_hash || '' = $2"

/** The condition for the records of a list. Its parameters are those of `parametersOf`. */
export const WITHIN = {
  block: IN_BLOCK,
  transaction: `${IN_BLOCK} AND tx_index = $3 AND tx_id || '' = $4`,
} as const

const FROM_POSITION = {
  block: `${WITHIN.block} AND (tx_index, event_index, tx_id) <= ($3, $4, $5)`,
  transaction: `${WITHIN.transaction} AND event_index <= $5`,
} as const

export type Condition = { where: string; parameters: SqlValue[] }

/** The condition for the records of a filtered list. */
export function within(scope: FilteredScope): Condition {
  return filter({ where: WITHIN[scope.kind], parameters: parametersOf(scope) }, scope)
}

/** The same for the record at a position and those after it. */
export function fromPosition(scope: FilteredScope, position: Position): Condition {
  const parameters = parametersFrom(scope, position)
  return filter({ where: FROM_POSITION[scope.kind], parameters }, scope)
}

function filter(condition: Condition, { operation }: FilteredScope): Condition {
  if (operation === undefined) return condition
  const { where, parameters } = condition
  return {
    where: `${where} AND operation = $${parameters.length + 1}`,
    parameters: [...parameters, operation],
  }
}

export function parametersOf(scope: Scope): SqlValue[] {
  const { height, hash } = scope
  return scope.kind === 'block' ? [height, hash] : [height, hash, scope.txIndex, scope.txId]
}

function parametersFrom(scope: Scope, position: Position): SqlValue[] {
  const { txIndex, eventIndex, txId } = position
  const own = scope.kind === 'block' ? [txIndex, eventIndex, txId] : [eventIndex]
  return [...parametersOf(scope), ...own]
}

/** The list of a block, or undefined if the database has no record of it. */
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
  return row && blockScopeOf(row)
}

/** The list of the newest block below a height. */
export async function locateBlockBelow(
  query: Query,
  height: number,
): Promise<BlockScope | undefined> {
  const record = await readNewestBelow(query, height)
  return record && { kind: 'block', height: record.height, hash: record.hash }
}

/** Where the newest record below a height is. `timestamp` is Unix seconds. */
export async function readNewestBelow(query: Query, height: number) {
  const [row] = await query(
    `SELECT CAST(block_height AS TEXT) AS height, block_hash AS hash, tx_id,
            CAST(timestamp AS TEXT) AS timestamp
       FROM ledger WHERE block_height < $1 ORDER BY ${NEWEST_FIRST}, block_hash DESC LIMIT 1`,
    [height],
  )
  return (
    row && {
      height: Number(row.height),
      hash: textOf(row, 'hash'),
      txId: textOf(row, 'tx_id'),
      timestamp: Number(row.timestamp),
    }
  )
}

function blockScopeOf(row: Row): BlockScope {
  return { kind: 'block', height: Number(row.height), hash: textOf(row, 'hash') }
}

/** The list of a transaction, or undefined if the database has no record of it. */
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
 * The condition for one row whose `column` is `$1`. A range with an order makes the engine use the
 * index. For an equality, an engine that expects many such rows scans the table for the first one.
 */
function oneWith(column: 'block_hash' | 'tx_id'): string {
  return `${column} >= $1 AND ${column} <= $1 ORDER BY ${column} LIMIT 1`
}
