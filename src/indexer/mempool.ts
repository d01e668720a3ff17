import { setTimeout } from 'node:timers/promises'
import { hashBytes, type Outpoint, outputOf, toOutpoint } from '../bitcoin/block.ts'
import type { BitcoinNode, MempoolEntry } from '../bitcoin/node.ts'
import { NodeError } from '../bitcoin/nodeConnection.ts'
import type { Store } from '../database/database.ts'
import { type AppliedPending, applyPending } from './applyPending.ts'
import { byOutput } from './applyTransaction.ts'
import type { Verdict } from './effects.ts'
import type { ExpectedMovement } from './expectedMovement.ts'
import { MempoolTransactions, outpointsIn } from './mempoolTransactions.ts'
import type { HeldOutput } from './moves.ts'
import { type PendingRecord, recordOf } from './pendingRecord.ts'
import { readIndexTip } from './writeBatch.ts'

/**
 * The movements, and how many transactions of the mempool are not among them: because they are still to be read, or
 * because they ask for too much work. None of these transactions is in the block with the hash `tip`, or before it.
 */
export type PendingMovements = {
  tip: string
  movements: ExpectedMovement[]
  unread: number
  skipped: number
}

/** One transaction. Without the node's newest block, `tip` of one that departed is empty. Outputs are `<transaction id>:<index>`; of those with runes, `spent` has what they hold. */
export type UnconfirmedTransaction = {
  tip: string
  /** departed: it was in the mempool, and is no longer. waiting: what it does is not worked out yet. */
  state: 'worked-out' | 'waiting' | 'skipped' | 'departed'
  /** What the node tells of it, if it may be asked. */
  entry: MempoolEntry | undefined
  movements: ExpectedMovement[]
  records: PendingRecord[]
  refusals: Verdict[]
  flaw: string | undefined
  /** Without its witnesses, if it has a runestone or spends runes. */
  bytes: Uint8Array<ArrayBuffer> | undefined
  inputs: string[]
  spent: ReadonlyMap<string, HeldOutput>
  /** The transactions of the mempool that it spends from. */
  parents: readonly string[]
  /** When the node had it, if it departed: Unix seconds. */
  seen: { since: number | undefined; until: number } | undefined
  /** A transaction of the mempool that spends the same outputs, if it departed. */
  replacedBy: string | undefined
}

/** What its methods return throws NodeError. */
export type Mempool = {
  read(): Promise<PendingMovements>
  /** Undefined if it is not in the mempool, nor was it lately. */
  find(txId: string): Promise<UnconfirmedTransaction | undefined>
  /** The transactions that spend some outputs, by these outputs. */
  spendersOf(outputs: readonly string[]): Promise<{ tip: string; spenders: Map<string, string> }>
}

/** It is read again if somebody asks after this time, or after some times what it took. */
const TTL_MS = 3000
const TTL_FACTOR = 3
const MAX_TTL_MS = 30_000
/** Whoever asks waits so long for the newest state, if there is one before. */
const MAX_WAIT_MS = 1500
/** A block may come between reading the mempool and the index. */
const MAX_ATTEMPTS = 5

type State = { until: number; applied: AppliedPending; unread: number }

/**
 * What the transactions of a node's mempool would do to runes if the next block had them all. What they etch is
 * left out, because commitments are proved by blocks.
 */
