import { type Client, createClient } from '../../contract/client.ts'
import { parsePrincipal } from '../../contract/identifiers.ts'
import { RequestError } from '../../contract/requestError.ts'
import { type CheckedToken, checkToken, InvalidToken } from '../../tokens/parseToken.ts'
import { parseUntrusted } from '../../tokens/parseUntrusted.ts'

/** After decompression. A token's document may embed images. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024

type Options = {
  url: string
  /** Sent with every request, and hidden in error responses, which may repeat them. */
  headers?: Record<string, string> | undefined
  /** For a whole response. */
  timeoutMs: number
  /** Delays each request. */
  beforeRequest?: () => Promise<void>
}

/** A client for a token service that is not trusted: responses are bounded, and redirects not followed. */
export function createServiceClient({ url, headers, timeoutMs, beforeRequest }: Options): Client {
  const secrets = Object.values(headers ?? {})
  async function fetchWithBody(address: string, init: RequestInit): Promise<Response> {
    await beforeRequest?.()
    const response = await fetch(address, {
      ...init,
      headers: { ...headers, Accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await readText(response)
    const shown = response.ok
      ? text
      : secrets.reduce((redacted, secret) => redacted.replaceAll(secret, '…'), text)
    return new Response(shown || null, { status: response.status, headers: response.headers })
  }
  return createClient({ baseUrl: url, fetch: fetchWithBody, parse: parseUntrusted })
}

/**
 * Requests a token in a locale or the default one.
 * @throws {RequestError} also if the service sent another one.
 */
export async function requestToken(
  client: Client,
  principal: string,
  locale?: string,
): Promise<CheckedToken> {
  const { value, ...reply } = await client.request('token', { principal, locale })
  const parsed = parsePrincipal(principal)
  // The schema accepts any object, but every service sends this field.
  if (parsed === undefined || value.sender_address === undefined) {
    throw new RequestError('unreadable', 'The service did not send a token.', reply)
  }
  try {
    return checkToken(parsed, value)
  } catch (cause) {
    if (!(cause instanceof InvalidToken)) throw cause
    throw new RequestError('unreadable', `The token cannot be used: ${cause.message}.`, {
      ...reply,
      cause,
    })
  }
}

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
