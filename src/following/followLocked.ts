import type { Part, Store } from '../database/database.ts'
import {
  DatabaseLocked,
  DatabaseReadOnly,
  DatabaseUnavailable,
  LostLock,
} from '../database/database.ts'
import { readMeta } from '../database/meta.ts'
import {
  CannotFollow,
  type Death,
  Faults,
  type FollowerProblem,
  type PassingProblem,
} from './faults.ts'
import type { FollowerEvent } from './followerEvents.ts'
import { FollowerReport } from './followerReport.ts'

export type FollowingOptions = {
  /** What it writes. */
  part: Part
  store: Store
  /** Where the follower writes its status, if not through `store`. */
  statusStore?: Pick<Store, 'query'> | undefined
  /** If the thread before this one ended by an error. */
  death?: Death | undefined
  /** Stops the follower. */
  signal: AbortSignal
  report: (event: FollowerEvent) => void
  /** The pause after a fault, which doubles up to 30 seconds while it lasts. */
  retryMs: number
  passingProblem: PassingProblem
  /** Tells, after a failure of the database, from where it goes on. */
  goesOn: string
}

export type FollowingContext = { faults: Faults; status: FollowerReport }

/**
 * Runs `follow` while this process has the lock of the part, again after errors that may pass.
 * @throws {CannotFollow} if only the operator can help.
 */
export async function followLocked(
  options: FollowingOptions,
  follow: (context: FollowingContext) => Promise<never>,
): Promise<void> {
  const { part, store, statusStore = store, signal, report } = options
  const status = new FollowerReport({
    part,
    store: statusStore,
    tell: (status) => report({ kind: 'status', status }),
  })
  const faults = new Faults({
    ...options,
    tell: ({ reason, sentence }) => report({ kind: 'waiting', reason, sentence }),
    tellEnd: (end) => report({ kind: 'resumed', ...end }),
    status,
  })
  try {
    while (!signal.aborted) {
      await followOnce(options, { faults, status }, follow).catch((error) => {
        if (!signal.aborted) return faults.pause(databaseProblem(error, options.goesOn))
      })
    }
  } finally {
    status.end()
  }
}

/** Describes an error after which the lock and the state are read again. */
function databaseProblem(error: unknown, goesOn: string): FollowerProblem {
  if (error instanceof DatabaseLocked || error instanceof LostLock) {
    return { reason: undefined, sentence: error.message }
  }
  if (!(error instanceof DatabaseUnavailable)) throw error
  return { reason: 'database-unavailable', sentence: `${error.message} ${goesOn}` }
}

/** Follows until something fails. */
async function followOnce(
  { part, store }: FollowingOptions,
  context: FollowingContext,
  follow: (context: FollowingContext) => Promise<never>,
): Promise<void> {
  const { faults, status } = context
  const unlock = await store.lock(part)
  try {
    status.own()
    await expectWritable(store, part)
    await faults.pauseAfterDeath()
    await follow(context)
  } catch (error) {
    throw stopFor(error, status)
  } finally {
    await status.disown()
    unlock()
  }
}

/** A role that may only read has the lock for a moment, not until something is to be written. */
async function expectWritable(store: Store, part: Part): Promise<void> {
  if ((await readMeta(store, part)) === undefined) return
  await store.transaction((query) =>
    query("UPDATE meta SET value = value WHERE part = $1 AND name = 'version'", [part]),
  )
}

function stopFor(error: unknown, status: FollowerReport): unknown {
  const reason =
    error instanceof DatabaseReadOnly
      ? new CannotFollow('read-only', READ_ONLY, { cause: error })
      : error
  if (reason instanceof CannotFollow) status.show({ state: 'stopped', reason: reason.reason })
  return reason
}

const READ_ONLY = 'This process may not write to the database: it serves what another one writes.'
