import { integerOf, optionalTextOf, type Query, type Row, textOf } from '../database/database.ts'
import type { RuneLine } from '../snapshot/records.ts'
import { type Batch, orRefuse, Refusal } from './batch.ts'
import { inChunks } from './inChunks.ts'
import type { RuneFacts } from './readRecord.ts'

/** A rune as it is stored. `divisibility` is undefined until an amount shows it. */
type StoredRune = RuneLine & { id: string }

/**
 * Writes what a batch states about runes. Stored facts win over those of records, but not over an
 * etching or a line about the rune. Returns the runes that are new or changed, and the records that
 * do not contradict them; the others are refused.
 */
export async function learnRunes(query: Query, { runes, records, refused }: Batch) {
  const lines = runes.flatMap(({ place, value: { id, ...rune } }) =>
    id === undefined ? [] : { place, rune: { id, ...rune } },
  )
  const ids = [...lines.map(({ rune }) => rune.id), ...records.map(({ value }) => value.rune.id)]
  const stored = await readRunes(query, [...new Set(ids)])
  const known = new Map(stored)
  for (const { place, rune } of lines) {
    orRefuse(refused, place, () => known.set(rune.id, merge(rune, known.get(rune.id))))
  }
  for (const { value } of records) {
    const etched = etchedAgain(value, known.get(value.rune.id))
    if (etched !== undefined) known.set(etched.id, etched)
  }
  const accepted = records.filter(({ place, value: { rune } }) =>
    orRefuse(refused, place, () => known.set(rune.id, merge(known.get(rune.id) ?? rune, rune))),
  )
  const changed = [...known.values()].filter((rune) => !isEqual(rune, stored.get(rune.id)))
  for (const rune of changed)
    await query(
      UPSERT,
      FACTS.map((fact) => rune[fact] ?? null),
    )
  return { changed, accepted }
}

/** @throws {Refusal} if the two disagree about the decimals, or neither has a name. */
function merge(first: RuneFacts, second: RuneFacts | undefined): StoredRune {
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

/** A rune etched under another name: the block that replaced another one holds a new rune. */
function etchedAgain(
  { rune, row }: Batch['records'][number]['value'],
  stored: StoredRune | undefined,
) {
  const isEtching = row.operation === 'etching' && rune.id.startsWith(`${row.block_height}:`)
  if (stored === undefined || !isEtching || !rune.name || rune.name === stored.name) return
  return merge(rune, undefined)
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
