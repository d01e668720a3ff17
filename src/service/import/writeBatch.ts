import { isDeepStrictEqual } from 'node:util'
import { integerOf, optionalTextOf, type Query, textOf } from '../database/database.ts'
import { directoryWriter, runeDetail } from '../database/directoryTerms.ts'
import { inChunks, LIST } from '../database/inChunks.ts'
import { createRowWriter, type RowWriter } from '../database/rowWriter.ts'
import { type Batch, orRefuse, Refusal, type Refused } from './batch.ts'
import type { ImportedRecord, ImportedRune, RuneFacts } from './readLine.ts'
import { writeTokens } from './writeTokens.ts'

/** Where runes and tokens are written; they may share a database. The directory is with the tokens. */
export type Queries = { runes: Query; tokens: Query }

/** What was written of a batch, and what was not. */
export type Written = Awaited<ReturnType<typeof writeBatch>>

/** Writes a batch, to be called in a transaction. Written again it changes nothing. */
export async function writeBatch({ runes, tokens }: Queries, batch: Batch) {
  const records = currentOf(batch.records)
  const replaced = await replaceBlocks(runes, records)
  const { changed, accepted, refused } = await learnRunes(runes, batch.runes, records)
  await writeLedger(runes, accepted)
  const nameless = batch.runes.filter(({ id }) => !id)
  await writeRuneTerms(tokens, [...changed, ...nameless])
  await writeTokens(tokens, batch.tokens)
  return {
    records: accepted.length,
    tokens: batch.tokens.length,
    runes: changed.length + nameless.length,
    unknown: batch.unknown,
    replaced,
    refused: [...batch.refused, ...refused],
  }
}

/** Without records of blocks and transactions that later ones of the same batch replace. */
function currentOf(records: ImportedRecord[]): ImportedRecord[] {
  const hashes = new Map(records.map((record) => [record.block_height, record.block_hash]))
  const valid = records.filter((record) => hashes.get(record.block_height) === record.block_hash)
  const blocks = new Map(valid.map((record) => [record.tx_id, record.block_hash]))
  return valid.filter((record) => blocks.get(record.tx_id) === record.block_hash)
}

/**
 * Of each height only one block is stored: another hash replaces it, and the runes that were etched
 * in it. Returns a sentence for each.
 */
async function replaceBlocks(query: Query, records: ImportedRecord[]): Promise<string[]> {
  const replaced: string[] = []
  const hashes = new Map(records.map((record) => [record.block_height, record.block_hash]))
  for (const [height, hash] of hashes) {
    const rows = await query(
      'DELETE FROM ledger WHERE block_height = $1 AND block_hash <> $2 RETURNING block_hash',
      [height, hash],
    )
    const [first] = rows
    if (first === undefined) continue
    await query('DELETE FROM runes WHERE id LIKE $1', [`${height}:%`])
    replaced.push(`Replaced block ${height}: it had ${rows.length} records as ${first.block_hash}.`)
  }
  return replaced
}

type StoredRune = {
  id: string
  name: string
  spaced_name: string
  number: number | null
  /** Unknown until an amount shows it. */
  divisibility: number | null
  symbol: string | null
}

/**
 * Writes what lines and records state about runes. Stored facts win over those of records, but not
 * over a line about the rune. Returns the runes that are new or changed, and the records that do not
 * contradict them; the others are refused.
 */
async function learnRunes(query: Query, runes: ImportedRune[], records: ImportedRecord[]) {
  const lines = runes.flatMap(({ id, ...rune }) => (id ? [{ id, ...rune }] : []))
  const stored = await readRunes(query, [...lines, ...records.map(({ rune }) => rune)])
  const known = new Map(stored)
  const refused: Refused[] = []
  for (const { place, ...line } of lines) {
    orRefuse(refused, place, () => known.set(line.id, merge(line, known.get(line.id))))
  }
  const accepted = records.filter(({ place, rune }) =>
    orRefuse(refused, place, () => known.set(rune.id, merge(known.get(rune.id) ?? rune, rune))),
  )
  const changed = [...known.values()].filter((it) => !isDeepStrictEqual(it, stored.get(it.id)))
  for (const { id, number, name, spaced_name, divisibility, symbol } of changed) {
    await query(UPSERT_RUNE, [id, number, name, spaced_name, divisibility, symbol])
  }
  return { changed, accepted, refused }
}

