import { tryParse } from '../../contract/json.ts'
import { problemOf } from '../../contract/problems.ts'
import { RequestError } from '../../contract/requestError.ts'

/**
 * After decompression. The largest page of activity is under a megabyte, but a token's document may embed
 * images.
 */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024

/**
 * A `fetch` for the contract's client that reads from an untrusted service. It reads the whole body,
 * follows no redirects, and rejects with a RequestError if the body is too large or the response is
 * not from a service with the contract. It has no timeout of its own.
 * @param headers are sent with every request, and hidden in error responses, which may repeat them.
 */
export function createServiceFetch(headers: Record<string, string>) {
  const secrets = Object.values(headers)
  return (url: string, init: RequestInit): Promise<Response> => {
    const all = { ...headers, ...Object.fromEntries(new Headers(init.headers)) }
    return fetchWhole(url, { ...init, headers: all }, secrets)
  }
}

async function fetchWhole(url: string, init: RequestInit, secrets: string[]): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' })
  const { status, headers } = response
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    const message = `The service responded with a redirect (${status}), which is not followed.`
    throw new RequestError('unreadable', message, { url, status })
  }
  const sent = await readText(response)
  const text = response.ok ? sent : secrets.reduce((it, secret) => it.replaceAll(secret, '…'), sent)
  // A gateway's error page does not tell whether the service has the requested data.
  if (STATED.has(status) && problemOf(status, tryParse(text)).message === undefined) {
    const message = `The service responded with status ${status} without a reason.`
    throw new RequestError('unavailable', message, { url, status })
  }
  return new Response(text || null, { status, headers })
}

/** With these statuses a service says that it does not have the data, and always states a reason. */
const STATED = new Set([400, 404, 422])

async function readText({ body, url }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_RESPONSE_BYTES) {
      const message = `The response is larger than ${MAX_RESPONSE_BYTES.toLocaleString('en')} bytes.`
      throw new RequestError('unreadable', message, { url })
    }
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