export function openMempool(
  node: BitcoinNode,
  store: Store,
  { maxWaitMs = MAX_WAIT_MS } = {},
): Mempool {
  const transactions = new MempoolTransactions(node, store)
  let latest: State | undefined
  let refreshing: Promise<State> | undefined

  async function refresh(): Promise<State> {
    const startedAt = performance.now()
    let applied: AppliedPending
    let attempts = 0
    do {
      await transactions.update()
      applied = await applyAll()
    } while (applied.tip !== transactions.listedTip && ++attempts < MAX_ATTEMPTS)
    const now = performance.now()
    const ttlMs = Math.min(Math.max(TTL_MS, TTL_FACTOR * (now - startedAt)), MAX_TTL_MS)
    latest = { until: now + ttlMs, applied, unread: transactions.unread }
    return latest
  }

  async function applyAll(): Promise<AppliedPending> {
    const applied = await applyPending(transactions, store)
    const isReady = !applied.isOverBudget || !(await transactions.readFeeRates())
    return isReady ? applied : applyPending(transactions, store)
  }

  async function readState(): Promise<State> {
    const tip = (await readIndexTip(store.query))?.hash ?? ''
    const before = latest
    if (before?.applied.tip === tip && performance.now() < before.until) return before
    refreshing ??= refresh().finally(() => {
      refreshing = undefined
    })
    return before === undefined ? refreshing : orAfter(maxWaitMs, refreshing, () => stillOf(before))
  }

  /** What an earlier state says of the transactions that the node still lists. */
  function stillOf({ applied, ...state }: State): State {
    const movements = applied.movements.filter(({ txId }) => transactions.isListed(txId))
    return { ...state, applied: { ...applied, movements, tip: transactions.listedTip } }
  }

  /** If the node may not be asked, what it listed tells. */
  async function ask(txId: string): Promise<{ isThere: boolean; entry?: MempoolEntry }> {
    try {
      const entry = await node.mempoolEntry(txId)
      if (entry === undefined) return { isThere: false }
      transactions.departed.noteSince(txId, entry.since)
      return { isThere: true, entry }
    } catch (error) {
      if (!(error instanceof NodeError) || error.kind !== 'unauthorized') throw error
      await readState()
      return { isThere: transactions.isListed(txId) }
    }
  }

  function isWorkedOut(txId: string, { spent, skipped }: AppliedPending): boolean {
    const known = transactions.get(txId)
    if (known === undefined) return false
    return known.moving === undefined || spent.has(txId) || skipped.has(txId)
  }

  async function findListed(
    txId: string,
    entry: MempoolEntry | undefined,
  ): Promise<UnconfirmedTransaction> {
    let { applied } = await readState()
    if (!isWorkedOut(txId, applied)) {
      if (latest !== undefined) latest.until = 0
      applied = (await readState()).applied
    }
    const known = transactions.get(txId)
    const { tip, movements, records, refusals, flaws, spent, skipped } = applied
    const state = isWorkedOut(txId, applied) ? 'worked-out' : 'waiting'
    return {
      tip,
      state: skipped.has(txId) ? 'skipped' : state,
      entry,
      movements: movements.filter((movement) => movement.txId === txId),
      records: records.get(txId)?.map(recordOf) ?? [],
      refusals: refusals.get(txId) ?? [],
      flaw: flaws.get(txId),
      bytes: known?.moving?.bytes ? Buffer.from(known.moving.bytes, 'latin1') : undefined,
      inputs: outpointsIn(known?.inputs ?? '').map(outputOf),
      spent: byOutput(spent.get(txId) ?? new Map()),
      parents: known?.parents ?? [],
      seen: undefined,
      replacedBy: undefined,
    }
  }

  async function findDeparted(txId: string): Promise<UnconfirmedTransaction | undefined> {
    const departed = transactions.departed.get(txId)
    if (departed === undefined) return
    // A block that the index does not have yet may have it.
    const { hash } = await node.chainInfo()
    const { inputs, ...seen } = departed
    const [replacedBy] = transactions.spendersOf(outpointsIn(inputs)).values()
    return {
      tip: hash === transactions.listedTip ? hash : '',
      state: 'departed',
      entry: undefined,
      movements: [],
      records: [],
      refusals: [],
      flaw: undefined,
      bytes: undefined,
      inputs: outpointsIn(inputs).map(outputOf),
      spent: new Map(),
      parents: [],
      seen,
      replacedBy,
    }
  }

  return {
    async read() {
      const { applied, unread } = await readState()
      const { tip, movements, skipped } = applied
      return { tip, movements, unread, skipped: skipped.size }
    },
    async find(txId) {
      const { isThere, entry } = await ask(txId)
      if (isThere) return findListed(txId, entry)
      if (latest !== undefined && transactions.isListed(txId)) latest.until = 0
      await readState()
      return findDeparted(txId)
    },
    async spendersOf(outputs) {
      const { applied } = await readState()
      const found = transactions.spendersOf(outputs.map(outpointOf))
      const spenders = new Map([...found].map(([outpoint, txId]) => [outputOf(outpoint), txId]))
      return { tip: applied.tip, spenders }
    },
  }
}

function outpointOf(output: string): Outpoint {
  const [txId = '', vout] = output.split(':')
  return toOutpoint(hashBytes(txId), Number(vout))
}

/** What is awaited, or something else if it takes longer. */
async function orAfter<Value>(ms: number, awaited: Promise<Value>, other: () => Value) {
  // Its failure is that of the next call.
  awaited.catch(() => {})
  const late = setTimeout(ms, undefined, { ref: false })
  const first = await Promise.race([awaited.then((value) => ({ value })), late])
  return first === undefined ? other() : first.value
}
