import { integerOf, optionalTextOf, type Query, type Row, textOf } from '../database/database.ts'
import type { RuneLine } from '../snapshot/records.ts'
import { type Batch, orRefuse, Refusal } from './batch.ts'
import { inChunks } from './inChunks.ts'
import type { ImportedRecord, RuneFacts } from './readRecord.ts'

/** A rune as it is stored. `divisibility` is undefined until an amount shows it. */
type StoredRune = RuneLine & { id: string }

/**
 * Writes what a batch states about runes. Stored facts win over those of records, but not over an
 * etching or a line about the rune. Returns the runes that are new or changed, and the records that
 * do not contradict them; the others are refused.
 */
export async function learnRunes(query: Query, { runes, records, refused }: Batch) {
  const lines = runes.flatMap(({ id, ...rune }) => (id === undefined ? [] : { id, ...rune }))
  const ids = [...lines.map(({ id }) => id), ...records.map(({ rune }) => rune.id)]
  const stored = await readRunes(query, [...new Set(ids)])
  const known = new Map(stored)
  for (const { place, ...rune } of lines) {
    orRefuse(refused, place, () => known.set(rune.id, merge(rune, known.get(rune.id))))
  }
  for (const record of records) {
    if (isEtchedAgain(record, known)) known.set(record.rune.id, merge(record.rune))
  }
  const accepted = records.filter(({ place, rune }) =>
    orRefuse(refused, place, () => known.set(rune.id, merge(known.get(rune.id) ?? rune, rune))),
  )
  const changed = [...known.values()].filter((rune) => !isEqual(rune, stored.get(rune.id)))
  for (const rune of changed) {
    const values = FACTS.map((fact) => rune[fact] ?? null)
    await query(UPSERT, values)
  }
  return { changed, accepted }
}

/** @throws {Refusal} if the two disagree about the decimals, or neither has a name. */
function merge(first: RuneFacts, second?: RuneFacts): StoredRune {
  const { id, divisibility = second?.divisibility, name = second?.name } = first
  const other = second?.divisibility ?? divisibility
  if (!name) throw new Refusal(`rune ${id} is not known here, and the record does not name it`)
  if (divisibility !== other) {
    throw new Refusal(`the decimals of rune ${id} do not agree: ${divisibility} and ${other}`)
  }
  return {
    id,
    name,
    divisibility,
    spaced_name: first.spaced_name ?? second?.spaced_name ?? name,
    number: first.number ?? second?.number,
    symbol: first.symbol ?? second?.symbol,
  }
}

/** Etched under another name: the block that replaced another one holds a new rune. */
function isEtchedAgain(
  { operation, rune: { id, name }, block_height }: ImportedRecord,
  known: Map<string, StoredRune>,
): boolean {
  const isEtching = operation === 'etching' && id.startsWith(`${block_height}:`)
  return isEtching && known.has(id) && Boolean(name) && name !== known.get(id)?.name
}

const FACTS = ['id', 'number', 'name', 'spaced_name', 'divisibility', 'symbol'] as const

function isEqual(rune: StoredRune, other: StoredRune | undefined): boolean {
  return other !== undefined && FACTS.every((fact) => rune[fact] === other[fact])
}

async function readRunes(query: Query, ids: string[]): Promise<Map<string, StoredRune>> {
  const rows = await inChunks(
    query,
    ids,
    (list) => `SELECT id, CAST(number AS TEXT) AS number, name, spaced_name,
      CAST(divisibility AS TEXT) AS divisibility, symbol FROM runes WHERE id IN (${list})`,
  )
  return new Map(rows.map((row) => [textOf(row, 'id'), toRune(row)]))
}

function toRune(row: Row): StoredRune {
  return {
    id: textOf(row, 'id'),
    number: integerOf(row, 'number'),
    name: textOf(row, 'name'),
    spaced_name: textOf(row, 'spaced_name'),
    divisibility: integerOf(row, 'divisibility'),
    symbol: optionalTextOf(row, 'symbol'),
  }
}

const UPSERT = `INSERT INTO runes (id, number, name, spaced_name, divisibility, symbol)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (id) DO UPDATE SET number = excluded.number, name = excluded.name,
    spaced_name = excluded.spaced_name, divisibility = excluded.divisibility, symbol = excluded.symbol`
