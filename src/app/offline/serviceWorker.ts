/// <reference lib="webworker" />
import { clientsClaim, type WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkFirst, NetworkOnly } from 'workbox-strategies'
import { API_PREFIXES, EVENTS_PATH } from '../../contract/endpoints.ts'
import { MAX_RESPONSE_AGE_SECONDS, MAX_RESPONSES, RESPONSES_CACHE } from './retention.ts'

/** `__WB_MANIFEST`: the explorer's files, selected in `vite.config.ts`. */
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] }

const PAGE_TIMEOUT_SECONDS = 4
const RESPONSE_TIMEOUT_SECONDS = 8

const service = new URL(import.meta.env.VITE_API_BASE_URL || '/', self.location.origin).href
const apiPrefixes = API_PREFIXES.map((path) => service.replace(/\/*$/, '') + path)

const onlyJson: WorkboxPlugin = {
  async cacheWillUpdate({ response }) {
    const isJson = /\bjson\b/.test(response.headers.get('Content-Type') ?? '')
    return response.status === 200 && isJson ? response : null
  },
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
/** A stored response in place of a new one has its age, by which the page knows that it is an earlier one. */
const tellAge: WorkboxPlugin = {
  cachedResponseWillBeUsed: async ({ cachedResponse }) => cachedResponse && withAge(cachedResponse),
}
const responses = new NetworkFirst({
  cacheName: RESPONSES_CACHE,
  matchOptions,
  networkTimeoutSeconds: RESPONSE_TIMEOUT_SECONDS,
  plugins: [onlyJson, insteadOfFailure(findStale), expiration, tellAge],
})
const pages = new NetworkOnly({
  networkTimeoutSeconds: PAGE_TIMEOUT_SECONDS,
  plugins: [revalidate, insteadOfFailure(() => matchPrecache('/index.html'))],
})

// `/` is a page, not a file.
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '', cleanURLs: false })
registerRoute(
  ({ url: { href } }) =>
    apiPrefixes.some((prefix) => href.startsWith(prefix)) && !href.endsWith(EVENTS_PATH),
  responses,
)
// Not for files such as `/openapi.json`.
registerRoute(new NavigationRoute(pages, { denylist: [/^\/[^/]*\.[^/]*$/] }))

// The first worker takes control of the page that registered it; a newer one waits for the reader.
clientsClaim()
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting()
})

async function findStale(request: Request): Promise<Response | undefined> {
  const response = await caches.match(request, { cacheName: RESPONSES_CACHE, ...matchOptions })
  return response && withAge(response)
}

function withAge(response: Response): Response {
  const readAt = Date.parse(response.headers.get('Date') ?? '')
  const age = Math.max(0, Math.floor((Date.now() - readAt) / 1000))
  const headers = new Headers(response.headers)
  headers.set('Age', String(age))
  return new Response(response.body, { status: response.status, headers })
}

/** Uses the response of `find` if the network fails or the service responds with a 5xx. */
function insteadOfFailure(find: (request: Request) => Promise<Response | undefined>) {
  return {
    handlerDidError: ({ request }) => find(request),
    handlerWillRespond: async ({ request, response }) =>
      response.status < 500 ? response : ((await find(request)) ?? response),
  } satisfies WorkboxPlugin
}
