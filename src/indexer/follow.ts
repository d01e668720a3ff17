import { setImmediate, setTimeout } from 'node:timers/promises'
import { type BlockBytes, toBlock } from '../bitcoin/block.ts'
import { NETWORKS, type NetworkName } from '../bitcoin/networks.ts'
import type { NodeChain } from '../bitcoin/node.ts'
import { NodeError } from '../bitcoin/nodeConnection.ts'
import { DatabaseUnavailable } from '../database/database.ts'
import { readMeta, writeMeta } from '../database/meta.ts'
import { isReadable, MAX_REORGANISATION } from '../database/schema.ts'
import { CatchUpSpeed } from './catchUpSpeed.ts'
import { CannotFollow, Faults } from './faults.ts'
import { readFingerprintFinder } from './fingerprints.ts'
import { indexBlock } from './indexBlock.ts'
import type { IndexLimits, IndexState } from './indexState.ts'
import { createIndexFinder } from './keyFinder.ts'
import type { NodeReader, ReadBlock } from './nodeReader.ts'
import { createIndexes, type IndexScope, openIndex } from './openIndex.ts'
import { readAhead } from './readAhead.ts'
import { reorganise } from './reorganise.ts'
import type { IndexStore } from './writeBatch.ts'
import type { PartProgress } from './writeInParts.ts'

/** What the follower tells. Heights are those of blocks. */
export type FollowEvent =
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
  /** The blocks from `ancestor` to `from` were taken back; the node's newest block is at `to`. */
  | { kind: 'reorganised'; from: number; to: number; ancestor: number }
  /** A block with many records is being written. */
  | ({ kind: 'large-block' } & PartProgress)
  | { kind: 'waiting'; sentence: string }

export type FollowOptions = {
  node: NodeReader
  store: IndexStore
  /** Stops the follower. What is not written yet is lost. */
  signal: AbortSignal
  report: (event: FollowEvent) => void
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
 * Indexes the blocks of a node, and follows its newest block until `signal` aborts. Faults of the node and of
 * the database are reported, and tried again.
 * @throws {DatabaseError} if another program writes to the index, or the index is of another network or version.
 * @throws {LostLock} if another program wrote to the index.
 * @throws {CannotFollow} if the node lacks blocks, or has a chain that the index cannot change to.
 */
export async function followNode(options: FollowOptions): Promise<void> {
  const { signal, report } = options
  const limits = { ...LIMITS, ...options.limits }
  const faults = new Faults({
    tell: (sentence) => report({ kind: 'waiting', sentence }),
    signal,
    retryMs: limits.retryMs,
  })
  while (!signal.aborted) {
    try {
      await followOnce({ ...options, node: untilAborted(options.node, signal), limits, faults })
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof DatabaseUnavailable)) throw error
      await faults.pause(`${error.message} Indexing goes on from the last block that was written.`)
    }
  }
}

/** Node calls fail when the follower is to stop, however long they take. */
function untilAborted(node: NodeReader, signal: AbortSignal): NodeReader {
  function abortable<Params extends unknown[], Result>(
    method: (...params: Params) => Promise<Result>,
  ) {
    return (...params: Params) =>
      new Promise<Result>((resolve, reject) => {
        const abort = () => reject(signal.reason)
        signal.addEventListener('abort', abort, { once: true })
        method(...params)
          .then(resolve, reject)
          .finally(() => signal.removeEventListener('abort', abort))
      })
  }
  return {
    readChain: abortable(node.readChain),
    blockHash: abortable(node.blockHash),
    readBlock: abortable(node.readBlock),
  }
}

type Context = Omit<FollowOptions, 'limits'> & {
  limits: typeof LIMITS & Partial<IndexLimits>
  faults: Faults
}

