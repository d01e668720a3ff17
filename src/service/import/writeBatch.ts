import { isDeepStrictEqual } from 'node:util'
import {
  optionalTextOf,
  type Query,
  type Row,
  type SqlValue,
  textOf,
} from '../database/database.ts'
import { inChunks, LIST } from '../database/inChunks.ts'
import { type NewRow, replaceRows } from '../database/replaceRows.ts'
import { columnsOf } from '../database/schema.ts'
import type { Batch } from './batch.ts'
import { orRefuse, Refusal, type Refused } from './Refusal.ts'
import type { ImportedRecord, ImportedRune, RuneFacts } from './readLine.ts'
import { writeTokens } from './writeTokens.ts'

/** The databases of runes and tokens, which may be the same. The tokens' database has the directory. */
export type Queries = { runes: Query; tokens: Query }

/** The numbers of rows written from a batch, and what was refused. */
export type Written = Awaited<ReturnType<typeof writeBatch>>

/** Writes a batch. Call it in a transaction. Writing a batch twice changes nothing. */
export async function writeBatch({ runes, tokens }: Queries, batch: Batch) {
  const records = currentOf(batch.records)
  await removeReplacedBlocks(runes, records)
  const { changed, accepted, refused } = await learnRunes(runes, batch.runes, records)
  await replaceRows(runes, { table: 'runes', where: 'id', ids: changed.map(idOf) }, changed)
  const isWhole = batch.refused.length + refused.length === 0
  if (batch.isComplete && isWhole) await deleteBlocks(runes, accepted)
  await writeLedger(runes, accepted)
  if (!isWhole) await markPartial(runes, accepted)
  await writeBlockSources(runes, accepted, { ...batch, isComplete: batch.isComplete && isWhole })
  await writeTokens(tokens, batch)
  return {
    records: accepted.length,
    tokens: batch.tokens.length,
    runes: changed.length,
    refused: [...batch.refused, ...refused],
  }
}

/** Leaves out records of blocks and transactions that later records of the same batch replace. */
function currentOf(records: ImportedRecord[]): ImportedRecord[] {
  const hashes = new Map(records.map((record) => [record.block_height, record.block_hash]))
  const valid = records.filter((record) => hashes.get(record.block_height) === record.block_hash)
  const blocks = new Map(valid.map((record) => [record.tx_id, record.block_hash]))
  return valid.filter((record) => blocks.get(record.tx_id) === record.block_hash)
}

/** Only one block is stored per height: a block with another hash replaces it and the runes etched in it. */
async function removeReplacedBlocks(query: Query, records: ImportedRecord[]): Promise<void> {
  const hashes = new Map(records.map((record) => [record.block_height, record.block_hash]))
  for (const [height, hash] of hashes) {
    const removed = await query(
      'DELETE FROM ledger WHERE block_height = $1 AND block_hash <> $2 RETURNING tx_id',
      [height, hash],
    )
    if (removed.length > 0) await query(DELETE_RUNES, [`${height}:%`, hash])
  }
}

// A line about a rune of the new block may come before the block's records.
const DELETE_RUNES =
  'DELETE FROM runes WHERE id LIKE $1 AND (block_hash IS NULL OR block_hash <> $2)'

/** A row of `runes` as texts. The divisibility is unknown until an amount shows it. */
type Rune = Row & { id: string; name: string; spaced_name: string; number: string | null }

/**
 * Merges what lines and records state about runes with what is stored. A line about a rune overrides
 * stored facts; a record only adds to them. Returns the new or changed runes and the records that do
 * not contradict them. The others are refused.
 */
async function learnRunes(query: Query, runes: ImportedRune[], records: ImportedRecord[]) {
  const stored = await readRunes(query, [...runes, ...records.map(({ rune }) => rune)].map(idOf))
  const known = new Map(stored)
  const refused: Refused[] = []
  for (const { place, ...line } of runes) {
    orRefuse(refused, place, () => known.set(line.id, merge(rowOf(line), known.get(line.id))))
  }
  const accepted = records.filter(({ place, rune }) =>
    orRefuse(refused, place, () =>
      known.set(rune.id, merge(known.get(rune.id) ?? rowOf(rune), rowOf(rune))),
    ),
  )
  const changed = [...known.values()].filter((it) => !isDeepStrictEqual(it, stored.get(it.id)))
  return { changed, accepted, refused }
}

