import { unixSeconds } from '../bitcoin/unixSeconds.ts'
import { numberOf, optionalNumberOf, type Query, type Store, textOf } from '../database/database.ts'
import { isReadable, readMeta, writeMeta } from '../database/meta.ts'
import { readSortableAmount } from '../database/sortableAmount.ts'
import { expectVersion, REBUILD } from './openIndex.ts'
import { readIndexTip } from './writeBatch.ts'

/** What the tables say about the units of a rune. */
type Sums = {
  name: string
  /** premine + minted − burned. */
  supply: bigint
  /** What addresses hold, and what outputs without an address hold. */
  balances: bigint
  /** What unspent outputs hold. */
  outputs: bigint
  /** The number of addresses with a balance, as counted here and as stored. */
  holders: number
  storedHolders: number
}

const BATCH = 20_000

type VerifyOptions = {
  print?: (line: string) => void
  onProgress?: (done: number, total: number) => void
}

/**
 * Proves an index: for every rune, its supply is what addresses hold, and what unspent outputs hold. Prints
 * each rune for which that is wrong. Returns the exit code: 0 if all are right.
 * @throws {DatabaseError} if another version of Cairn made the index.
 */
export async function verifyIndex(
  store: Store,
  { print = () => {}, onProgress = () => {} }: VerifyOptions = {},
): Promise<number> {
  const meta = await readMeta(store, 'runes')
  expectVersion(meta)
  if (!isReadable(meta)) {
    print('The first pass over the blocks has not ended yet.')
    return 1
  }
  const { height, wrong, count } = await store.readTransaction((query) => sumUp(query, onProgress))
  for (const sums of wrong) print(describe(sums))
  if (wrong.length > 0) {
    print(`${wrong.length} of ${count} runes are wrong. ${REBUILD}`)
    return 1
  }
  await storeResult(store, `${height} ${unixSeconds()} ${count}`, print)
  print(`Verified at block ${height}: supply = balances = outputs for all ${count} runes.`)
  return 0
}

/** For the page about the index. A role that may only read can verify too. */
async function storeResult(
  store: Store,
  verified: string,
  print: (line: string) => void,
): Promise<void> {
  try {
    await store.transaction((query) => writeMeta(query, 'runes', { verified }))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    print(`The result could not be stored in the database: ${reason}.`)
  }
}

async function sumUp(query: Query, onProgress: (done: number, total: number) => void) {
  const tip = await readIndexTip(query)
  const sums = await readSupplies(query)
  // Two tables, each in the order of its first column.
  const [txs, addresses] = [tip?.next.tx ?? 0, tip?.next.address ?? 0]
  await addOutputs(query, sums, (done) => onProgress(done, txs + addresses))
  await addBalances(query, sums, (done) => onProgress(txs + done, txs + addresses))
  const wrong = [...sums.values()].filter(
    ({ supply, balances, outputs, holders, storedHolders }) =>
      supply !== balances || supply !== outputs || holders !== storedHolders,
  )
  return { height: tip?.height ?? 0, count: sums.size, wrong }
}

async function readSupplies(query: Query): Promise<Map<number, Sums>> {
  const rows = await query(
    'SELECT id, spaced_name, premine, minted, burned, holders FROM runes ORDER BY id',
  )
  return new Map(
    rows.map((row) => {
      const [premine, minted, burned] = ['premine', 'minted', 'burned'].map((column) =>
        BigInt(textOf(row, column)),
      )
      const sums: Sums = {
        name: textOf(row, 'spaced_name'),
        supply: (premine ?? 0n) + (minted ?? 0n) - (burned ?? 0n),
        balances: 0n,
        outputs: 0n,
        holders: 0,
        storedHolders: numberOf(row, 'holders'),
      }
      return [numberOf(row, 'id'), sums]
    }),
  )
}

async function addOutputs(
  query: Query,
  sums: Map<number, Sums>,
  onProgress: (tx: number) => void,
): Promise<void> {
  let after = [-1, -1, -1]
  for (;;) {
    const rows = await query(
      `SELECT tx, vout, rune, address, amount, spender FROM outputs
        WHERE (tx, vout, rune) > ($1, $2, $3) ORDER BY tx, vout, rune LIMIT ${BATCH}`,
      after,
    )
    for (const row of rows) {
      const rune = sums.get(numberOf(row, 'rune'))
      if (rune === undefined || row.spender !== null) continue
      const amount = BigInt(textOf(row, 'amount'))
      rune.outputs += amount
      // It belongs to nobody, so it is in no balance.
      if (optionalNumberOf(row, 'address') === undefined) rune.balances += amount
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = [numberOf(last, 'tx'), numberOf(last, 'vout'), numberOf(last, 'rune')]
    onProgress(numberOf(last, 'tx'))
  }
}

async function addBalances(
  query: Query,
  sums: Map<number, Sums>,
  onProgress: (address: number) => void,
): Promise<void> {
  let after = [-1, -1]
  for (;;) {
    const rows = await query(
      `SELECT address, rune, amount FROM balances
        WHERE (address, rune) > ($1, $2) ORDER BY address, rune LIMIT ${BATCH}`,
      after,
    )
    for (const row of rows) {
      const rune = sums.get(numberOf(row, 'rune'))
      const amount = readSortableAmount(textOf(row, 'amount'))
      if (rune === undefined || amount === 0n) continue
      rune.balances += amount
      rune.holders += 1
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = [numberOf(last, 'address'), numberOf(last, 'rune')]
    onProgress(numberOf(last, 'address'))
  }
}

function describe({ name, supply, balances, outputs, holders, storedHolders }: Sums): string {
  return `${name}: the supply is ${supply}, addresses hold ${balances}, outputs hold ${outputs}; ${holders} holders, stored as ${storedHolders}.`
}
