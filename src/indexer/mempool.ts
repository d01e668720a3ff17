import type { BitcoinNode } from '../bitcoin/node.ts'
import type { Store } from '../database/database.ts'
import { applyPending, type PendingMovement } from './applyPending.ts'
import { MempoolTransactions } from './mempoolTransactions.ts'
import { readTip } from './writeBatch.ts'

/**
 * The movements, and how many transactions of the mempool are not among them: because they are still to be read, or
 * because they ask for too much work.
 */
export type Pending = { movements: PendingMovement[]; unread: number; skipped: number }

export type Mempool = { read(): Promise<Pending> }

/** It is read again if somebody asks after this time, or after some times what it took. */
const TTL_MS = 3000
const TTL_FACTOR = 4

/**
 * What the transactions of a node's mempool would do to runes if the next block had them all. What they etch is
 * left out, because commitments are proved by blocks. What it returns throws NodeError.
 */
export function openMempool(node: BitcoinNode, store: Store): Mempool {
  const transactions = new MempoolTransactions(node, store)
  let latest: { until: number; tip: string; pending: Pending } | undefined
  let reading: Promise<Pending> | undefined

  async function apply(): Promise<Pending> {
    const applied = await applyPending(transactions, store)
    const isReady = !applied.isOverBudget || !(await transactions.readFeeRates())
    const { movements, skipped } = isReady ? applied : await applyPending(transactions, store)
    return { movements, skipped, unread: transactions.unread }
  }

  async function read(): Promise<Pending> {
    const tip = (await readTip(store.query))?.hash ?? ''
    if (latest?.tip === tip && performance.now() < latest.until) return latest.pending
    await transactions.update()
    const startedAt = performance.now()
    const pending = await apply()
    const now = performance.now()
    latest = { until: now + Math.max(TTL_MS, TTL_FACTOR * (now - startedAt)), tip, pending }
    return pending
  }

  return {
    read() {
      reading ??= read().finally(() => {
        reading = undefined
      })
      return reading
    },
  }
}
