import type { FollowerReason, FollowerStatus } from '../contract/schemas/follower.ts'
import type { FollowerProblem } from './faults.ts'

/** What every follower tells. Heights are those of blocks. */
export type FollowerEvent =
  /** Something is wrong, or lasts: told once. Without a reason, another program follows. */
  | { kind: 'waiting'; reason: FollowerReason | undefined; sentence: string }
  /** That has passed. */
  | { kind: 'resumed'; reason: FollowerReason | undefined; seconds: number }
  /** The blocks from `from` down to the one above `ancestor` were taken back; the node's newest one is at `to`. */
  | { kind: 'reorganised'; from: number; to: number; ancestor: number }
  /** At each change and every five seconds; without a status, another program follows. */
  | { kind: 'status'; status: FollowerStatus | undefined }

/** What the follower of the Bitcoin node tells. */
export type RuneFollowerEvent =
  | FollowerEvent
  /** It catches up. `records` counts all records of the index. */
  | {
      kind: 'progress'
      height: number
      target: number
      blocksPerSecond: number
      secondsLeft: number | undefined
      records: number
    }
  /** At the beginning or the end of the first pass: it takes minutes. */
  | { kind: 'preparing'; step: 'keys' | 'indexes' }
  /** The index has the node's newest block, for the first time or again after a fault. */
  | { kind: 'tip'; height: number; hash: string }
  /** It begins to read and index this block, or waits for the node to have it. */
  | { kind: 'block'; height: number }
  /** It writes a block in parts: how many of its transactions are written, and how many records. */
  | { kind: 'large-block'; height: number; transactions: number; of: number; records: number }

/**
 * What the follower of the Stacks node tells: how often it has read a contract since it began, and how many readings
 * are due.
 */
export type TokenFollowerEvent = FollowerEvent | { kind: 'contracts'; read: number; due: number }

/** What a thread of a follower tells. */
export type ThreadEvent<Event> =
  | Event
  /** The follower stops, because only the operator can help. */
  | { kind: 'stopped'; reason: FollowerReason; sentence: string }
  /** Its thread ended by an error, at a block if that is known. It is started again. */
  | ({ kind: 'died'; error: Error } & FollowerProblem)

export type RuneFollowerThreadEvent = ThreadEvent<RuneFollowerEvent>
export type TokenFollowerThreadEvent = ThreadEvent<TokenFollowerEvent>
