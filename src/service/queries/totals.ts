import type { ValuesOf } from '../../contract/endpoint.ts'
import type { byAddressFilters } from '../../contract/parameters.ts'
import type {
  AddressFigure,
  AddressTotals,
  MovementCounts,
  RuneTotals,
} from '../../contract/schemas/movement.ts'
import type { Paging } from '../../contract/schemas/page.ts'
import { numberOf, textOf } from '../../database/database.ts'
import {
  etchedOf,
  isEtching,
  KIND_NAMES,
  type KindCounts,
  type KindName,
  kindNamed,
  noCounts,
  RUNE_MOVEMENTS,
  sumOfCounts,
} from '../../database/kinds.ts'
import { LIST, LIST_SIZE, listAfter, selectIn } from '../../database/rows.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import type { Index } from './indexReader.ts'
import { readAddresses, readLabels } from './labels.ts'
import type { Range } from './ledger.ts'
import { expectRune } from './locate.ts'
import { MAX_RECORDS, readPacked } from './packedRows.ts'

/** What each address got and gave in a block or a transaction, a rune an entry. */
export async function readByAddress(
  index: Index,
  range: Range,
  { rune, order_by, ...paging }: ValuesOf<typeof byAddressFilters> & Paging,
) {
  const only = rune === undefined ? undefined : (await expectRune(index, rune)).key
  const { total, runes, skipped } =
    only === undefined
      ? await findEntries(index, range, paging, order_by)
      : { total: undefined, runes: [only], skipped: paging.offset }
  const sumsByRune = new Map(runes.map((key) => [key, newAddressSums()]))
  await readRunes(index, range, runes, (record) => {
    const sums = sumsByRune.get(record[1])
    if (sums !== undefined && isEntry(record)) addToAddress(sums, record)
  })
  const entries = [...sumsByRune].flatMap(([key, all]) =>
    sortByFigure(all, order_by).map((sums) => ({ key, sums })),
  )
  const shown = entries.slice(skipped, skipped + paging.limit)
  const addresses = shown.map(({ sums }) => sums.address)
  const names = await readAddresses(index, addresses)
  const labelOf = await readLabels(index, runes)
  const results = shown.map(({ key, sums }): AddressTotals => {
    const label = labelOf(key)
    const format = (amount: bigint) => applyDivisibility(amount, label.divisibility)
    return {
      address: names.get(sums.address),
      rune: label,
      received: format(sums.received),
      sent: format(sums.sent),
      minted: format(sums.minted),
      burned: format(sums.burned),
      net: format(netOf(sums)),
    }
  })
  return { total: total ?? entries.length, results }
}

/** The number of all entries, the runes of those of a page, and how many of these runes come before the page. */
async function findEntries(
  index: Index,
  range: Range,
  { offset, limit }: Paging,
  order_by: AddressFigure | undefined,
) {
  const pairs = new Float64Array(Math.min(range.end - range.first, MAX_RECORDS))
  let length = 0
  const kinds = order_by && KINDS_OF_FIGURE[order_by]
  const { ranked } = await countRecords(index, range, {
    kinds,
    columns: order_by === undefined ? ENTRY_COLUMNS : COLUMNS,
    take(record) {
      if (isEntry(record, order_by)) pairs[length++] = pairOf(record)
    },
  })
  const counts = countPairs(pairs.subarray(0, length))
  const runes: number[] = []
  let [total, skipped] = [0, 0]
  for (const key of ranked) {
    const entries = counts.get(key) ?? 0
    const isOnPage = entries > 0 && total + entries > offset && total < offset + limit
    if (isOnPage && runes.push(key) === 1) skipped = offset - total
    total += entries
  }
  return { total, runes, skipped }
}

/** Whether a record adds to what its address got and gave, or to one figure of it. */
function isEntry(record: PackedRecord, figure?: AddressFigure | undefined): boolean {
  const [number, , , , amount, fresh, change] = record
  const kind = kindNamed(number)
  if (isEtching(kind) || kind === 'mints' || (kind === 'burns' && fresh !== null)) return false
  switch (figure) {
    case undefined:
      return true
    case 'sent':
      return kind === 'transfers'
    case 'burned':
      return kind === 'burns'
    case 'minted':
      return BigInt(fresh ?? 0) > 0n
    case 'received': {
      const isReceipt = !['transfers', 'changes', 'burns'].includes(kind)
      return isReceipt && BigInt(amount ?? 0) > BigInt(fresh ?? 0) + BigInt(change ?? 0)
    }
  }
}

/** Keys are below 2^31; a rune has less than 2^21. Nobody comes after all addresses. */
const KEYS = 2 ** 32

/** A rune and an address as one number. */
function pairOf([, rune, address]: PackedRecord): number {
  return rune * KEYS + (address ?? KEYS - 1)
}

/** How many different pairs each rune has. */
function countPairs(pairs: Float64Array): Map<number, number> {
  const counts = new Map<number, number>()
  let previous = -1
  for (const pair of pairs.sort()) {
    const rune = Math.floor(pair / KEYS)
    if (pair !== previous) counts.set(rune, (counts.get(rune) ?? 0) + 1)
    previous = pair
  }
  return counts
}

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
  const labelOf = await readLabels(index, runes)
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

