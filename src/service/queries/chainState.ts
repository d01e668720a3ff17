import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { isNetworkName, NETWORKS } from '../../bitcoin/networks.ts'
import { unixSeconds } from '../../bitcoin/unixSeconds.ts'
import { tryParse } from '../../contract/json.ts'
import {
  type Follower,
  FollowerStatus,
  MAX_HEARTBEAT_AGE,
  type OwnFollower,
} from '../../contract/schemas/follower.ts'
import { type Databases, hexOf, numberOf, type Part, type Query } from '../../database/database.ts'
import { isReadable, type Meta, readMeta } from '../../database/meta.ts'
import { unavailable } from '../http/httpProblem.ts'

/** The newest block of the index. `timestamp` is Unix seconds; the first block of the index has no parent. */
export type NewestBlock = {
  height: number
  hash: string
  timestamp: number
  parent: string | undefined
  /** A counter of the writes of blocks, undoing included. */
  writes: number
}

/** A state older than this is read again. */
const TTL_MS = 250
/** A database that takes longer counts as unavailable. */
const TIMEOUT_MS = 1000

export type ChainReader = ReturnType<typeof createChainReader>

type ChainReaderOptions = {
  databases: Databases
  monotonicMs: () => number
  /** What this process knows of its own follower; undefined if another program follows. */
  ownFollower?: (() => OwnFollower | undefined) | undefined
  /** What this process knows of its follower of the Stacks node. */
  ownTokenFollower?: (() => OwnFollower | undefined) | undefined
}

/** Reads the state of the data at most four times a second. */
export function createChainReader(options: ChainReaderOptions) {
  const { databases, monotonicMs, ownFollower, ownTokenFollower } = options
  let latest: { readAt: number; state: ChainState } | undefined
  let reading: Promise<ChainState> | undefined

  async function refresh(): Promise<ChainState> {
    const readAt = monotonicMs()
    const state = await readChainState(databases, {
      runes: ownFollower?.(),
      tokens: ownTokenFollower?.(),
    })
    latest = { readAt, state }
    reading = undefined
    return state
  }

  async function read(): Promise<ChainState> {
    if (latest !== undefined && monotonicMs() - latest.readAt < TTL_MS) return latest.state
    reading ??= refresh()
    return reading
  }

  return {
    read,
    /** The same, of this moment. */
    readNow: refresh,
    /**
     * The same, of an index that can be read.
     * @throws {HttpProblem} 503 if rune data cannot be read yet.
     * @throws {DatabaseUnavailable}
     */
    async expectReadable(): Promise<ChainState> {
      const state = await read()
      const { tip, isReadable, target } = state
      if (tip !== undefined && isReadable) return state
      // Tells a database that cannot be read from an index without blocks.
      await databases.runes.query('SELECT 1 AS one')
      throw unavailable(explain(tip, target), INDEXING_RETRY_AFTER)
    },
  }
}

/** In seconds. */
const INDEXING_RETRY_AFTER = 10

function explain(tip: NewestBlock | undefined, target: number | undefined): string {
  if (tip === undefined) return 'the index of runes has no block yet; try again in a moment'
  const goal = target === undefined ? '' : ` of ${target}`
  return `the index of runes is being built: block ${tip.height}${goal}; rune data can be read when it is complete`
}

/** What the index is about, and how far it goes. Undefined parts cannot be read now, or do not exist yet. */
export type ChainState = Awaited<ReturnType<typeof readChainState>>

type OwnFollowers = Partial<Record<Part, OwnFollower | undefined>>

