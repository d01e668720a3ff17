import { setTimeout } from 'node:timers/promises'
import { type ProblemKind, problemOf } from '../../contract/problems.ts'
import { askUpstream, UpstreamError } from '../upstream/askUpstream.ts'

/** What a service answered: the text, or why it has none. */
export type ServiceAnswer = { kind: 'found'; text: string } | { kind: ProblemKind; message: string }

/** A service gave nothing to use, in words that go on after its name. */
export class ServiceError extends Error {
  override name = 'ServiceError'
}

const TIMEOUT = 30_000
const TRIES = 5
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 15 * 60_000

/**
 * Asks an address of a service, again after the pauses that it wants or growing ones.
 * @throws {ServiceError} or the reason of `signal`, as soon as that is aborted.
 */
export async function askService(url: string, signal: AbortSignal): Promise<ServiceAnswer> {
  for (let tries = 1; ; tries++) {
    try {
      return await askOnce(url, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof UpstreamError)) throw error
      const { kind, message, retryAfter } = error
      if (kind === 'unreadable' || tries === TRIES) throw new ServiceError(message)
      const pause = retryAfter === undefined ? FIRST_PAUSE * 2 ** (tries - 1) : retryAfter * 1000
      if (pause > LONGEST_PAUSE) throw new ServiceError(`${message}, for too long a time`)
      await setTimeout(pause, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
}

async function askOnce(url: string, signal: AbortSignal): Promise<ServiceAnswer> {
  const reply = await askUpstream(url, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]))
  if (reply.kind === 'found') return reply
  const { kind, message = `it answered ${reply.status}` } = problemOf(reply.status, reply.problem)
  return { kind, message }
}
