import { MalformedBlock, parseTransaction, type Transaction } from '../bitcoin/block.ts'
import { isNetworkName } from '../bitcoin/networks.ts'
import type { BitcoinNode } from '../bitcoin/node.ts'
import type { RuneId } from '../bitcoin/runestone.ts'
import type { MovementType } from '../contract/schemas/movement.ts'
import type { Query, Store } from '../database/database.ts'
import { readMeta } from '../database/meta.ts'
import { kindOf } from './applyChanges.ts'
import { DayWindow } from './dayWindow.ts'
import { IndexState } from './indexState.ts'
import { readChain } from './readChain.ts'
import { applyBlock, type TransactionChanges } from './rules.ts'
import { readTip } from './writeBatch.ts'

/** A movement that the next block may have. The amount is raw. */
export type PendingMovement = {
  txId: string
  type: MovementType
  rune: RuneId
  amount: bigint
  from: string | undefined
  to: string | undefined
  vout: number | undefined
}

/** `unread`: how many transactions of the mempool are still to be read. */
export type Pending = { movements: PendingMovement[]; unread: number }

export type Mempool = { read(): Promise<Pending> }

/** It is read again if somebody asks after this time. */
const TTL_MS = 3000
/** Some have 400 kB. */
const TRANSACTIONS_A_CALL = 100
/** At most so many new ones at once: after a start, the mempool of mainnet takes some rounds. */
const CALLS_A_ROUND = 100
/** More would keep the thread from other work. */
const MAX_RUNESTONES = 3000

/**
 * What the transactions of a node's mempool would do to runes if the next block had them all, in the order of
 * the node. Those without a runestone are left out, and etchings too, whose commitments only blocks prove.
 */
export function openMempool(node: BitcoinNode, store: Store): Mempool {
  /** By id; undefined if a transaction has no runestone. */
  let known = new Map<string, Transaction | undefined>()
  let latest: { readAt: number; tip: string; pending: Pending } | undefined
  let reading: Promise<Pending> | undefined

  async function refresh(): Promise<Pending> {
    const ids = await node.mempoolTransactionIds()
    known = new Map(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id)]] : [])))
    const missing = ids.filter((id) => !known.has(id))
    const wanted = missing.slice(0, CALLS_A_ROUND * TRANSACTIONS_A_CALL)
    for (let first = 0; first < wanted.length; first += TRANSACTIONS_A_CALL) {
      const some = wanted.slice(first, first + TRANSACTIONS_A_CALL)
      for (const [id, bytes] of await node.mempoolTransactions(some)) {
        known.set(id, transactionWithRunestone(id, bytes))
      }
    }
    const transactions = ids.flatMap((id) => known.get(id) ?? [])
    const applied = transactions.slice(0, MAX_RUNESTONES)
    const movements = await store.readTransaction((query) => apply(applied, store, query))
    const unread = missing.length - wanted.length + transactions.length - applied.length
    return { movements, unread }
  }

  async function read(): Promise<Pending> {
    const tip = (await readTip(store.query))?.hash ?? ''
    if (latest?.tip === tip && performance.now() - latest.readAt < TTL_MS) return latest.pending
    const pending = await refresh()
    latest = { readAt: performance.now(), tip, pending }
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

/** Undefined without one, and if the bytes are not those of the transaction. */
function transactionWithRunestone(
  id: string,
  bytes: Uint8Array<ArrayBuffer>,
): Transaction | undefined {
  try {
    const transaction = parseTransaction(bytes, 0)
    return transaction.txid === id && transaction.runestone ? transaction : undefined
  } catch (error) {
    if (error instanceof MalformedBlock) return
    throw error
  }
}

/** Applies the rules to a block of these transactions after the newest one. */
async function apply(
  transactions: Transaction[],
  store: Store,
  query: Query,
): Promise<PendingMovement[]> {
  const [tip, meta] = [await readTip(query), await readMeta({ ...store, query }, 'runes')]
  const network = meta?.get('network') ?? ''
  if (tip === undefined || !isNetworkName(network)) return []
  const scope = { firstHeight: Number(meta?.get('first_height')), tip, window: new DayWindow() }
  const state = new IndexState({ ...store, query }, network, scope)
  const block = { height: tip.height + 1, hash: '', parent: tip.hash, timestamp: 0, transactions }
  const chain = { ...(await readChain(state, block)), commitments: new Map() }
  return applyBlock(block, chain).flatMap(movementsOf)
}

function movementsOf({ transaction, records }: TransactionChanges): PendingMovement[] {
  return records.flatMap((record): PendingMovement[] => {
    const movement = { txId: transaction.txid, rune: record.rune }
    switch (record.operation) {
      case 'burn':
        return [
          {
            ...movement,
            type: 'burn',
            amount: record.amount,
            from: record.address,
            to: undefined,
            vout: undefined,
          },
        ]
      case 'send': {
        if (kindOf(record, false) === 'changes') return []
        const { amount, vout, address, receiver } = record
        return [{ ...movement, type: 'transfer', amount, from: address, to: receiver, vout }]
      }
      case 'receive': {
        if (record.fresh?.origin !== 'mint') return []
        const {
          fresh: { amount },
          vout,
          address,
        } = record
        return [{ ...movement, type: 'mint', amount, from: undefined, to: address, vout }]
      }
      default:
        return []
    }
  })
}
