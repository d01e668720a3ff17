import { isIP } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { networkOf } from '../nodeHttp/networkOf.ts'
import { HostBusy } from './fetchUntrusted.ts'

/** How often each host is asked: the documents of thousands of tokens may be on one. */
export type HostLimit = { intervalMs: number; concurrent: number }

/** Waits for a turn at another host, after the one at the host before has ended. @throws {HostBusy} */
export type MoveTo = (host: string, signal: AbortSignal) => Promise<void>

type State = { nextAt: number; running: number }

const TICK_MS = 50

/**
 * Which hosts may be asked now. Hosts are those of URLs. Names under one registered name count as one, and addresses
 * in one network.
 */
export class HostLimits {
  readonly #limit: HostLimit
  readonly #states = new Map<string, State>()
  /** Until when each host is left alone. Its neighbours may belong to others. */
  readonly #pauses = new Map<string, number>()

  constructor(limit: HostLimit) {
    this.#limit = limit
  }

  isFree(host: string): boolean {
    const { nextAt, running } = this.#stateOf(host)
    if (this.pauseOf(host) > 0) return false
    return nextAt <= performance.now() && running < this.#limit.concurrent
  }

  /** Runs `work`, which asks the host once, and then those that it moves to. */
  async run(host: string, work: (moveTo: MoveTo) => Promise<void>): Promise<void> {
    let leave = this.#enter(host)
    try {
      await work(async (next, signal) => {
        leave()
        leave = () => {}
        await this.#untilFree(next, signal)
        leave = this.#enter(next)
      })
    } finally {
      leave()
    }
  }

  /** Leaves the host alone for a time. */
  pause(host: string, seconds: number): void {
    this.#pauses.set(bareName(host), performance.now() + seconds * 1000)
  }

  /** For how many seconds it is still to be left alone. */
  pauseOf(host: string): number {
    const left = (this.#pauses.get(bareName(host)) ?? 0) - performance.now()
    return Math.max(Math.ceil(left / 1000), 0)
  }

  /** Forgets the hosts that may be asked as if they were new. */
  tidyUp(): void {
    const now = performance.now()
    for (const [name, { nextAt, running }] of this.#states) {
      if (running === 0 && nextAt <= now) this.#states.delete(name)
    }
    for (const [host, until] of this.#pauses) if (until <= now) this.#pauses.delete(host)
  }

  #enter(host: string): () => void {
    const state = this.#stateOf(host)
    state.nextAt = performance.now() + this.#limit.intervalMs
    state.running += 1
    this.#states.set(keyOf(host), state)
    return () => {
      state.running -= 1
    }
  }

  async #untilFree(host: string, signal: AbortSignal): Promise<void> {
    while (!this.isFree(host)) {
      const pause = this.pauseOf(host)
      if (pause > 0) throw new HostBusy(host, pause)
      await setTimeout(TICK_MS, undefined, { signal })
    }
  }

  #stateOf(host: string): State {
    return this.#states.get(keyOf(host)) ?? { nextAt: 0, running: 0 }
  }
}

/** The last two labels: whoever has a name can have any number of names below it. */
function keyOf(host: string): string {
  const bare = bareName(host)
  return isIP(bare) === 0 ? bare.split('.').slice(-2).join('.') : networkOf(bare)
}

/** Without the brackets of an address of version 6, and without the dot that a name may end with. */
function bareName(host: string): string {
  return host.replace(/^\[|\]$|\.$/g, '')
}
