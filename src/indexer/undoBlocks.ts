import * as v from 'valibot'
import { numberOf, type Query, textOf } from '../database/database.ts'
import { countWrite } from '../database/meta.ts'
import { insertRows } from '../database/rows.ts'
import { RUNE_TABLES } from '../database/schema.ts'
import type { Table } from '../database/table.ts'
import type { IndexState } from './indexState.ts'
import { readIndexState, startOf } from './openIndex.ts'
import { expectKnown } from './readChain.ts'
import type { Replaced } from './rowCache.ts'
import { expectTip, type NextIds, readIndexTip } from './writeBatch.ts'

const NewRows = v.array(v.record(v.string(), v.union([v.string(), v.number()])))
const AllReplaced: v.GenericSchema<unknown, Replaced[]> = v.array(
  v.object({ table: v.string(), rows: NewRows, absent: NewRows }),
)

/**
 * Takes back all blocks above `height` in one transaction, so that readers see one chain or the other.
 * Returns the state after it; `state` is void.
 * @throws {LostLock}
 */
export async function undoBlocks(state: IndexState, height: number): Promise<IndexState> {
  await state.store.transaction(async (query) => {
    await expectTip(query, state.tip)
    // One part of a block at a time, backwards.
    const parts = await query(
      'SELECT height, part FROM undo WHERE height > $1 ORDER BY height DESC, part DESC',
      [height],
    )
    for (const part of parts) {
      const [undo = {}] = await query('SELECT replaced FROM undo WHERE height = $1 AND part = $2', [
        numberOf(part, 'height'),
        numberOf(part, 'part'),
      ])
      await restore(state, query, textOf(undo, 'replaced'))
    }
    await cut(state, query, height)
    await countWrite(query, 'runes')
  })
  return readIndexState(state.store, state)
}

/** Whether the index can take back all blocks above `height`. */
export async function canUndo({ store, tip }: IndexState, height: number): Promise<boolean> {
  const [row] = await store.query(
    'SELECT count(DISTINCT height) AS blocks FROM undo WHERE height > $1',
    [height],
  )
  return row !== undefined && numberOf(row, 'blocks') === tip.height - height
}

async function restore({ store }: IndexState, query: Query, replaced: string): Promise<void> {
  for (const { table: name, rows, absent } of v.parse(AllReplaced, JSON.parse(replaced))) {
    const table = expectKnown(RUNE_TABLES.find((one) => one.name === name))
    await insertRows<Table>({ ...store, query }, table, rows, { fixed: [] })
    const condition = table.key.map((column, index) => `${column} = $${index + 1}`).join(' AND ')
    for (const row of absent) {
      const values = table.key.map((column) => row[column] ?? null)
      await query(`DELETE FROM ${name} WHERE ${condition}`, values)
    }
  }
}

/** Deletes the rows whose ids follow those of the block at `height`. */
async function cut(state: IndexState, query: Query, height: number): Promise<void> {
  for (const table of ['blocks', 'undo', 'refusals']) {
    await query(`DELETE FROM ${table} WHERE height > $1`, [height])
  }
  const { next } = (await readIndexTip(query)) ?? startOf(state)
  const deleteFrom = (table: string, column: string, id: keyof NextIds) =>
    deleteIds(query, table, { column, first: next[id], end: state.tip.next[id] })
  await deleteFrom('txs', 'id', 'tx')
  await deleteFrom('highlights', 'tx', 'tx')
  await deleteFrom('outputs', 'tx', 'tx')
  await deleteFrom('addresses', 'id', 'address')
  await deleteFrom('balances', 'address', 'address')
  await deleteFrom('runes', 'id', 'rune')
  await query(
    `DELETE FROM rune_alike
      WHERE other >= $1 AND rune IN (SELECT other FROM rune_alike WHERE rune >= $1)`,
    [next.rune],
  )
  await deleteFrom('rune_alike', 'rune', 'rune')
  await deleteFrom('rune_days', 'rune', 'rune')
  await deleteFrom('rune_blocks', 'rune', 'rune')
  await deleteFrom('ledger', 'id', 'record')
}

const BATCH = 50_000

/** Deletes the rows with ids from `first` up to `end`, some at a time, the newest first. */
async function deleteIds(
  query: Query,
  table: string,
  { column, first, end }: { column: string; first: number; end: number },
): Promise<void> {
  for (let last = end; last > first; last -= BATCH) {
    const from = Math.max(first, last - BATCH)
    await query(`DELETE FROM ${table} WHERE ${column} >= $1 AND ${column} < $2`, [from, last])
  }
}
