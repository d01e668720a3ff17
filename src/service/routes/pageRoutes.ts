import { readdirSync } from 'node:fs'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { type Theme, themeIn } from '../../contract/theme.ts'
import type { Admission } from '../http/admission.ts'
import type { OriginOf } from '../http/originOf.ts'
import { CACHE_TAG, type ResponseCache } from '../http/responseCache.ts'
import type { Explorer, Fetch, RenderedPage } from '../pages/explorer.ts'

/** Paths at which only data are served. */
export const API_PREFIXES = ['/metadata/', '/runes/', '/explorer/v1/']

type Options = {
  explorer: Explorer
  cache: ResponseCache
  fetch: Fetch
  admission: Admission
  originOf: OriginOf
}

/** The files of the explorer. */
export function fileRoutes({ folder }: Explorer): Hono {
  const app = new Hono()
  const files = new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => `/${file.replaceAll('\\', '/')}`)
      // The build's manifest is not for readers.
      .filter((path) => !path.startsWith('/.')),
  )
  const serve = serveStatic({
    root: folder,
    precompressed: true,
    onFound: (path, c) => c.header('Cache-Control', cacheControlOf(path)),
  })
  app.get('*', (c, next) => (files.has(c.req.path) ? serve(c, next) : next()))
  return app
}

/** The names of assets change with their content. */
function cacheControlOf(path: string): string {
  return path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
}

/** The explorer's pages, at every path that is not the API's, and their data as JSON. */
export function pageRoutes({ explorer, cache, fetch, admission, originOf }: Options): Hono {
  const app = new Hono()
  const respond = cache.cached(
    (c) => {
      // Only pages name the origin.
      const origin = formOf(c) === 'json' ? undefined : originOf(c).origin
      return [formOf(c), themeOf(c), origin, addressOf(c, explorer)].join(' ')
    },
    async (c, signal) => {
      const address = addressOf(c, explorer)
      const { origin, isTrusted } = originOf(c)
      if (formOf(c) !== 'json') {
        const page = await explorer.render(address, { origin, theme: themeOf(c), signal })
        return pageResponse(page, isTrusted)
      }
      const dataPath = explorer.dataPath(address)
      return dataPath === undefined ? c.notFound() : fetch(dataPath)
    },
    admission,
  )

  for (const path of explorer.paths) {
    app.get(path, (c, next) => {
      const { pathname, search } = new URL(c.req.url)
      if (API_PREFIXES.some((prefix) => pathname.startsWith(prefix))) return next()
      const canonical = explorer.canonicalPath(pathname, search)
      if (canonical !== undefined) return c.redirect(canonical, 301)
      const target = explorer.redirectPath(addressOf(c, explorer), originOf(c).origin)
      if (target !== undefined) return c.redirect(target, 302)
      // Programs that do not ask for HTML get none where there is no page.
      if (formOf(c) === 'any' && !explorer.matchPage(pathname).isFound) return next()
      return respond(c, next)
    })
  }
  return app
}

function addressOf(c: Context, { knownAddress }: Explorer): string {
  const { pathname, search } = new URL(c.req.url)
  return knownAddress(pathname, search)
}

/**
 * Which representation a request wants: browsers name HTML, programs that know us name JSON, and those
 * that unfold links often accept anything.
 */
function formOf(c: Context): 'html' | 'json' | 'any' {
  const accept = c.req.header('Accept') ?? ''
  if (accept.includes('text/html')) return 'html'
  return accept.includes('application/json') ? 'json' : 'any'
}

/** The theme that the reader chose, in a cookie. */
function themeOf(c: Context): Theme | undefined {
  return formOf(c) === 'html' ? themeIn(c.req.header('Cookie') ?? '') : undefined
}

function pageResponse(page: RenderedPage, mayCache: boolean): Response {
  const { html, status, retryAfter, isComplete, responses } = page
  const tags = isComplete && mayCache ? tagsOf(responses) : undefined
  const cacheStatus = cacheStatusOf(responses)
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': isComplete ? 'no-cache' : 'no-store',
      Vary: 'Accept, Accept-Encoding, Cookie',
      ...(tags !== undefined && { [CACHE_TAG]: tags }),
      ...(retryAfter !== null && { 'Retry-After': retryAfter }),
      ...(cacheStatus !== undefined && { 'Cache-Status': cacheStatus }),
    },
  })
}

/** A page depends on all that it was made from; undefined if a part of that must not be cached. */
export function tagsOf(responses: Response[]): string | undefined {
  const tags = responses.map(({ headers }) => headers.get(CACHE_TAG))
  if (tags.includes(null)) return
  return [...new Set(['ledger', ...tags.flatMap((tag) => tag?.split(', ') ?? [])])].join(', ')
}

/** That of a response which came from another service. */
export function cacheStatusOf(responses: Response[]): string | undefined {
  return responses.flatMap(({ headers }) => headers.get('Cache-Status') ?? [])[0]
}
