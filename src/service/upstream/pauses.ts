import { LRUCache } from 'lru-cache'
import { UpstreamError } from './askUpstream.ts'

type Pause = { error: UpstreamError; until: number }

const SECONDS_AFTER_A_FAILURE = 5
const FAILURES_IN_A_ROW = 3
const SECONDS_AFTER_A_ROW = 10
const SECONDS_UNLESS_NAMED = 30
const MOST_SECONDS = 3600
const MOST_REQUESTS = 10_000

export type Pauses = ReturnType<typeof createPauses>

/**
 * When another service is not asked: for as long as it named, for a while after several failures in a
 * row, and for the same thing for a moment after each. So one that is down costs next to nothing, and
 * one that fails at one thing is still asked for others.
 * @param clock unix milliseconds.
 */
export function createPauses(clock: () => number) {
  const ofRequests = new LRUCache<string, Pause>({ max: MOST_REQUESTS })
  let ofAll: Pause | undefined
  let failures = 0

  function pause(error: UpstreamError, seconds: number): Pause {
    return { error, until: clock() + Math.min(seconds, MOST_SECONDS) * 1000 }
  }

  function note(request: string, error: UpstreamError): void {
    ofRequests.set(request, pause(error, error.retryAfter ?? SECONDS_AFTER_A_FAILURE))
    if (error.kind === 'rate-limited' || error.retryAfter !== undefined) {
      ofAll = pause(error, error.retryAfter ?? SECONDS_UNLESS_NAMED)
      return
    }
    // What cannot be read came from a service that works, for this request badly.
    if (error.kind === 'unreadable') return
    failures += 1
    if (failures >= FAILURES_IN_A_ROW) ofAll = pause(error, SECONDS_AFTER_A_ROW)
  }

  function refuse(request: string): void {
    refuseDuring(ofAll, clock())
    refuseDuring(ofRequests.get(request), clock())
  }

  return {
    /**
     * Asks, unless there is a pause.
     * @throws {UpstreamError} with the seconds that are left of the pause, which it may have begun.
     */
    ask: async <Answer>(request: string, ask: () => Promise<Answer>): Promise<Answer> => {
      refuse(request)
      try {
        const answer = await ask()
        failures = 0
        return answer
      } catch (error) {
        if (error instanceof UpstreamError) {
          note(request, error)
          refuse(request)
        }
        throw error
      }
    },
  }
}

function refuseDuring(pause: Pause | undefined, now: number): void {
  if (pause === undefined || pause.until <= now) return
  const { kind, message, cause } = pause.error
  const retryAfter = Math.ceil((pause.until - now) / 1000)
  throw new UpstreamError(kind, message, { cause, retryAfter })
}
