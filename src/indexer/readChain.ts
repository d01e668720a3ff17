import {
  type Block,
  hashBytes,
  type Outpoint,
  splitOutpoint,
  toOutpoint,
} from '../bitcoin/block.ts'
import { nameOfNumber, numberOfName } from '../bitcoin/runeNames.ts'
import { etchedName, type RuneId, splitRuneId } from '../bitcoin/runestone.ts'
import { hexOf, MAX_INTEGER, numberOf, type Row, textOf } from '../database/database.ts'
import { LIST, PAIRS, PAIRS_SIZE, selectIn, selectPairs } from '../database/rows.ts'
import type { IndexState } from './indexState.ts'
import type { HeldOutput } from './moves.ts'
import type { Chain, MintableRune } from './rules.ts'
import { type OutputState, type RuneState, readAddress, readRune } from './states.ts'

// SQLite reads whole tables if it may choose the order of these joins: CROSS JOIN keeps it.

/** Reads what the rules need to know of the chain before a block, in a few batches. */
export async function readChain(
  state: IndexState,
  block: Block,
): Promise<Omit<Chain, 'commitments'>> {
  const chain = await readChainWithin(state, block, Number.MAX_SAFE_INTEGER)
  return expectKnown(chain)
}

/** The same; undefined if the inputs bring more pieces than `maxPieces`. It reads few more. */
export async function readChainWithin(
  state: IndexState,
  block: Block,
  maxPieces: number,
): Promise<Omit<Chain, 'commitments'> | undefined> {
  const inputs = block.transactions.flatMap((transaction) =>
    transaction.inputs.filter(state.finder.mayHaveOutput),
  )
  if (!(await loadOutputs(state, inputs, maxPieces))) return
  const runes = await readRunes(state, block)
  return { ...runes, outputs: heldOutputs(state, inputs) }
}

/** What the rules need to know, but the outputs. */
export async function readRunes(
  state: IndexState,
  { transactions }: Block,
): Promise<Omit<Chain, 'commitments' | 'outputs'>> {
  const mints = new Set(transactions.flatMap(({ runestone }) => runestone?.mint ?? []))
  await loadRunes(state, [...mints])
  const names = transactions.flatMap(({ runestone }) => etchedName(runestone) ?? [])
  return {
    network: state.network,
    firstHeight: state.firstHeight,
    runes: mintableRunes(state, mints),
    takenNames: await readTakenNames(state, names),
    maxSingleMoves: state.limits.maxSingleMoves,
  }
}

/** Returns false, and loads none, if there are more pieces: rows of unspent outputs. */
async function loadOutputs(
  state: IndexState,
  inputs: Outpoint[],
  maxPieces: number,
): Promise<boolean> {
  const cached = new Map(
    inputs.flatMap((outpoint) => {
      const output = state.outputs.get(outpoint)
      return output === undefined ? [] : [[outpoint, output]]
    }),
  )
  const missing = new Set(inputs.filter((outpoint) => !cached.has(outpoint)))
  const outputKeys = outputKeysOf(await state.finder.findTransactions([...missing]))
  const pieces = [...cached.values()].reduce((sum, { amounts }) => sum + amounts.length, 0)
  const rows = await readUnspent(state, outputKeys, maxPieces - pieces)
  if (rows === undefined) return false
  const keys = rows.map((row) => numberOf(row, 'rune'))
  const runes = await loadRunesById(state, keys)
  for (const row of rows) {
    const outpoint = outpointOf(row)
    if (!missing.has(outpoint)) continue
    const rune = expectKnown(runes.get(numberOf(row, 'rune')))
    const output = state.outputs.get(outpoint) ?? loadOutput(state, outpoint, row)
    output.amounts.push({ rune, amount: BigInt(textOf(row, 'amount')) })
  }
  for (const outpoint of missing) {
    state.outputs.get(outpoint)?.amounts.sort((one, two) => one.rune.id - two.rune.id)
  }
  return true
}

