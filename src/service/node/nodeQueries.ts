import { type BitcoinNode, NodeError } from '../../bitcoin/node.ts'
import type { Database } from '../../database/database.ts'
import { notFound } from '../http/httpProblem.ts'
import { toJsonBytes } from '../http/jsonResponse.ts'
import { createChainReader } from '../queries/chainState.ts'
import { decodeTransaction, NOT_AT_HAND } from '../queries/decode.ts'
import { createIndexReader } from '../queries/indexReader.ts'
import { locateTransaction } from '../queries/locate.ts'
import { type Mempool, type PendingOwner, readPending } from '../queries/pending.ts'

/** What needs the node: the JSON of responses. Every method throws NodeError, HttpProblem and DatabaseUnavailable. */
export type NodeQueries = {
  /** What is pending of a rune or an address. */
  pending(owner: PendingOwner): Promise<Uint8Array<ArrayBuffer>>
  /** What the runestone of a transaction of the index says. */
  decode(txId: string): Promise<Uint8Array<ArrayBuffer>>
}

type NodeQueriesOptions = {
  node: Pick<BitcoinNode, 'rawTransaction'>
  store: Database
  mempool: Mempool
}

/** Answers in this thread. The service does so in a worker thread (`openNodeQueries.ts`). */
export function createNodeQueries({ node, store, mempool }: NodeQueriesOptions): NodeQueries {
  const chain = createChainReader({ tokens: store, runes: store }, () => performance.now())
  const readIndex = createIndexReader(store, chain)
  return {
    async pending(owner) {
      // An index that cannot be read yet says so before the mempool is read.
      await chain.expectReadable()
      const pending = await mempool.read()
      return toJsonBytes(await readIndex((index) => readPending(index, pending, owner)))
    },
    async decode(txId) {
      const located = await readIndex((index) => locateTransaction(index, txId))
      const bytes = located && (await node.rawTransaction(txId, located.blockHash).catch(ifMissing))
      if (bytes === undefined) throw notFound(NOT_AT_HAND)
      return toJsonBytes(await readIndex((index) => decodeTransaction(index, txId, bytes)))
    },
  }
}

/** The node works, but does not have this block, or no longer. */
function ifMissing(error: unknown): undefined {
  if (error instanceof NodeError && ['not-found', 'pruned'].includes(error.kind)) return
  throw error
}
