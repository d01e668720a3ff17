import type { ParametersOf } from '../../contract/endpoints.ts'
import type { Paging } from '../../contract/schemas/page.ts'
import { shareOf } from '../../contract/shares.ts'
import { numberOf, type Row, textOf } from '../../database/database.ts'
import { KIND_NAMES, KINDS, OPERATION_KINDS } from '../../database/kinds.ts'
import { listAfter, selectIn } from '../../database/rows.ts'
import { MAX_DIVISIBILITY, readSortableAmount } from '../../database/sortableAmount.ts'
import { badRequest, HttpProblem } from '../http/httpProblem.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import { DAY } from './history.ts'
import type { Index } from './indexReader.ts'
import { isOlder, RUNE_LABEL, readLabels, runeLabelOf, runeOf } from './labels.ts'
import { countRowsBefore } from './ledger.ts'
import { expectRune, type LocatedAddress, locateAddress } from './locate.ts'
import { readPacked } from './packedRows.ts'
import { readReceipts } from './receipts.ts'
import { fromNearerEnd } from './records.ts'
import { rawSupplyOf } from './runes.ts'
import { recordsAt, recordsUntil } from './spans.ts'

/**
 * A page of the holders of a rune, largest balance first, ties by first appearance.
 * @throws {HttpProblem} 404
 */
export async function readHolders(index: Index, { etching, ...paging }: ParametersOf<'holders'>) {
  const { key, divisibility, row } = await expectRune(index, etching)
  const total = numberOf(row, 'holders')
  const holders = await readHolderRows(index, { key, total }, paging)
  const results = holders.map(({ address, amount }) => ({
    address,
    balance: applyDivisibility(amount, divisibility),
  }))
  return { total, results }
}

async function readHolderRows(
  { query }: Index,
  { key, total }: { key: number; total: number },
  paging: Paging,
) {
  const { isReversed, limit, offset } = fromNearerEnd(paging, total)
  const order = isReversed ? 'amount, address DESC' : 'amount DESC, address'
  const rows = await query(
    `SELECT page.address AS key, a.address, page.amount
       FROM (SELECT address, amount FROM balances WHERE rune = $1 AND amount > '00'
              ORDER BY ${order} LIMIT $2 OFFSET $3) AS page
       JOIN addresses a ON a.id = page.address
      ORDER BY page.amount DESC, page.address`,
    [key, limit, offset],
  )
  return rows.map((row) => ({
    key: numberOf(row, 'key'),
    address: textOf(row, 'address'),
    amount: readSortableAmount(textOf(row, 'amount')),
  }))
}

/**
 * How much of a rune an address holds; 0 if it held some earlier.
 * @throws {HttpProblem} 404
 */
export async function readHolder(index: Index, { etching, address }: ParametersOf<'holder'>) {
  const { key, divisibility } = await expectRune(index, etching)
  const [row] = await index.query(
    `SELECT b.amount FROM addresses a JOIN balances b ON b.address = a.id
      WHERE a.address = $1 AND b.rune = $2`,
    [address, key],
  )
  if (row === undefined) throw new HttpProblem('rune-not-found')
  const balance = applyDivisibility(readSortableAmount(textOf(row, 'amount')), divisibility)
  return { address, balance }
}

/**
 * A page of the holders with their rank, their share, how their balance changed, and when they received; and
 * the shares of the largest holders together and of outputs without an address.
 * @throws {HttpProblem} 404
 */
