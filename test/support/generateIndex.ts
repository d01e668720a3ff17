import type { NewRow } from '../../src/service/database/replaceRows.ts'
import { addTo, create, type LedgerEvent, pick, spend, type Transaction } from './generateLedger.ts'
import { BLOCK_TIMESTAMP, transactionId } from './ledgerBlocks.ts'
import { randomNumbers } from './randomNumbers.ts'

export type IndexOptions = {
  /** At least five. */
  blocks?: number
  /** Of each block. */
  transactions?: number
  addresses?: number
  /** Whether burns are deducted in `balance_changes`. The indexer does not do that. */
  burns?: 'deducted' | 'not deducted'
}

/** Amounts are in the smallest unit; `cap` counts mints. */
export type GeneratedRune = {
  id: string
  number: number
  name: string
  spaced_name: string
  divisibility: number
  premine: bigint
  terms?: { amount: bigint; cap?: number; height_start?: number; height_end?: number }
  cenotaph?: boolean
}

/** The figures of a rune after the last block, in the smallest unit. Balances are without burns. */
export type RuneTotals = {
  minted: bigint
  mints: number
  burned: bigint
  burns: number
  operations: number
  balances: Map<string, bigint>
}

export const FIRST_HEIGHT = 840_000

/**
 * Generates the rows of an index of several blocks: etchings with a premine, mints, transfers with change
 * and burns. One rune is etched in each of the first blocks. `totals` has the expected figures by rune id;
 * they are computed from what transactions change, not from rows.
 */
export function generateIndex(seed: number, options: IndexOptions = {}) {
  const { blocks = 12, transactions = 25, addresses = 80, burns = 'deducted' } = options
  const random = randomNumbers(seed)
  const source = { random, addresses: Array.from({ length: addresses }, (_, i) => addressOf(i)) }
  const runes = RUNES.map((rune, index) => ({ ...rune, id: `${FIRST_HEIGHT + index}:1` }))
  const histories = runes.map(startHistory)
  for (let height = FIRST_HEIGHT; height < FIRST_HEIGHT + blocks; height++) {
    const etched = histories.slice(0, height - FIRST_HEIGHT + 1)
    for (let txIndex = 1; txIndex <= transactions; txIndex++) {
      const isEtching = txIndex === 1 && height < FIRST_HEIGHT + RUNES.length
      const history = isEtching ? etched.at(-1) : pick(etched, random)
      if (history !== undefined) addTransaction(history, { height, txIndex }, source)
    }
    for (const history of etched) endBlock(history, height, burns)
  }
  return {
    runes,
    rows: {
      runes: runes.map(runeRow),
      ledger: histories.flatMap(({ ledger }) => ledger),
      supply_changes: histories.flatMap(({ supplyChanges }) => supplyChanges),
      balance_changes: histories.flatMap(({ balanceChanges }) => balanceChanges),
    },
    totals: new Map(histories.map(({ rune, totals }) => [rune.id, totals])),
  }
}

const RUNES: Omit<GeneratedRune, 'id'>[] = [
  { ...named('OPEN•MINT', 1), divisibility: 0, premine: 0n, terms: { amount: 1000n } },
  {
    ...named('ENDED•MINT', 2),
    divisibility: 2,
    premine: 2_100_000_000n,
    terms: { amount: 12_345n, cap: 1_000_000, height_start: 840_000, height_end: 840_006 },
  },
  { ...named('NO•TERMS', 3), divisibility: 18, premine: 10n ** 36n },
  {
    ...named('CAP•REACHED', 4),
    divisibility: 38,
    premine: 2n ** 127n,
    terms: { amount: 10n ** 37n, cap: 5 },
  },
  { ...named('SOME•CENOTAPH', 5), divisibility: 0, premine: 0n, cenotaph: true },
]

function named(spaced_name: string, number: number) {
  return { spaced_name, name: spaced_name.replaceAll('•', ''), number }
}

function addressOf(index: number): string {
  return `bc1qindex${'z'.repeat(20)}${index}x`
}

type Place = { height: number; txIndex: number }
type Source = { random: () => number; addresses: string[] }
type History = {
  rune: GeneratedRune
  totals: RuneTotals
  /** The events of the block that is being generated. */
  block: LedgerEvent[]
  burnedBy: Map<string, bigint>
  operationsOf: Map<string, bigint>
  ledger: NewRow[]
  supplyChanges: NewRow[]
  balanceChanges: NewRow[]
}

function startHistory(rune: GeneratedRune): History {
  const figures = { minted: 0n, mints: 0, burned: 0n, burns: 0, operations: 0 }
  return {
    rune,
    totals: { ...figures, balances: new Map() },
    block: [],
    burnedBy: new Map(),
    operationsOf: new Map(),
    ledger: [],
    supplyChanges: [],
    balanceChanges: [],
  }
}

