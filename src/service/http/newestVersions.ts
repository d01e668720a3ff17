import { setTimeout } from 'node:timers/promises'
import { type DataVersions, VERSIONED } from './cacheHeaders.ts'
import { HttpProblem } from './httpProblem.ts'

/** What was read is older than what an earlier response was read from: it must be read again. */
class Outdated extends HttpProblem {
  constructor() {
    super('unavailable', { message: OUTDATED, retryAfter: 1 })
  }
}

const OUTDATED =
  'the database is behind what was sent before, or changes too fast; try again in a moment'

type Options = {
  /** The versions that the database has now, or had a moment ago. */
  readVersions: () => Promise<DataVersions>
  /** Called when the database has been put back: nothing that was read before counts any more. */
  onReset: () => void
  monotonicMs: () => number
}

/**
 * A database that has had older versions than the newest for longer was put back: the index was built again, or
 * another host took over without the last writes.
 */
const MAX_BEHIND_MS = 10_000

/** Remembers the newest versions of the data that were read, so that no response is older than one before. */
export function createNewestVersions({ readVersions, onReset, monotonicMs }: Options) {
  let newest: DataVersions = {}
  let behindSince: number | undefined

  /** @throws {Outdated} if a newer version was read before. */
  function expectNewest(read: DataVersions): void {
    if (isBehind(read, newest)) throw new Outdated()
    newest = newerOf(newest, read)
  }

  function resetIfPutBack(stored: DataVersions): void {
    if (!isBehind(stored, newest)) {
      behindSince = undefined
      return
    }
    behindSince ??= monotonicMs()
    if (monotonicMs() - behindSince < MAX_BEHIND_MS) return
    newest = {}
    behindSince = undefined
    onReset()
  }

  return {
    expectNewest,
    /** The newest versions. A version that the database does not have now is undefined. */
    async read(): Promise<DataVersions> {
      const stored = await readVersions()
      resetIfPutBack(stored)
      newest = newerOf(newest, stored)
      return Object.fromEntries(
        VERSIONED.filter((tag) => stored[tag] !== undefined).map((tag) => [tag, newest[tag]]),
      )
    },
  }
}

function isBehind(read: DataVersions, newest: DataVersions): boolean {
  return VERSIONED.some((tag) => (read[tag] ?? Number.POSITIVE_INFINITY) < (newest[tag] ?? 0))
}

function newerOf(newest: DataVersions, read: DataVersions): DataVersions {
  return Object.fromEntries(
    VERSIONED.map((tag) => [tag, Math.max(newest[tag] ?? 0, read[tag] ?? 0)]),
  )
}

const MAX_TRIES = 3
const RETRY_DELAY_MS = 50

/** Repeats work that read something outdated. @throws {Outdated} after the last of three tries. */
export async function retryOutdated<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; tries < MAX_TRIES; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Outdated)) throw error
    }
    await setTimeout(RETRY_DELAY_MS * tries, undefined, { ref: false })
  }
  return work()
}
