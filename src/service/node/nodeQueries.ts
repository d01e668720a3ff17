import { addressOf } from '../../bitcoin/addresses.ts'
import type { NetworkName } from '../../bitcoin/networks.ts'
import type { BitcoinNode, PaidFee } from '../../bitcoin/node.ts'
import { NodeError } from '../../bitcoin/nodeConnection.ts'
import type { TransactionFee } from '../../contract/schemas/chain.ts'
import type { Database } from '../../database/database.ts'
import type { DataVersions } from '../http/cacheHeaders.ts'
import { notFound, unavailable } from '../http/httpProblem.ts'
import { jsonResponse } from '../http/jsonResponse.ts'
import { bytesOf, etagOf, type ReadResponse } from '../http/responseCache.ts'
import { createChainReader } from '../queries/chainState.ts'
import { decodeConfirmed, NOT_AT_HAND } from '../queries/decode.ts'
import {
  createIndexReader,
  type Index,
  type IndexReader,
  newestBlockOf,
} from '../queries/indexReader.ts'
import { expectTransaction, locateTransaction } from '../queries/locate.ts'
import { type PendingOwner, type RawPending, readPending } from '../queries/pending.ts'
import {
  feeRateOf,
  type RawPendingTransaction,
  readPendingTransaction,
} from '../queries/pendingTransaction.ts'

/** What needs the node. Every method throws NodeError, HttpProblem and DatabaseUnavailable. */
export type NodeQueries = {
  /** What is pending, or what is pending of a rune or an address. */
  pending(owner: PendingOwner): Promise<ReadResponse>
  /** A transaction of the mempool, or one that left it. */
  pendingTransaction(txId: string): Promise<ReadResponse>
  /** Which of some outputs are being spent. */
  spends(outputs: readonly string[]): Promise<ReadResponse>
  /** What the runestone of a transaction of the index says. */
  decode(txId: string): Promise<ReadResponse>
  /** What a transaction of the index paid. */
  fee(txId: string): Promise<ReadResponse>
}

/** What is read of the mempool. No transaction of it is in the block with the hash `tip`, or before it. */
type Mempool = {
  read(): Promise<RawPending & { tip: string }>
  find(txId: string): Promise<(RawPendingTransaction & { tip: string }) | undefined>
  spendersOf(outputs: readonly string[]): Promise<{ tip: string; spenders: Map<string, string> }>
}

type NodeQueriesOptions = {
  node: Pick<BitcoinNode, 'rawTransaction' | 'transactionFee'>
  store: Database
  mempool: Mempool
}

/** Blocks may come between reading the mempool and the index. */
const MAX_ATTEMPTS = 3

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

  /** Answers from the mempool and from the index at the same block, so that nothing is confirmed and pending. */
  async function answerPending<Read extends { tip: string } | undefined>(
    readMempool: () => Promise<Read>,
    describe: (index: Index, read: Read) => Promise<object>,
  ): Promise<ReadResponse> {
    // An index that cannot be read yet says so before the mempool is read.
    await chain.expectReadable()
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const read = await readMempool()
      const response = await answer((readIndex) =>
        readIndex(async (index) => {
          if (read !== undefined && read.tip !== index.tip.hash) throw new NewBlock()
          // Without tags: no block says when it changes.
          return jsonResponse(await describe(index, read))
        }),
      ).catch(ifNewBlock)
      if (response !== undefined) return response
    }
    throw BLOCKS_COME
  }

  return {
    pending: (owner) =>
      answerPending(
        () => mempool.read(),
        (index, pending) => readPending(index, pending, owner),
      ),
    pendingTransaction: (txId) =>
      answerPending(
        () => mempool.find(txId),
        (index, found) => readPendingTransaction(index, txId, found),
      ),
    spends: (outputs) =>
      answerPending(
        () => mempool.spendersOf(outputs),
        async (index, { spenders }) => ({
          results: [...spenders].map(([output, tx_id]) => ({ output, tx_id })),
          newest_block: newestBlockOf(index.tip),
        }),
      ),
    decode: (txId) =>
      answer(async (readIndex) => {
        const located = await readIndex((index) => locateTransaction(index, txId))
        const bytes =
          located && (await node.rawTransaction(txId, located.blockHash).catch(ifMissing))
        if (bytes === undefined) throw notFound(NOT_AT_HAND)
        return jsonResponse(await readIndex((index) => decodeConfirmed(index, txId, bytes)), 'tip')
      }),
    fee: (txId) =>
      answer(async (readIndex) => {
        const { blockHash, network } = await readIndex(async (index) => {
          return { ...(await expectTransaction(index, txId)), network: index.network }
        })
        const transaction = { txid: txId, blockHash }
        const paid = await node.transactionFee(transaction).catch(ifMissing)
        if (paid === undefined) throw notFound(NO_BLOCK)
        return jsonResponse(describeFee(paid, network), 'tip')
      }),
  }
}

/** The index has a block that the mempool was read without. */
class NewBlock extends Error {}

function ifNewBlock(error: unknown): undefined {
  if (!(error instanceof NewBlock)) throw error
}

const BLOCKS_COME = unavailable('the index is reading a new block; try again in a moment')

const NO_BLOCK = 'the Bitcoin node no longer has the block of this transaction'

function describeFee({ fee, vsize, payer }: PaidFee, network: NetworkName): TransactionFee {
  return {
    fee,
    virtual_size: vsize,
    fee_rate: fee === undefined ? undefined : feeRateOf({ fee, vsize }),
    payer: payer && addressOf(payer, network),
  }
}

/** The node works, but does not have this block, or no longer. */
function ifMissing(error: unknown): undefined {
  if (error instanceof NodeError && ['not-found', 'pruned'].includes(error.kind)) return
  throw error
}
