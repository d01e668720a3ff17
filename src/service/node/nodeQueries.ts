import type { BitcoinNode } from '../../bitcoin/node.ts'
import { NodeError } from '../../bitcoin/nodeConnection.ts'
import type { Database } from '../../database/database.ts'
import type { DataVersions } from '../http/cacheHeaders.ts'
import { notFound } from '../http/httpProblem.ts'
import { jsonResponse } from '../http/jsonResponse.ts'
import { bytesOf, etagOf, type ReadResponse } from '../http/responseCache.ts'
import { createChainReader } from '../queries/chainState.ts'
import { decodeTransaction, NOT_AT_HAND } from '../queries/decode.ts'
import { createIndexReader, type IndexReader } from '../queries/indexReader.ts'
import { locateTransaction } from '../queries/locate.ts'
import { type MempoolReader, type PendingOwner, readPending } from '../queries/pending.ts'

/** What needs the node. Every method throws NodeError, HttpProblem and DatabaseUnavailable. */
export type NodeQueries = {
  /** What is pending of a rune or an address. */
  pending(owner: PendingOwner): Promise<ReadResponse>
  /** What the runestone of a transaction of the index says. */
  decode(txId: string): Promise<ReadResponse>
}

type NodeQueriesOptions = {
  node: Pick<BitcoinNode, 'rawTransaction'>
  store: Database
  mempool: MempoolReader
}

/** Answers in this thread. The service does so in a worker thread (`openNodeQueries.ts`). */
export function createNodeQueries({ node, store, mempool }: NodeQueriesOptions): NodeQueries {
  // Only the state of the runes is read here.
  const chain = createChainReader({
    databases: { tokens: store, runes: store },
    monotonicMs: () => performance.now(),
  })

  async function answer(work: (readIndex: IndexReader) => Promise<Response>) {
    const versions: DataVersions = {}
    const note = (writes: number) => {
      versions.tip = Math.min(writes, versions.tip ?? writes)
    }
    const response = await bytesOf(await work(createIndexReader(store, chain, note)))
    return { ...response, headers: { ...response.headers, etag: etagOf(response.bytes) }, versions }
  }

  return {
    pending: (owner) =>
      answer(async (readIndex) => {
        // An index that cannot be read yet says so before the mempool is read.
        await chain.expectReadable()
        const pending = await mempool.read()
        // Without tags: no block says when it changes.
        return jsonResponse(await readIndex((index) => readPending(index, pending, owner)))
      }),
    decode: (txId) =>
      answer(async (readIndex) => {
        const located = await readIndex((index) => locateTransaction(index, txId))
        const bytes =
          located && (await node.rawTransaction(txId, located.blockHash).catch(ifMissing))
        if (bytes === undefined) throw notFound(NOT_AT_HAND)
        return jsonResponse(
          await readIndex((index) => decodeTransaction(index, txId, bytes)),
          'tip',
        )
      }),
  }
}

/** The node works, but does not have this block, or no longer. */
function ifMissing(error: unknown): undefined {
  if (error instanceof NodeError && ['not-found', 'pruned'].includes(error.kind)) return
  throw error
}