export function movementCountsOf(counts: KindCounts): MovementCounts {
  return {
    transfers: counts.transfers,
    mints: counts.mint_receives,
    burns: counts.burns,
    etchings: counts.etchings + counts.premine_receives,
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

/** By key; undefined stands for outputs without an address. */
type SumsByAddress = Map<number | undefined, AddressSums>

function newAddressSums(): SumsByAddress {
  return new Map()
}

type AddressSums = {
  address: number | undefined
  received: bigint
  sent: bigint
  minted: bigint
  burned: bigint
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

const COLUMNS = ['kind', 'rune', 'address', 'receiver', 'amount', 'fresh', 'change', 'vout']
/** What says which entries a record adds to, without amounts. */
const ENTRY_COLUMNS = ['kind', 'rune', 'address', 'NULL', 'NULL', 'fresh']

type CountOptions = {
  /** The movements by which runes are ranked. */
  kinds?: readonly KindName[] | undefined
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
  { kinds = RUNE_MOVEMENTS, columns = COLUMNS.slice(0, 2), take }: CountOptions,
) {
  const counts = noCounts()
  const movements = new Map<number, number>()
  const isCounted = KIND_NAMES.map((kind) => (kinds.includes(kind) ? 1 : 0))
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
  await readRunes(index, range, runes, (record) => {
    const total = totals.get(record[1])
    if (total !== undefined) addRecord(total, record)
    take?.(record)
  })
  await addPremines(index, totals)
  return totals
}

async function readRunes(
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

async function addPremines({ query }: Index, totals: Map<number, Totals>): Promise<void> {
  const etched = [...totals.values()].filter(({ counts }) => etchedOf(counts) > 0)
  const rows = await selectIn(
    query,
    `SELECT id, premine FROM runes WHERE id IN (${LIST})`,
    etched.map(({ key }) => key),
  )
  for (const row of rows) {
    const total = totals.get(numberOf(row, 'id'))
    if (total !== undefined) total.premined = BigInt(textOf(row, 'premine'))
  }
}

function addRecord(total: Totals, record: PackedRecord): void {
  const [number, , address, , digits, freshDigits] = record
  const kind = kindNamed(number)
  total.counts[kind]++
  if (isEtching(kind) || kind === 'mints') return
  const amount = BigInt(digits ?? 0)
  const fresh = BigInt(freshDigits ?? 0)
  total.fresh += fresh
  if (kind === 'burns') total.burned += amount
  if (kind === 'transfers') total.transferred += amount
  // New units that burn at once belonged to nobody; a mint may create none.
  if (address !== null && isEntry(record)) total.addresses.add(address)
}

function newTotals(key: number): Totals {
  const counts = noCounts()
  const amounts = { transferred: 0n, fresh: 0n, premined: 0n, burned: 0n }
  return { key, counts, ...amounts, addresses: new Set() }
}

/** Adds a record to what its address got and gave. */
function addToAddress(all: SumsByAddress, record: PackedRecord): void {
  const [number, , address, , digits, freshDigits, change] = record
  const kind = kindNamed(number)
  const sums = sumsOf(all, address ?? undefined)
  const amount = BigInt(digits ?? 0)
  if (kind === 'burns') sums.burned += amount
  else if (kind === 'transfers') sums.sent += amount
  else if (kind !== 'changes') {
    const fresh = BigInt(freshDigits ?? 0)
    sums.minted += fresh
    sums.received += amount - fresh - BigInt(change ?? 0)
  }
}

function sumsOf(all: SumsByAddress, address: number | undefined): AddressSums {
  const known = all.get(address)
  if (known !== undefined) return known
  const sums = { address, received: 0n, sent: 0n, minted: 0n, burned: 0n }
  all.set(address, sums)
  return sums
}

/** The movements that each figure sums. */
const KINDS_OF_FIGURE: Record<AddressFigure, readonly KindName[]> = {
  received: ['transfers'],
  sent: ['transfers'],
  minted: ['mint_receives', 'premine_receives', 'etchings'],
  burned: ['burns'],
}

/** The largest figure first, or the largest change; ties by first appearance, outputs without an address last. */
function sortByFigure(all: SumsByAddress, figure: AddressFigure | undefined): AddressSums[] {
  const sized = Array.from(all.values(), (sums) => {
    return { sums, size: figure === undefined ? changeOf(sums) : sums[figure] }
  })
  return sized
    .filter(({ size }) => figure === undefined || size > 0n)
    .sort((one, two) =>
      one.size === two.size ? byAge(one.sums, two.sums) : one.size > two.size ? -1 : 1,
    )
    .map(({ sums }) => sums)
}

function byAge(one: AddressSums, two: AddressSums): number {
  return (one.address ?? KEYS) - (two.address ?? KEYS)
}

function changeOf(sums: AddressSums): bigint {
  const net = netOf(sums)
  return net < 0n ? -net : net
}

function netOf({ received, sent, minted, burned }: AddressSums): bigint {
  return received + minted - sent - burned
}
