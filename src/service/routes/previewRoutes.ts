import { Hono } from 'hono'
import type { Problem } from '../../contract/problems.ts'
import type { Admission } from '../http/admission.ts'
import { CACHE_CONTROL } from '../http/cacheHeaders.ts'
import { HttpProblem, notFound } from '../http/httpProblem.ts'
import type { Explorer, PageWithData } from '../pages/explorer.ts'
import type { CardText } from '../previews/Card.tsx'
import type { Drawer } from '../previews/drawInWorker.ts'
import type { Service } from '../service.ts'
import { cacheHeadersOf } from './pageRoutes.ts'

type Options = Service & { explorer: Explorer; drawer: Drawer; admission: Admission }

/** Link previews: `/previews/block/840000.png` is the image of `/block/840000`. */
export function previewRoutes({ explorer, drawer, cache, admission, originOf }: Options): Hono {
  const app = new Hono()
  app.get(
    '/previews/:file{.+\\.png}',
    cache.cached(
      (c) => ['png', originOf(c).origin, addressOf(c.req.url, explorer)].join(' '),
      async (c, signal) => {
        const { origin, isTrusted } = originOf(c)
        const page = await explorer.render(addressOf(c.req.url, explorer), { origin, signal })
        if ('location' in page) return c.redirect(previewOf(page.location), page.status)
        if (page.status >= 400) throw problemOf(page)
        const image = await drawer.draw(cardOf(page, origin))
        return new Response(image, {
          headers: {
            'Content-Type': 'image/png',
            'Cache-Control': page.hasAllData ? CACHE_CONTROL.data : CACHE_CONTROL.notCached,
            ...cacheHeadersOf(page, isTrusted),
          },
        })
      },
      admission,
    ),
  )
  return app
}

/**
 * The address of the page that an image shows.
 * @throws {HttpProblem} 404 for a search: the image would show anyone's text in the operator's name.
 */
function addressOf(url: string, { knownAddress, matchPage }: Explorer): string {
  const { pathname, search } = new URL(url)
  const path = pathname.slice('/previews'.length, -'.png'.length)
  if (matchPage(path).path === '/search') throw notFound('searches have no preview')
  return knownAddress(path === '/home' ? '/' : path, search)
}

function previewOf(location: string): string {
  const { pathname, search } = new URL(location, 'http://localhost')
  return `/previews${pathname}.png${search}`
}

/** A page of something that does not exist or cannot be read has no preview. */
function problemOf({ status, summary: { title } }: PageWithData): HttpProblem {
  const problems = { 400: 'bad-request', 404: 'not-found', 422: 'token-error' } as const
  const known = Object.entries(problems).find(([key]) => Number(key) === status)
  const problem: Problem = known?.[1] ?? 'unavailable'
  return new HttpProblem(problem, { message: `this page has no preview: ${title}` })
}

function cardOf({ summary }: PageWithData, origin: string): CardText {
  const { kind = 'Explorer', title, description } = summary
  const { host } = new URL(origin)
  return { kind, title: cut(title, 120), description: cut(description, 280), host: cut(host, 60) }
}

/** Cuts a text to `maxLength` characters. Half a surrogate pair becomes U+FFFD. */
function cut(text: string, maxLength: number): string {
  const characters = Array.from(text.replace(/\p{Surrogate}/gu, '\ufffd'))
  if (characters.length <= maxLength) return characters.join('')
  return [...characters.slice(0, maxLength - 1), '…'].join('')
}
