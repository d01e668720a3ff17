import { Tinypool } from 'tinypool'
import { openNode } from '../../bitcoin/node.ts'
import { openStore } from '../../database/openStore.ts'
import { openMempool } from '../../indexer/mempool.ts'
import { resultOf, type ThreadResult } from '../../threads/threadResult.ts'
import type { ReadResponse } from '../http/responseCache.ts'
import { createNodeQueries } from './nodeQueries.ts'
import { NODE_QUERIES_ERRORS, type NodeQueriesSettings } from './openNodeQueries.ts'

// Runs in a worker thread, which `openNodeQueries` starts. Its exports are the methods of NodeQueries.

const { runes, node: options }: NodeQueriesSettings = Tinypool.workerData
const node = openNode(options)
const open = () => openStore(runes.address, 'reader', runes.limits)
const store = open()
// Queries would wait for those of the mempool.
const mempoolStore = store.isBlocking ? open() : store
const queries = createNodeQueries({ node, store, mempool: openMempool(node, mempoolStore) })

export const pending = replying(queries.pending)
export const pendingTransaction = replying(queries.pendingTransaction)
export const spends = replying(queries.spends)
export const decode = replying(queries.decode)
export const fee = replying(queries.fee)

function replying<Param>(method: (param: Param) => Promise<ReadResponse>) {
  return (param: Param): Promise<ThreadResult<ReadResponse>> =>
    resultOf(method(param), NODE_QUERIES_ERRORS)
}
