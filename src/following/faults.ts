import { setTimeout } from 'node:timers/promises'
import type { Follower, FollowerReason } from '../contract/schemas/follower.ts'
import { DatabaseError } from '../database/database.ts'
import type { FollowerReport } from './followerReport.ts'

/**
 * What keeps the follower from following: a code for readers, and a sentence for the operator. Without a code, another
 * program follows.
 */
export type FollowerProblem = {
  reason: FollowerReason | undefined
  sentence: string
  blockHeight?: number | undefined
}

/** Describes an error that may pass, by itself or once the operator fixes the node; undefined for any other. */
export type PassingProblem = (error: unknown) => FollowerProblem | undefined

/** What is no fault, but lasts. Some blocks can be indexed meanwhile. */
export type Condition = FollowerProblem & { state: 'following' | 'waiting' }

/** What made the thread before this one end, and how long to wait before another try. */
export type Death = { problem: FollowerProblem; pauseMs: number }

/** The index does not go with the node. The message is a sentence for the operator. */
export class CannotFollow extends DatabaseError {
  override name = 'CannotFollow'
  readonly reason: FollowerReason

  constructor(reason: FollowerReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

type Options = {
  /** Called once for each fault and condition. */
  tell: (problem: FollowerProblem) => void
  tellEnd: (end: { reason: FollowerReason | undefined; seconds: number }) => void
  status: FollowerReport
  signal: AbortSignal
  retryMs: number
  death?: Death | undefined
  passingProblem: PassingProblem
}

const MAX_RETRY_MS = 30_000

/** Tells of each fault once, and pauses longer after each until things work again. */
export class Faults {
  readonly #options: Options
  #retryMs: number
  #fault: FollowerProblem | undefined
  #faultSince = performance.now()
  #condition: Condition | undefined
  #conditionSince = performance.now()
  #death: Death | undefined

  constructor(options: Options) {
    this.#options = options
    this.#retryMs = options.retryMs
    this.#death = options.death
    this.#fault = options.death?.problem
  }

  /** Pauses once, if the thread before this one ended by an error. */
  async pauseAfterDeath(): Promise<void> {
    const death = this.#death
    this.#death = undefined
    if (death !== undefined) await this.pause(death.problem, death.pauseMs)
  }

  /** Repeats what fails, as long as that may help. */
  async retry<Result>(work: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        const problem = this.#options.passingProblem(error)
        if (problem === undefined) throw error
        await this.pause(problem)
        this.#options.signal.throwIfAborted()
      }
    }
  }

  /** Returns early if the follower is to stop. */
  async pause(problem: FollowerProblem, pauseMs = this.#retryMs): Promise<void> {
    const { tell, signal } = this.#options
    const before = this.#fault
    if (before === undefined) this.#faultSince = performance.now()
    this.#fault = problem
    this.showState()
    if (problem.sentence !== before?.sentence) tell(problem)
    await setTimeout(pauseMs, undefined, { signal }).catch(() => {})
    this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS)
  }

  /** Things work. Returns whether they did not before. */
  end(): boolean {
    const fault = this.#fault
    this.#fault = undefined
    this.#retryMs = this.#options.retryMs
    this.showState()
    if (fault !== undefined) this.#tellEnd(fault, this.#faultSince)
    return fault !== undefined
  }

  /** Tells of what is no fault, but lasts; undefined when it has passed. */
  setCondition(condition: Condition | undefined): void {
    const before = this.#condition
    this.#condition = condition
    this.showState()
    if (condition?.sentence === before?.sentence) return
    if (condition === undefined) {
      if (before !== undefined) this.#tellEnd(before, this.#conditionSince)
      return
    }
    this.#conditionSince = performance.now()
    this.#options.tell(condition)
  }

  #tellEnd({ reason }: FollowerProblem, since: number): void {
    const seconds = Math.round((performance.now() - since) / 1000)
    this.#options.tellEnd({ reason, seconds })
  }

  /** Shows again what is the matter, after something else was shown. */
  showState(): void {
    this.#options.status.show(
      this.#fault === undefined
        ? stateOf(this.#condition)
        : stateOf({ ...this.#fault, state: 'waiting' }),
    )
  }
}

function stateOf(condition: Condition | undefined): Follower | undefined {
  if (condition === undefined) return { state: 'following' }
  const { state, reason, blockHeight } = condition
  return (
    reason && { state, reason, ...(blockHeight !== undefined && { block_height: blockHeight }) }
  )
}
