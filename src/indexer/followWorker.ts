import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { openStore } from '../database/openStore.ts'
import { CannotFollow } from '../following/faults.ts'
import type { RuneFollowerThreadEvent } from '../following/followerEvents.ts'
import { followNode } from './follow.ts'
import { openNodeInWorker } from './openNodeInWorker.ts'
import type { FollowerWork } from './startFollower.ts'
import type { IndexStore } from './writeBatch.ts'
import { writeInWorker } from './writeInWorker.ts'

// Runs in a worker thread, which `startFollower` starts. The message that it gets asks it to stop.

const settings: FollowerWork = workerData
const stopping = new AbortController()
parentPort?.once('message', () => stopping.abort())
await run().catch((error) => {
  if (!(error instanceof CannotFollow)) throw error
  tell({ kind: 'stopped', reason: error.reason, sentence: error.message })
})
parentPort?.close()

async function run(): Promise<void> {
  const store = openIndexStore()
  const statusStore = openStore(settings.database, 'status')
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

function openIndexStore(): IndexStore {
  const { database, workersFolder } = settings
  const store = openStore(database, 'follower')
  if (!store.isBlocking) return store
  return writeInWorker(store, database, join(workersFolder, 'writeWorker.js'))
}

function tell(event: RuneFollowerThreadEvent): void {
  parentPort?.postMessage(event)
}
