import { type Client, createClient } from '../contract/client.ts'
import { readNumber } from '../contract/json.ts'

/** The service that the explorer reads from. */
export type Api = Client

type Fetch = (url: string, init: RequestInit) => Response | Promise<Response>

const TIMEOUT_MS = 20_000

/**
 * The contract's client with the explorer's timeout and JSON parser.
 * @param baseUrl the service's address; '' is the page's own origin.
 * @param fetch sends the requests; the service itself, where a page is rendered beside it.
 */
export function createApi(baseUrl: string, fetch: Fetch = fetchFromNetwork): Api {
  return createClient({
    baseUrl,
    parse: parseJson,
    maxLimit: readMaxLimit(baseUrl),
    onMaxLimit: (maxLimit) => rememberMaxLimit(baseUrl, maxLimit),
    fetch(url, init) {
      const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(init.signal ? [init.signal] : [])]
      return fetch(url, { ...init, signal: AbortSignal.any(signals) })
    },
  })
}

/** Keeps the digits of numbers that a double would round. Few responses have any: they load the parser. */
export async function parseJson(text: string): Promise<unknown> {
  if (!/[:,[\s]-?[0-9.]{16}/.test(text)) return JSON.parse(text)
  const { parse } = await import('lossless-json')
  return parse(text, undefined, readNumber)
}

const MAX_LIMIT_KEY = 'cairn.maxLimit '

/** The largest page that the service allowed since the tab was opened, where it refused a larger one. */
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
    // The client itself remembers it until the page is left.
  }
}

// Looked up when it is called: tests and tools replace the global one.
function fetchFromNetwork(url: string, init: RequestInit): Promise<Response> {
  return fetch(url, init)
}
