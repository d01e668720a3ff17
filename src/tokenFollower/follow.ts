import { setTimeout } from 'node:timers/promises'
import { unixSeconds } from '../bitcoin/unixSeconds.ts'
import type { FollowerReason } from '../contract/schemas/follower.ts'
import { numberOf, optionalTextOf, type Row, type Store, textOf } from '../database/database.ts'
import { writeMeta } from '../database/meta.ts'
import type { Condition, Death, FollowerProblem } from '../following/faults.ts'
import type { TokenFollowerEvent } from '../following/followerEvents.ts'
import { type FollowingContext, followLocked } from '../following/followLocked.ts'
import type { StacksNetwork, StacksNode, StacksTip } from '../stacks/node.ts'
import { StacksNodeError, type StacksNodeErrorKind } from '../stacks/stacksConnection.ts'
import { openTokens } from '../tokens/openTokens.ts'
import { type DocumentOptions, DocumentReader } from './documentReader.ts'
import { DeploymentFinder } from './findDeployment.ts'
import { followBlocks } from './followBlocks.ts'
import { CANDIDATES_HEIGHT, openContracts, readCandidates } from './openContracts.ts'
import { type DueTask, readContract, unreadContract } from './readContract.ts'
import { walkBack } from './walkBack.ts'
import { openDocuments } from './wantedDocuments.ts'
import { type ReadContract, writeFacts } from './writeFacts.ts'

export type TokenFollowOptions = {
  node: StacksNode
  store: Store
  /** Where the follower writes its status, if not through `store`. */
  statusStore?: Pick<Store, 'query'>
  death?: Death | undefined
  documents: DocumentOptions
  /** The contracts to begin with on mainnet; by default those that Cairn brings. */
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
  /** How long what was read waits to be written while much is due: each write empties the cache of tokens. */
  writeMs: number
}

const LIMITS: TokenFollowLimits = {
  pollMs: 2000,
  retryMs: 1000,
  writeMs: 10_000,
}

/** How many are read from the database at once. */
const MANY_TASKS = 200
/** As many as the node is asked at once. */
const MAX_CONCURRENT_CONTRACTS = 2

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

/** Reads contracts and documents beside each other. What ends one ends the other, before the lock is released. */
async function run(context: Context): Promise<never> {
  const { store, documents, signal } = context
  await openTokens(store, { source: 'node', log: () => {} })
  await openDocuments(store, documents.requests)
  const stopping = new AbortController()
  const stop = () => stopping.abort(signal.reason)
  signal.addEventListener('abort', stop)
  const within = { ...context, signal: stopping.signal }
  const reader = new DocumentReader({ store, options: documents, signal: stopping.signal })
  const both = [new TokenFollower(within).run(), reader.run()]
  try {
    signal.throwIfAborted()
    return await Promise.race(both)
  } finally {
    signal.removeEventListener('abort', stop)
    stopping.abort(signal.reason)
    await Promise.allSettled(both)
  }
}

type Context = Omit<TokenFollowOptions, 'limits'> & FollowingContext & { limits: TokenFollowLimits }

class TokenFollower {
  readonly #context: Context
  readonly #deployments: DeploymentFinder
  /** The tasks for which the node took too long or was too busy, at their last try. */
  readonly #timedOut = new Set<string>()
  #tip: { value: StacksTip; readAt: number } | undefined
  /** What was read and is not written yet, by its task. */
  readonly #waiting = new Map<string, ReadContract>()
  #writtenAt = performance.now()
  #readCount = 0
  #isOpen = false
  /** The blocks above this height are read. */
  #floor = 0
  /** Set once a block cannot be read: no other version of Cairn reads it before a restart. */
  #unknownBlocks: Condition | undefined
  #writtenTip: string | undefined

  constructor(context: Context) {
    this.#context = context
    this.#deployments = new DeploymentFinder(context.node)
  }

