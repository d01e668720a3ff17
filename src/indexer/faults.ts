import { setTimeout } from 'node:timers/promises'
import { NodeError } from '../bitcoin/nodeConnection.ts'

/** The follower stops, because only the operator can help. The message is a sentence for the operator. */
export class CannotFollow extends Error {
  override name = 'CannotFollow'
}

type Options = { tell: (sentence: string) => void; signal: AbortSignal; retryMs: number }

const MAX_RETRY_MS = 30_000

/** Tells of each fault once, and pauses longer after each until things work again. */
export class Faults {
  readonly #options: Options
  #retryMs: number
  #fault: string | undefined
  #condition: string | undefined

  constructor(options: Options) {
    this.#options = options
    this.#retryMs = options.retryMs
  }

  /** Repeats what the node makes fail. @throws {CannotFollow} if that cannot help. */
  async retry<Result>(work: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof NodeError)) throw error
        if (error.kind === 'pruned') throw new CannotFollow(error.message, { cause: error })
        await this.pause(error.message)
        this.#options.signal.throwIfAborted()
      }
    }
  }

  /** Returns early if the follower is to stop. */
  async pause(sentence: string): Promise<void> {
    if (sentence !== this.#fault) this.#options.tell(sentence)
    this.#fault = sentence
    const { signal } = this.#options
    await setTimeout(this.#retryMs, undefined, { signal }).catch(() => {})
    this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS)
  }

  /** Things work. Returns whether they did not before. */
  end(): boolean {
    const hadFault = this.#fault !== undefined
    this.#fault = undefined
    this.#retryMs = this.#options.retryMs
    return hadFault
  }

  /** Tells of what is no fault, but lasts; undefined when it has passed. */
  setCondition(sentence: string | undefined): void {
    if (sentence !== undefined && sentence !== this.#condition) this.#options.tell(sentence)
    this.#condition = sentence
  }
}
