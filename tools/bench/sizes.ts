import { RECORDS_PER_BLOCK } from './chain/mainnetChain.ts'

export type Sizes = {
  seed: number
  /** How many blocks the index gets before anything is measured, and how many are measured. */
  fillBlocks: number
  measuredBlocks: number
  /** How often each cold page is read. */
  coldTimes: number
  /** How often the rate of each kind of request is measured, and for how long. */
  rounds: number
  loadSeconds: number
  /** How many blocks are followed from the node to the page. */
  changes: number
}

const FULL_RECORDS = 10_000_000

export function sizesFor(records: number | 'full', seed: number): Sizes {
  if (records === 'full') {
    const fillBlocks = FULL_RECORDS / RECORDS_PER_BLOCK
    return {
      seed,
      fillBlocks: Math.ceil(fillBlocks),
      measuredBlocks: 400,
      coldTimes: 3,
      rounds: 3,
      loadSeconds: 4,
      changes: 20,
    }
  }
  const fillBlocks = Math.ceil(records / RECORDS_PER_BLOCK)
  const measuredBlocks = Math.min(400, Math.max(20, Math.ceil(fillBlocks / 10)))
  return {
    seed,
    fillBlocks,
    measuredBlocks,
    coldTimes: 1,
    rounds: 1,
    loadSeconds: 2,
    changes: 5,
  }
}

/** Seconds on two cores that do nothing else, measured. */
const SECONDS = {
  block: 0.1,
  start: 1.2,
  lists: 43,
  kinds: 16,
}

/** About how long one database takes. */
export function minutesOf(sizes: Sizes, parts: string[]): number {
  const { fillBlocks, measuredBlocks, coldTimes, rounds, loadSeconds } = sizes
  const indexing = (fillBlocks + measuredBlocks) * SECONDS.block
  const pages = SECONDS.lists * (1 + 3 * coldTimes) * SECONDS.start
  const rates = SECONDS.kinds * 2 * (1 + rounds * (2 * loadSeconds + 1))
  const seconds =
    60 + indexing + (parts.includes('pages') ? pages : 0) + (parts.includes('rates') ? rates : 0)
  return Math.ceil(seconds / 60)
}