function addTransaction(history: History, place: Place, source: Source): void {
  const { rune, totals, block, burnedBy, ledger } = history
  const { events, changes } = nextTransaction(history, place, source)
  for (const [address, units] of changes) addTo(totals.balances, address, units)
  for (const [eventIndex, event] of events.entries()) {
    const { operation, units = 0n, address = '' } = event
    totals.operations += 1
    if (operation === 'mint') {
      totals.mints += 1
      totals.minted += units
    } else if (operation === 'burn') {
      totals.burns += 1
      totals.burned += units
      addTo(burnedBy, address, units)
    }
    block.push(event)
    ledger.push(ledgerRow(event, rune.id, { ...place, eventIndex }))
  }
}

/** Without events if there is nothing to mint or to spend. */
function nextTransaction(
  { rune, totals }: History,
  { height, txIndex }: Place,
  { random, addresses }: Source,
): Transaction {
  const { id, terms, premine } = rune
  const holders = addresses.filter((address) => (totals.balances.get(address) ?? 0n) > 0n)
  const [address, holder] = [pick(addresses, random), pick([...holders, ''], random)]
  if (id === `${height}:${txIndex}`) {
    return premine === 0n
      ? { events: [{ operation: 'etching' }], changes: [] }
      : create('etching', address, premine)
  }
  const isOpen =
    terms !== undefined &&
    totals.mints < (terms.cap ?? Number.POSITIVE_INFINITY) &&
    height < (terms.height_end ?? height + 1)
  const dice = random()
  if (isOpen && dice < 0.5) return create('mint', address, terms.amount)
  const balance = totals.balances.get(holder) ?? 0n
  if (balance === 0n) return { events: [], changes: [] }
  if (dice > 0.95) {
    const burn = { operation: 'burn', address: holder, units: balance, vout: 0 }
    return { events: [burn], changes: [[holder, -balance]] }
  }
  const burned = dice > 0.8 ? balance / 3n : 0n
  return spend(holder, { balance, burned }, { random, addresses })
}

function ledgerRow(
  { operation, address, receiver_address, units, vout }: LedgerEvent,
  rune_id: string,
  { height, txIndex, eventIndex }: Place & { eventIndex: number },
): NewRow {
  return {
    rune_id,
    block_hash: blockHash(height),
    block_height: height,
    tx_index: txIndex,
    event_index: eventIndex,
    tx_id: transactionId(height, txIndex),
    output: vout,
    address,
    receiver_address,
    amount: units?.toString(),
    operation,
    timestamp: BLOCK_TIMESTAMP + 600 * (height - FIRST_HEIGHT),
  }
}

/** Adds the rows of a block to `supply_changes` and `balance_changes`. */
function endBlock(history: History, height: number, burns: IndexOptions['burns']): void {
  const { rune, totals, block, burnedBy, operationsOf } = history
  if (block.length === 0) return
  const place = { rune_id: rune.id, block_height: height }
  history.supplyChanges.push({
    ...place,
    minted: String(totals.minted),
    total_mints: totals.mints,
    burned: String(totals.burned),
    total_burns: totals.burns,
    total_operations: totals.operations,
  })
  const listed = block.filter(({ operation }) => burns === 'deducted' || operation !== 'burn')
  // The indexer counts a block once for each direction.
  const directions = new Set(listed.map(({ operation, address }) => `${address} ${operation}`))
  for (const direction of directions) addTo(operationsOf, direction.split(' ')[0] ?? '', 1n)
  for (const address of new Set(listed.flatMap(({ address }) => address ?? []))) {
    const burned = burns === 'deducted' ? 0n : (burnedBy.get(address) ?? 0n)
    history.balanceChanges.push({
      ...place,
      address,
      balance: String((totals.balances.get(address) ?? 0n) + burned),
      total_operations: Number(operationsOf.get(address)),
    })
  }
  history.block = []
}

function runeRow({ terms, premine, cenotaph = false, ...rune }: GeneratedRune): NewRow {
  const [height = 0, tx_index = 0] = rune.id.split(':').map(Number)
  return {
    ...rune,
    symbol: '¤',
    block_hash: blockHash(height),
    block_height: height,
    tx_index,
    tx_id: transactionId(height, tx_index),
    premine: String(premine),
    terms_amount: terms?.amount.toString(),
    terms_cap: terms?.cap?.toString(),
    terms_height_start: terms?.height_start,
    terms_height_end: terms?.height_end,
    turbo: 0,
    cenotaph: Number(cenotaph),
    timestamp: BLOCK_TIMESTAMP + 600 * (height - FIRST_HEIGHT),
  }
}

function blockHash(height: number): string {
  return height.toString(16).padStart(64, '0')
}
