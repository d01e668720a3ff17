import { expect } from 'vitest'
import type { UpstreamOptions } from '../../src/service/upstream/readThrough.ts'
import { emptyDatabase } from './ownDatabase.ts'
import { readCacheStatus } from './responses.ts'
import { createTestService, listen, type TestServiceOptions } from './startService.ts'

/** Starts a service without data that reads from the service at `url`. The test controls its clocks. */
export async function startMirror(
  url: string,
  {
    upstream,
    ...options
  }: Omit<TestServiceOptions, 'upstream'> & { upstream?: Partial<UpstreamOptions> } = {},
) {
  const start = 1000
  let [elapsedMs, wallClockShiftMs] = [0, 0]
  const origin = await listen(
    createTestService({
      pages: 'client-rendered',
      // Advances only when the test says so.
      monotonicMs: () => start + elapsedMs,
      ...options,
      databaseUrl: options.databaseUrl ?? (await emptyDatabase()),
      upstream: {
        tokensUrl: url,
        runesUrl: url,
        timeoutMs: 10_000,
        headers: {},
        requestsPerMinute: 100_000,
        maxAge: 300,
        unixMs: () => Date.now() + elapsedMs + wallClockShiftMs,
        ...upstream,
      },
    }).fetch,
  )
  function advanceClock(seconds: number): void {
    elapsedMs += seconds * 1000
  }
  return {
    origin,
    advanceClock,
    /** Requests a path until the response is fresh. A slow upstream service may delay it. */
    untilFresh: (path: string) =>
      expect
        .poll(() => {
          advanceClock(2)
          return readCacheStatus(origin, path)
        })
        .toMatchObject({ isStale: false }),
    /** Moves only the wall clock, forward or back. */
    shiftWallClock: (seconds: number) => {
      wallClockShiftMs += seconds * 1000
    },
  }
}
