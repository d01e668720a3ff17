import { join } from 'node:path'
import type { Death } from '../following/faults.ts'
import type { TokenFollowerEvent, TokenFollowerThreadEvent } from '../following/followerEvents.ts'
import { type RunningFollower, superviseThread } from '../following/superviseThread.ts'
import type { StacksNodeOptions } from '../stacks/stacksConnection.ts'
import type { DocumentSettings } from './documentReader.ts'
import type { Network } from './fetchUntrusted.ts'

export type TokenFollowerSettings = {
  /** The address of the database, for `openStore`. */
  database: string
  node: StacksNodeOptions
  /** Only the demo has a network of its own. */
  documents: DocumentSettings & { network?: Network }
  /** The folder with the built workers. */
  workersFolder: string
}

/** What the thread of the follower gets. */
export type TokenFollowerWork = TokenFollowerSettings & { death: Death | undefined }

const MEMORY_MEGABYTES = 96

/** Follows the tokens of a Stacks node in a thread of its own. */
export function startTokenFollower(
  settings: TokenFollowerSettings,
  onEvent: (event: TokenFollowerThreadEvent) => void,
): RunningFollower {
  const file = join(settings.workersFolder, 'tokenFollowerWorker.js')
  const thread = {
    file,
    data: settings,
    memoryMegabytes: MEMORY_MEGABYTES,
    node: 'Stacks',
  } as const
  return superviseThread<TokenFollowerEvent>(thread, onEvent)
}
