import * as v from 'valibot'
import { tryParse } from '../../contract/json.ts'
import { ProblemBody } from '../../contract/problems.ts'
import { readRetryAfter } from '../../contract/retryAfter.ts'

/** What another service replied: the text of an answer, or the reason for which it has none. */
export type UpstreamReply =
  | { kind: 'found'; text: string }
  | { kind: 'refused'; status: 400 | 404 | 422; problem: ProblemBody }

/** Why another service gave nothing to use. `retryAfter` is in seconds, where it named a pause. */
export class UpstreamError extends Error {
  override name = 'UpstreamError'
  readonly kind: 'unreachable' | 'timeout' | 'rate-limited' | 'unavailable' | 'unreadable'
  readonly retryAfter: number | undefined

  /** `message` goes on "the service that was asked …". */
  constructor(
    kind: UpstreamError['kind'],
    message: string,
    details: { cause?: unknown; retryAfter?: number | undefined } = {},
  ) {
    super(message, { cause: details.cause })
    this.kind = kind
    this.retryAfter = details.retryAfter
  }
}

/** The largest page of activity has less than a megabyte; documents of tokens may hold pictures. */
const MOST_BYTES = 8 * 1024 * 1024

/**
 * Asks one address of another service. No redirect is followed, and no more is read than any answer
 * may have.
 * @throws {UpstreamError}
 */
export async function askUpstream(url: string, signal: AbortSignal): Promise<UpstreamReply> {
  try {
    const headers = { Accept: 'application/json' }
    return await readReply(await fetch(url, { headers, redirect: 'manual', signal }))
  } catch (cause) {
    if (cause instanceof UpstreamError) throw cause
    if (signal.aborted) throw new UpstreamError('timeout', 'did not answer in time', { cause })
    throw new UpstreamError('unreachable', 'cannot be reached', { cause })
  }
}

async function readReply(response: Response): Promise<UpstreamReply> {
  const { status, ok, headers } = response
  if (ok) return { kind: 'found', text: await readText(response) }
  if (status === 400 || status === 404 || status === 422) {
    const problem = readProblem(await readText(response))
    if (problem !== undefined) return { kind: 'refused', status, problem }
  }
  await response.body?.cancel()
  const retryAfter = readRetryAfter(headers, Date.now())
  if (status === 429) throw new UpstreamError('rate-limited', 'wants a pause', { retryAfter })
  if (status < 400) {
    throw new UpstreamError('unreadable', `answered a redirect (${status}), which is not followed`)
  }
  throw new UpstreamError('unavailable', `answered ${status}`, { retryAfter })
}

/** A gateway's page tells nothing of what was asked for, whatever its status. */
function readProblem(text: string): ProblemBody | undefined {
  const parsed = v.safeParse(ProblemBody, tryParse(text))
  if (!parsed.success) return
  const { error, message } = parsed.output
  return error === undefined && message === undefined ? undefined : parsed.output
}

async function readText({ body }: Response): Promise<string> {
  if (body === null) return ''
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > MOST_BYTES) throw new UpstreamError('unreadable', 'sent more than can be read')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
