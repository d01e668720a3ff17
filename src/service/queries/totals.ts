import type { MovementCounts, RuneTotals } from '../../contract/schemas/movement.ts'
import type { Paging } from '../../contract/schemas/page.ts'
import type { RuneLabel } from '../../contract/schemas/runeLabel.ts'
import { numberOf, textOf } from '../../database/database.ts'
import {
  KIND_NAMES,
  type KindCounts,
  type KindName,
  kindNamed,
  NEW_RECEIVES,
  noCounts,
  RUNE_MOVEMENTS,
  sumOfCounts,
} from '../../database/kinds.ts'
import { LIST, LIST_SIZE, listAfter, selectIn } from '../../database/rows.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import type { Index } from './indexReader.ts'
import { readLabels } from './labels.ts'
import type { Range } from './ledger.ts'
import { MAX_RECORDS, readPacked } from './packedRows.ts'

/** Whether a record adds to what its address got and gave. */
export function isEntry([number, , , , , fresh]: PackedRecord): boolean {
  const kind = kindNamed(number)
  return kind !== 'etchings' && kind !== 'mints' && (kind !== 'burns' || fresh === null)
}

/** Keys are below 2^31; a rune has less than 2^21. Nobody comes after all addresses. */
export const KEYS = 2 ** 32

/** What happened to each rune in a block or a transaction. */
export async function readByRune(index: Index, range: Range, { offset, limit }: Paging) {
  const { ranked } = await countRecords(index, range, {})
  const shown = ranked.slice(offset, offset + limit)
  const totals = await sumRunes(index, range, shown)
  const results = await runeTotalsOf(index, [...totals.values()])
  return { total: ranked.length, results }
}

/** Totals of runes as the service sends them. */
export async function runeTotalsOf(index: Index, totals: Totals[]): Promise<RuneTotals[]> {
  const runes = totals.map(({ key }) => key)
  return nameTotals(totals, await readLabels(index, runes))
}

export function nameTotals(totals: Totals[], labelOf: (key: number) => RuneLabel): RuneTotals[] {
  return totals.map((total) => {
    const rune = labelOf(total.key)
    const format = (amount: bigint) => applyDivisibility(amount, rune.divisibility)
    return {
      rune,
      movements: sumOfCounts(total.counts, RUNE_MOVEMENTS),
      ...movementCountsOf(total.counts),
      transferred: format(total.transferred),
      minted: format(total.fresh - total.premined),
      premined: format(total.premined),
      burned: format(total.burned),
      addresses: total.addresses.size,
    }
  })
}

/** The movements of an address, as it sees them. */
export function addressCountsOf(counts: KindCounts): MovementCounts {
  return {
    transfers: counts.transfers + counts.receives + counts.mixed_receives,
    mints: sumOfCounts(counts, NEW_RECEIVES.mints),
    burns: counts.burns,
    etchings: sumOfCounts(counts, NEW_RECEIVES.etchings),
    changes: counts.changes,
  }
}

export function movementCountsOf(counts: KindCounts): MovementCounts {
  return {
    transfers: counts.transfers,
    mints: counts.mints,
    burns: counts.burns,
    etchings: counts.etchings,
    changes: counts.changes,
  }
}

/** What happened to a rune, by its key: raw amounts. `fresh` is what was minted or premined. */
export type Totals = {
  key: number
  counts: KindCounts
  transferred: bigint
  fresh: bigint
  premined: bigint
  burned: bigint
  /** Their keys. */
  addresses: Set<number>
}

/** A record of the ledger: what sums and pairs are made of. Addresses and runes are keys. */
export type PackedRecord = [
  kind: number,
  rune: number,
  address: number | null,
  receiver: number | null,
  amount: string | null,
  fresh: string | null,
  change: string | null,
  vout: number | null,
]

const MOVEMENTS: ReadonlySet<KindName> = new Set(RUNE_MOVEMENTS)
const COLUMNS = ['kind', 'rune', 'address', 'receiver', 'amount', 'fresh', 'change', 'vout']
/** What says which entries a record adds to, without amounts. */
export const ENTRY_COLUMNS = ['kind', 'rune', 'address', 'NULL', 'NULL', 'fresh']