/** The rows of unspent outputs; undefined if there are more than `maxRows`. They are in no order, to end early. */
async function readUnspent(
  state: IndexState,
  outputKeys: OutputKey[],
  maxRows: number,
): Promise<Row[] | undefined> {
  const rows: Row[] = []
  for (let first = 0; first < outputKeys.length; first += PAIRS_SIZE) {
    const some = outputKeys.slice(first, first + PAIRS_SIZE)
    const found = await selectPairs(
      state.query,
      `${SELECT_UNSPENT} LIMIT $${PAIRS_SIZE * 2 + 1}`,
      some,
      [Math.max(0, maxRows - rows.length) + 1],
    )
    for (const row of found) rows.push(row)
    if (rows.length > maxRows) return
  }
  return rows
}

const SELECT_UNSPENT = `
  SELECT t.txid, o.tx, o.vout, o.rune, o.amount, a.*
    FROM ${PAIRS} CROSS JOIN outputs o
    JOIN txs t ON t.id = o.tx
    LEFT JOIN addresses a ON a.id = o.address
   WHERE o.tx = pairs.one AND o.vout = pairs.two AND o.spender IS NULL`

function outpointOf(row: Row): Outpoint {
  return toOutpoint(hashBytes(hexOf(row, 'txid')), numberOf(row, 'vout'))
}

/** An output that may hold runes: a transaction by its id in the database. */
export type OutputKey = [tx: number, vout: number]

/** How many rows of some unspent outputs each rune has, by its id in the database. */
export async function countPieces(
  state: IndexState,
  outputKeys: OutputKey[],
): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  const rows = await selectPairs(
    state.query,
    `SELECT o.rune, count(*) AS pieces FROM ${PAIRS} CROSS JOIN outputs o
      WHERE o.tx = pairs.one AND o.vout = pairs.two AND o.spender IS NULL GROUP BY o.rune`,
    outputKeys,
  )
  for (const row of rows) {
    const rune = numberOf(row, 'rune')
    counts.set(rune, (counts.get(rune) ?? 0) + numberOf(row, 'pieces'))
  }
  return counts
}

/** Loads the rows of some unspent outputs for the runes from `first` to `last`, and only these. */
export async function loadOutputsOfRunes(
  state: IndexState,
  outputKeys: OutputKey[],
  { first, last }: { first: number; last: number },
): Promise<Map<Outpoint, Readonly<OutputState>>> {
  const range = [PAIRS_SIZE * 2 + 1, PAIRS_SIZE * 2 + 2].map((index) => `$${index}`)
  const rows = await selectPairs(
    state.query,
    `${SELECT_UNSPENT} AND o.rune >= ${range[0]} AND o.rune <= ${range[1]}`,
    outputKeys,
    [first, last],
  )
  const runes = await loadRunesById(
    state,
    rows.map((row) => numberOf(row, 'rune')),
  )
  const outputs = new Map<Outpoint, Readonly<OutputState>>()
  for (const row of rows) {
    const outpoint = outpointOf(row)
    const output = outputs.get(outpoint) ?? loadOutput(state, outpoint, row)
    outputs.set(outpoint, output)
    const rune = expectKnown(runes.get(numberOf(row, 'rune')))
    output.amounts.push({ rune, amount: BigInt(textOf(row, 'amount')) })
  }
  return outputs
}

/** The keys of the outputs with runes that a transaction spends. */
export async function findOutputKeys(state: IndexState, inputs: Outpoint[]): Promise<OutputKey[]> {
  const candidates = await state.finder.findTransactions(inputs.filter(state.finder.mayHaveOutput))
  const txids = new Map<number, string>()
  const sql = `SELECT id, txid FROM txs WHERE id IN (${LIST})`
  for (const row of await selectIn(
    state.query,
    sql,
    candidates.map(([, tx]) => tx),
  )) {
    txids.set(numberOf(row, 'id'), hashBytes(hexOf(row, 'txid')))
  }
  return outputKeysOf(
    candidates.filter(([outpoint, tx]) => splitOutpoint(outpoint).txid === txids.get(tx)),
  )
}

