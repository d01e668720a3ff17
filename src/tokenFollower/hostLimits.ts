/** How often each host is asked: the documents of thousands of tokens may be on one. */
export type HostLimit = { intervalMs: number; concurrent: number }

type State = { nextAt: number; running: number }

/** Which hosts may be asked now. Hosts under one registered name count as one. */
export class HostLimits {
  readonly #limit: HostLimit
  readonly #states = new Map<string, State>()
  /** Until when each host is left alone. Its neighbours may be strangers. */
  readonly #pauses = new Map<string, number>()

  constructor(limit: HostLimit) {
    this.#limit = limit
  }

  isFree(address: string): boolean {
    const now = performance.now()
    if ((this.#pauses.get(hostOf(address)) ?? 0) > now) return false
    const { nextAt, running } = this.#stateOf(address)
    return nextAt <= now && running < this.#limit.concurrent
  }

  /** Runs `work`, which asks the host. */
  async run(address: string, work: () => Promise<void>): Promise<void> {
    const state = this.#stateOf(address)
    state.nextAt = performance.now() + this.#limit.intervalMs
    state.running += 1
    this.#states.set(nameOf(address), state)
    try {
      await work()
    } finally {
      state.running -= 1
    }
  }

  /** Leaves the host alone for a time. */
  pause(address: string, seconds: number): void {
    this.#pauses.set(hostOf(address), performance.now() + seconds * 1000)
  }

  /** Forgets the hosts that may be asked as if they were new. */
  tidyUp(): void {
    const now = performance.now()
    for (const [name, { nextAt, running }] of this.#states) {
      if (running === 0 && nextAt <= now) this.#states.delete(name)
    }
    for (const [host, until] of this.#pauses) if (until <= now) this.#pauses.delete(host)
  }

  #stateOf(address: string): State {
    return this.#states.get(nameOf(address)) ?? { nextAt: 0, running: 0 }
  }
}

/** The last two labels: whoever has a name can have any number of names below it. */
function nameOf(address: string): string {
  return hostOf(address).split('.').slice(-2).join('.')
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : ''
}
