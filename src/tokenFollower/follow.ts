import { setMaxListeners } from 'node:events'
import pLimit from 'p-limit'
import type { FollowerReason } from '../contract/schemas/follower.ts'
import type { Store } from '../database/database.ts'
import type { Death, FollowerProblem } from '../following/faults.ts'
import type { TokenFollowerEvent } from '../following/followerEvents.ts'
import { type FollowingContext, followLocked } from '../following/followLocked.ts'
import type { StacksNode } from '../stacks/node.ts'
import { StacksNodeError, type StacksNodeErrorKind } from '../stacks/stacksConnection.ts'
import { openTokens } from '../tokens/openTokens.ts'
import { collectWrites, type WriteIntervals } from './collectWrites.ts'
import { ContractReader } from './contractReader.ts'
import { createDocumentReader, type DocumentOptions, readingContextOf } from './documentReader.ts'
import { createImageReader } from './imageReader.ts'
import { openDocuments } from './wantedDocuments.ts'

export type TokenFollowOptions = {
  node: StacksNode
  store: Store
  /** Where the follower writes its status, if not through `store`. */
  statusStore?: Pick<Store, 'query'>
  death?: Death | undefined
  documents: DocumentOptions
  /** The contracts to begin with on mainnet, as lines of `candidateOf`; by default those that Cairn brings. */
  candidates?: readonly string[]
  /** Stops the follower. What is not written yet is read again. */
  signal: AbortSignal
  report: (event: TokenFollowerEvent) => void
  limits?: Partial<TokenFollowLimits>
}

export type TokenFollowLimits = {
  /** How often the node is asked for its newest block. */
  pollMs: number
  /** The pause after a fault, which doubles up to 30 seconds while it lasts. */
  retryMs: number
  writes: WriteIntervals
}

const LIMITS: TokenFollowLimits = {
  pollMs: 2000,
  retryMs: 1000,
  writes: { behindMs: 10_000, currentMs: 2000 },
}

/**
 * Reads the tokens of a Stacks node, and reads them again when it is time, until `signal` aborts. What is wrong is
 * reported, and tried again.
 * @throws {CannotFollow} if the stored tokens are those of another network.
 */
export function followTokens(options: TokenFollowOptions): Promise<void> {
  const limits = { ...LIMITS, ...options.limits }
  const { store, statusStore, death, signal, report } = options
  const { retryMs } = limits
  const goesOn = 'Reading tokens goes on from what was written last.'
  return followLocked(
    { part: 'tokens', store, statusStore, death, signal, report, retryMs, passingProblem, goesOn },
    (context) => run({ ...options, ...context, limits }),
  )
}

type Context = Omit<TokenFollowOptions, 'limits'> & FollowingContext & { limits: TokenFollowLimits }

/** Reads contracts and documents beside each other. What ends one ends all, before the lock is released. */
async function run(context: Context): Promise<never> {
  const { documents, limits, signal } = context
  const store = inTurn(context.store)
  await openTokens(store, { source: 'node', log: () => {} })
  await openDocuments(store, documents.requests)
  const stopping = new AbortController()
  // All that runs or waits listens to it.
  setMaxListeners(0, stopping.signal)
  const stop = () => stopping.abort(signal.reason)
  signal.addEventListener('abort', stop)
  const within = { store, signal: stopping.signal }
  const contracts = new ContractReader({
    ...context,
    ...within,
    documents: documents.requests,
    pollMs: limits.pollMs,
  })
  const reading = readingContextOf(documents, within)
  const { imageProcess } = documents
  const images = imageProcess === undefined ? [] : [createImageReader(reading, imageProcess)]
  const sources = [contracts, createDocumentReader(reading), ...images]
  const all = [
    ...sources.map((source) => source.run()),
    collectWrites({ ...within, sources, intervals: limits.writes }),
  ]
  try {
    signal.throwIfAborted()
    return await Promise.race(all)
  } finally {
    signal.removeEventListener('abort', stop)
    stopping.abort(signal.reason)
    await Promise.allSettled(all)
  }
}

/** Two transactions of PostgreSQL could wait for each other's rows. */
function inTurn(store: Store): Store {
  const one = pLimit(1)
  return { ...store, transaction: (work) => one(() => store.transaction(work)) }
}

function passingProblem(error: unknown): FollowerProblem | undefined {
  if (!(error instanceof StacksNodeError)) return
  return { reason: NODE_REASONS[error.kind], sentence: error.message }
}

const NODE_REASONS: Record<StacksNodeErrorKind, FollowerReason> = {
  unreachable: 'node-unreachable',
  timeout: 'node-timeout',
  busy: 'node-busy',
  unauthorized: 'node-refuses',
  'no-tip': 'node-malformed',
  'no-contract': 'node-malformed',
  'no-block': 'node-malformed',
  'unknown-kind': 'unknown-blocks',
  contract: 'node-malformed',
  unsupported: 'node-unsupported',
  malformed: 'node-malformed',
}
