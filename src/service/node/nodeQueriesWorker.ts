import { Tinypool } from 'tinypool'
import { openNode } from '../../bitcoin/node.ts'
import { NodeError, type NodeErrorKind, type NodeOptions } from '../../bitcoin/nodeConnection.ts'
import { DatabaseUnavailable, type Store } from '../../database/database.ts'
import { type DatabasePlace, openDatabase } from '../../database/openDatabase.ts'
import { openMempool } from '../../indexer/mempool.ts'
import { HttpProblem } from '../http/httpProblem.ts'
import type { ReadResponse } from '../http/responseCache.ts'
import { createNodeQueries } from './nodeQueries.ts'

// Runs in a worker thread, which `openNodeQueries` starts. Its exports are the methods of NodeQueries.

export type NodeQueriesSettings = { runes: DatabasePlace; node: NodeOptions }

/** An error, which would lose its class between threads. */
export type Failure =
  | { failed: 'node'; kind: NodeErrorKind; message: string }
  | { failed: 'request'; problem: HttpProblem['problem']; details: HttpProblem['details'] }
  | { failed: 'database'; message: string }

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
  return (param: Param): Promise<ReadResponse | Failure> => method(param).catch(failureOf)
}

function failureOf(error: unknown): Failure {
  if (error instanceof NodeError) {
    return { failed: 'node', kind: error.kind, message: error.message }
  }
  if (error instanceof HttpProblem) {
    return { failed: 'request', problem: error.problem, details: error.details }
  }
  if (error instanceof DatabaseUnavailable) return { failed: 'database', message: error.message }
  throw error
}