type CountOptions = {
  /** Kind and rune, and what `take` needs. */
  columns?: readonly string[]
  take?: (record: PackedRecord) => void
}

/**
 * Counts the records of a range, and ranks their runes: that with the most movements first, ties by age.
 * @throws {HttpProblem} 400 if there are too many.
 */
export async function countRecords(
  index: Index,
  range: Range,
  { columns = COLUMNS.slice(0, 2), take }: CountOptions,
) {
  const counts = noCounts()
  const movements = new Map<number, number>()
  const isCounted = KIND_NAMES.map((kind) => (MOVEMENTS.has(kind) ? 1 : 0))
  await readPacked<PackedRecord>(index, range, {
    columns,
    from: 'ledger l WHERE id >= $1 AND id < $2',
    take(record) {
      const [kind, key] = record
      counts[kindNamed(kind)]++
      movements.set(key, (movements.get(key) ?? 0) + (isCounted[kind] ?? 0))
      take?.(record)
    },
  })
  return { counts, ranked: rank(movements) }
}

/** Keys by their numbers, the largest first; ties by key. */
function rank(numbers: Map<number, number>): number[] {
  const sortable = Float64Array.from(
    numbers,
    ([key, number]) => (MAX_RECORDS - number) * KEYS + key,
  )
  return Array.from(sortable.sort(), (value) => value % KEYS)
}

/** The sums of some runes in a range, in their order. `take` gets all records of these runes. */
export async function sumRunes(
  index: Index,
  range: Range,
  runes: readonly number[],
  take?: (record: PackedRecord) => void,
): Promise<Map<number, Totals>> {
  const totals = new Map(runes.map((rune) => [rune, newTotals(rune)]))
  await readRecordsOf(index, range, runes, (record) => {
    const total = totals.get(record[1])
    if (total !== undefined) addRecord(total, record)
    take?.(record)
  })
  await addPremines(index, totals)
  return totals
}

export async function readRecordsOf(
  index: Index,
  range: Range,
  runes: readonly number[],
  take: (record: PackedRecord) => void,
): Promise<void> {
  for (let at = 0; at < runes.length; at += LIST_SIZE) {
    const parameters = Array.from({ length: LIST_SIZE }, (_, step) => runes[at + step] ?? null)
    const from = `ledger l WHERE id >= $1 AND id < $2 AND +rune IN (${listAfter(2)})`
    await readPacked<PackedRecord>(index, range, { columns: COLUMNS, from, parameters, take })
  }
}

async function addPremines(index: Index, totals: Map<number, Totals>): Promise<void> {
  const etched = [...totals.values()].filter(({ counts }) => counts.etchings > 0)
  const premines = await readPremines(
    index,
    etched.map(({ key }) => key),
  )
  for (const total of etched) total.premined = premines.get(total.key) ?? 0n
}

/** By the keys of the runes. */
export async function readPremines({ query }: Index, runes: readonly number[]) {
  const rows = await selectIn(query, `SELECT id, premine FROM runes WHERE id IN (${LIST})`, runes)
  return new Map(rows.map((row) => [numberOf(row, 'id'), BigInt(textOf(row, 'premine'))]))
}

/** Adds a record to the totals of its rune. */
export function addRecord(total: Totals, record: PackedRecord): void {
  const [number, , address, , digits, freshDigits] = record
  const kind = kindNamed(number)
  total.counts[kind]++
  if (kind === 'etchings' || kind === 'mints') return
  const amount = BigInt(digits ?? 0)
  const fresh = BigInt(freshDigits ?? 0)
  total.fresh += fresh
  if (kind === 'burns') total.burned += amount
  if (kind === 'transfers') total.transferred += amount
  // New units that burn at once belonged to nobody; a mint may create none.
  if (address !== null && isEntry(record)) total.addresses.add(address)
}

export function newTotals(key: number): Totals {
  const counts = noCounts()
  const amounts = { transferred: 0n, fresh: 0n, premined: 0n, burned: 0n }
  return { key, counts, ...amounts, addresses: new Set() }
}