/** Different ones, because a wrong candidate may have the key of a right one. */
function outputKeysOf(candidates: [Outpoint, tx: number][]): OutputKey[] {
  const outputKeys = new Map<string, OutputKey>()
  for (const [outpoint, tx] of candidates) {
    const { vout } = splitOutpoint(outpoint)
    if (vout <= MAX_INTEGER) outputKeys.set(`${tx}:${vout}`, [tx, vout])
  }
  return [...outputKeys.values()]
}

function loadOutput(state: IndexState, outpoint: Outpoint, row: Row): Readonly<OutputState> {
  return state.outputs.load(outpoint, {
    tx: numberOf(row, 'tx'),
    vout: numberOf(row, 'vout'),
    owner: row.id === null ? undefined : loadAddress(state, row),
    amounts: [],
    spender: undefined,
  })
}

/** A row that was read may be older than the state in memory. */
export function loadAddress(state: IndexState, row: Row) {
  const address = textOf(row, 'address')
  return state.addresses.get(address) ?? state.addresses.load(address, readAddress(row))
}

export function loadRune(state: IndexState, row: Row): Readonly<RuneState> {
  const id: RuneId = `${row.height}:${row.tx_index}`
  state.runeIds.set(numberOf(row, 'id'), id)
  return state.runes.get(id) ?? state.runes.load(id, readRune(row))
}

export async function loadRunes(state: IndexState, ids: RuneId[]): Promise<void> {
  const missing = ids
    .filter((id) => state.runes.get(id) === undefined)
    .map((id) => splitRuneId(id, Number))
    .filter(([height, index]) => height <= MAX_INTEGER && index <= MAX_INTEGER)
  const rows = await selectPairs(
    state.query,
    `SELECT r.* FROM ${PAIRS} CROSS JOIN runes r
      WHERE r.height = pairs.one AND r.tx_index = pairs.two`,
    missing,
  )
  for (const row of rows) loadRune(state, row)
}

export async function loadRunesById(
  state: IndexState,
  ids: number[],
): Promise<Map<number, Readonly<RuneState>>> {
  const runes = new Map<number, Readonly<RuneState>>()
  for (const id of ids) {
    const rune = state.runes.get(state.runeIds.get(id) ?? '')
    if (rune !== undefined) runes.set(id, rune)
  }
  const sql = `SELECT * FROM runes WHERE id IN (${LIST})`
  const missing = ids.filter((id) => !runes.has(id))
  for (const row of await selectIn(state.query, sql, missing)) {
    runes.set(numberOf(row, 'id'), loadRune(state, row))
  }
  return runes
}

async function readTakenNames(state: IndexState, names: bigint[]): Promise<Set<bigint>> {
  const sql = `SELECT name FROM runes WHERE name IN (${LIST})`
  const rows = await selectIn(state.query, sql, names.map(nameOfNumber))
  const written = rows.map((row) => numberOfName(textOf(row, 'name')))
  return new Set([
    ...written,
    ...names.filter((name) => state.unwritten.some((runes) => runes.names.has(name))),
  ])
}

function heldOutputs(state: IndexState, inputs: Outpoint[]): Map<Outpoint, HeldOutput> {
  const outputs = new Map<Outpoint, HeldOutput>()
  for (const outpoint of inputs) {
    const output = state.outputs.get(outpoint)
    if (output === undefined || output.spender !== undefined) continue
    const amounts = new Map(output.amounts.map(({ rune, amount }) => [rune.runeId, amount]))
    outputs.set(outpoint, { owner: output.owner?.address, amounts })
  }
  return outputs
}

function mintableRunes(state: IndexState, ids: Iterable<RuneId>): Map<RuneId, MintableRune> {
  const mintable = new Map<RuneId, MintableRune>()
  for (const id of ids) {
    const rune = state.runes.get(id)
    if (rune === undefined) continue
    const { height, terms, mintCount, isCenotaph } = rune
    mintable.set(id, { height, terms, mints: BigInt(mintCount), isCenotaph })
  }
  return mintable
}

export function pairKey(address: number, rune: number): string {
  return `${address}:${rune}`
}

/** What one row of the index refers to is in the index. */
export function expectKnown<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The index refers to a row that it does not have.')
  return value
}
