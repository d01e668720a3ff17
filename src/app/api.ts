import { type Client, createClient } from '../contract/client.ts'
import { readNumber } from '../contract/json.ts'

/** The client of the service that the explorer reads from. */
export type Api = Client

type Fetch = (url: string, init: RequestInit) => Response | Promise<Response>

const REQUEST_TIMEOUT_MS = 20_000

/**
 * The contract's client with the explorer's timeout and JSON parser.
 * @param baseUrl the URL of the service; '' is the page's own origin.
 * @param send sends the requests, in the place of `fetch`. For server rendering, the service passes its own handler.
 */
export function createApi(baseUrl: string, send?: Fetch): Api {
  return createClient({
    baseUrl,
    parse: parseJson,
    fetch(url, init) {
      const signals = [
        AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        ...(init.signal ? [init.signal] : []),
      ]
      // Looked up for each request, because tests replace it.
      const fetch = send ?? globalThis.fetch
      return fetch(url, { ...init, signal: AbortSignal.any(signals) })
    },
  })
}

/** Parses JSON without rounding numbers. Loads the lossless parser only if a double could round one. */
export async function parseJson(text: string): Promise<unknown> {
  if (!/[:,[\s]-?[0-9.]{16}/.test(text)) return JSON.parse(text)
  const { parse } = await import('lossless-json')
  return parse(text, undefined, readNumber)
}