export async function readChainState({ tokens, runes }: Databases, own: OwnFollowers = {}) {
  const [tip, meta, tokensMeta] = await Promise.all([
    orUndefined(readNewestBlock(runes.query)),
    orUndefined(readMeta(runes, 'runes')),
    orUndefined(readMeta(tokens, 'tokens')),
  ])
  const network = meta?.get('network') ?? ''
  const firstHeight = numberIn(meta, 'first_height')
  const firstRuneHeight = isNetworkName(network) ? NETWORKS[network].firstRuneHeight : 0
  const readable = isReadable(meta)
  const status = newestStatus(storedStatus(meta), own.runes?.status)
  const follower = status && followerOf(status)
  const tokenStatus = newestStatus(storedStatus(tokensMeta), own.tokens?.status)
  const tokenFollower = tokenStatus && followerOf(tokenStatus)
  const nodeHeight = follower && knowsNode(follower) ? status?.node_height : undefined
  const blocksBehind =
    tip === undefined || nodeHeight === undefined ? undefined : Math.max(0, nodeHeight - tip.height)
  const isRunning = readable && follower?.state === 'following'
  const isLive = isRunning && blocksBehind !== undefined && blocksBehind <= MAX_LIVE_BLOCKS_BEHIND
  return {
    tip,
    /** Whether rune data can be read: not before the first pass ends, nor from an index of another version. */
    isReadable: readable,
    network,
    firstHeight,
    /** Whether the index begins where runes begin: only then it knows their numbers. */
    isComplete: firstHeight !== undefined && firstHeight <= firstRuneHeight,
    /** Undefined if there never was one. */
    follower,
    /** In seconds. */
    heartbeatAge: status && ageOf(status),
    largeBlock: own.runes?.largeBlock,
    /** Whether the follower runs and the index is up to date. */
    isLive,
    blocksBehind,
    /** The newest block of the node, if that is known now. */
    nodeHeight,
    /** The newest block that the node had when it last told. */
    target: status?.node_height,
    /** What is shown of the follower. */
    followerVersion: (meta ?? tokensMeta) && JSON.stringify([follower, isLive, tokenFollower]),
    /** A counter of the writes to the tokens. */
    tokenWrites: tokensMeta && (numberIn(tokensMeta, 'writes') ?? 0),
    /** The follower of the Stacks node; undefined if there never was one. */
    tokenFollower,
    /** In seconds. */
    tokenHeartbeatAge: tokenStatus && ageOf(tokenStatus),
    /** The newest Stacks block when the tokens were last read. */
    stacksTip: stacksTipOf(tokensMeta?.get('tip')),
  }
}

/** `<height> <id>`, as the follower writes it. */
export function stacksTipOf(text: string | undefined): { height: number; id: string } | undefined {
  const [height, id] = text?.split(' ') ?? []
  if (height === undefined || id === undefined) return
  return { height: Number(height), id }
}

function numberIn(meta: Meta | undefined, name: string): number | undefined {
  const text = meta?.get(name)
  return text === undefined ? undefined : Number(text)
}

const MAX_LIVE_BLOCKS_BEHIND = 2

function storedStatus(meta: Meta | undefined): FollowerStatus | undefined {
  const parsed = v.safeParse(FollowerStatus, tryParse(meta?.get('follower') ?? ''))
  return parsed.success ? parsed.output : undefined
}

/** A follower that has stopped may be followed by one of another process, and the other way round. */
function newestStatus(stored: FollowerStatus | undefined, own: FollowerStatus | undefined) {
  if (stored === undefined || own === undefined) return own ?? stored
  return stored.heartbeat > own.heartbeat ? stored : own
}

function ageOf({ heartbeat }: FollowerStatus): number {
  return Math.max(0, unixSeconds() - heartbeat)
}

function followerOf(status: FollowerStatus): Follower {
  const { state, reason, block_height } = status
  // SQLite's driver lets nothing else happen while it creates an index.
  const mustBeat = state !== 'stopped' && reason !== 'preparing'
  if (mustBeat && ageOf(status) > MAX_HEARTBEAT_AGE) {
    return { state: 'stopped', reason: 'no-heartbeat' }
  }
  return {
    state,
    ...(reason !== undefined && { reason }),
    ...(block_height !== undefined && { block_height }),
  }
}

/** Whether the follower hears from its node. */
function knowsNode({ state, reason }: Follower): boolean {
  if (state === 'following') return true
  return (
    state === 'waiting' &&
    (reason === 'node-syncing' || reason === 'node-behind' || reason === 'pruned')
  )
}

export async function readNewestBlock(query: Query): Promise<NewestBlock | undefined> {
  const [row, before] = await query(
    `SELECT height, hash, timestamp,
            (SELECT CAST(value AS BIGINT) FROM meta WHERE part = 'runes' AND name = 'writes') AS writes
       FROM blocks ORDER BY height DESC LIMIT 2`,
  )
  return (
    row && {
      height: numberOf(row, 'height'),
      hash: hexOf(row, 'hash'),
      timestamp: numberOf(row, 'timestamp'),
      parent: before && hexOf(before, 'hash'),
      writes: numberOf(row, 'writes'),
    }
  )
}

function orUndefined<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  const late = setTimeout(TIMEOUT_MS, undefined, { ref: false })
  return Promise.race([reading, late]).catch(() => undefined)
}
