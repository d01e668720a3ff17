import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { NodeOptions } from '../bitcoin/nodeConnection.ts'
import type { FollowEvent, FollowLimits } from './follow.ts'

export type FollowerSettings = {
  /** A file for SQLite, or the URL of PostgreSQL. */
  database: { file: string } | { url: string }
  node: NodeOptions
  /** The folder with the built workers. */
  workersFolder: string
  /** For the bench. */
  limits?: Partial<FollowLimits>
}

/** The follower stopped by itself. `error` is undefined if it was expected to: then the sentence says all. */
export type FollowerEvent =
  | FollowEvent
  | { kind: 'stopped'; sentence: string; error: Error | undefined }

export type RunningFollower = {
  /** Resolves when the follower has stopped, by itself or because of `stop`. */
  stopped: Promise<void>
  /** What was not written yet is lost; the next follower indexes it again. */
  stop: () => Promise<void>
}

const STOP_TIMEOUT_MS = 5000

/** Follows a node in threads of its own, with a database connection of its own, so that this one never waits. */
export function startFollower(
  settings: FollowerSettings,
  onEvent: (event: FollowerEvent) => void,
): RunningFollower {
  const worker = new Worker(join(settings.workersFolder, 'followWorker.js'), {
    workerData: settings,
  })
  worker.on('message', onEvent)
  worker.on('error', (error) => {
    const sentence = `The follower of the Bitcoin node has failed: ${error.message}`
    onEvent({ kind: 'stopped', sentence, error })
  })
  const stopped = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve())
  })
  return {
    stopped,
    async stop() {
      worker.postMessage('stop')
      const timeout = new AbortController()
      await Promise.race([
        stopped,
        setTimeout(STOP_TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => {}),
      ])
      timeout.abort()
      // Whatever it writes is one transaction.
      await worker.terminate()
    },
  }
}
