import { hashBytes, toOutpoint } from '../../../src/bitcoin/block.ts'
import {
  hexOf,
  numberOf,
  type Query,
  type Row,
  type Store,
  textOf,
} from '../../../src/database/database.ts'
import { readSortableAmount } from '../../../src/database/sortableAmount.ts'
import type { ModelRune } from '../model/types.ts'
import type { Holdings } from './holdings.ts'

const PAGE = 20_000

/** What an index has otherwise: sentences, none if it has the same. Each amount of each output and address is compared. */
export async function compareHoldings(store: Store, holdings: Holdings): Promise<string[]> {
  return store.readTransaction(async (query) => [
    ...(await compareRunes(query, holdings)),
    ...(await compareOutputs(query, holdings)),
    ...(await compareBalances(query, holdings)),
  ])
}

async function compareRunes(query: Query, { register, minted, burned }: Holdings) {
  const rows = await query(
    'SELECT id, name, premine, minted, mint_count, burned FROM runes ORDER BY id',
  )
  const expected = register.runes.map((rune) =>
    [
      rune.name,
      rune.premine,
      minted.get(rune) ?? 0n,
      register.mints.get(rune) ?? 0,
      burned.get(rune) ?? 0n,
    ].join(' '),
  )
  const read = rows.map((row) =>
    ['name', 'premine', 'minted', 'mint_count', 'burned'].map((column) => row[column]).join(' '),
  )
  return differences('runes', read, expected)
}

async function compareOutputs(query: Query, { unspent, register }: Holdings): Promise<string[]> {
  const wrong: string[] = []
  let count = 0
  for await (const row of readAll(query, OUTPUTS)) {
    count++
    const outpoint = toOutpoint(hashBytes(hexOf(row, 'txid')), numberOf(row, 'vout'))
    const holding = unspent.get(outpoint)
    const expected = holding?.amounts.get(runeOf(row, register.runes))
    if (String(expected) !== textOf(row, 'amount')) {
      wrong.push(`${describe(row, 'txid')}: the index has ${row.amount}, not ${expected}`)
    }
  }
  const all = [...unspent.values()].reduce((sum, { amounts }) => sum + amounts.size, 0)
  if (count !== all) wrong.push(`The index has ${count} unspent amounts, not ${all}`)
  return wrong.slice(0, 5)
}

async function compareBalances(query: Query, holdings: Holdings): Promise<string[]> {
  const balances = balancesOf(holdings)
  const wrong: string[] = []
  let count = 0
  for await (const row of readAll(query, BALANCES)) {
    const amount = readSortableAmount(textOf(row, 'amount'))
    if (amount === 0n) continue
    count++
    const rune = runeOf(row, holdings.register.runes)
    const expected = balances.get(textOf(row, 'name'))?.get(rune)
    if (expected !== amount) wrong.push(`${row.name}: the index has ${amount}, not ${expected}`)
  }
  const all = [...balances.values()].reduce((sum, { size }) => sum + size, 0)
  if (count !== all) wrong.push(`The index has ${count} balances, not ${all}`)
  return wrong.slice(0, 5)
}

/** What addresses hold is what their unspent outputs hold. */
function balancesOf({ unspent }: Holdings): Map<string, Map<ModelRune, bigint>> {
  const balances = new Map<string, Map<ModelRune, bigint>>()
  for (const { address, amounts } of unspent.values()) {
    if (address === undefined) continue
    const own = balances.get(address) ?? new Map<ModelRune, bigint>()
    balances.set(address, own)
    for (const [rune, amount] of amounts) own.set(rune, (own.get(rune) ?? 0n) + amount)
  }
  return balances
}

/** Pages by three columns of a table. */
type Pages = { sql: string; key: readonly [string, string, string] }

const OUTPUTS: Pages = {
  sql: `SELECT o.tx, o.vout, o.rune, o.amount, t.txid FROM outputs o JOIN txs t ON t.id = o.tx
    WHERE o.spender IS NULL AND (o.tx, o.vout, o.rune) > ($1, $2, $3)
    ORDER BY o.tx, o.vout, o.rune LIMIT ${PAGE}`,
  key: ['tx', 'vout', 'rune'],
}
const BALANCES: Pages = {
  sql: `SELECT b.address, b.rune, b.rune AS same, b.amount, a.address AS name
     FROM balances b JOIN addresses a ON a.id = b.address
    WHERE (b.address, b.rune, b.rune) > ($1, $2, $3) ORDER BY b.address, b.rune LIMIT ${PAGE}`,
  key: ['address', 'rune', 'same'],
}

async function* readAll(query: Query, { sql, key }: Pages): AsyncGenerator<Row> {
  let after = [-1, -1, -1]
  for (;;) {
    const rows = await query(sql, after)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined) return
    after = key.map((column) => numberOf(last, column))
  }
}

function runeOf(row: Row, runes: ModelRune[]): ModelRune {
  const rune = runes[numberOf(row, 'rune')]
  if (rune === undefined) throw new Error(`There is no rune ${row.rune}.`)
  return rune
}

function describe(row: Row, column: string): string {
  return `${hexOf(row, column)}:${row.vout}, rune ${row.rune}`
}

function differences(what: string, read: string[], expected: string[]): string[] {
  if (read.length !== expected.length) {
    return [`The index has ${read.length} ${what}, not ${expected.length}`]
  }
  return expected
    .flatMap((row, index) => (row === read[index] ? [] : [`${what}: ${read[index]}, not ${row}`]))
    .slice(0, 5)
}
