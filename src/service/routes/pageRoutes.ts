import { type Context, Hono } from 'hono'
import { API_PREFIXES } from '../../contract/endpoints.ts'
import { MAX_BODY_LENGTH } from '../../contract/parameters.ts'
import type { Admission } from '../http/admission.ts'
import { CACHE_CONTROL, CACHE_TAG } from '../http/cacheHeaders.ts'
import { limitBody } from '../http/createRoutes.ts'
import { handleErrors } from '../http/handleErrors.ts'
import { sendProblem } from '../http/httpProblem.ts'
import type { OnBehalf } from '../http/publicOrigin.ts'
import { sendErrorPage } from '../pages/errorPage.ts'
import type { Explorer, PageWithData } from '../pages/explorer.ts'
import type { Service } from '../service.ts'

/** The page with a form. */
export const DECODE_PAGE = '/decode'

/** A form has the name of its field before the body. */
const MAX_FORM_LENGTH = MAX_BODY_LENGTH + 'hex='.length

type Options = Service & { explorer: Explorer; data: Hono; admission: Admission }

/** The explorer's pages, at every path outside the API, and their data as JSON. */
export function pageRoutes(options: Options): Hono {
  const { explorer, cache, data, admission, originOf, logger } = options
  const app = new Hono()
  const respond = cache.cached(
    (c) => {
      const address = addressOf(c, explorer)
      // Only pages and tokens contain the origin.
      const hasOrigin = formOf(c) !== 'json' || dataPathOf(address)?.startsWith('/metadata/')
      const origin = hasOrigin ? originOf(c).origin : undefined
      return [formOf(c), themeOf(c, explorer), origin, address].join(' ')
    },
    async (c, signal) => {
      const address = addressOf(c, explorer)
      const publicOrigin = originOf(c)
      if (formOf(c) === 'json') {
        const dataPath = dataPathOf(address)
        const onBehalf: OnBehalf = { publicOrigin }
        return dataPath === undefined ? c.notFound() : data.request(dataPath, undefined, onBehalf)
      }
      const { origin, isTrusted } = publicOrigin
      const page = await explorer.render(address, { origin, theme: themeOf(c, explorer), signal })
      return 'location' in page
        ? c.redirect(page.location, page.status)
        : pageResponse(page, isTrusted)
    },
    admission,
  )

  /** Where the data of a page are. */
  function dataPathOf(address: string): string | undefined {
    const { pathname, searchParams } = urlOf(address)
    const { id, handle } = explorer.matchPage(pathname)
    return handle?.dataPath({ pathname, id, search: searchParams })
  }

  for (const path of explorer.paths) {
    app.get(path, (c, next) => {
      const { pathname, search } = new URL(c.req.url)
      // People type what programs read as a path of the API.
      const [, rune] = /^\/runes\/([^/]+)\/?$/.exec(pathname) ?? []
      if (rune !== undefined && formOf(c) === 'html') return c.redirect(`/rune/${rune}`, 302)
      if (API_PREFIXES.some((prefix) => pathname.startsWith(prefix))) return next()
      const canonical = explorer.canonicalPath(pathname, search)
      if (canonical !== undefined) return c.redirect(canonical, 301)
      const { isFound, id, handle } = explorer.matchPage(pathname)
      const { searchParams } = urlOf(addressOf(c, explorer))
      const target = handle?.redirectPath?.(
        { pathname, id, search: searchParams },
        originOf(c).origin,
      )
      if (target !== undefined) return c.redirect(target, 302)
      // Clients that do not prefer HTML get a JSON error if there is no such page.
      if (formOf(c) === 'any' && !isFound) return next()
      return respond(c, next)
    })
  }
  app.post(DECODE_PAGE, limitBody(MAX_FORM_LENGTH), async (c) => {
    const { hex = '' } = await c.req.parseBody()
    const { signal } = c.req.raw
    const options = { origin: originOf(c).origin, theme: themeOf(c, explorer), signal }
    const page = await admission.run(c, signal, () =>
      explorer.render(DECODE_PAGE, { ...options, body: String(hex) }),
    )
    if ('location' in page) return c.redirect(page.location, page.status)
    return c.html(page.html, 200, { 'Cache-Control': CACHE_CONTROL.notCached })
  })
  handleErrors(app, logger, (c, problem) =>
    formOf(c) === 'html' ? sendErrorPage(c, explorer.styles) : sendProblem(c, problem),
  )
  return app
}

function addressOf(c: Context, { knownAddress }: Explorer): string {
  const { pathname, search } = new URL(c.req.url)
  return knownAddress(pathname, search)
}

function urlOf(address: string): URL {
  return new URL(`http://localhost${address}`)
}

/**
 * The representation that a request prefers. Browsers accept HTML, API clients accept JSON, and
 * programs that make link previews often accept anything.
 */
function formOf(c: Context): 'html' | 'json' | 'any' {
  const accept = c.req.header('Accept') ?? ''
  if (accept.includes('text/html')) return 'html'
  return accept.includes('application/json') ? 'json' : 'any'
}

/** The theme in the reader's cookie. */
function themeOf(c: Context, { themeIn }: Explorer) {
  return formOf(c) === 'html' ? themeIn(c.req.header('Cookie') ?? '') : undefined
}

function pageResponse(page: PageWithData, isTrusted: boolean): Response {
  const { html, status, retryAfter, hasAllData } = page
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': hasAllData ? CACHE_CONTROL.data : CACHE_CONTROL.notCached,
      Vary: 'Accept, Accept-Encoding, Cookie',
      ...(retryAfter !== null && { 'Retry-After': retryAfter }),
      ...cacheHeadersOf(page, isTrusted),
    },
  })
}

/** What the cache needs to know of the data of a page. With an untrusted origin, the page is not cached. */
export function cacheHeadersOf({ hasAllData, responses }: PageWithData, isTrusted: boolean) {
  const tags = hasAllData && isTrusted ? tagsOf(responses) : undefined
  return tags === undefined ? {} : { [CACHE_TAG]: tags }
}

/** The cache tags of all data that a page was rendered from; undefined if some must not be cached. */
function tagsOf(responses: Response[]): string | undefined {
  const tags = responses.map(({ headers }) => headers.get(CACHE_TAG))
  if (tags.includes(null)) return
  return [...new Set(['final', ...tags.flatMap((tag) => tag?.split(', ') ?? [])])].join(', ')
}
