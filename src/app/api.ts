import { ENDPOINTS, type Reply, RequestError } from '../contract/client.ts'
import { readReply, send } from '../contract/connection.ts'
import { DECODE } from '../contract/endpoints.ts'
import { readNumber } from '../contract/json.ts'

export type Api = {
  /** Its URL; '' is the page's own origin. */
  baseUrl: string
  /** Requests a path of the endpoint `name`. @throws {RequestError}, or the reason of an aborted signal. */
  read: (name: unknown, path: string, signal: AbortSignal) => Promise<Reply<unknown>>
}

type Fetch = (url: string, init: RequestInit) => Response | Promise<Response>

const REQUEST_TIMEOUT_MS = 20_000

/** @param fetch sends the requests. For server rendering, the service passes its own handler. */
export function createApi(baseUrl: string, fetch?: Fetch): Api {
  return {
    baseUrl,
    async read(name, path, signal) {
      const timeout = new AbortController()
      const timer = setTimeout(() => timeout.abort(timeoutError()), REQUEST_TIMEOUT_MS)
      try {
        const signals = AbortSignal.any([signal, timeout.signal])
        const reply = await send({ baseUrl, fetch }, path, { signal: signals })
        return await readReply(reply, replySchema(name), parseJson)
      } catch (cause) {
        signal.throwIfAborted()
        throw toRequestError(baseUrl + path, cause)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

function timeoutError(): DOMException {
  return new DOMException('The request timed out.', 'TimeoutError')
}

/** React Query would wait for ever if a failure had no kind. */
function toRequestError(url: string, cause: unknown): RequestError {
  if (cause instanceof RequestError) return cause
  return new RequestError('unreadable', 'The response could not be read.', { url, cause })
}

export function replySchema(name: unknown) {
  if (name === 'decodedBody') return DECODE.reply
  const endpoint = Object.entries(ENDPOINTS).find(([key]) => key === name)?.[1]
  if (endpoint === undefined) throw new Error(`${name} is no endpoint`)
  return endpoint.reply
}

/** Parses JSON without rounding numbers. Loads the lossless parser only if a double could round one. */
export async function parseJson(text: string): Promise<unknown> {
  if (!/[:,[\s]-?[0-9.]{16}/.test(text)) return JSON.parse(text)
  const { parse } = await import('lossless-json')
  return parse(text, undefined, readNumber)
}
