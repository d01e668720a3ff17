/** Blocks over the last minutes, so that the time left follows the blocks that are indexed now. */
const MAX_SAMPLES = 240

/** How fast the follower catches up, measured at intervals. */
export class CatchUpSpeed {
  readonly #intervalMs: number
  #samples: { at: number; height: number }[] = []

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs
  }

  start(height: number): void {
    this.#samples = [{ at: performance.now(), height }]
  }

  /** Undefined before the interval has passed. */
  measure(height: number, target: number) {
    const at = performance.now()
    const [first] = this.#samples
    const last = this.#samples.at(-1)
    if (first === undefined || last === undefined || at - last.at < this.#intervalMs) return
    this.#samples.push({ at, height })
    if (this.#samples.length > MAX_SAMPLES) this.#samples.shift()
    const blocksPerSecond = ((height - first.height) / (at - first.at)) * 1000
    const secondsLeft = blocksPerSecond > 0 ? (target - height) / blocksPerSecond : undefined
    return { blocksPerSecond, secondsLeft }
  }
}
