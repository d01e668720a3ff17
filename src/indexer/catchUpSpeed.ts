/** Blocks over the last minutes, so that the time left follows the blocks that are indexed now. */
const MAX_MEASURED = 240

/** How fast the follower catches up, measured at intervals. */
export class CatchUpSpeed {
  readonly #intervalMs: number
  #measured: { at: number; height: number }[] = []

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs
  }

  start(height: number): void {
    this.#measured = [{ at: performance.now(), height }]
  }

  /** Undefined before the interval has passed. */
  measure(height: number, target: number) {
    const at = performance.now()
    const [first] = this.#measured
    const last = this.#measured.at(-1)
    if (first === undefined || last === undefined || at - last.at < this.#intervalMs) return
    this.#measured.push({ at, height })
    if (this.#measured.length > MAX_MEASURED) this.#measured.shift()
    const blocksPerSecond = ((height - first.height) / (at - first.at)) * 1000
    const secondsLeft = blocksPerSecond > 0 ? (target - height) / blocksPerSecond : undefined
    return { blocksPerSecond, secondsLeft }
  }
}
