import * as v from 'valibot'
import { describe, object, optional, wholeNumber } from './fields.ts'

const CODES = [
  'starting',
  'preparing',
  'node-unreachable',
  'node-timeout',
  'node-refuses',
  'node-warming-up',
  'node-busy',
  'node-syncing',
  'node-behind',
  'node-malformed',
  'node-unsupported',
  'unknown-blocks',
  'pruned',
  'other-network',
  'too-deep',
  'outdated-index',
  'damaged-index',
  'read-only',
  'database-unavailable',
  'out-of-memory',
  'dies-at-block',
  'failed',
  'no-heartbeat',
] as const
export type FollowerReason = (typeof CODES)[number]

/** Of the Bitcoin node, for readers. What the log says of the same has the node's address, and speaks of passwords. */
const FOLLOWER_REASONS: Record<FollowerReason, string> = {
  starting: 'Indexing has just started.',
  preparing: 'The tables of the index are being prepared.',
  'node-unreachable': 'The Bitcoin node cannot be reached.',
  'node-timeout': 'The Bitcoin node does not respond in time.',
  'node-refuses': 'The Bitcoin node refuses access.',
  'node-warming-up': 'The Bitcoin node is starting.',
  'node-busy': 'The Bitcoin node is too busy.',
  'node-syncing': 'The Bitcoin node is still downloading blocks.',
  'node-behind': 'The Bitcoin node is behind this index.',
  'node-malformed': 'The responses of the Bitcoin node cannot be used.',
  'node-unsupported': 'The Bitcoin node lacks a function that is needed.',
  'unknown-blocks': 'The Bitcoin node has blocks that this version of Cairn cannot read.',
  pruned: 'The Bitcoin node has deleted blocks that are needed.',
  'other-network': 'The Bitcoin node is on another network.',
  'too-deep': 'The Bitcoin node has replaced too many blocks.',
  'outdated-index': 'Another version of Cairn made this index.',
  'damaged-index': 'The index is damaged and must be built again.',
  'read-only': 'The database allows no writing.',
  'database-unavailable': 'The database cannot be used now.',
  'out-of-memory': 'Indexing ran out of memory and is tried again.',
  'dies-at-block': 'Indexing has failed at one block several times.',
  failed: 'Indexing has failed and is tried again.',
  'no-heartbeat': 'The program that indexes no longer responds.',
}

/** Where the follower of the Stacks node says something else than the same of its node. */
const TOKEN_REASONS: Partial<Record<FollowerReason, string>> = {
  starting: 'Reading tokens has just started.',
  'out-of-memory': 'Reading tokens ran out of memory and is tried again.',
  failed: 'Reading tokens has failed and is tried again.',
  'no-heartbeat': 'The program that reads tokens no longer responds.',
}

/** A sentence for readers. */
export function followerReason(reason: FollowerReason, node: 'Bitcoin' | 'Stacks'): string {
  if (node === 'Bitcoin') return FOLLOWER_REASONS[reason]
  return TOKEN_REASONS[reason] ?? FOLLOWER_REASONS[reason].replace('Bitcoin', node)
}

const words = Object.entries(FOLLOWER_REASONS).map(([code, sentence]) => `${code}: ${sentence}`)

/** What readers are told of the follower. */
export const Follower = object('What a follower of a node does.', {
  state: describe(
    'following; waiting: something is wrong, and it tries again; stopped: the operator must help.',
    v.picklist(['following', 'waiting', 'stopped']),
  ),
  reason: optional(`Why. ${words.join(' ')}`, v.picklist(CODES)),
  block_height: optional('The block at which indexing fails.', wholeNumber),
})
export type Follower = v.InferOutput<typeof Follower>

/** What the follower writes about itself to the database, in JSON. */
export const FollowerStatus = v.object({
  ...Follower.entries,
  /** The newest block of the node, when it last told. */
  node_height: v.optional(wholeNumber),
  /** When it wrote this, in Unix seconds. */
  heartbeat: wholeNumber,
})
export type FollowerStatus = v.InferOutput<typeof FollowerStatus>

/** A status older than this many seconds says nothing about the follower any more. */
export const MAX_HEARTBEAT_AGE = 30

/** How far a block is that is written in parts. */
export const LargeBlock = object('The block that is being indexed, if that takes long.', {
  block_height: wholeNumber,
  transactions: describe('How many transactions are done.', wholeNumber),
  of: describe('Of how many.', wholeNumber),
  records: describe('How many records they made.', wholeNumber),
})

/** What a process knows of its own follower. Others read the status in the database. */
export type OwnFollower = {
  status: FollowerStatus
  largeBlock: v.InferOutput<typeof LargeBlock> | undefined
}