/** @throws {Refusal} if the two disagree about the decimals, or neither has a name. */
function merge(first: RuneFacts, second: RuneFacts = first): StoredRune {
  const { id } = first
  const name = first.name ?? second.name
  if (!name) throw new Refusal(`rune ${id} is not known here, and the record does not name it`)
  const divisibility = first.divisibility ?? second.divisibility ?? null
  const other = second.divisibility ?? divisibility
  if (divisibility !== other) {
    throw new Refusal(`the decimals of rune ${id} do not agree: ${divisibility} and ${other}`)
  }
  return {
    id,
    name,
    spaced_name: first.spaced_name ?? second.spaced_name ?? name,
    number: first.number ?? second.number ?? null,
    divisibility,
    symbol: first.symbol ?? second.symbol ?? null,
  }
}

async function readRunes(query: Query, runes: RuneFacts[]): Promise<Map<string, StoredRune>> {
  const rows = await inChunks(
    query,
    `SELECT id, CAST(number AS TEXT) AS number, name, spaced_name,
      CAST(divisibility AS TEXT) AS divisibility, symbol FROM runes WHERE id IN (${LIST})`,
    runes.map(({ id }) => id),
  )
  const stored = rows.map((row) => ({
    id: textOf(row, 'id'),
    name: textOf(row, 'name'),
    spaced_name: textOf(row, 'spaced_name'),
    number: integerOf(row, 'number') ?? null,
    divisibility: integerOf(row, 'divisibility') ?? null,
    symbol: optionalTextOf(row, 'symbol') ?? null,
  }))
  return new Map(stored.map((rune) => [rune.id, rune]))
}

const UPSERT_RUNE = `INSERT INTO runes (id, number, name, spaced_name, divisibility, symbol)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (id) DO UPDATE SET number = excluded.number, name = excluded.name,
    spaced_name = excluded.spaced_name, divisibility = excluded.divisibility, symbol = excluded.symbol`

/** The contract does not number the records of a transaction: they count down, newest first. */
async function writeLedger(query: Query, records: ImportedRecord[]): Promise<void> {
  const ids = records.map(({ tx_id }) => tx_id)
  await inChunks(query, `DELETE FROM ledger WHERE tx_id IN (${LIST})`, ids)
  const writer = createRowWriter(query)
  const insert = ledgerWriter(writer)
  const sizes = new Map<string, number>()
  for (const record of records.toReversed()) {
    const index = sizes.get(record.tx_id) ?? 0
    sizes.set(record.tx_id, index + 1)
    await insert({ ...record, event_index: record.event_index ?? index })
  }
  await writer.flush()
}

/** A writer of rows of the ledger. */
export function ledgerWriter(writer: RowWriter) {
  return writer.into('ledger', [
    'rune_id',
    'block_hash',
    'block_height',
    'tx_index',
    'event_index',
    'tx_id',
    'output',
    'address',
    'receiver_address',
    'amount',
    'operation',
    'timestamp',
  ])
}

type NamedRune = Pick<ImportedRune, 'id' | 'number' | 'name' | 'spaced_name'>

/** Writes what leads to runes in the directory. One without an id has its name for an id. */
async function writeRuneTerms(query: Query, runes: NamedRune[]): Promise<void> {
  const ids = runes.flatMap(({ id, name }) => [id ?? name, name])
  await inChunks(query, `DELETE FROM directory WHERE kind = 'rune' AND id IN (${LIST})`, ids)
  const writer = createRowWriter(query)
  const insertTerms = directoryWriter(writer)
  const byId = new Map(runes.map((rune) => [rune.id ?? rune.name, rune]))
  for (const [key, { id, number, name, spaced_name }] of byId) {
    await insertTerms({
      kind: 'rune',
      id: key,
      title: spaced_name ?? name,
      detail: runeDetail(id, number),
      names: [name],
      others: [spaced_name ?? ''],
      identifiers: [id ?? '', number?.toString() ?? ''],
    })
  }
  await writer.flush()
}
