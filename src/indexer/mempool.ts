import { setTimeout } from 'node:timers/promises'
import type { BitcoinNode } from '../bitcoin/node.ts'
import type { Store } from '../database/database.ts'
import { applyPending, type PendingMovement } from './applyPending.ts'
import { MempoolTransactions } from './mempoolTransactions.ts'
import { readIndexTip } from './writeBatch.ts'

/**
 * The movements, and how many transactions of the mempool are not among them: because they are still to be read, or
 * because they ask for too much work.
 */
export type PendingMovements = { movements: PendingMovement[]; unread: number; skipped: number }

export type Mempool = { read(): Promise<PendingMovements> }

/** It is read again if somebody asks after this time, or after some times what it took. */
const TTL_MS = 3000
const TTL_FACTOR = 3
const MAX_TTL_MS = 30_000
/** Whoever asks waits so long for the newest state, if there is one before. */
const MAX_WAIT_MS = 1500

type State = { until: number; tip: string; pending: PendingMovements }

/**
 * What the transactions of a node's mempool would do to runes if the next block had them all. What they etch is
 * left out, because commitments are proved by blocks. What it returns throws NodeError.
 */
export function openMempool(
  node: BitcoinNode,
  store: Store,
  { maxWaitMs = MAX_WAIT_MS } = {},
): Mempool {
  const transactions = new MempoolTransactions(node, store)
  let latest: State | undefined
  let updating: Promise<void> | undefined
  let applying: Promise<PendingMovements> | undefined

  async function apply(tip: string, startedAt: number): Promise<PendingMovements> {
    const applied = await applyPending(transactions, store)
    const isReady = !applied.isOverBudget || !(await transactions.readFeeRates())
    const { movements, skipped } = isReady ? applied : await applyPending(transactions, store)
    const pending = { movements, skipped, unread: transactions.unread }
    const now = performance.now()
    const ttlMs = Math.min(Math.max(TTL_MS, TTL_FACTOR * (now - startedAt)), MAX_TTL_MS)
    latest = { until: now + ttlMs, tip, pending }
    return pending
  }

  async function read(): Promise<PendingMovements> {
    const tip = (await readIndexTip(store.query))?.hash ?? ''
    const before = latest
    const startedAt = performance.now()
    if (before?.tip === tip && startedAt < before.until) return before.pending
    updating ??= transactions.update().finally(() => {
      updating = undefined
    })
    await updating
    applying ??= apply(tip, startedAt).finally(() => {
      applying = undefined
    })
    return before === undefined ? applying : orAfter(maxWaitMs, applying, before.pending)
  }

  return { read }
}

/** What is awaited, or something else if it takes longer. */
function orAfter<Value>(ms: number, awaited: Promise<Value>, other: Value): Promise<Value> {
  // Its failure is that of the next call.
  awaited.catch(() => {})
  return Promise.race([awaited, setTimeout(ms, other, { ref: false })])
}
