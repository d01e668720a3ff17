import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { openStore } from '../database/openStore.ts'
import { CannotFollow } from '../following/faults.ts'
import type { TokenFollowerThreadEvent } from '../following/followerEvents.ts'
import { openStacksNode } from '../stacks/node.ts'
import { followTokens } from './follow.ts'
import type { TokenFollowerWork } from './startTokenFollower.ts'

// Runs in a worker thread, which `startTokenFollower` starts. The message that it gets asks it to stop.

const { database, node, documents, workersFolder, death }: TokenFollowerWork = workerData
const stopping = new AbortController()
parentPort?.once('message', () => stopping.abort())
const store = openStore(database, 'follower')
const statusStore = openStore(database, 'status')
try {
  const { signal } = stopping
  const report = tell
  await followTokens({
    node: openStacksNode(node),
    documents: {
      ...documents,
      imageProcess: { arguments: [join(workersFolder, 'imageProcess.js')], timeoutMs: 10_000 },
    },
    store,
    statusStore,
    death,
    signal,
    report,
  })
} catch (error) {
  if (!(error instanceof CannotFollow)) throw error
  tell({ kind: 'stopped', reason: error.reason, sentence: error.message })
} finally {
  await Promise.all([store.close(), statusStore.close()])
}
parentPort?.close()

function tell(event: TokenFollowerThreadEvent): void {
  parentPort?.postMessage(event)
}
