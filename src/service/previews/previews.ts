import { STATUS_CODES } from 'node:http'
import type { Context, Hono } from 'hono'
import type { Explorer, Head } from '../pages.ts'
import { Problem } from '../problems.ts'
import type { CardText } from './Card.tsx'
import type { Drawer } from './drawer.ts'

type Options = { explorer: Explorer; drawer: Drawer; originOf: (c: Context) => string }

/** The pictures that links unfold with: `/previews/block/840000.png` is that of `/block/840000`. */
export function servePreviews(service: Hono, { explorer, drawer, originOf }: Options): void {
  service.get('/previews/:picture{.+\\.png}', async (c) => {
    const { pathname, search } = new URL(c.req.url)
    const origin = originOf(c)
    const { head, isComplete, cacheStatus } = await explorer.render(
      pagePath(pathname) + search,
      origin,
    )
    if ((head.status ?? 200) >= 400) throw refusalOf(head)
    return c.body(await drawer.draw(cardOf(head, origin)), 200, {
      'Content-Type': 'image/png',
      'Cache-Control': isComplete ? 'public, max-age=3600' : 'no-store',
      ...(cacheStatus !== undefined && { 'Cache-Status': cacheStatus }),
    })
  })
}

function pagePath(picture: string): string {
  const path = picture.slice('/previews'.length, -'.png'.length)
  return path === '/home' ? '/' : path
}

/** There is no picture of what does not exist, or cannot be read. */
function refusalOf({ status, title }: Head): Problem {
  const answered = ([400, 404, 422, 500] as const).find((known) => known === status) ?? 503
  return new Problem(answered, {
    statusCode: answered,
    error: STATUS_CODES[answered] ?? '',
    message: `there is no picture of this page, because it says: ${title}`,
  })
}

function cardOf({ kind = 'Explorer', title, description = '' }: Head, origin: string): CardText {
  const { host } = new URL(origin)
  return { kind, title: cut(title, 120), description: cut(description, 280), host: cut(host, 60) }
}

/** The text's first characters; half of one, which a cut may have left, is shown as such. */
function cut(text: string, most: number): string {
  const characters = Array.from(text.replace(/\p{Surrogate}/gu, '\ufffd'))
  const kept = characters.length > most ? [...characters.slice(0, most - 1), '…'] : characters
  return kept.join('')
}
