import type { ValuesOf } from '../../contract/endpoint.ts'
import type { byAddressFilters } from '../../contract/parameters.ts'
import type { AddressFigure, AddressTotals } from '../../contract/schemas/movement.ts'
import type { Paging } from '../../contract/schemas/page.ts'
import type { RuneLabel } from '../../contract/schemas/runeLabel.ts'
import { numberOf } from '../../database/database.ts'
import { KINDS, type KindName, kindNamed, NEW_RECEIVES } from '../../database/kinds.ts'
import { LIST, selectIn } from '../../database/rows.ts'
import { MAX_DIVISIBILITY } from '../../database/sortableAmount.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import type { Index } from './indexReader.ts'
import { readAddresses, readLabels } from './labels.ts'
import type { Range } from './ledger.ts'
import { expectRune } from './locate.ts'
import { MAX_RECORDS, readPacked } from './packedRows.ts'
import {
  countRecords,
  ENTRY_COLUMNS,
  isEntry,
  KEYS,
  type PackedRecord,
  readRecordsOf,
} from './totals.ts'

/** What each address got and gave in a block or a transaction, a rune an entry. */
export async function readByAddress(
  index: Index,
  range: Range,
  { rune, order_by, ...paging }: ValuesOf<typeof byAddressFilters> & Paging,
) {
  const only = rune === undefined ? undefined : (await expectRune(index, rune)).key
  const { total, entries } =
    order_by === undefined
      ? await readEntries(index, range, { only, ...paging })
      : await rankEntries(index, range, { only, figure: order_by, ...paging })
  const names = await readAddresses(
    index,
    entries.map(({ sums }) => sums.address),
  )
  const labelOf = await readLabels(index, [...new Set(entries.map(({ key }) => key))])
  const results = entries.map(({ key, sums }) => {
    return nameSums(sums, { rune: labelOf(key), address: names.get(sums.address) })
  })
  return { total, results }
}

/** What an address got and gave as the service sends it. */
export function nameSums(
  sums: AddressSums,
  { rune, address }: { rune: RuneLabel; address: string | undefined },
): AddressTotals {
  const format = (amount: bigint) => applyDivisibility(amount, rune.divisibility)
  return {
    address,
    rune,
    received: format(sums.received),
    sent: format(sums.sent),
    minted: format(sums.minted),
    premined: format(sums.premined),
    burned: format(sums.burned),
    net: format(netOf(sums)),
  }
}

/** A rune, by its key, and what an address got and gave of it. */
type Entry = { key: number; sums: AddressSums }
type Entries = { total: number; entries: Entry[] }

/** Rune by rune, that with the most movements first; of each, the largest change first. */
async function readEntries(
  index: Index,
  range: Range,
  { only, ...paging }: Paging & { only: number | undefined },
): Promise<Entries> {
  const { total, runes, skipped } =
    only === undefined
      ? await findEntries(index, range, paging)
      : { total: undefined, runes: [only], skipped: paging.offset }
  const sums = await sumByAddress(index, range, runes)
  const entries = runes.flatMap((key) =>
    [...(sums.get(key)?.values() ?? [])].sort(byChange).map((sums) => ({ key, sums })),
  )
  return {
    total: total ?? entries.length,
    entries: entries.slice(skipped, skipped + paging.limit),
  }
}

/** The largest figure first, of all runes together, as amounts are shown; ties by rune and by address. */
async function rankEntries(
  index: Index,
  range: Range,
  { only, figure, offset, limit }: Paging & { only: number | undefined; figure: AddressFigure },
): Promise<Entries> {
  const amounts = new Map<number, bigint>()
  await readPacked<PackedRecord>(index, range, {
    columns: FIGURE_COLUMNS,
    from: `ledger l WHERE id >= $1 AND id < $2 AND +kind IN (${FIGURE_KINDS[figure].map((kind) => KINDS[kind])})`,
    take(record) {
      if (!isEntry(record) || (only !== undefined && record[1] !== only)) return
      const amount = amountOf(record, figure)
      if (amount === 0n) return
      const pair = pairOf(record)
      amounts.set(pair, (amounts.get(pair) ?? 0n) + amount)
    },
  })
  const scaleOf = await readScales(index, [...new Set([...amounts.keys()].map(runeOfPair))])
  const ranked = Array.from(amounts, ([pair, amount]) => {
    return { pair, shown: amount * scaleOf(runeOfPair(pair)) }
  }).sort((one, two) =>
    one.shown === two.shown ? one.pair - two.pair : one.shown > two.shown ? -1 : 1,
  )
  const page = ranked.slice(offset, offset + limit).map(({ pair }) => pair)
  const runes = [...new Set(page.map(runeOfPair))]
  const sums = await sumByAddress(index, range, runes)
  const entries = page.flatMap((pair): Entry[] => {
    const key = runeOfPair(pair)
    const address = pair % KEYS
    const own = sums.get(key)?.get(address === NOBODY ? undefined : address)
    return own === undefined ? [] : [{ key, sums: own }]
  })
  return { total: ranked.length, entries }
}