export async function readHolderChanges(
  index: Index,
  { rune, ...paging }: ParametersOf<'runeHolders'>,
) {
  const { key, divisibility, row } = await expectRune(index, rune)
  const total = numberOf(row, 'holders')
  const holders = await readHolderRows(index, { key, total }, paging)
  const keys = holders.map((holder) => holder.key)
  const changes = await readChanges(index, key, keys)
  const receipts = await readReceipts(
    index,
    keys.map((address) => ({ address, rune: key })),
  )
  const isWhole = !isOlder(row, index)
  const supply = rawSupplyOf(row)
  const changeOf = (sums: Map<number, bigint>, key: number) =>
    applyDivisibility(sums.get(key) ?? 0n, divisibility)
  const results = holders.map(({ key, address, amount }, at) => ({
    rank: isWhole ? paging.offset + at + 1 : undefined,
    address,
    balance: applyDivisibility(amount, divisibility),
    share: isWhole ? shareOf(amount, supply) : undefined,
    day_change: isWhole || changes.hasDay ? changeOf(changes.day, key) : undefined,
    week_change: isWhole || changes.hasWeek ? changeOf(changes.week, key) : undefined,
    first_received: isWhole ? receipts[at]?.first?.place : undefined,
    last_received: receipts[at]?.last?.place,
  }))
  if (!isWhole) return { total, results, concentration: [] }
  const concentration = await readConcentration(index, { key, supply, total })
  const withoutAddress = BigInt(textOf(row, 'without_address'))
  const without_address = {
    balance: applyDivisibility(withoutAddress, divisibility),
    share: shareOf(withoutAddress, supply),
  }
  return { total, results, concentration, without_address }
}

const GROUPS = [1, 10, 100] as const

/** The largest balances of a rune, the largest first, at most 100. */
export async function readLargestBalances({ query }: Index, rune: number): Promise<bigint[]> {
  const rows = await query(
    `SELECT amount FROM balances WHERE rune = $1 AND amount > '00'
      ORDER BY amount DESC, address LIMIT 100`,
    [rune],
  )
  return rows.map((row) => readSortableAmount(textOf(row, 'amount')))
}

/** The shares of the largest holders. */
async function readConcentration(
  index: Index,
  { key, supply, total }: { key: number; supply: bigint; total: number },
) {
  const amounts = await readLargestBalances(index, key)
  return GROUPS.filter((holders) => holders < total).map((holders) => {
    const balance = amounts.slice(0, holders).reduce((sum, amount) => sum + amount, 0n)
    return { holders, share: shareOf(balance, supply) }
  })
}

/** How balances of a rune changed in the day and the week before the newest block, by address. */
async function readChanges(index: Index, rune: number, addresses: number[]) {
  const newest = await newestTimestamp(index)
  // As `runes.day_movements` counts days.
  const firstOf = (days: number) => recordsAt(index, newest - days * DAY)
  const [dayStart, weekStart] = [await firstOf(1), await firstOf(7)]
  const kinds = [...OPERATION_KINDS.burn, ...OPERATION_KINDS.send, ...OPERATION_KINDS.receive]
  const rows = await selectIn(
    index.query,
    `SELECT id, address, kind, amount FROM ledger
      WHERE rune = $1 AND kind IN (${kinds.map((kind) => KINDS[kind])}) AND id >= $2
        AND address IN (${listAfter(2)})`,
    addresses,
    [rune, weekStart],
  )
  const changes = {
    day: new Map<number, bigint>(),
    week: new Map<number, bigint>(),
    /** Whether the index began before. */
    hasDay: dayStart > 0,
    hasWeek: weekStart > 0,
  }
  for (const row of rows) {
    const [address, amount] = [numberOf(row, 'address'), signedAmountOf(row)]
    changes.week.set(address, (changes.week.get(address) ?? 0n) + amount)
    if (numberOf(row, 'id') < dayStart) continue
    changes.day.set(address, (changes.day.get(address) ?? 0n) + amount)
  }
  return changes
}

/** The kinds of records that add to a balance; others take from it. */
export const RECEIVES = new Set<number>(OPERATION_KINDS.receive.map((kind) => KINDS[kind]))

/** What a record of an address adds to its balance, in raw digits. */
function signedAmountOf(row: Row): bigint {
  const amount = BigInt(textOf(row, 'amount'))
  return RECEIVES.has(numberOf(row, 'kind')) ? amount : -amount
}

