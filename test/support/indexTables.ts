import * as v from 'valibot'
import { type Database, hexOf, type Query, type Row, textOf } from '../../src/database/database.ts'

/** The tables of an index, in the order of their keys. */
const TABLES = {
  blocks: 'height',
  txs: 'id',
  addresses: 'id',
  runes: 'id',
  ledger: 'id',
  outputs: 'tx, vout, rune',
  balances: 'address, rune',
  rune_days: 'rune, day',
  rune_blocks: 'rune, height',
  rune_alike: 'rune, other',
  refusals: 'height, tx_index, part',
  highlights: 'tx, rune, kind',
  undo: 'height, part',
}

export type IndexTables = Record<keyof typeof TABLES, string[]>

/** All rows of an index as text, so that two indexes can be compared row by row. */
export async function readIndexTables({ query }: Pick<Database, 'query'>): Promise<IndexTables> {
  const read = async (table: keyof typeof TABLES) => {
    const rows = await query(`SELECT * FROM ${table} ORDER BY ${TABLES[table]}`)
    return rows.map(describeRow)
  }
  return {
    blocks: await read('blocks'),
    txs: await read('txs'),
    addresses: await read('addresses'),
    runes: await read('runes'),
    ledger: await read('ledger'),
    outputs: await read('outputs'),
    balances: await read('balances'),
    rune_days: await read('rune_days'),
    rune_blocks: await read('rune_blocks'),
    rune_alike: await read('rune_alike'),
    refusals: await read('refusals'),
    highlights: await read('highlights'),
    undo: await readUndo(query),
  }
}

const Replaced = v.array(
  v.object({ table: v.string(), rows: v.array(v.unknown()), absent: v.array(v.unknown()) }),
)

/** In which order a block's rows are restored does not matter. */
async function readUndo(query: Query): Promise<string[]> {
  const rows = await query('SELECT height, part, replaced FROM undo ORDER BY height, part')
  return rows.map((row) => {
    const replaced = v.parse(Replaced, JSON.parse(textOf(row, 'replaced')))
    const sorted = replaced.map(({ table, rows, absent }) => {
      return { table, rows: rows.map(describe).sort(), absent: absent.map(describe).sort() }
    })
    return `${row.height} ${row.part} ${JSON.stringify(sorted)}`
  })
}

function describe(row: unknown): string {
  return JSON.stringify(row)
}

/** The drivers return bytes in different forms. */
function describeRow(row: Row): string {
  const values = Object.entries(row).map(([name, value]) => {
    const isBytes = value instanceof ArrayBuffer || value instanceof Uint8Array
    return [name, isBytes ? hexOf(row, name) : value]
  })
  return JSON.stringify(Object.fromEntries(values))
}