/** Follows until something fails. After a fault of the database, the lock and the state are read again. */
async function followOnce(context: Context): Promise<void> {
  const { store, node, faults } = context
  const unlock = await store.lock('runes')
  try {
    const chain = await faults.retry(node.readChain)
    const state = await openIndex(store, scopeOf(chain.network), context.limits)
    const hasIndexes = isReadable(await readMeta(store, 'runes'))
    await new Follower(context, { chain, state, hasIndexes }).run()
  } finally {
    unlock()
  }
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
  #target: number | undefined
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
    } finally {
      await this.#state.waitForWrite()
    }
  }

  /** Indexes what the node has. */
  async #advance(): Promise<void> {
    await this.#readChain()
    await this.#leaveBranch()
    this.#context.faults.setCondition(this.#condition())
    await this.#prepareFinder()
    await this.#catchUp()
    await this.#prepareFinder()
    this.#reportTip()
  }

  /** @throws {DatabaseError} if it is another network. @throws {CannotFollow} if it lacks the next block. */
  async #readChain(): Promise<void> {
    const chain = await this.#context.node.readChain()
    if (chain.network !== this.#state.network) {
      await openIndex(this.#context.store, scopeOf(chain.network))
    }
    const next = this.#state.tip.height + 1
    if (chain.height >= next && (chain.pruneHeight ?? 0) > next) {
      throw new CannotFollow(
        `The Bitcoin node has deleted the blocks before ${chain.pruneHeight}, as it prunes, and the index needs those from ${next} on. Use a node with prune=0.`,
      )
    }
    this.#chain = chain
    await this.#storeTarget()
  }

  /** Other processes show how far the index is. */
  async #storeTarget(): Promise<void> {
    const target = newestHeight(this.#chain)
    if (target === this.#target) return
    // On SQLite, this thread would do nothing until a write in another one ends.
    await this.#state.waitForWrite()
    await this.#context.store.transaction((query) =>
      writeMeta(query, 'runes', { target: String(target) }),
    )
    this.#target = target
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

  #condition(): string | undefined {
    const { tip, firstHeight } = this.#state
    const { height, isInitialDownload } = this.#chain
    if (height < firstHeight) {
      return `The Bitcoin node is still syncing: it has not reached block ${firstHeight}, where runes begin.`
    }
    if (height < tip.height) {
      return `The Bitcoin node is behind the index, which is at block ${tip.height}: waiting until it has caught up.`
    }
    return isInitialDownload
      ? 'The Bitcoin node is still syncing. Cairn indexes the blocks that it has.'
      : undefined
  }

  /** During the first pass the finder is in memory, because the database has no indexes yet. */
  async #prepareFinder(): Promise<void> {
    const { store, limits, signal, report } = this.#context
    if (this.#finder === 'indexes') return
    const { tip } = this.#state
    if (newestHeight(this.#chain) - tip.height <= limits.firstPassBlocks) {
      if (tip.next.tx > 0) report({ kind: 'preparing', step: 'indexes' })
      await createIndexes(store)
      this.#state.finder = createIndexFinder(this.#state)
      this.#finder = 'indexes'
    } else if (this.#finder === undefined) {
      if (tip.next.tx > 0) report({ kind: 'preparing', step: 'keys' })
      this.#state.finder = await readFingerprintFinder(store.query, tip.next, signal)
      signal.throwIfAborted()
      this.#finder = 'fingerprints'
    }
  }

  async #catchUp(): Promise<void> {
    const { node, signal } = this.#context
    const start = this.#state.tip.height
    this.#speed.start(start)
    try {
      for await (const read of readAhead(node.readBlock, start + 1, () => this.#chain.height)) {
        if (!(await this.#isNext(read.parsed))) break
        await this.#indexBlock(read)
        // Lets the responses in that arrived meanwhile: with SQLite, nothing above waits.
        await setImmediate()
        signal.throwIfAborted()
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

  async #indexBlock({ parsed, commitments }: ReadBlock): Promise<void> {
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
      await this.#readChain()
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
