import { setImmediate } from 'node:timers/promises'
import type { ValuesOf } from '../../contract/endpoint.ts'
import type { byAddressFilters } from '../../contract/parameters.ts'
import type {
  AddressFigure,
  AddressTotals,
  MovementCounts,
  RuneTotals,
} from '../../contract/schemas/movement.ts'
import type { Paging } from '../../contract/schemas/page.ts'
import {
  numberOf,
  optionalNumberOf,
  optionalTextOf,
  type Row,
  textOf,
} from '../../database/database.ts'
import {
  isEtching,
  type KindCounts,
  type KindName,
  kindOf,
  noCounts,
  RUNE_MOVEMENTS,
  sumOfCounts,
} from '../../database/kinds.ts'
import { applyDivisibility } from '../applyDivisibility.ts'
import type { Index } from './indexReader.ts'
import { readAddresses, readLabels } from './labels.ts'
import type { Range } from './ledger.ts'
import { expectRune } from './locate.ts'

/** What each address got and gave in a block or a transaction, a rune an entry. */
export async function readByAddress(
  index: Index,
  range: Range,
  { rune, order_by, offset, limit }: ValuesOf<typeof byAddressFilters> & Paging,
) {
  const totals = await sumRange(index, range)
  const only = rune === undefined ? undefined : (await expectRune(index, rune)).key
  const ofRune = byMovements(order_by && KINDS_OF_FIGURE[order_by])
  const entries = [...totals.values()]
    .filter(({ key }) => only === undefined || key === only)
    .flatMap((total) => [...total.addresses.values()].map((address) => ({ ...address, total })))
    .filter((sums) => order_by === undefined || sums[order_by] > 0n)
    .sort((one, two) => ofRune(one.total, two.total) || byLargest(one, two, order_by))
  const shown = entries.slice(offset, offset + limit)
  const addresses = shown.map(({ address }) => address)
  const names = await readAddresses(index, addresses)
  const runes = shown.map(({ total }) => total.key)
  const labelOf = await readLabels(index, runes)
  const results = shown.map((entry): AddressTotals => {
    const rune = labelOf(entry.total.key)
    const format = (amount: bigint) => applyDivisibility(amount, rune.divisibility)
    return {
      address: names.get(entry.address),
      rune,
      received: format(entry.received),
      sent: format(entry.sent),
      minted: format(entry.minted),
      burned: format(entry.burned),
      net: format(netOf(entry)),
    }
  })
  return { total: entries.length, results }
}

/** What happened to each rune in a block or a transaction. */
export async function readByRune(index: Index, range: Range, paging: Paging) {
  const totals = [...(await sumRange(index, range)).values()].sort(byMovements())
  const shown = totals.slice(paging.offset, paging.offset + paging.limit)
  return { total: totals.length, results: await runeTotalsOf(index, shown) }
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
      addresses: total.addresses.size - (total.addresses.has(undefined) ? 1 : 0),
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
  /** By key; undefined stands for outputs without an address. */
  addresses: Map<number | undefined, AddressSums>
}

type AddressSums = {
  address: number | undefined
  received: bigint
  sent: bigint
  minted: bigint
  burned: bigint
}

/** SQLite is synchronous: other work runs between two steps. */
const STEP = 5000

/** Sums the records with ids from `first` up to `end`, by rune. */
export async function sumRange(
  { query }: Index,
  { first, end }: Range,
): Promise<Map<number, Totals>> {
  const totals = new Map<number, Totals>()
  for (let start = first; start < end; start += STEP) {
    const rows = await query(
      `SELECT l.kind, l.rune, l.address, l.amount, l.fresh, l.change, r.premine
         FROM ledger l JOIN runes r ON r.id = l.rune WHERE l.id >= $1 AND l.id < $2`,
      [start, Math.min(end, start + STEP)],
    )
    for (const row of rows) addRow(totals, row)
    await setImmediate()
  }
  return totals
}

function addRow(totals: Map<number, Totals>, row: Row): void {
  const key = numberOf(row, 'rune')
  const total = totals.get(key) ?? newTotals(key)
  totals.set(key, total)
  const kind = kindOf(row)
  total.counts[kind]++
  if (isEtching(kind)) total.premined += BigInt(textOf(row, 'premine'))
  if (isEtching(kind) || kind === 'mints') return
  const amount = BigInt(textOf(row, 'amount'))
  const freshDigits = optionalTextOf(row, 'fresh')
  const fresh = BigInt(freshDigits ?? 0)
  total.fresh += fresh
  if (kind === 'burns') total.burned += amount
  // New units that burn at once belonged to nobody; a mint may create none.
  if (kind === 'burns' && freshDigits !== undefined) return
  const sums = sumsOf(total, optionalNumberOf(row, 'address'))
  if (kind === 'burns') sums.burned += amount
  else if (kind === 'transfers') {
    total.transferred += amount
    sums.sent += amount
  } else if (kind !== 'changes') {
    sums.minted += fresh
    sums.received += amount - fresh - BigInt(optionalTextOf(row, 'change') ?? 0)
  }
}

function newTotals(key: number): Totals {
  const counts = noCounts()
  const amounts = { transferred: 0n, fresh: 0n, premined: 0n, burned: 0n }
  return { key, counts, ...amounts, addresses: new Map() }
}

function sumsOf({ addresses }: Totals, address: number | undefined): AddressSums {
  const known = addresses.get(address)
  if (known !== undefined) return known
  const sums = { address, received: 0n, sent: 0n, minted: 0n, burned: 0n }
  addresses.set(address, sums)
  return sums
}

/** The movements that each figure sums. */
const KINDS_OF_FIGURE: Record<AddressFigure, readonly KindName[]> = {
  received: ['transfers'],
  sent: ['transfers'],
  minted: ['mint_receives', 'premine_receives', 'etchings'],
  burned: ['burns'],
}

/** The rune with the most movements of these kinds first; ties by age. */
export function byMovements(kinds: readonly KindName[] = RUNE_MOVEMENTS) {
  return (one: Totals, two: Totals) =>
    sumOfCounts(two.counts, kinds) - sumOfCounts(one.counts, kinds) || one.key - two.key
}

/** The largest figure first, or the largest change; ties by first appearance, outputs without an address last. */
function byLargest(one: AddressSums, two: AddressSums, figure: AddressFigure | undefined): number {
  const sizeOf = (sums: AddressSums) => (figure === undefined ? changeOf(sums) : sums[figure])
  const [a, b] = [sizeOf(one), sizeOf(two)]
  if (a !== b) return a > b ? -1 : 1
  return (one.address ?? Number.POSITIVE_INFINITY) - (two.address ?? Number.POSITIVE_INFINITY)
}

function changeOf(sums: AddressSums): bigint {
  const net = netOf(sums)
  return net < 0n ? -net : net
}

function netOf({ received, sent, minted, burned }: AddressSums): bigint {
  return received + minted - sent - burned
}
