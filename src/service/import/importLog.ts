import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { tryParse } from '../../contract/json.ts'
import { type Query, textOf } from '../database/database.ts'
import { createRowWriter } from '../database/rowWriter.ts'

/** What an import wrote, and what it did not. */
const Counts = v.object({
  records: v.number(),
  tokens: v.number(),
  runes: v.number(),
  /** Identifiers of which the other service holds nothing. */
  unknown: v.number(),
  refused: v.number(),
})
export type Counts = v.InferOutput<typeof Counts>

/**
 * Where in its source an import is. Of a file: after whole lines, and the bytes of these, unpacked,
 * with their SHA-256. Of a service: after so many identifiers, which are `lines` of a list.
 */
const Position = v.object({ lines: v.number(), bytes: v.number(), digest: v.string() })
export type Position = v.InferOutput<typeof Position>

const Progress = v.object({ position: Position, counts: Counts })
export type Progress = v.InferOutput<typeof Progress>

/** What was not imported, and why: "line 12", "tx_index is negative". */
export type Refused = { place: string; reason: string }

/** A block of which other records were held, under another hash. */
export type ReplacedBlock = { height: number; hash: string; records: number }

/**
 * What is remembered of imports beside the runes: how far each came, in the same transaction as what
 * it wrote, and until it ends which transactions it wrote and which blocks it replaced. A row of
 * `imports` stays, and says that this database holds more than the snapshot.
 */
export const IMPORT_TABLES = [
  `CREATE TABLE IF NOT EXISTS imports (
     id TEXT PRIMARY KEY, source TEXT NOT NULL, progress TEXT NOT NULL, finished_at BIGINT)`,
  `CREATE TABLE IF NOT EXISTS import_transactions (
     import_id TEXT NOT NULL, tx_id TEXT NOT NULL, block_hash TEXT NOT NULL, place TEXT NOT NULL,
     PRIMARY KEY (import_id, tx_id, block_hash))`,
  `CREATE TABLE IF NOT EXISTS import_replaced_blocks (
     import_id TEXT NOT NULL, block_hash TEXT NOT NULL, block_height BIGINT NOT NULL,
     records BIGINT NOT NULL, PRIMARY KEY (import_id, block_hash))`,
  `CREATE TABLE IF NOT EXISTS import_refusals (
     import_id TEXT NOT NULL, number BIGINT NOT NULL, place TEXT NOT NULL, reason TEXT NOT NULL,
     PRIMARY KEY (import_id, number))`,
]

const PARTS = ['import_transactions', 'import_replaced_blocks', 'import_refusals']

/** The key of an import by what is read: the same again goes on with it. */
export function importId(source: string): string {
  return createHash('sha256').update(source).digest('hex').slice(0, 16)
}

/** How far an import came that was not ended; undefined when there is none to go on with. */
export async function findProgress(query: Query, id: string): Promise<Progress | undefined> {
  const [row] = await query('SELECT progress FROM imports WHERE id = $1 AND finished_at IS NULL', [
    id,
  ])
  const read = v.safeParse(Progress, row && tryParse(textOf(row, 'progress')))
  return read.success ? read.output : undefined
}

/** Begins an import, and forgets what was remembered of it before. */
export async function beginImport(query: Query, source: string): Promise<Progress> {
  const id = importId(source)
  await forgetParts(query, id)
  await query(
    `INSERT INTO imports (id, source, progress) VALUES ($1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET progress = excluded.progress, finished_at = NULL`,
    [id, source, JSON.stringify(BEGINNING)],
  )
  return BEGINNING
}

const BEGINNING: Progress = {
  position: { lines: 0, bytes: 0, digest: '' },
  counts: { records: 0, tokens: 0, runes: 0, unknown: 0, refused: 0 },
}

/** Notes how far an import came, with what was refused since. */
export async function saveProgress(
  query: Query,
  id: string,
  progress: Progress,
  refused: Refused[],
): Promise<void> {
  const writer = createRowWriter(query)
  const insert = writer.into('import_refusals', ['import_id', 'number', 'place', 'reason'])
  const before = progress.counts.refused - refused.length
  for (const [index, refusal] of refused.entries()) {
    await insert({ ...refusal, import_id: id, number: before + index })
  }
  await writer.flush()
  await query('UPDATE imports SET progress = $1 WHERE id = $2', [JSON.stringify(progress), id])
}

/** Ends an import: the same again begins anew. */
export async function finishImport(query: Query, id: string): Promise<void> {
  await forgetParts(query, id)
  await query('UPDATE imports SET finished_at = $1 WHERE id = $2', [Date.now(), id])
}

async function forgetParts(query: Query, id: string): Promise<void> {
  for (const table of PARTS) await query(`DELETE FROM ${table} WHERE import_id = $1`, [id])
}

const REFUSALS_AT_ONCE = 1000

/** All that an import refused, in order; what is held of it at one time is little. */
export async function* readRefusals(query: Query, id: string): AsyncGenerator<Refused> {
  for (let from = 0; ; from += REFUSALS_AT_ONCE) {
    const rows = await query(
      `SELECT place, reason FROM import_refusals
        WHERE import_id = $1 AND number >= $2 AND number < $3 ORDER BY number`,
      [id, from, from + REFUSALS_AT_ONCE],
    )
    for (const row of rows) yield { place: textOf(row, 'place'), reason: textOf(row, 'reason') }
    if (rows.length < REFUSALS_AT_ONCE) return
  }
}

export async function readReplacedBlocks(query: Query, id: string): Promise<ReplacedBlock[]> {
  const rows = await query(
    `SELECT block_hash, CAST(block_height AS TEXT) AS block_height, CAST(records AS TEXT) AS records
       FROM import_replaced_blocks WHERE import_id = $1 ORDER BY import_replaced_blocks.block_height`,
    [id],
  )
  return rows.map((row) => ({
    height: Number(row.block_height),
    hash: textOf(row, 'block_hash'),
    records: Number(row.records),
  }))
}
