import { join } from 'node:path'
import type { NodeOptions } from '../bitcoin/nodeConnection.ts'
import type { Death } from '../following/faults.ts'
import type { RuneFollowerEvent, RuneFollowerThreadEvent } from '../following/followerEvents.ts'
import { type RunningFollower, superviseThread } from '../following/superviseThread.ts'
import type { FollowLimits } from './follow.ts'

export type FollowerSettings = {
  /** The address of the database, for `openStore`. */
  database: string
  node: NodeOptions
  /** The folder with the built workers. */
  workersFolder: string
  /** Of the thread that indexes. */
  memoryMegabytes: number
  /** For the bench. */
  limits?: Partial<FollowLimits>
}

/** What the thread of the follower gets. */
export type FollowerWork = FollowerSettings & { death: Death | undefined }

/** Follows a Bitcoin node in threads of their own. */
export function startFollower(
  settings: FollowerSettings,
  onEvent: (event: RuneFollowerThreadEvent) => void,
): RunningFollower {
  const { workersFolder, memoryMegabytes } = settings
  const file = join(workersFolder, 'followWorker.js')
  return superviseThread<RuneFollowerEvent>(
    { file, data: settings, memoryMegabytes, node: 'Bitcoin' },
    onEvent,
  )
}
