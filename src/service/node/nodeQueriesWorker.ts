import { Tinypool } from 'tinypool'
import { openNode } from '../../bitcoin/node.ts'
import { NodeError, type NodeErrorKind, type NodeOptions } from '../../bitcoin/nodeConnection.ts'
import { DatabaseUnavailable } from '../../database/database.ts'
import { openStore, type StoreSettings } from '../../database/openStore.ts'
import { openMempool } from '../../indexer/mempool.ts'
import { HttpProblem } from '../http/httpProblem.ts'
import type { ReadResponse } from '../http/responseCache.ts'
import { createNodeQueries } from './nodeQueries.ts'

// Runs in a worker thread, which `openNodeQueries` starts. Its exports are the methods of NodeQueries.

export type NodeQueriesSettings = { runes: StoreSettings; node: NodeOptions }

/** An error, which would lose its class between threads. */
export type Failure =
  | { failed: 'node'; kind: NodeErrorKind; message: string }
  | { failed: 'request'; problem: HttpProblem['problem']; details: HttpProblem['details'] }
  | { failed: 'database'; message: string }

const { runes, node: options }: NodeQueriesSettings = Tinypool.workerData
const node = openNode(options)
const open = () => openStore(runes.address, 'reader', runes.limits)
const store = open()
// Queries would wait for those of the mempool.
const mempoolStore = store.isBlocking ? open() : store
const queries = createNodeQueries({ node, store, mempool: openMempool(node, mempoolStore) })

export const pending = replying(queries.pending)
export const decode = replying(queries.decode)

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
