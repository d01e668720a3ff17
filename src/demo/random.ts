/** A seeded generator of pseudo-random numbers (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** An integer from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** @throws {RangeError} if there are no items. */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new RangeError('There is nothing to pick from.')
    return item
  }
}
