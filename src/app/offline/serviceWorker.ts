/// <reference lib="webworker" />
import { cacheNames, clientsClaim, type WorkboxPlugin } from 'workbox-core'
import { CacheExpiration, ExpirationPlugin } from 'workbox-expiration'
import { matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies'
import { UNFINISHED } from '../../contract/directory.ts'
import { READ_AT } from '../../contract/readAtHeader.ts'
import { MAX_RESPONSE_AGE_SECONDS, MAX_RESPONSES, RESPONSES_CACHE } from './retention.ts'

/** `__WB_MANIFEST`: the explorer's files, selected in `vite.config.ts`. */
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] }

const PAGE_TIMEOUT_SECONDS = 4
const RESPONSE_TIMEOUT_SECONDS = 8

const service = new URL(import.meta.env.VITE_API_BASE_URL || '/', self.location.origin).href
const apiPrefixes = ['metadata/v1/', 'runes/v1/', 'explorer/v1/'].map(
  (path) => `${service.replace(/\/*$/, '/')}${path}`,
)

/** Caches only JSON. Sets READ_AT to the time of the response, unless the service has set it. */
const noteReadAt: WorkboxPlugin = {
  async cacheWillUpdate({ response }) {
    const isJson = /\bjson\b/.test(response.headers.get('Content-Type') ?? '')
    if (response.status !== 200 || !isJson || (await isDeleted())) return null
    const readAt = response.headers.get(READ_AT) ?? String(Date.now())
    return withHeaders(response, (headers) => headers.set(READ_AT, readAt))
  },
}

/** Final responses are never stale, but READ_AT would mark them as stale. */
const dropReadAt: WorkboxPlugin = {
  cachedResponseWillBeUsed: async ({ cachedResponse }) =>
    cachedResponse && withHeaders(cachedResponse, (headers) => headers.delete(READ_AT)),
}

/** After going back, browsers may show a page of any age from the HTTP cache, as if it were current. */
const revalidate: WorkboxPlugin = {
  requestWillFetch: async ({ request }) =>
    request.cache === 'force-cache' ? new Request(request, { cache: 'no-cache' }) : request,
}

const matchOptions = { ignoreVary: true }
// @ts-expect-error: its types do not support `exactOptionalPropertyTypes`.
const expiration: WorkboxPlugin = new ExpirationPlugin({
  maxEntries: MAX_RESPONSES,
  maxAgeSeconds: MAX_RESPONSE_AGE_SECONDS,
  purgeOnQuotaError: true,
  matchOptions,
})
/** For a response that was being cached while the reader deleted the stored data. */
const deleteAgain: WorkboxPlugin = {
  async cacheDidUpdate() {
    if (!(await isDeleted())) return
    await caches.delete(RESPONSES_CACHE)
    await new CacheExpiration(RESPONSES_CACHE, { maxEntries: 1 }).delete()
  },
}
const finalResponses = new CacheFirst({
  cacheName: RESPONSES_CACHE,
  matchOptions,
  plugins: [noteReadAt, dropReadAt, expiration, deleteAgain],
})
const otherResponses = new NetworkFirst({
  cacheName: RESPONSES_CACHE,
  matchOptions,
  networkTimeoutSeconds: RESPONSE_TIMEOUT_SECONDS,
  plugins: [noteReadAt, insteadOfFailure(findCached), expiration, deleteAgain],
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
    // Offline, pages show when the data was read, even final data. `reload` requests newer data.
    const mayBeCached = self.navigator.onLine && request.cache !== 'reload'
    const isFinal = isFinalResponse(await findCached(request))
    const responses = mayBeCached && isFinal ? finalResponses : otherResponses
    return responses.handle(options)
  },
)
// Not for files such as `/openapi.json`.
registerRoute(new NavigationRoute(pages, { denylist: [/^\/[^/]*\.[^/]*$/] }))

// The first worker takes control of the page that registered it; a newer one waits for the reader.
clientsClaim()
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting()
})

/** A worker that `deleteStoredData` has unregistered still serves the open tabs. */
async function isDeleted(): Promise<boolean> {
  return !(await caches.has(cacheNames.precache))
}

/** A final response depends on the ledger alone: neither on the chain tip nor on token data. */
function isFinalResponse(response: Response | undefined): boolean {
  return response?.headers.get('Cache-Tag') === 'ledger'
}

function findCached(request: Request): Promise<Response | undefined> {
  return caches.match(request, { cacheName: RESPONSES_CACHE, ...matchOptions })
}

/** Uses the response of `find` if the network fails or the service responds with a 5xx. */
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