  async run(): Promise<never> {
    const { faults, limits, signal } = this.#context
    for (;;) {
      const isBehind = await faults.retry(() => this.#advance())
      signal.throwIfAborted()
      if (!isBehind) await setTimeout(limits.pollMs, undefined, { signal })
    }
  }

  /** Reads what is due. Returns whether more is. */
  async #advance(): Promise<boolean> {
    const { faults, node, status } = this.#context
    const info = await node.info()
    await this.#open(info.network)
    status.setNodeHeight(info.height)
    if (!info.isFullySynced) {
      faults.setCondition({ state: 'waiting', reason: 'node-syncing', sentence: SYNCING })
      return false
    }
    faults.setCondition(await this.#followBlocks())
    const isBehind = (await this.#readDue()) || (await this.#walk())
    if (!isBehind) faults.end()
    return isBehind
  }

  /** Returns whether older blocks are left to read. */
  async #walk(): Promise<boolean> {
    if (this.#unknownBlocks !== undefined) return false
    const { node, store, limits, faults } = this.#context
    const endsAt = performance.now() + limits.pollMs
    try {
      while (await walkBack(node, store)) {
        faults.end()
        if (performance.now() > endsAt) return true
      }
      return false
    } catch (error) {
      this.#unknownBlocks = expectUnknownBlocks(error)
      return false
    }
  }

  /** What is wrong with blocks keeps no contract from being read. */
  async #followBlocks(): Promise<Condition | undefined> {
    if (this.#unknownBlocks !== undefined) {
      await this.#writeTip(await this.#readTip())
      return this.#unknownBlocks
    }
    try {
      const hasBlocks = (await this.#followTip()) || (await this.#followTip())
      return hasBlocks ? undefined : NO_BLOCKS
    } catch (error) {
      this.#unknownBlocks = expectUnknownBlocks(error)
      return this.#unknownBlocks
    }
  }

  /** Returns whether the node has its newest block. It may have left it. */
  async #followTip(): Promise<boolean> {
    const { node, store, report } = this.#context
    const tip = await this.#readTip()
    const followed = await followBlocks(node, store, { tip, floor: this.#floor })
    if (followed === undefined) this.#tip = undefined
    if (followed?.reorganisation !== undefined) {
      // It was read after blocks that the node has left.
      this.#waiting.clear()
      report({ kind: 'reorganised', ...followed.reorganisation })
    }
    await this.#writeTip(tip)
    return followed !== undefined
  }

  async #open(network: StacksNetwork): Promise<void> {
    if (this.#isOpen) return
    const { store, candidates = readCandidates() } = this.#context
    await openContracts(store, network, candidates)
    this.#floor = network === 'mainnet' ? CANDIDATES_HEIGHT : 0
    this.#isOpen = true
  }

  async #writeTip({ height, id }: StacksTip): Promise<void> {
    const tip = `${height} ${id}`
    if (tip === this.#writtenTip) return
    await writeMeta(this.#context.store.query, 'tokens', { tip })
    this.#writtenTip = tip
  }

  async #readDue(): Promise<boolean> {
    const { store, limits, report } = this.#context
    const parameters = [unixSeconds(), MANY_TASKS + this.#waiting.size]
    const tasks = (await store.query(DUE, parameters)).map(taskOf)
    const unread = tasks.filter((task) => !this.#waiting.has(keyOf(task)))
    if (unread.length === 0) {
      await this.#write()
      return false
    }
    await this.#readTasks(unread)
    const isTimeToWrite = performance.now() - this.#writtenAt > limits.writeMs
    if (isTimeToWrite || (await this.#countDue()) === 0) await this.#write()
    const due = await this.#countDue()
    report({ kind: 'contracts', read: this.#readCount, due })
    return due > 0
  }

  async #countDue(): Promise<number> {
    const [row] = await this.#context.store.query(COUNT_DUE, [unixSeconds()])
    return numberOf(row ?? {}, 'due') - this.#waiting.size
  }

  /** Until the newest block is to be looked up. After an error, no other task begins; what was read is written first. */
  async #readTasks(tasks: DueTask[]): Promise<void> {
    const queue = takeFor(this.#context.limits.pollMs, tasks)
    const slots = Array.from({ length: MAX_CONCURRENT_CONTRACTS }, async () => {
      // An error in the body ends the generator, and with it the other slot.
      for (const task of queue) await this.#read(task)
    })
    const results = await Promise.allSettled(slots)
    for (const result of results) {
      if (result.status === 'fulfilled') continue
      await this.#write()
      throw result.reason
    }
  }

  async #read(task: DueTask): Promise<void> {
    const { signal, faults } = this.#context
    signal.throwIfAborted()
    const key = keyOf(task)
    try {
      const reading = await this.#readAtTip(task)
      this.#waiting.set(key, reading)
      this.#timedOut.delete(key)
      this.#readCount += 1
      faults.end()
    } catch (error) {
      if (!mayBeOfContract(error)) throw error
      if (!this.#timedOut.delete(key)) {
        this.#timedOut.add(key)
        throw error
      }
      this.#waiting.set(key, unreadContract(task, error.message, this.#tip?.value))
    }
  }

  async #readAtTip(task: DueTask): Promise<ReadContract> {
    const source = { node: this.#context.node, deployments: this.#deployments }
    try {
      return await readContract(source, task, await this.#readTip())
    } catch (error) {
      if (!(error instanceof StacksNodeError) || error.kind !== 'no-tip') throw error
      // The node has left that block.
      this.#tip = undefined
      return readContract(source, task, await this.#readTip())
    }
  }

  async #write(): Promise<void> {
    const read = [...this.#waiting.values()]
    this.#waiting.clear()
    if (read.length === 0) return
    this.#writtenAt = performance.now()
    const { store, documents } = this.#context
    await writeFacts(store, read, { documents: documents.requests, now: unixSeconds() })
  }

  async #readTip(): Promise<StacksTip> {
    const { node, limits } = this.#context
    const known = this.#tip
    if (known !== undefined && performance.now() - known.readAt < limits.pollMs) return known.value
    const value = await node.tip()
    this.#tip = { value, readAt: performance.now() }
    return value
  }
}

/** Gives each entry to one of those who take them, until the time is over; one at least. */
function* takeFor<Entry>(milliseconds: number, entries: readonly Entry[]): Generator<Entry> {
  const endsAt = performance.now() + milliseconds
  for (const entry of entries) {
    yield entry
    if (performance.now() > endsAt) return
  }
}

function keyOf({ principal, kind }: Pick<DueTask, 'principal' | 'kind'>): string {
  return `${principal} ${kind}`
}

/** The second time in a row, one contract is at fault and not the node, which ends a response that it cannot send. */
function mayBeOfContract(error: unknown): error is StacksNodeError {
  return error instanceof StacksNodeError && MAY_BE_OF_CONTRACT.includes(error.kind)
}

const MAY_BE_OF_CONTRACT: StacksNodeErrorKind[] = ['timeout', 'busy', 'unreachable']

const SYNCING = 'The Stacks node is still syncing. Tokens are read once it has the newest block.'

/** @throws any other error */
function expectUnknownBlocks(error: unknown): Condition {
  if (!(error instanceof StacksNodeError) || error.kind !== 'unknown-kind') throw error
  const goesOn = 'Until then, tokens that are deployed now are not found. The others are read.'
  return { state: 'waiting', reason: 'unknown-blocks', sentence: `${error.message} ${goesOn}` }
}

const NO_BLOCKS = {
  state: 'following',
  reason: 'node-unsupported',
  sentence:
    'The Stacks node does not serve the blocks before its newest one (/v3/tenures): tokens that are deployed now are not found.',
} as const

const DUE = `
  SELECT t.principal, t.kind, t.failures, c.assets, k.status
    FROM (SELECT principal, kind, failures, due_at FROM token_tasks WHERE due_at <= $1
           ORDER BY due_at, principal, kind LIMIT $2) AS t
    JOIN contracts c ON c.principal = t.principal
    LEFT JOIN tokens k ON k.principal = t.principal
   ORDER BY t.due_at, t.principal, t.kind`

const COUNT_DUE = 'SELECT count(*) AS due FROM token_tasks WHERE due_at <= $1'

const KINDS = ['supply', 'deployment'] as const

function taskOf(row: Row): DueTask {
  const assets = optionalTextOf(row, 'assets')
  return {
    principal: textOf(row, 'principal'),
    kind: KINDS.find((kind) => kind === row.kind) ?? 'facts',
    failures: numberOf(row, 'failures'),
    assets: assets === undefined ? undefined : JSON.parse(assets),
  }
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