function rowOf({ etching, ...facts }: RuneFacts): KnownRune {
  return { ...etching, ...facts }
}

function idOf({ id }: { id: string }): string {
  return id
}

/** @throws {Refusal} if the two differ in their decimals, or neither has a name. */
function merge(first: KnownRune, second: KnownRune = first): Rune {
  const known = Object.fromEntries(COLUMNS.map((it) => [it, toText(first[it] ?? second[it])]))
  const { id, name, divisibility } = known
  if (!id || !name) throw new Refusal(`rune ${id} is unknown, and the record does not name it`)
  const other = toText(second.divisibility) ?? divisibility
  if (divisibility !== other) {
    throw new Refusal(`rune ${id} cannot have both ${divisibility} and ${other} decimals`)
  }
  const { number = null, spaced_name } = known
  const [height = null, txIndex = null] = etchingPosition(id)
  return {
    ...known,
    id,
    name,
    number,
    spaced_name: spaced_name ?? name,
    block_height: known.block_height ?? height,
    tx_index: known.tx_index ?? txIndex,
  }
}

/** The block and the transaction in a rune's id. The first rune, 1:0, came with the protocol. */
function etchingPosition(id: string): string[] {
  return id === '1:0' ? ['840000', '0'] : id.split(':')
}

type KnownRune = { id: string } & NewRow

const COLUMNS = columnsOf('runes')

function toText(value: SqlValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value)
}

async function readRunes(query: Query, ids: string[]): Promise<Map<string, Rune>> {
  const rows = await inChunks(query, READ_RUNES, ids)
  const runes = rows.map((row) => ({
    ...row,
    id: textOf(row, 'id'),
    name: textOf(row, 'name'),
    spaced_name: textOf(row, 'spaced_name'),
    number: optionalTextOf(row, 'number') ?? null,
  }))
  return new Map(runes.map((rune) => [rune.id, rune]))
}

const READ_RUNES = `SELECT ${COLUMNS.map(castToText)} FROM runes WHERE id IN (${LIST})`

function castToText(column: string): string {
  // PostgreSQL would write true and false.
  const value = /^(turbo|cenotaph)$/.test(column)
    ? `CASE WHEN ${column} THEN 1 WHEN NOT ${column} THEN 0 END`
    : column
  return `CAST(${value} AS TEXT) AS ${column}`
}

/**
 * Writes records to the ledger. Numbers those of each transaction, because the contract does not: the
 * newest has the highest number.
 */
async function writeLedger(query: Query, records: ImportedRecord[]): Promise<void> {
  const sizes = new Map<string, number>()
  const rows = records.toReversed().map(({ rune, ...row }) => {
    const index = sizes.get(row.tx_id) ?? 0
    sizes.set(row.tx_id, index + 1)
    return { ...row, event_index: row.event_index ?? index }
  })
  await replaceRows(query, { table: 'ledger', where: 'tx_id', ids: sizes.keys() }, rows)
}

/** Deletes what is stored of blocks whose every record follows. */
async function deleteBlocks(query: Query, records: ImportedRecord[]): Promise<void> {
  for (const height of new Set(records.map(({ block_height }) => block_height))) {
    await query('DELETE FROM ledger WHERE block_height = $1', [height])
  }
}

/** A refused record may be missing from any of these blocks. */
async function markPartial(query: Query, records: ImportedRecord[]): Promise<void> {
  for (const height of new Set(records.map(({ block_height }) => block_height))) {
    await query('UPDATE block_sources SET is_complete = 0 WHERE block_height = $1', [height])
  }
}

/** Records where blocks come from. A complete block stays complete when some of its records are replaced. */
async function writeBlockSources(
  query: Query,
  records: ImportedRecord[],
  { source, isComplete, readAt }: Batch,
): Promise<void> {
  const blocks = new Map(records.map((record) => [record.block_height, record.block_hash]))
  for (const [height, hash] of blocks) {
    await query(WRITE_SOURCE, [height, hash, source, isComplete ? 1 : 0, readAt])
  }
}

const WRITE_SOURCE = `
  INSERT INTO block_sources (block_height, block_hash, source, is_complete, read_at)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (block_height) DO UPDATE
    SET block_hash = excluded.block_hash, source = excluded.source, read_at = excluded.read_at,
        is_complete = CASE WHEN block_sources.block_hash = excluded.block_hash
            AND block_sources.is_complete = 1 THEN 1 ELSE excluded.is_complete END`
