import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { DatabaseError } from '../database/database.ts'
import { openPostgres } from '../database/postgres.ts'
import { openSqlite } from '../database/sqlite.ts'
import { CannotFollow } from './faults.ts'
import { followNode } from './follow.ts'
import { openNodeInWorker } from './openNodeInWorker.ts'
import type { FollowerEvent, FollowerSettings } from './startFollower.ts'
import { type IndexStore, LostLock } from './writeBatch.ts'
import { writeInWorker } from './writeInWorker.ts'

// Runs in a worker thread, which `startFollower` starts. The message that it gets asks it to stop.

/** A larger one made no difference: the system caches the file too. */
const CACHE_MEGABYTES = 32

const settings: FollowerSettings = workerData
const stopping = new AbortController()
parentPort?.once('message', () => stopping.abort())
await run().catch((error) => {
  if (!(error instanceof Error) || !isSentence(error)) throw error
  tell({ kind: 'stopped', sentence: error.message, error: undefined })
})
parentPort?.close()

async function run(): Promise<void> {
  const store = openStore()
  const node = openNodeInWorker(settings.node, join(settings.workersFolder, 'nodeWorker.js'))
  try {
    const { limits = {} } = settings
    await followNode({ node, store, signal: stopping.signal, report: tell, limits })
  } finally {
    await node.close()
    await store.close()
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

/** Whether the message is a sentence for the operator. */
function isSentence(error: Error): boolean {
  return [DatabaseError, LostLock, CannotFollow].some((expected) => error instanceof expected)
}

function tell(event: FollowerEvent): void {
  parentPort?.postMessage(event)
}
