import { unixSeconds } from '../bitcoin/unixSeconds.ts'
import type { FollowerStatus, OwnFollower } from '../contract/schemas/follower.ts'
import type { RuneFollowerThreadEvent, TokenFollowerThreadEvent } from './followerEvents.ts'

/**
 * Remembers what the follower of this process tells. While it writes a large block to SQLite, which takes minutes, it
 * cannot write its status to the database.
 */
export function watchFollower() {
  let status: FollowerStatus | undefined = {
    state: 'waiting',
    reason: 'starting',
    heartbeat: unixSeconds(),
  }
  let largeBlock: OwnFollower['largeBlock']
  /** Between two threads, nothing is heard. */
  let isStartedAgain = false

  return {
    note(event: AnyEvent): void {
      isStartedAgain = event.kind === 'died'
      status = statusAfter(event, status)
      if (event.kind !== 'status') largeBlock = largeBlockOf(event)
    },
    /** Undefined if another program follows. */
    read(): OwnFollower | undefined {
      if (status === undefined) return
      const heartbeat = isStartedAgain ? unixSeconds() : status.heartbeat
      return { status: { ...status, heartbeat }, largeBlock }
    },
  }
}

function statusAfter(
  event: AnyEvent,
  status: FollowerStatus | undefined,
): FollowerStatus | undefined {
  const heartbeat = unixSeconds()
  switch (event.kind) {
    case 'status':
      return event.status
    case 'stopped':
      return { state: 'stopped', reason: event.reason, heartbeat }
    case 'died':
      return {
        state: 'waiting',
        reason: event.reason,
        ...(event.blockHeight !== undefined && { block_height: event.blockHeight }),
        heartbeat,
      }
    default:
      return status && { ...status, heartbeat }
  }
}

type AnyEvent = RuneFollowerThreadEvent | TokenFollowerThreadEvent

function largeBlockOf(event: AnyEvent): OwnFollower['largeBlock'] {
  if (event.kind !== 'large-block') return
  const { height, transactions, of, records } = event
  return { block_height: height, transactions, of, records }
}