/** A page of the runes that an address holds, largest shown amount first. */
export async function readBalances(index: Index, { address, ...paging }: ParametersOf<'balances'>) {
  const { total, rows } = await readBalanceRows(index, address, paging)
  const results = rows.map((row) => {
    const amount = readSortableAmount(textOf(row, 'amount'))
    const balance = applyDivisibility(amount, numberOf(row, 'divisibility'))
    return { rune: runeOf(row, index.isComplete), address, balance }
  })
  return { total, results }
}

async function readBalanceRows(index: Index, address: string, paging: Paging) {
  const located = await locateAddress(index, address)
  if (located === undefined) return { key: -1, total: 0, rows: [] }
  const { isReversed, limit, offset } = fromNearerEnd(paging, located.runes)
  const order = isReversed ? 'shown_amount, rune DESC' : 'shown_amount DESC, rune'
  const rows = await index.query(
    `SELECT ${RUNE_LABEL}, r.premine, r.minted, r.burned, page.amount, page.movements
       FROM (SELECT rune, amount, shown_amount, movements FROM balances
              WHERE address = $1 AND amount > '00'
              ORDER BY ${order} LIMIT $2 OFFSET $3) AS page
       JOIN runes r ON r.id = page.rune
      ORDER BY page.shown_amount DESC, page.rune`,
    [located.key, limit, offset],
  )
  return { key: located.key, total: located.runes, rows }
}

/** No index has the orders besides that by amount: all balances are read and sorted. */
const MAX_SORTED_BALANCES = 5000

/** The same with the share of the supply, and when the address received; or what it held after a block or a day. */
export async function readBalanceShares(
  index: Index,
  { address, name = '', at, order_by, ...paging }: ParametersOf<'addressBalances'>,
) {
  if (at !== undefined) {
    if (order_by !== 'amount') {
      throw badRequest('querystring/at and querystring/order_by exclude each other; omit one')
    }
    return readPastBalances(index, { address, name, at, ...paging })
  }
  if (order_by === 'amount' && name === '') {
    const { key, total, rows } = await readBalanceRows(index, address, paging)
    const balances = rows.map((row) => readBalance(index, row))
    return { total, results: (await withReceipts(index, key, balances)).map(balanceOf(address)) }
  }
  const everything = { offset: 0, limit: MAX_SORTED_BALANCES }
  const { key, total, rows } = await readBalanceRows(index, address, everything)
  if (total > MAX_SORTED_BALANCES) {
    throw badRequest(
      `querystring/order_by must be amount, and querystring/name omitted, for an address with more than ${MAX_SORTED_BALANCES} runes`,
    )
  }
  const balances = rows
    .map((row) => readBalance(index, row))
    .filter(({ rune }) => rune.name.startsWith(name))
  const pageOf = <Entry>(sorted: Entry[]) =>
    sorted.slice(paging.offset, paging.offset + paging.limit)
  const page =
    order_by === 'amount' || order_by === 'share'
      ? await withReceipts(
          index,
          key,
          pageOf(order_by === 'share' ? balances.sort(byShare) : balances),
        )
      : pageOf((await withReceipts(index, key, balances)).sort(ORDERS[order_by]))
  return { total: balances.length, results: page.map(balanceOf(address)) }
}

type Balance = ReturnType<typeof readBalance>

function readBalance(index: Index, row: Row) {
  return {
    key: numberOf(row, 'rune_key'),
    rune: runeLabelOf(row, index.isComplete),
    amount: readSortableAmount(textOf(row, 'amount')),
    // What an older rune did before the index began is not known.
    supply: isOlder(row, index) ? undefined : rawSupplyOf(row),
    movements: numberOf(row, 'movements'),
  }
}

type Received = Awaited<ReturnType<typeof withReceipts>>[number]

async function withReceipts(index: Index, address: number, balances: Balance[]) {
  const receipts = await readReceipts(
    index,
    balances.map(({ key }) => ({ address, rune: key })),
  )
  return balances.map((balance, at) => {
    const { first, last } = receipts[at] ?? {}
    return { ...balance, first: balance.supply === undefined ? undefined : first, last }
  })
}

