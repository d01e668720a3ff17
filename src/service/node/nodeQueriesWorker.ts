import { Tinypool } from 'tinypool'
import { NodeError, type NodeErrorKind, type NodeOptions, openNode } from '../../bitcoin/node.ts'
import { DatabaseUnavailable, type Store } from '../../database/database.ts'
import { openPostgres } from '../../database/postgres.ts'
import { openSqlite } from '../../database/sqlite.ts'
import { openMempool } from '../../indexer/mempool.ts'
import { HttpProblem } from '../http/httpProblem.ts'
import { createNodeQueries } from './nodeQueries.ts'

// Runs in a worker thread, which `openNodeQueries` starts. Its exports are the methods of NodeQueries.

export type NodeQueriesSettings = {
  /** A file for SQLite, or the URL of PostgreSQL. */
  database: { file: string } | { url: string }
  node: NodeOptions
  /** How long a query of PostgreSQL may take. */
  timeoutMs: number
}

/** An error, which would lose its class between threads. */
export type Failure =
  | { failed: 'node'; kind: NodeErrorKind; message: string }
  | { failed: 'request'; problem: HttpProblem['problem']; details: HttpProblem['details'] }
  | { failed: 'database'; message: string }

const { database, node: options, timeoutMs }: NodeQueriesSettings = Tinypool.workerData
const node = openNode(options)
const [store, mempoolStore] = openStores()
const queries = createNodeQueries({ node, store, mempool: openMempool(node, mempoolStore) })

export const pending = replying(queries.pending)
export const decode = replying(queries.decode)

/** On SQLite, other queries of a connection would wait for those of the mempool. */
function openStores(): [Store, Store] {
  if ('file' in database) return [openSqlite(database.file), openSqlite(database.file)]
  const shared = openPostgres(database.url, { connections: 2, timeoutMs })
  return [shared, shared]
}

function replying<Param>(method: (param: Param) => Promise<Uint8Array<ArrayBuffer>>) {
  return async (param: Param): Promise<unknown> => {
    try {
      return Tinypool.move(await method(param))
    } catch (error) {
      return failureOf(error)
    }
  }
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
