import { numberOf, textOf } from '../database/database.ts'
import { LIST, PAIRS, selectIn, selectPairs } from '../database/rows.ts'
import type { LedgerRecord } from './effects.ts'
import type { IndexState } from './indexState.ts'
import {
  expectKnown,
  loadAddress,
  loadRune,
  loadRunes,
  loadRunesById,
  pairKey,
} from './readChain.ts'
import { readRuneDay } from './runePeriods.ts'
import { type RuneState, readBalance } from './states.ts'

// SQLite reads whole tables if it may choose the order of these joins: CROSS JOIN keeps it.

/** Reads the rows that records touch: runes, addresses, balances, days. */
export async function loadChanged(
  state: IndexState,
  records: LedgerRecord[],
  day: number,
): Promise<void> {
  await loadRunes(state, [...new Set(records.map((record) => record.rune))])
  await loadAddresses(state, new Set(records.flatMap((record) => partiesOf(record))))
  const pairs = new Map<string, [number, number]>()
  const runes = new Set<Readonly<RuneState>>()
  for (const record of records) {
    const rune = state.runes.get(record.rune)
    if (rune === undefined) continue // Etched in this block.
    runes.add(rune)
    for (const party of partiesOf(record)) {
      const address = state.addresses.get(party)
      if (address === undefined) continue // New.
      const key = pairKey(address.id, rune.id)
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
  for (const row of await selectIn(state.query, sql, ids)) {
    if (wanted.has(textOf(row, 'address'))) loadAddress(state, row)
  }
}

async function loadBalances(state: IndexState, pairs: [number, number][]): Promise<void> {
  const rows = await selectPairs(
    state.query,
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
    state.balances.load(pairKey(numberOf(row, 'address'), rune.id), readBalance(row, rune))
  }
}

async function loadDays(
  state: IndexState,
  runes: Readonly<RuneState>[],
  day: number,
): Promise<void> {
  const missing = runes.filter((rune) => state.days.get(pairKey(rune.id, day)) === undefined)
  const byId = new Map(missing.map((rune) => [rune.id, rune]))
  const rows = await selectPairs(
    state.query,
    `SELECT d.* FROM ${PAIRS} CROSS JOIN rune_days d
      WHERE d.rune = pairs.one AND d.day = pairs.two`,
    missing.map((rune) => [rune.id, day] as const),
  )
  for (const row of rows) {
    const rune = expectKnown(byId.get(numberOf(row, 'rune')))
    state.days.load(pairKey(rune.id, day), readRuneDay(row, rune))
  }
}

/**
 * Loads the runes that the end of a block changes: those whose movements leave the last 24 hours, and those whose
 * mint state changes by itself, which it returns.
 */
export async function loadAtEnd(
  state: IndexState,
  { latestTimestamp, height }: { latestTimestamp: number; height: number },
): Promise<Set<Readonly<RuneState>>> {
  const leaving = state.window.leaving(latestTimestamp)
  await loadRunesById(
    state,
    leaving.flatMap(({ movements }) => [...movements.keys()]),
  )
  return loadDueRunes(state, height + 1)
}

/** Reads the runes whose mint state changes by itself before the block at `height`. */
async function loadDueRunes(state: IndexState, height: number): Promise<Set<Readonly<RuneState>>> {
  const rows = await state.query('SELECT * FROM runes WHERE next_state_at = $1', [height])
  const unwritten = state.unwritten.flatMap(({ nextStates }) => [...(nextStates.get(height) ?? [])])
  const runes = [
    ...rows.map((row) => loadRune(state, row)),
    ...(await loadRunesById(state, unwritten)).values(),
  ]
  return new Set(runes.filter(({ nextStateAt }) => nextStateAt === height))
}
