import { type Client, createClient } from '../contract/client.ts'
import { readNumber } from '../contract/json.ts'

/** The client of the service that the explorer reads from. */
export type Api = Client

type Fetch = (url: string, init: RequestInit) => Response | Promise<Response>

const REQUEST_TIMEOUT_MS = 20_000

/**
 * The contract's client with the explorer's timeout and JSON parser.
 * @param baseUrl the URL of the service; '' is the page's own origin.
 * @param fetch sends the requests. For server rendering, the service passes its own handler.
 */
export function createApi(baseUrl: string, fetch: Fetch = fetchFromNetwork): Api {
  return createClient({
    baseUrl,
    parse: parseJson,
    maxLimit: readMaxLimit(baseUrl),
    onMaxLimit: (maxLimit) => rememberMaxLimit(baseUrl, maxLimit),
    fetch(url, init) {
      const signals = [
        AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        ...(init.signal ? [init.signal] : []),
      ]
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

const MAX_LIMIT_KEY = 'cairn.maxLimit '

/** The page size limit that the service reported when it refused a larger page, stored per tab. */
function readMaxLimit(baseUrl: string): number | undefined {
  try {
    return Number(sessionStorage.getItem(MAX_LIMIT_KEY + baseUrl)) || undefined
  } catch {
    return undefined // No storage: on a server, in a worker, or switched off.
  }
}

function rememberMaxLimit(baseUrl: string, maxLimit: number): void {
  try {
    sessionStorage.setItem(MAX_LIMIT_KEY + baseUrl, String(maxLimit))
  } catch {
    // The client still remembers it until the page is closed.
  }
}

// Looks up the global `fetch` on every call, because tests and tools replace it.
function fetchFromNetwork(url: string, init: RequestInit): Promise<Response> {
  return fetch(url, init)
}
