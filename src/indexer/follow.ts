import { setImmediate, setTimeout } from 'node:timers/promises'
import { type BlockBytes, toBlock } from '../bitcoin/block.ts'
import { NETWORKS, type NetworkName } from '../bitcoin/networks.ts'
import type { NodeChain } from '../bitcoin/node.ts'
import { NodeError, type NodeErrorKind } from '../bitcoin/nodeConnection.ts'
import type { FollowerReason } from '../contract/schemas/follower.ts'
import { DuplicateRow, type Store } from '../database/database.ts'
import { isReadable, readMeta } from '../database/meta.ts'
import { MAX_REORGANISATION } from '../database/schema.ts'
import {
  CannotFollow,
  type Condition,
  type Death,
  type FollowerProblem,
} from '../following/faults.ts'
import type { RuneFollowerEvent } from '../following/followerEvents.ts'
import { type FollowingContext, followLocked } from '../following/followLocked.ts'
import { CatchUpSpeed } from './catchUpSpeed.ts'

import { readFingerprintFinder } from './fingerprints.ts'
import { indexBlock } from './indexBlock.ts'
import type { IndexLimits, IndexState } from './indexState.ts'
import { createIndexFinder } from './keyFinder.ts'
import { type NodeReader, type SourceBlockBytes, untilAborted } from './nodeReader.ts'
import { createIndexes, type IndexScope, openIndex, REBUILD } from './openIndex.ts'
import { readAhead } from './readAhead.ts'
import { reorganise } from './reorganise.ts'
import { type IndexStore, readIndexTip } from './writeBatch.ts'
import type { PartProgress } from './writeInParts.ts'

export type FollowOptions = {
  node: NodeReader
  store: IndexStore
  /** Where the follower writes its status, if not through `store`. */
  statusStore?: Pick<Store, 'query'>
  /** If the thread before this one ended by an error. */
  death?: Death | undefined
  /** Stops the follower. What is not written yet is lost. */
  signal: AbortSignal
  report: (event: RuneFollowerEvent) => void
  limits?: Partial<FollowLimits>
}

export type FollowLimits = IndexLimits & {
  /** How often the node is asked for its newest block. */
  pollMs: number
  /** The pause after a fault, which doubles up to 30 seconds while it lasts. */
  retryMs: number
  progressMs: number
  /** How much is lost at most if the follower is killed while it catches up. */
  writeMs: number
  /** Rows in memory that are written together. */
  maxPendingRows: number
  /** An index that starts more blocks behind gets its indexes at the end of the first pass. */
  firstPassBlocks: number
}

const LIMITS: Omit<FollowLimits, keyof IndexLimits> = {
  pollMs: 400,
  retryMs: 1000,
  progressMs: 500,
  writeMs: 10_000,
  maxPendingRows: 150_000,
  firstPassBlocks: 2000,
}

/**
 * Indexes the blocks of a node, and follows its newest block until `signal` aborts. What is wrong is reported, and
 * tried again.
 * @throws {CannotFollow} if the index must be built again.
 */
export function followNode(options: FollowOptions): Promise<void> {
  const limits = { ...LIMITS, ...options.limits }
  const node = untilAborted(options.node, options.signal)
  const { store, statusStore, death, signal, report } = options
  const { retryMs } = limits
  const goesOn = 'Indexing goes on from the last block that was written.'
  return followLocked(
    { part: 'runes', store, statusStore, death, signal, report, retryMs, passingProblem, goesOn },
    (context) => follow({ ...options, ...context, node, limits }),
  )
}

type Context = Omit<FollowOptions, 'limits'> &
  FollowingContext & { limits: typeof LIMITS & Partial<IndexLimits> }

async function follow(context: Context): Promise<never> {
  const { store, node, faults, limits } = context
  const [chain, state] = await faults.retry(async () => {
    const chain = await node.chainInfo()
    return [chain, await openIndex(store, scopeOf(chain.network), limits)] as const
  })
  const hasIndexes = isReadable(await readMeta(store, 'runes'))
  return new Follower(context, { chain, state, hasIndexes }).run()
}

function scopeOf(network: NetworkName): IndexScope {
  return { network, firstHeight: NETWORKS[network].firstRuneHeight }
}

