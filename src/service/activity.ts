import type { RuneActivity } from '../contract/activity.ts'
import type { Block } from '../contract/identifiers.ts'
import type { Paging } from '../contract/paging.ts'
import { activityToWire, type HexPrefix } from './activityWire.ts'
import { type Database, integerOf, optionalTextOf, type Row, textOf } from './database/database.ts'
import {
  createOutlines,
  locateTransaction,
  NEWEST_FIRST,
  oneWith,
  type PageStart,
  type Scope,
} from './outlines.ts'

/** Reads pages of activity, newest first: block, transaction in it, event in that, all descending. */
export function createActivityReader(database: Database, hexPrefix: HexPrefix) {
  const outlines = createOutlines(database)

  async function readPage(scope: Scope | undefined, { offset, limit }: Paging) {
    if (scope === undefined) return { limit, offset, total: 0, results: [] }
    const outline = await outlines.of(scope)
    const start = outline.startOf(offset)
    const rows = start === undefined ? [] : await queryRows(database, scope, start, limit)
    return {
      limit,
      offset,
      total: outline.total,
      results: rows.map((row) => activityToWire(recordOf(row), hexPrefix)),
    }
  }

  return {
    ofTransaction: async (txId: string, paging: Paging) =>
      readPage(await locateTransaction(database, txId), paging),
    ofBlock: async (block: Block, paging: Paging) =>
      readPage(await locateBlock(database, block), paging),
  }
}

async function locateBlock(database: Database, block: Block): Promise<Scope | undefined> {
  if (block.kind === 'height') return { kind: 'block', height: block.height }
  const [row] = await database.query(
    `SELECT CAST(block_height AS TEXT) AS block_height FROM ledger WHERE ${oneWith('block_hash')}`,
    [block.hash],
  )
  return row && { kind: 'block', height: Number(row.block_height) }
}

function queryRows(
  database: Database,
  scope: Scope,
  { txIndex, eventIndex, txId, skip }: PageStart,
  limit: number,
): Promise<Row[]> {
  return database.query(
    `SELECT l.rune_id, CAST(r.number AS TEXT) AS number, r.name, r.spaced_name,
            CAST(r.divisibility AS TEXT) AS divisibility,
            l.address, l.receiver_address, CAST(l.amount AS TEXT) AS amount,
            CAST(l.operation AS TEXT) AS operation,
            l.block_hash, CAST(l.block_height AS TEXT) AS block_height, l.tx_id,
            CAST(l.tx_index AS TEXT) AS tx_index, CAST(l.output AS TEXT) AS vout,
            CAST(l.timestamp AS TEXT) AS timestamp
       FROM (SELECT * FROM ledger
              WHERE ${WITHIN[scope.kind]} ORDER BY ${NEWEST_FIRST} LIMIT $5 OFFSET $6) AS l
       LEFT JOIN runes r ON r.id = l.rune_id
      ORDER BY l.block_height DESC, l.tx_index DESC, l.event_index DESC, l.tx_id DESC`,
    [scope.height, txIndex, eventIndex, txId, limit, skip],
  )
}

// Both walk the index that the order has. The cast keeps an engine from the index by transaction,
// which would make it sort the whole transaction for every page.
const WITHIN = {
  block: 'block_height = $1 AND (tx_index, event_index, tx_id) <= ($2, $3, $4)',
  transaction:
    'block_height = $1 AND tx_index = $2 AND event_index <= $3 AND CAST(tx_id AS TEXT) = $4',
}

function recordOf(row: Row): RuneActivity {
  const txIndex = integerOf(row, 'tx_index')
  const timestamp = integerOf(row, 'timestamp')
  return {
    rune: {
      id: textOf(row, 'rune_id'),
      number: integerOf(row, 'number'),
      name: optionalTextOf(row, 'name'),
      spaced_name: optionalTextOf(row, 'spaced_name'),
    },
    address: optionalTextOf(row, 'address'),
    receiver_address: optionalTextOf(row, 'receiver_address'),
    amount: placePoint(optionalTextOf(row, 'amount'), integerOf(row, 'divisibility') ?? 0),
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

/** Raw `"11000000000"` at divisibility 2 is `"110000000.00"`: trailing zeros stay. */
function placePoint(raw: string | undefined, divisibility: number): string | undefined {
  if (raw === undefined || divisibility === 0) return raw
  const digits = raw.padStart(divisibility + 1, '0')
  return `${digits.slice(0, -divisibility)}.${digits.slice(-divisibility)}`
}
