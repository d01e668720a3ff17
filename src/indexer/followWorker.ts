import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { Store } from '../database/database.ts'
import { openPostgres } from '../database/postgres.ts'
import { openSqlite } from '../database/sqlite.ts'
import { CannotFollow } from './faults.ts'
import { followNode } from './follow.ts'
import { openNodeInWorker } from './openNodeInWorker.ts'
import type { FollowerEvent, FollowerWork } from './startFollower.ts'
import type { IndexStore } from './writeBatch.ts'
import { writeInWorker } from './writeInWorker.ts'

// Runs in a worker thread, which `startFollower` starts. The message that it gets asks it to stop.

/** A larger one made no difference: the system caches the file too. */
const CACHE_MEGABYTES = 32

const STATUS_TIMEOUT_MS = 2000

const settings: FollowerWork = workerData
const stopping = new AbortController()
parentPort?.once('message', () => stopping.abort())
await run().catch((error) => {
  if (!(error instanceof CannotFollow)) throw error
  tell({ kind: 'stopped', reason: error.reason, sentence: error.message })
})
parentPort?.close()

async function run(): Promise<void> {
  const [store, statusStore] = [openStore(), openStatusStore()]
  const node = openNodeInWorker(settings.node, join(settings.workersFolder, 'nodeWorker.js'))
  try {
    const { limits = {}, death } = settings
    const { signal } = stopping
    await followNode({ node, store, statusStore, death, signal, report: tell, limits })
  } finally {
    await node.close()
    await Promise.all([store.close(), statusStore.close()])
  }
}

function openStore(): IndexStore {
  const { database } = settings
  if ('file' in database) {
    const store = openSqlite(database.file, { cacheMegabytes: CACHE_MEGABYTES })
    return writeInWorker(store, database.file, join(settings.workersFolder, 'writeWorker.js'))
  }
  // One connection reads, one writes meanwhile, and one holds the lock. Statements have no timeout.
  return openPostgres(database.url, { connections: 3, timeoutMs: 0 })
}

/** Its statements fail rather than wait. */
function openStatusStore(): Store {
  const { database } = settings
  if ('file' in database) return openSqlite(database.file, { cacheMegabytes: 1, busyTimeoutMs: 0 })
  return openPostgres(database.url, { connections: 1, timeoutMs: STATUS_TIMEOUT_MS })
}

function tell(event: FollowerEvent): void {
  parentPort?.postMessage(event)
}
