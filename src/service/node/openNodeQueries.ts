import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Tinypool } from 'tinypool'
import { NodeError, type NodeOptions } from '../../bitcoin/nodeConnection.ts'
import { DatabaseUnavailable } from '../../database/database.ts'
import type { StoreSettings } from '../../database/openStore.ts'
import { type ThreadResult, unwrap } from '../../threads/threadResult.ts'
import { HttpProblem, unavailable } from '../http/httpProblem.ts'
import type { ReadResponse } from '../http/responseCache.ts'
import type { NodeQueries } from './nodeQueries.ts'

export type NodeQueriesSettings = { runes: StoreSettings; node: NodeOptions }

export type NodeQueriesThread = NodeQueries & { close(): Promise<void> }

export const NODE_QUERIES_ERRORS = { NodeError, HttpProblem, DatabaseUnavailable }

/** Readers get an answer within five seconds, whatever the node does. */
const NODE_TIMEOUT_MS = 4000
/** Questions may wait for each other, or ask for much work. */
const MAX_WAIT_MS = 4800
const MAX_WAITING_QUERIES = 16
/** What is known of the mempool is forgotten when nobody has asked for so long. */
const IDLE_MS = 10 * 60_000
const MAX_HEAP_MB = 384

/** Answers in a worker thread, with connections of its own, which starts with the first question. */
export function openNodeQueries(
  { runes, node }: NodeQueriesSettings,
  workersFolder: string,
): NodeQueriesThread {
  const workerData = { runes, node: { ...node, timeoutMs: NODE_TIMEOUT_MS } }
  const pool = new Tinypool({
    filename: join(workersFolder, 'nodeQueriesWorker.js'),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    concurrentTasksPerWorker: MAX_WAITING_QUERIES,
    // Otherwise an idle worker would not go on reading the mempool.
    useAtomics: false,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    workerData,
  }).on('error', console.error)

  async function ask(name: keyof NodeQueries, param: unknown): Promise<ReadResponse> {
    const result: ThreadResult<ReadResponse> = await withDeadline(pool.run(param, { name }))
    return unwrap(result, NODE_QUERIES_ERRORS)
  }

  return {
    pending: (owner) => ask('pending', owner),
    pendingTransaction: (txId) => ask('pendingTransaction', txId),
    spends: (outputs) => ask('spends', outputs),
    decode: (txId) => ask('decode', txId),
    fee: (txId) => ask('fee', txId),
    close: () => pool.destroy(),
  }
}

/** @throws {HttpProblem} 503 after MAX_WAIT_MS. */
async function withDeadline<Result>(work: Promise<Result>): Promise<Result> {
  const late = setTimeout(MAX_WAIT_MS, undefined, { ref: false })
  const ended = await Promise.race([work.then((result) => ({ result })), late])
  if (ended === undefined) throw TAKES_LONG
  return ended.result
}

const TAKES_LONG = unavailable('this takes longer than usual right now; try again in a moment')
