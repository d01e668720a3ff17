import { Tinypool } from 'tinypool'
import { openNode } from '../../bitcoin/node.ts'
import type { Store } from '../../database/database.ts'
import { openDatabase } from '../../database/openDatabase.ts'
import { openMempool } from '../../indexer/mempool.ts'
import { resultOf, type ThreadResult } from '../../threads/threadResult.ts'
import type { ReadResponse } from '../http/responseCache.ts'
import { createNodeQueries } from './nodeQueries.ts'
import { NODE_QUERIES_ERRORS, type NodeQueriesSettings } from './openNodeQueries.ts'

// Runs in a worker thread, which `openNodeQueries` starts. Its exports are the methods of NodeQueries.

const { runes, node: options }: NodeQueriesSettings = Tinypool.workerData
const node = openNode(options)
const [store, mempoolStore] = openStores()
const queries = createNodeQueries({ node, store, mempool: openMempool(node, mempoolStore) })

export const pending = replying(queries.pending)
export const decode = replying(queries.decode)

/** On SQLite, other queries of a connection would wait for those of the mempool. */
function openStores(): [Store, Store] {
  const store = openDatabase(runes)
  return [store, 'file' in runes ? openDatabase(runes) : store]
}

function replying<Param>(method: (param: Param) => Promise<ReadResponse>) {
  return (param: Param): Promise<ThreadResult<ReadResponse>> =>
    resultOf(method(param), NODE_QUERIES_ERRORS)
}