/** The kinds of records that add to a figure, which are about half of all: the others are not even read. */
const FIGURE_KINDS: Record<AddressFigure, readonly KindName[]> = {
  received: ['receives', 'mixed_receives'],
  minted: NEW_RECEIVES.mints,
  premined: NEW_RECEIVES.etchings,
  sent: ['transfers'],
  burned: ['burns'],
}
const FIGURE_COLUMNS = ['kind', 'rune', 'address', 'NULL', 'amount', 'fresh', 'change']

/** What a record of one of these kinds adds to the figure. */
function amountOf(record: PackedRecord, figure: AddressFigure): bigint {
  const [, , , , amount, fresh, change] = record
  if (figure === 'minted' || figure === 'premined') return BigInt(fresh ?? 0)
  const whole = BigInt(amount ?? 0)
  return figure === 'received' ? whole - BigInt(fresh ?? 0) - BigInt(change ?? 0) : whole
}

/** What makes amounts of runes comparable: a function from the key of a rune to a factor. */
async function readScales({ query }: Index, runes: number[]) {
  const rows = await selectIn(
    query,
    `SELECT id, divisibility FROM runes WHERE id IN (${LIST})`,
    runes,
  )
  const scales = new Map(
    rows.map((row) => {
      return [numberOf(row, 'id'), 10n ** BigInt(MAX_DIVISIBILITY - numberOf(row, 'divisibility'))]
    }),
  )
  return (key: number) => scales.get(key) ?? 1n
}

/** What each address got and gave of some runes, by their keys. */
async function sumByAddress(index: Index, range: Range, runes: readonly number[]) {
  const sumsByRune = new Map(runes.map((key) => [key, newAddressSums()]))
  await readRecordsOf(index, range, runes, (record) => {
    const sums = sumsByRune.get(record[1])
    if (sums !== undefined && isEntry(record)) {
      addRecordTo(sumsOf(sums, record[2] ?? undefined), record)
    }
  })
  return sumsByRune
}

/** The number of all entries, the runes of those of a page, and how many of these runes come before the page. */
async function findEntries(index: Index, range: Range, { offset, limit }: Paging) {
  const pairs = new Float64Array(Math.min(range.end - range.first, MAX_RECORDS))
  let length = 0
  const { ranked } = await countRecords(index, range, {
    columns: ENTRY_COLUMNS,
    take(record) {
      if (isEntry(record)) pairs[length++] = pairOf(record)
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

/** In the place of an address: outputs without one. */
const NOBODY = KEYS - 1

/** A rune and an address as one number. */
function pairOf([, rune, address]: PackedRecord): number {
  return rune * KEYS + (address ?? NOBODY)
}

function runeOfPair(pair: number): number {
  return Math.floor(pair / KEYS)
}

/** How many different pairs each rune has. */
function countPairs(pairs: Float64Array): Map<number, number> {
  const counts = new Map<number, number>()
  let previous = -1
  for (const pair of pairs.sort()) {
    const rune = runeOfPair(pair)
    if (pair !== previous) counts.set(rune, (counts.get(rune) ?? 0) + 1)
    previous = pair
  }
  return counts
}

/** By key; undefined stands for outputs without an address. */
type SumsByAddress = Map<number | undefined, AddressSums>

function newAddressSums(): SumsByAddress {
  return new Map()
}

export type AddressSums = {
  address: number | undefined
  received: bigint
  sent: bigint
  minted: bigint
  premined: bigint
  burned: bigint
}

/** Adds a record to what its address got and gave. */
export function addRecordTo(sums: AddressSums, record: PackedRecord): void {
  const [number, , , , digits, freshDigits, change] = record
  const kind = kindNamed(number)
  const amount = BigInt(digits ?? 0)
  if (kind === 'burns') sums.burned += amount
  else if (kind === 'transfers') sums.sent += amount
  else if (kind !== 'changes') {
    const fresh = BigInt(freshDigits ?? 0)
    if (kind === 'premine_receives') sums.premined += fresh
    else sums.minted += fresh
    sums.received += amount - fresh - BigInt(change ?? 0)
  }
}

function sumsOf(all: SumsByAddress, address: number | undefined): AddressSums {
  const known = all.get(address)
  if (known !== undefined) return known
  const sums = newSums(address)
  all.set(address, sums)
  return sums
}

export function newSums(address: number | undefined): AddressSums {
  return { address, received: 0n, sent: 0n, minted: 0n, premined: 0n, burned: 0n }
}

/** The largest change first; ties by first appearance, outputs without an address last. */
export function byChange(one: AddressSums, two: AddressSums): number {
  const [change, other] = [changeOf(one), changeOf(two)]
  return change === other ? byAge(one, two) : change > other ? -1 : 1
}

function byAge(one: AddressSums, two: AddressSums): number {
  return (one.address ?? KEYS) - (two.address ?? KEYS)
}

function changeOf(sums: AddressSums): bigint {
  const net = netOf(sums)
  return net < 0n ? -net : net
}

function netOf({ received, sent, minted, premined, burned }: AddressSums): bigint {
  return received + minted + premined - sent - burned
}
