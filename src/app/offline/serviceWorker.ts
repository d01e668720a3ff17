/// <reference lib="webworker" />
import { cacheNames, clientsClaim, type WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies'
import { UNFINISHED } from '../../contract/directory.ts'
import { READ_AT } from '../../contract/readAt.ts'
import { RESPONSES_CACHE } from './responsesCache.ts'

/** `__WB_MANIFEST`: the explorer's files, listed by the build. */
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] }

const PAGE_TIMEOUT_SECONDS = 4
const RESPONSE_TIMEOUT_SECONDS = 8
/** A whole list of 20,000 records is 20 responses, or 334 of a service that allows 60 records. */
const MAX_RESPONSES = 500
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60

const service = new URL(import.meta.env.VITE_API_BASE_URL || '/', self.location.origin).href
const apiPrefixes = ['metadata/v1/', 'runes/v1/', 'explorer/v1/'].map(
  (path) => `${service.replace(/\/*$/, '/')}${path}`,
)

/** Caches JSON, and notes in READ_AT when it was read, unless the service did. */
const noteReadAt: WorkboxPlugin = {
  async cacheWillUpdate({ response }) {
    const isJson = /\bjson\b/.test(response.headers.get('Content-Type') ?? '')
    if (response.status !== 200 || !isJson) return null
    // A worker that was unregistered by "Forget everything" still serves the open tabs.
    if (!(await caches.has(cacheNames.precache))) return null
    const readAt = response.headers.get(READ_AT) ?? String(Date.now())
    return withHeaders(response, (headers) => headers.set(READ_AT, readAt))
  },
}

/** Final responses are current: READ_AT would mark them as stale. */
const dropReadAt: WorkboxPlugin = {
  cachedResponseWillBeUsed: async ({ cachedResponse }) =>
    cachedResponse && withHeaders(cachedResponse, (headers) => headers.delete(READ_AT)),
}

/** Going back, browsers take a page from the HTTP cache, however old. It would pass for current. */
const revalidate: WorkboxPlugin = {
  requestWillFetch: async ({ request }) =>
    request.cache === 'force-cache' ? new Request(request, { cache: 'no-cache' }) : request,
}

const matchOptions = { ignoreVary: true }
// @ts-expect-error: its types do not know `exactOptionalPropertyTypes`.
const expiration: WorkboxPlugin = new ExpirationPlugin({
  maxEntries: MAX_RESPONSES,
  maxAgeSeconds: MAX_AGE_SECONDS,
  purgeOnQuotaError: true,
  matchOptions,
})
const finalResponses = new CacheFirst({
  cacheName: RESPONSES_CACHE,
  matchOptions,
  plugins: [noteReadAt, dropReadAt, expiration],
})
const otherResponses = new NetworkFirst({
  cacheName: RESPONSES_CACHE,
  matchOptions,
  networkTimeoutSeconds: RESPONSE_TIMEOUT_SECONDS,
  plugins: [noteReadAt, insteadOfFailure(findCached), expiration],
})
const pages = new NetworkOnly({
  networkTimeoutSeconds: PAGE_TIMEOUT_SECONDS,
  plugins: [revalidate, insteadOfFailure(() => matchPrecache('/index.html'))],
})

// `/` is a page, not a file.
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '', cleanURLs: false })
registerRoute(
  ({ url: { href } }) =>
    apiPrefixes.some((prefix) => href.startsWith(prefix)) && !href.endsWith(UNFINISHED),
  async (options) => {
    const { request } = options
    // Offline, readers are told when even final data was read. `reload` asks for newer data.
    const mayBeCached = self.navigator.onLine && request.cache !== 'reload'
    const isFinal = isFinalResponse(await findCached(request))
    const responses = mayBeCached && isFinal ? finalResponses : otherResponses
    return responses.handle(options)
  },
)
// Not at `/openapi.json` and the like.
registerRoute(new NavigationRoute(pages, { denylist: [/^\/[^/]*\.[^/]*$/] }))

// The first worker serves the page that registered it; a newer one waits until the reader agrees.
clientsClaim()
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting()
})

/** A final response depends on the ledger alone: neither on the chain tip nor on token data. */
function isFinalResponse(response: Response | undefined): boolean {
  return response?.headers.get('Cache-Tag') === 'ledger'
}

function findCached(request: Request): Promise<Response | undefined> {
  return caches.match(request, { cacheName: RESPONSES_CACHE, ...matchOptions })
}

/** Responds with what `find` finds if the network fails or the server responds with a 5xx. */
function insteadOfFailure(find: (request: Request) => Promise<Response | undefined>) {
  return {
    handlerDidError: ({ request }) => find(request),
    handlerWillRespond: async ({ request, response }) =>
      response.status < 500 ? response : ((await find(request)) ?? response),
  } satisfies WorkboxPlugin
}

function withHeaders(response: Response, change: (headers: Headers) => void): Response {
  const headers = new Headers(response.headers)
  change(headers)
  return new Response(response.body, { status: response.status, headers })
}