const balanceOf =
  (address: string) =>
  ({ rune, amount, supply, movements, first, last }: Received) => ({
    rune,
    address,
    balance: applyDivisibility(amount, rune.divisibility),
    share: supply && shareOf(amount, supply),
    movements,
    first_received: first?.place,
    last_received: last?.place,
  })

// Equal ones stay in the order of their amounts.

/** Runes without a known supply come last. */
function byShare(one: Balance, two: Balance): number {
  if (one.supply === undefined || two.supply === undefined) {
    return Number(one.supply === undefined) - Number(two.supply === undefined)
  }
  const [left, right] = [one.amount * two.supply, two.amount * one.supply]
  return left > right ? -1 : left < right ? 1 : 0
}

const ORDERS = {
  first_received: (one: Received, two: Received) => (two.first?.id ?? -1) - (one.first?.id ?? -1),
  last_received: (one: Received, two: Received) => (two.last?.id ?? -1) - (one.last?.id ?? -1),
}

/** Summed from the records of the address. */
async function readPastBalances(
  index: Index,
  { address, name, at, offset, limit }: Paging & { address: string; name: string; at: string },
) {
  if (await isAfter(at, index)) {
    throw badRequest(`querystring/at must not be after the newest block, ${index.tip.height}`)
  }
  const located = await locateAddress(index, address)
  const sums = located ? await readPastSums(index, located, await recordsUntil(index, at)) : []
  const balances = sums
    .filter(({ amount }) => amount > 0n)
    .map((sum) => {
      return { ...sum, shown: sum.amount * 10n ** BigInt(MAX_DIVISIBILITY - sum.divisibility) }
    })
    .sort((one, two) =>
      one.shown < two.shown ? 1 : one.shown > two.shown ? -1 : one.key - two.key,
    )
  const labelOf = await readLabels(
    index,
    balances.map(({ key }) => key),
  )
  const named = balances.filter(({ key }) => labelOf(key).name.startsWith(name))
  const page = named.slice(offset, offset + limit)
  const results = page.map(({ key, amount, divisibility }) => ({
    rune: labelOf(key),
    address,
    balance: applyDivisibility(amount, divisibility),
  }))
  return { total: named.length, results }
}

type PastRecord = [rune: number, kind: number, amount: string, divisibility: number]
type PastBalance = { key: number; amount: bigint; divisibility: number }

/** @throws {HttpProblem} 400 if the address has too many records. */
async function readPastSums(
  index: Index,
  located: LocatedAddress,
  id: number,
): Promise<PastBalance[]> {
  const position = 'address_position'
  const end = await countRowsBefore(index, located, { kinds: KIND_NAMES, position, id })
  const sums = new Map<number, PastBalance>()
  await readPacked<PastRecord>(
    index,
    { first: 0, end },
    {
      columns: ['l.rune', 'l.kind', 'l.amount', 'r.divisibility'],
      from: `ledger l JOIN runes r ON r.id = l.rune
        WHERE l.address_position >= $1 AND l.address_position < $2 AND l.address = $3`,
      parameters: [located.key],
      take([key, kind, amount, divisibility]) {
        const sum = sums.get(key) ?? { key, amount: 0n, divisibility }
        sums.set(key, sum)
        sum.amount += RECEIVES.has(kind) ? BigInt(amount) : -BigInt(amount)
      },
    },
  )
  return [...sums.values()]
}

/** Whether a height or a day comes after the newest block. */
async function isAfter(at: string, index: Index): Promise<boolean> {
  if (!at.includes('-')) return Number(at) > index.tip.height
  return Date.parse(at) / 1000 > (await newestTimestamp(index))
}

/** The greatest so far. */
async function newestTimestamp({ query }: Index): Promise<number> {
  const [row] = await query('SELECT max(latest_timestamp) AS newest FROM blocks')
  return numberOf(row ?? {}, 'newest')
}
