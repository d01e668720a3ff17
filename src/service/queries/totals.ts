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
  type KindCounts,
  type KindName,
  kindNamed,
  noCounts,
  RUNE_MOVEMENTS,
  sumOfCounts,
} from '../../database/kinds.ts'
import { LIST, selectIn } from '../../database/rows.ts'
import { applyDivisibility } from '../applyDivisibility.ts'
import type { Index } from './indexReader.ts'
import { readAddresses, readLabels } from './labels.ts'
import type { Range } from './ledger.ts'
import { expectRune } from './locate.ts'
import { readPacked } from './packedRows.ts'

/** What each address got and gave in a block or a transaction, a rune an entry. */
export async function readByAddress(
  index: Index,
  range: Range,
  { rune, order_by, offset, limit }: ValuesOf<typeof byAddressFilters> & Paging,
) {
  const only = rune === undefined ? undefined : (await expectRune(index, rune)).key
  const totals = [...(await sumRange(index, range, only)).values()]
  let total = 0
  const shown: (AddressSums & { total: Totals })[] = []
  for (const ofRune of totals.sort(byMovements(order_by && KINDS_OF_FIGURE[order_by]))) {
    const all = [...ofRune.addresses.values()]
    const matching = order_by === undefined ? all : all.filter((sums) => sums[order_by] > 0n)
    const [first, end] = [Math.max(0, offset - total), offset + limit - total]
    if (first < matching.length && end > 0) {
      const sorted = matching.sort((one, two) => byLargest(one, two, order_by))
      for (const sums of sorted.slice(first, end)) shown.push({ ...sums, total: ofRune })
    }
    total += matching.length
  }
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
  return { total, results }
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

/** A record of the ledger: what sums and pairs are made of. Addresses and runes are keys. */
export type LedgerRecord = [
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

/** The records of a range, of all runes or of one. @throws {HttpProblem} 400 if there are too many. */
export function readRecords(index: Index, range: Range, rune?: number): Promise<LedgerRecord[]> {
  const inRange = 'ledger l WHERE id >= $1 AND id < $2'
  const condition = rune === undefined ? {} : { parameters: [rune] }
  const from = rune === undefined ? inRange : `${inRange} AND rune = $3`
  return readPacked(index, range, { columns: COLUMNS, from, ...condition })
}

/** Sums the records of a range by rune, of all runes or of one. */
async function sumRange(index: Index, range: Range, rune?: number): Promise<Map<number, Totals>> {
  return sumRecords(index, await readRecords(index, range, rune))
}

/** Sums records by rune. */
export async function sumRecords(
  index: Index,
  records: LedgerRecord[],
): Promise<Map<number, Totals>> {
  const totals = new Map<number, Totals>()
  for (const [kind, rune, address, , amount, fresh, change] of records) {
    const total = totals.get(rune) ?? newTotals(rune)
    totals.set(rune, total)
    addRecord(total, kindNamed(kind), { address: address ?? undefined, amount, fresh, change })
  }
  await addPremines(index, totals)
  return totals
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

type RecordAmounts = {
  address: number | undefined
  amount: string | null
  fresh: string | null
  change: string | null
}

function addRecord(total: Totals, kind: KindName, record: RecordAmounts): void {
  total.counts[kind]++
  if (isEtching(kind) || kind === 'mints') return
  const amount = BigInt(record.amount ?? 0)
  const fresh = BigInt(record.fresh ?? 0)
  total.fresh += fresh
  if (kind === 'burns') total.burned += amount
  // New units that burn at once belonged to nobody; a mint may create none.
  if (kind === 'burns' && record.fresh !== null) return
  const sums = sumsOf(total, record.address)
  if (kind === 'burns') sums.burned += amount
  else if (kind === 'transfers') {
    total.transferred += amount
    sums.sent += amount
  } else if (kind !== 'changes') {
    sums.minted += fresh
    sums.received += amount - fresh - BigInt(record.change ?? 0)
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
