import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono } from 'hono'
import { formOf, themeOf } from './answers.ts'
import type { Ask, Explorer, RenderedPage } from './pages.ts'
import { refuseMethod } from './responses.ts'
import { API_PREFIXES } from './serveApi.ts'

/** The files of the explorer whose names change with what is in them. */
export const ASSETS = '/assets/*'

type Options = { explorer: Explorer; ask: Ask; originOf: (c: Context) => string }

/** The explorer's files, and its pages at every other address. */
export function serveExplorer(service: Hono, { explorer, ask, originOf }: Options): void {
  service.use(
    ASSETS,
    serveStatic({
      root: explorer.folder,
      precompressed: true,
      onFound: (_, c) => c.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  )
  // A worker that a cache held back would keep an old explorer alive.
  service.use('/sw.js', async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-cache')
  })
  const files = serveStatic({ root: explorer.folder, precompressed: true })
  service.get('*', (c, next) => (c.req.path === '/' ? next() : files(c, next)))

  // Every other address is a page, if a person asks or a page is known there.
  service.get('*', async (c, next) => {
    const { pathname, search } = new URL(c.req.url)
    if (API_PREFIXES.some((prefix) => pathname.startsWith(prefix.slice(0, -1)))) return next()
    const [address, origin] = [pathname + search, originOf(c)]
    const other = explorer.redirect(pathname, search, origin)
    if (other !== undefined) return c.redirect(other, pathname === '/search' ? 302 : 301)
    const accept = c.req.header('Accept') ?? ''
    const form = formOf(accept)
    if (form === 'json') {
      const { answerPath } = await explorer.describe(address, origin)
      return answerPath === undefined ? next() : ask(answerPath, { headers: c.req.raw.headers })
    }
    if (form === 'any' && !explorer.hasPage(pathname)) return next()
    return answerPage(
      await explorer.render(address, origin, themeOf(accept, c.req.header('Cookie') ?? '')),
    )
  })
  service.on(['POST', 'PUT', 'PATCH', 'DELETE'], '*', (c, next) =>
    explorer.hasPage(c.req.path) ? refuseMethod(c) : next(),
  )
}

function answerPage({ html, head, isComplete, cacheStatus }: RenderedPage): Response {
  const { status = 200, retryAfter } = head
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': isComplete ? 'no-cache' : 'no-store',
      Vary: 'Accept, Cookie',
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
      ...(cacheStatus !== undefined && { 'Cache-Status': cacheStatus }),
    },
  })
}
