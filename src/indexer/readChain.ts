import {
  type Block,
  hashBytes,
  type Outpoint,
  splitOutpoint,
  toOutpoint,
} from '../bitcoin/block.ts'
import { nameOfNumber, numberOfName } from '../bitcoin/runeNames.ts'
import { etchedName, type RuneId } from '../bitcoin/runestone.ts'
import { hexOf, MAX_INTEGER, numberOf, type Row, textOf } from '../database/database.ts'
import { LIST, PAIRS, selectIn, selectPairs } from '../database/rows.ts'
import type { IndexState } from './indexState.ts'
import type { HeldOutput } from './moves.ts'
import type { Chain, LedgerRecord, MintableRune, TransactionChanges } from './rules.ts'
import {
  type OutputState,
  type RuneState,
  readAddress,
  readBalance,
  readRune,
  readRuneDay,
} from './states.ts'

// SQLite reads whole tables if it may choose the order of these joins: CROSS JOIN keeps it.

/** Reads what the rules need to know of the chain before a block, in a few batches. */
export async function readChain(
  state: IndexState,
  block: Block,
): Promise<Omit<Chain, 'commitments'>> {
  const inputs = block.transactions.flatMap((transaction) =>
    transaction.inputs.filter(state.finder.mayHaveOutput),
  )
  await loadOutputs(state, inputs)
  const mints = new Set(block.transactions.flatMap(({ runestone }) => runestone?.mint ?? []))
  await loadRunes(state, [...mints])
  const takenNames = await readTakenNames(
    state,
    block.transactions.flatMap(({ runestone }) => etchedName(runestone) ?? []),
  )
  return {
    network: state.network,
    outputs: heldOutputs(state, inputs),
    runes: mintableRunes(state, mints),
    takenNames,
  }
}

async function loadOutputs(state: IndexState, inputs: Outpoint[]): Promise<void> {
  const missing = new Set(inputs.filter((outpoint) => state.outputs.get(outpoint) === undefined))
  const candidates = await state.finder.findTransactions([...missing])
  const rows = await selectPairs(
    state.store.query,
    `SELECT t.txid, o.tx, o.vout, o.rune, o.amount, a.*
       FROM ${PAIRS} CROSS JOIN outputs o
       JOIN txs t ON t.id = o.tx
       LEFT JOIN addresses a ON a.id = o.address
      WHERE o.tx = pairs.one AND o.vout = pairs.two AND o.spender IS NULL
      ORDER BY o.tx, o.vout, o.rune`,
    placesOf(candidates),
  )
  const runes = await loadRunesById(
    state,
    rows.map((row) => numberOf(row, 'rune')),
  )
  for (const row of rows) {
    const vout = numberOf(row, 'vout')
    const outpoint = toOutpoint(hashBytes(hexOf(row, 'txid')), vout)
    if (!missing.has(outpoint)) continue
    const rune = expectKnown(runes.get(numberOf(row, 'rune')))
    const output = state.outputs.get(outpoint) ?? loadOutput(state, outpoint, row)
    output.amounts.push({ rune, amount: BigInt(textOf(row, 'amount')) })
  }
}

/** Different ones, because a wrong candidate may be at the place of a right one. */
function placesOf(candidates: [Outpoint, tx: number][]): [tx: number, vout: number][] {
  const places = new Map<string, [number, number]>()
  for (const [outpoint, tx] of candidates) {
    const { vout } = splitOutpoint(outpoint)
    if (vout <= MAX_INTEGER) places.set(`${tx}:${vout}`, [tx, vout])
  }
  return [...places.values()]
}

function loadOutput(state: IndexState, outpoint: Outpoint, row: Row): OutputState {
  return state.outputs.load(outpoint, {
    tx: numberOf(row, 'tx'),
    vout: numberOf(row, 'vout'),
    owner: row.id === null ? undefined : loadAddress(state, row),
    amounts: [],
    spender: undefined,
  })
}

/** A row that was read may be older than the state in memory. */
function loadAddress(state: IndexState, row: Row) {
  const address = textOf(row, 'address')
  return state.addresses.get(address) ?? state.addresses.load(address, readAddress(row))
}

function loadRune(state: IndexState, row: Row): RuneState {
  const id: RuneId = `${row.height}:${row.tx_index}`
  state.runeIds.set(numberOf(row, 'id'), id)
  return state.runes.get(id) ?? state.runes.load(id, readRune(row))
}

async function loadRunes(state: IndexState, ids: RuneId[]): Promise<void> {
  const missing = ids
    .filter((id) => state.runes.get(id) === undefined)
    .map((id) => id.split(':').map(Number))
    .flatMap(([height = 0, index = 0]): [number, number][] =>
      height <= MAX_INTEGER && index <= MAX_INTEGER ? [[height, index]] : [],
    )
  const rows = await selectPairs(
    state.store.query,
    `SELECT r.* FROM ${PAIRS} CROSS JOIN runes r
      WHERE r.height = pairs.one AND r.tx_index = pairs.two`,
    missing,
  )
  for (const row of rows) loadRune(state, row)
}

export async function loadRunesById(
  state: IndexState,
  ids: number[],
): Promise<Map<number, RuneState>> {
  const runes = new Map<number, RuneState>()
  for (const id of ids) {
    const rune = state.runes.get(state.runeIds.get(id) ?? '')
    if (rune !== undefined) runes.set(id, rune)
  }
  const sql = `SELECT * FROM runes WHERE id IN (${LIST})`
  const missing = ids.filter((id) => !runes.has(id))
  for (const row of await selectIn(state.store.query, sql, missing)) {
    runes.set(numberOf(row, 'id'), loadRune(state, row))
  }
  return runes
}

