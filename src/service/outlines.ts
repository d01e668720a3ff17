import { type Database, type Row, textOf } from './database/database.ts'

/** A list of activity in the database: all of one block, or of one transaction in it. */
export type Scope = { kind: 'block'; height: number } | TransactionScope
type TransactionScope = { kind: 'transaction'; height: number; txIndex: number; txId: string }

/** Where a page starts: `skip` records after a known one, itself included when `skip` is 0. */
export type PageStart = { txIndex: number; eventIndex: number; txId: string; skip: number }

/** How many records a list has, and where in it a page starts (undefined past its end). */
export type Outline = { total: number; startOf(offset: number): PageStart | undefined }

/** The one order of activity, the order of the indexer's own index. */
export const NEWEST_FIRST = 'block_height DESC, tx_index DESC, event_index DESC, tx_id DESC'

/** The list of a transaction, or undefined where no record of it is held. */
export async function locateTransaction(
  database: Database,
  txId: string,
): Promise<TransactionScope | undefined> {
  const [row] = await database.query(
    `SELECT CAST(block_height AS TEXT) AS block_height, CAST(tx_index AS TEXT) AS tx_index
       FROM ledger WHERE ${oneWith('tx_id')}`,
    [txId],
  )
  if (row === undefined) return
  const [height, txIndex] = [Number(row.block_height), Number(row.tx_index)]
  return { kind: 'transaction', height, txIndex, txId }
}

/**
 * The condition for one row whose `column` is `$1`. Written as a range with an order, it is found by the
 * index: for an equality an engine that expects many such rows reads the table until it meets one.
 */
export function oneWith(column: 'block_hash' | 'tx_id'): string {
  return `${column} >= $1 AND ${column} <= $1 ORDER BY ${column} LIMIT 1`
}

const STRIDE = 100
const MOST_OUTLINES = 500

/**
 * Outlines of the lists read last. Counting a list notes the position of every hundredth record, so
 * that a page deep in a large block costs what its first page costs: a seek and less than a hundred
 * steps, where OFFSET alone would walk all that comes before.
 */
export function createOutlines(database: Database) {
  const known = new Map<string, Promise<Outline>>()
  let version = ''

  async function of(scope: Scope): Promise<Outline> {
    const current = await database.dataVersion('runes')
    if (current !== version) known.clear()
    version = current
    const key = scope.kind === 'block' ? `${scope.height}` : scope.txId
    const outline = known.get(key) ?? readOutline(database, scope)
    known.delete(key)
    known.set(key, outline)
    outline.catch(() => known.delete(key))
    const [oldest] = known.keys()
    if (known.size > MOST_OUTLINES && oldest !== undefined) known.delete(oldest)
    return outline
  }

  return { of }
}

async function readOutline(database: Database, scope: Scope): Promise<Outline> {
  const [where, parameters] =
    scope.kind === 'block'
      ? ['block_height = $1', [scope.height]]
      : // The cast keeps an engine from the index by transaction, which has another order.
        [
          'block_height = $1 AND tx_index = $2 AND CAST(tx_id AS TEXT) = $3',
          [scope.height, scope.txIndex, scope.txId],
        ]
  const [counted, marks] = await Promise.all([
    database.query(`SELECT CAST(count(*) AS TEXT) AS total FROM ledger WHERE ${where}`, parameters),
    database.query(
      `SELECT CAST(tx_index AS TEXT) AS tx_index, CAST(event_index AS TEXT) AS event_index, tx_id
         FROM (SELECT tx_index, event_index, tx_id,
                      row_number() OVER (ORDER BY ${NEWEST_FIRST}) - 1 AS position
                 FROM ledger WHERE ${where}) AS listed
        WHERE position % ${STRIDE} = 0 ORDER BY position`,
      parameters,
    ),
  ])
  const total = Number(counted[0]?.total)
  return { total, startOf: (offset) => startOf(offset, total, marks) }
}

function startOf(offset: number, total: number, marks: Row[]): PageStart | undefined {
  const mark = offset < total ? marks[Math.floor(offset / STRIDE)] : undefined
  if (mark === undefined) return
  return {
    txIndex: Number(mark.tx_index),
    eventIndex: Number(mark.event_index),
    txId: textOf(mark, 'tx_id'),
    skip: offset % STRIDE,
  }
}