class Follower {
  readonly #context: Context
  readonly #speed: CatchUpSpeed
  /** What the node said last. */
  #chain: NodeChain
  #state: IndexState
  #finder: 'indexes' | 'fingerprints' | undefined
  #writtenAt = performance.now()
  /** The hash of the block that was reported last as the newest. */
  #reportedTip: string | undefined

  constructor(
    context: Context,
    { chain, state, hasIndexes }: { chain: NodeChain; state: IndexState; hasIndexes: boolean },
  ) {
    this.#context = context
    this.#chain = chain
    this.#state = state
    this.#finder = hasIndexes ? 'indexes' : undefined
    this.#speed = new CatchUpSpeed(context.limits.progressMs)
  }

  async run(): Promise<never> {
    const { faults, limits, signal } = this.#context
    try {
      for (;;) {
        await faults.retry(() => this.#advance())
        await setTimeout(limits.pollMs, undefined, { signal })
      }
    } catch (error) {
      throw error instanceof DuplicateRow ? await this.#explainDamage(error) : error
    } finally {
      await this.#state.waitForWrite()
    }
  }

  async #explainDamage(cause: DuplicateRow): Promise<CannotFollow> {
    const { height } = this.#state.tip
    const first = ((await readIndexTip(this.#context.store.query))?.height ?? height - 1) + 1
    const blocks = first < height ? `the blocks ${first} to ${height}` : `block ${height}`
    const sentence = `The index already has something of ${blocks}, which it has not: it is damaged. ${REBUILD}`
    return new CannotFollow('damaged-index', sentence, { cause })
  }

  /** Indexes what the node has. */
  async #advance(): Promise<void> {
    await this.#readChainInfo()
    await this.#leaveBranch()
    this.#context.faults.setCondition(this.#condition())
    await this.#prepareFinder()
    await this.#catchUp()
    await this.#prepareFinder()
    this.#reportTip()
  }

  /** @throws {CannotFollow} if it is another network. @throws {NodeError} if it lacks the next block. */
  async #readChainInfo(): Promise<void> {
    const chain = await this.#context.node.chainInfo()
    if (chain.network !== this.#state.network) {
      await openIndex(this.#context.store, scopeOf(chain.network))
    }
    this.#context.status.setNodeHeight(newestHeight(chain))
    const next = this.#state.tip.height + 1
    if (chain.height >= next && (chain.pruneHeight ?? 0) > next) {
      throw new NodeError(
        'pruned',
        `The Bitcoin node has deleted the blocks before ${chain.pruneHeight}, as it prunes, and the index needs those from ${next} on. Use a node with prune=0.`,
      )
    }
    this.#chain = chain
  }

  async #leaveBranch(): Promise<void> {
    const { node, report } = this.#context
    const from = this.#state.tip.height
    const state = await reorganise(this.#state, node, this.#chain)
    if (state === undefined) return
    this.#state = state
    if (this.#finder === 'fingerprints') this.#finder = undefined
    const ancestor = state.tip.height
    report({ kind: 'reorganised', from, to: this.#chain.height, ancestor })
  }

  #condition(): Condition | undefined {
    const { tip, firstHeight } = this.#state
    const { height, isInitialDownload } = this.#chain
    if (height < firstHeight) {
      const sentence = `The Bitcoin node is still syncing: it has not reached block ${firstHeight}, where runes begin.`
      return { state: 'waiting', reason: 'node-syncing', sentence }
    }
    if (height < tip.height) {
      const sentence = `The Bitcoin node is behind the index, which is at block ${tip.height}: waiting until it has caught up.`
      return { state: 'waiting', reason: 'node-behind', sentence }
    }
    if (!isInitialDownload) return
    const sentence = 'The Bitcoin node is still syncing. Cairn indexes the blocks that it has.'
    return { state: 'following', reason: 'node-syncing', sentence }
  }

  /** During the first pass the finder is in memory, because the database has no indexes yet. */
  async #prepareFinder(): Promise<void> {
    const { store, limits, signal } = this.#context
    if (this.#finder === 'indexes') return
    const { tip } = this.#state
    if (newestHeight(this.#chain) - tip.height <= limits.firstPassBlocks) {
      this.#reportPreparing('indexes')
      await createIndexes(store)
      this.#state.finder = createIndexFinder(this.#state)
      this.#finder = 'indexes'
    } else if (this.#finder === undefined) {
      this.#reportPreparing('keys')
      this.#state.finder = await readFingerprintFinder(store.query, tip.next, signal)
      signal.throwIfAborted()
      this.#finder = 'fingerprints'
    }
    this.#context.faults.showState()
  }

  #reportPreparing(step: 'keys' | 'indexes'): void {
    const { report, status } = this.#context
    if (this.#state.tip.next.tx === 0) return
    report({ kind: 'preparing', step })
    status.show({ state: 'following', reason: 'preparing' })
  }

  async #catchUp(): Promise<void> {
    const { node, signal, report } = this.#context
    const start = this.#state.tip.height
    this.#speed.start(start)
    report({ kind: 'block', height: start + 1 })
    try {
      for await (const read of readAhead(node.readBlock, start + 1, () => this.#chain.height)) {
        if (!(await this.#isNext(read.parsed))) break
        await this.#indexBlock(read)
        // Lets the responses in that arrived meanwhile: with SQLite, nothing above waits.
        await setImmediate()
        signal.throwIfAborted()
        report({ kind: 'block', height: this.#state.tip.height + 1 })
      }
    } catch (error) {
      if (error instanceof NodeError) await this.#state.write()
      throw error
    }
    await this.#state.write()
  }

  /** Whether a block follows the tip, or the node has changed to another branch meanwhile. @throws {NodeError} */
  async #isNext({ parent }: BlockBytes): Promise<boolean> {
    const { height, hash } = this.#state.tip
    if (parent === hash || hash === '') return true
    if ((await this.#context.node.blockHash(height)) !== hash) return false
    const message = `The Bitcoin node sent a block ${height + 1} that does not follow its block ${height} (${hash}).`
    throw new NodeError('malformed', message)
  }

  async #indexBlock({ parsed, commitments }: SourceBlockBytes): Promise<void> {
    const { limits } = this.#context
    const height = this.#state.tip.height + 1
    const block = toBlock(parsed, height)
    const isUndoable = height > newestHeight(this.#chain) - MAX_REORGANISATION
    const { signal, report } = this.#context
    const onPart = (progress: PartProgress) => report({ kind: 'large-block', ...progress })
    await indexBlock(this.#state, { block, commitments }, { isUndoable, signal, onPart })
    const isDue = performance.now() - this.#writtenAt > limits.writeMs
    if (isDue || this.#state.pendingCount >= limits.maxPendingRows) {
      await this.#state.beginWrite()
      this.#writtenAt = performance.now()
      this.#context.faults.end()
      await this.#readChainInfo()
    }
    this.#reportProgress()
  }

  #reportProgress(): void {
    const { height, next } = this.#state.tip
    const target = newestHeight(this.#chain)
    const speed = this.#speed.measure(height, target)
    // At the newest block, `tip` says so.
    if (speed === undefined || height === target) return
    this.#context.report({ kind: 'progress', height, target, ...speed, records: next.record })
  }

  #reportTip(): void {
    const hadFault = this.#context.faults.end()
    const { height, hash } = this.#state.tip
    if (hash !== this.#chain.hash || (hash === this.#reportedTip && !hadFault)) return
    this.#reportedTip = hash
    this.#context.report({ kind: 'tip', height, hash })
  }
}

/** While a node downloads its first blocks, it already knows how many there are. */
function newestHeight({ height, headersHeight, isInitialDownload }: NodeChain): number {
  return isInitialDownload ? Math.max(height, headersHeight) : height
}

function passingProblem(error: unknown): FollowerProblem | undefined {
  if (error instanceof NodeError)
    return { reason: NODE_REASONS[error.kind], sentence: error.message }
  if (error instanceof CannotFollow && error.reason === 'other-network') {
    return { reason: error.reason, sentence: error.message }
  }
  return undefined
}

const NODE_REASONS: Record<NodeErrorKind, FollowerReason> = {
  misconfigured: 'node-refuses',
  unreachable: 'node-unreachable',
  timeout: 'node-timeout',
  busy: 'node-busy',
  'warming-up': 'node-warming-up',
  unauthorized: 'node-refuses',
  pruned: 'pruned',
  'not-found': 'node-malformed',
  unsupported: 'node-unsupported',
  malformed: 'node-malformed',
}