async function readTakenNames(state: IndexState, names: bigint[]): Promise<Set<bigint>> {
  const sql = `SELECT name FROM runes WHERE name IN (${LIST})`
  const rows = await selectIn(state.store.query, sql, names.map(nameOfNumber))
  const written = rows.map((row) => numberOfName(textOf(row, 'name')))
  return new Set([
    ...written,
    ...names.filter((name) => state.unwritten.some((runes) => runes.names.has(name))),
  ])
}

function heldOutputs(state: IndexState, inputs: Outpoint[]): Map<Outpoint, HeldOutput> {
  const held = new Map<Outpoint, HeldOutput>()
  for (const outpoint of inputs) {
    const output = state.outputs.get(outpoint)
    if (output === undefined || output.spender !== undefined) continue
    const amounts = new Map(output.amounts.map(({ rune, amount }) => [rune.runeId, amount]))
    held.set(outpoint, { owner: output.owner?.address, amounts })
  }
  return held
}

function mintableRunes(state: IndexState, ids: Iterable<RuneId>): Map<RuneId, MintableRune> {
  const mintable = new Map<RuneId, MintableRune>()
  for (const id of ids) {
    const rune = state.runes.get(id)
    if (rune === undefined) continue
    const { height, terms, mintCount } = rune
    mintable.set(id, { height, terms, mints: BigInt(mintCount) })
  }
  return mintable
}

/** Reads the runes whose mint state changes by itself before the block at `height`. */
export async function loadDueRunes(state: IndexState, height: number): Promise<Set<RuneState>> {
  const rows = await state.store.query('SELECT * FROM runes WHERE next_state_at = $1', [height])
  const runes = [
    ...rows.map((row) => loadRune(state, row)),
    ...state.unwritten.flatMap(({ nextStates }) => [...(nextStates.get(height) ?? [])]),
  ]
  // Those that change stay in the cache.
  for (const { runeId } of runes) state.runes.get(runeId)
  return new Set(runes.filter(({ nextStateAt }) => nextStateAt === height))
}

/** Reads the rows that the changes of a block touch: runes, addresses, balances, days. */
export async function loadChanged(
  state: IndexState,
  changes: TransactionChanges[],
  day: number,
): Promise<void> {
  const records = changes.flatMap((change) => change.records)
  await loadRunes(state, [...new Set(records.map((record) => record.rune))])
  await loadAddresses(state, new Set(records.flatMap((record) => partiesOf(record))))
  const pairs = new Map<string, [number, number]>()
  const runes = new Set<RuneState>()
  for (const record of records) {
    const rune = state.runes.get(record.rune)
    if (rune === undefined) continue // Etched in this block.
    runes.add(rune)
    for (const party of partiesOf(record)) {
      const address = state.addresses.get(party)
      if (address === undefined) continue // New.
      const key = balanceKey(address.id, rune.id)
      if (state.balances.get(key) === undefined) pairs.set(key, [address.id, rune.id])
    }
  }
  await loadBalances(state, [...pairs.values()])
  await loadDays(state, [...runes], day)
}

/** The addresses of a record. */
function partiesOf(record: LedgerRecord): string[] {
  const receiver = record.operation === 'send' ? record.receiver : undefined
  return [record.address, receiver].filter((party) => party !== undefined)
}

async function loadAddresses(state: IndexState, addresses: Set<string>): Promise<void> {
  const missing = [...addresses].filter((address) => state.addresses.get(address) === undefined)
  const ids = await state.finder.findAddresses(missing)
  const sql = `SELECT * FROM addresses WHERE id IN (${LIST})`
  const wanted = new Set(missing)
  for (const row of await selectIn(state.store.query, sql, ids)) {
    if (wanted.has(textOf(row, 'address'))) loadAddress(state, row)
  }
}

export function balanceKey(address: number, rune: number): string {
  return `${address}:${rune}`
}

async function loadBalances(state: IndexState, pairs: [number, number][]): Promise<void> {
  const rows = await selectPairs(
    state.store.query,
    `SELECT b.* FROM ${PAIRS} CROSS JOIN balances b
      WHERE b.address = pairs.one AND b.rune = pairs.two`,
    pairs,
  )
  const runes = await loadRunesById(
    state,
    rows.map((row) => numberOf(row, 'rune')),
  )
  for (const row of rows) {
    const rune = expectKnown(runes.get(numberOf(row, 'rune')))
    state.balances.load(balanceKey(numberOf(row, 'address'), rune.id), readBalance(row, rune))
  }
}

async function loadDays(state: IndexState, runes: RuneState[], day: number): Promise<void> {
  const missing = runes.filter((rune) => state.days.get(balanceKey(rune.id, day)) === undefined)
  const byId = new Map(missing.map((rune) => [rune.id, rune]))
  const rows = await selectPairs(
    state.store.query,
    `SELECT d.* FROM ${PAIRS} CROSS JOIN rune_days d
      WHERE d.rune = pairs.one AND d.day = pairs.two`,
    missing.map((rune) => [rune.id, day] as const),
  )
  for (const row of rows) {
    const rune = expectKnown(byId.get(numberOf(row, 'rune')))
    state.days.load(balanceKey(rune.id, day), readRuneDay(row, rune))
  }
}

/** What one row of the index refers to is in the index. */
export function expectKnown<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The index refers to a row that it does not have.')
  return value
}
