import { setTimeout } from 'node:timers/promises'
import { tryParse } from '../../contract/json.ts'
import { type ProblemKind, problemOf } from '../../contract/problems.ts'
import { readRetryAfter } from '../../contract/retryAfter.ts'

/** What a service answered: the text, or why it has none. */
export type ServiceAnswer = { kind: 'found'; text: string } | { kind: ProblemKind; message: string }

/** A service gave nothing to use, in words that go on after its name. */
export class ServiceError extends Error {
  override name = 'ServiceError'
}

const TIMEOUT = 30_000
const MOST_BYTES = 16 * 1024 * 1024
const TRIES = 5
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 15 * 60_000

/**
 * Asks an address of a service, again after the pauses that it wants or growing ones. No redirect is
 * followed, and no more is read than any answer may have.
 * @throws {ServiceError} or the reason of `signal`, as soon as that is aborted.
 */
export async function askService(url: string, signal: AbortSignal): Promise<ServiceAnswer> {
  for (let tries = 1; ; tries++) {
    const answer = await askOnce(url, signal)
    if (answer.kind !== 'later') return answer
    if (tries === TRIES) throw new ServiceError(answer.message)
    const pause = answer.pause ?? FIRST_PAUSE * 2 ** (tries - 1)
    if (pause > LONGEST_PAUSE) throw new ServiceError(`${answer.message}, for too long a time`)
    await setTimeout(pause, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

type Later = { kind: 'later'; message: string; pause: number | undefined }

async function askOnce(url: string, signal: AbortSignal): Promise<ServiceAnswer | Later> {
  try {
    const response = await fetch(url, {
      headers: { Accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
    })
    return await readAnswer(response)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ServiceError) throw error
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
    const message = isTimeout
      ? `did not answer within ${TIMEOUT / 1000} seconds`
      : 'cannot be reached'
    return { kind: 'later', message, pause: undefined }
  }
}

async function readAnswer(response: Response): Promise<ServiceAnswer | Later> {
  const { status, ok, headers } = response
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    throw new ServiceError(`answered a redirect (${status}), which is not followed`)
  }
  const text = await readText(response)
  if (ok) return { kind: 'found', text }
  const { kind, message = `it answered ${status}` } = problemOf(status, tryParse(text))
  if (kind !== 'rate-limited' && kind !== 'unavailable') return { kind, message }
  const seconds = readRetryAfter(headers, Date.now())
  const pause = seconds === undefined ? undefined : seconds * 1000
  return { kind: 'later', message: `answered ${status}`, pause }
}

async function readText({ body }: Response): Promise<string> {
  if (body === null) return ''
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > MOST_BYTES) throw new ServiceError('sent more than can be read')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
