import { setTimeout } from 'node:timers/promises'
import { unixSeconds } from '../bitcoin/unixSeconds.ts'
import { numberOf, optionalTextOf, type Row, type Store, textOf } from '../database/database.ts'
import { writeMeta } from '../database/meta.ts'
import type { Condition } from '../following/faults.ts'
import type { TokenFollowerEvent } from '../following/followerEvents.ts'
import type { FollowingContext } from '../following/followLocked.ts'
import type { StacksNetwork, StacksNode, StacksTip } from '../stacks/node.ts'
import { StacksNodeError, type StacksNodeErrorKind } from '../stacks/stacksConnection.ts'
import { candidateOf, heightOfCandidates, readCandidates } from './candidates.ts'
import type { PendingWrite, WriteSource } from './collectWrites.ts'
import { DeploymentFinder } from './findDeployment.ts'
import { followBlocks, type NewBranch } from './followBlocks.ts'
import { openContracts } from './openContracts.ts'
import { type DueTask, readContract, unreadContract } from './readContract.ts'
import { walkBack } from './walkBack.ts'
import type { DocumentRequests } from './wantedDocuments.ts'
import { type ReadContract, writeFacts } from './writeFacts.ts'

/** How many are read from the database at once. */
const MAX_TASKS = 200
/** As many as the node is asked at once. */
const MAX_CONCURRENT_CONTRACTS = 2

type Context = FollowingContext & {
  node: StacksNode
  store: Store
  /** Whether documents are to be read that contracts point to. */
  documents: DocumentRequests
  /** Lines, as `candidateOf` parses them. */
  candidates?: readonly string[]
  pollMs: number
  signal: AbortSignal
  report: (event: TokenFollowerEvent) => void
}

/** Follows the blocks of a Stacks node, and reads the contracts that are due. */
export class ContractReader implements WriteSource {
  readonly #context: Context
  readonly #deployments: DeploymentFinder
  /** The tasks for which the node took too long or was too busy, at their last try. */
  readonly #timedOut = new Set<string>()
  #tip: { value: StacksTip; readAt: number } | undefined
  /** What was read and is not written yet, by its task. */
  readonly #waiting = new Map<string, ReadContract>()
  #isBehind = false
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
    const { faults, pollMs, signal } = this.#context
    for (;;) {
      const isBehind = await faults.retry(() => this.#advance())
      signal.throwIfAborted()
      if (!isBehind) await setTimeout(pollMs, undefined, { signal })
    }
  }

  isBehind(): boolean {
    return this.#isBehind
  }

  takePending(): PendingWrite | undefined {
    if (this.#waiting.size === 0) return
    const read = [...this.#waiting]
    const { documents } = this.#context
    // What was forgotten since then is not written.
    const current = () => read.filter(([key, reading]) => this.#waiting.get(key) === reading)
    return {
      write: (store) => {
        const readings = current().map(([, reading]) => reading)
        return writeFacts(store, readings, { documents, now: unixSeconds() })
      },
      afterWrite: async () => {
        for (const [key] of current()) this.#waiting.delete(key)
        const due = await this.#countDue()
        this.#context.report({ kind: 'contracts', read: this.#readCount, due })
      },
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
    const { node, store, pollMs, faults } = this.#context
    const endsAt = performance.now() + pollMs
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
    const followed = await followBlocks(node, store, {
      tip,
      floor: this.#floor,
      beforeWrite: (branch) => this.#forget(branch),
    })
    if (followed === undefined) this.#tip = undefined
    if (followed?.reorganisation !== undefined) {
      report({ kind: 'reorganised', ...followed.reorganisation })
    }
    await this.#writeTip(tip)
    return followed !== undefined
  }

  /** What was read after blocks that the node has left is not written, nor of contracts that are deployed again. */
  #forget({ blocks, hasLeft }: NewBranch): void {
    const deployed = new Set(blocks.flatMap((block) => block.deployed))
    for (const [key, { principal }] of this.#waiting) {
      if (hasLeft || deployed.has(principal)) this.#waiting.delete(key)
    }
  }

  async #open(network: StacksNetwork): Promise<void> {
    if (this.#isOpen) return
    const { store, candidates: lines = readCandidates() } = this.#context
    const candidates = lines.map(candidateOf)
    await openContracts(store, network, candidates)
    this.#floor = network === 'mainnet' ? heightOfCandidates(candidates) : 0
    this.#isOpen = true
  }

  async #writeTip({ height, id }: StacksTip): Promise<void> {
    const tip = `${height} ${id}`
    if (tip === this.#writtenTip) return
    await writeMeta(this.#context.store.query, 'tokens', { tip })
    this.#writtenTip = tip
  }

  async #readDue(): Promise<boolean> {
    const { store } = this.#context
    const parameters = [unixSeconds(), MAX_TASKS + this.#waiting.size]
    const tasks = (await store.query(DUE, parameters)).map(taskOf)
    const unread = tasks.filter((task) => !this.#waiting.has(keyOf(task)))
    this.#isBehind = unread.length > 0
    if (!this.#isBehind) return false
    await this.#readTasks(unread)
    this.#isBehind = (await this.#countDue()) > this.#waiting.size
    return this.#isBehind
  }

  async #countDue(): Promise<number> {
    const [row] = await this.#context.store.query(COUNT_DUE, [unixSeconds()])
    return numberOf(row ?? {}, 'due')
  }

  /** Until the newest block is to be looked up. After an error, no other task begins. */
  async #readTasks(tasks: DueTask[]): Promise<void> {
    const queue = takeFor(this.#context.pollMs, tasks)
    const slots = Array.from({ length: MAX_CONCURRENT_CONTRACTS }, async () => {
      // An error in the body ends the generator, and with it the other slot.
      for (const task of queue) await this.#read(task)
    })
    const results = await Promise.allSettled(slots)
    for (const result of results) {
      if (result.status === 'rejected') throw result.reason
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

  async #readTip(): Promise<StacksTip> {
    const { node, pollMs } = this.#context
    const known = this.#tip
    if (known !== undefined && performance.now() - known.readAt < pollMs) return known.value
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
