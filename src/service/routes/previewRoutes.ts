import { Hono } from 'hono'
import { createClient } from '../../contract/client.ts'
import type { Problem } from '../../contract/problems.ts'
import { RequestError } from '../../contract/requestError.ts'
import type { Admission } from '../http/admission.ts'
import { CACHE_CONTROL } from '../http/cacheHeaders.ts'
import { HttpProblem, notFound } from '../http/httpProblem.ts'
import type { Explorer, PageWithData } from '../pages/explorer.ts'
import type { CardData } from '../previews/Card.tsx'
import { shortId } from '../previews/cardNumbers.ts'
import type { CardTheme } from '../previews/cardPalette.ts'
import type { Drawer } from '../previews/drawInWorker.ts'
import {
  type Pictured,
  readFigure,
  readMarks,
  readMoment,
  readNames,
  readWarning,
} from '../previews/readFigure.ts'
import type { Service } from '../service.ts'
import { cacheHeadersOf } from './pageRoutes.ts'

type Options = Service & { explorer: Explorer; data: Hono; drawer: Drawer; admission: Admission }

/** Pictures of pages, to share and as link previews: `/previews/block/840000.png` is that of `/block/840000`. */
export function previewRoutes(options: Options): Hono {
  const { explorer, data, drawer, cache, admission, originOf } = options
  const app = new Hono()
  app.get(
    '/previews/:file{.+\\.png}',
    cache.cached(
      (c) =>
        ['png', originOf(c).origin, themeOf(c.req.url), addressOf(c.req.url, explorer)].join(' '),
      async (c, signal) => {
        const { origin, isTrusted } = originOf(c)
        const address = addressOf(c.req.url, explorer)
        const page = await explorer.render(address, { origin, signal })
        if ('location' in page) return c.redirect(previewOf(page.location, c.req.url), page.status)
        if (page.status >= 400) throw problemOf(page)
        const { client, responses } = recordingClient(data, signal)
        const pictured = picturedPage(new URL(address, origin), explorer)
        const figure = await readFigure(client, pictured).catch(withoutFigure)
        const texts = { ...textsOf(page, origin), ...(await readNames(client, pictured)) }
        const card = {
          ...texts,
          description: descriptionOf(pictured, texts, figure),
          figure,
          marks: await readMarks(client, pictured),
          warning: await readWarning(client, pictured),
          ...(await readMoment(client, pictured)),
          theme: themeOf(c.req.url),
        }
        return new Response(await drawer.draw(card), {
          headers: {
            'Content-Type': 'image/png',
            'Cache-Control': page.hasAllData ? CACHE_CONTROL.data : CACHE_CONTROL.notCached,
            ...cacheHeadersOf({ ...page, responses: [...page.responses, ...responses] }, isTrusted),
          },
        })
      },
      admission,
    ),
  )
  return app
}

/** A client of the data routes of this process, and what they answered. */
function recordingClient(data: Hono, signal: AbortSignal) {
  const responses: Response[] = []
  const client = createClient({
    baseUrl: '',
    async fetch(path, init) {
      const response = await data.request(path, { ...init, signal })
      responses.push(response)
      return response
    },
  })
  return { client, responses }
}

function picturedPage({ pathname, searchParams }: URL, { matchPage }: Explorer): Pictured {
  const { path, id } = matchPage(pathname)
  const compared = path === '/compare' ? (searchParams.get('r')?.split(',') ?? []) : []
  return { path, id, compared }
}

/** Some figures are refused, such as that of a block with too many records: the picture has its texts. */
function withoutFigure(error: unknown): undefined {
  if (!(error instanceof RequestError) || error.kind !== 'bad-request') throw error
}

function themeOf(url: string): CardTheme {
  return new URL(url).searchParams.get('theme') === 'dark' ? 'dark' : 'light'
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

/** The image of the page at a location, in the theme that another image was asked for in. */
function previewOf(location: string, asked: string): string {
  const { pathname, search } = new URL(location, 'http://localhost')
  const image = `/previews${pathname}.png${search}`
  if (!new URL(asked).searchParams.has('theme')) return image
  return `${image}${search === '' ? '?' : '&'}theme=${themeOf(asked)}`
}

/** A page of something that does not exist or cannot be read has no preview. */
function problemOf({ status, summary: { title } }: PageWithData): HttpProblem {
  const problems = { 400: 'bad-request', 404: 'not-found', 422: 'token-error' } as const
  const known = Object.entries(problems).find(([key]) => Number(key) === status)
  const problem: Problem = known?.[1] ?? 'unavailable'
  return new HttpProblem(problem, { message: `this page has no preview: ${title}` })
}

function textsOf({ summary }: PageWithData, origin: string) {
  const { kind = 'Explorer', title, description, path = '/' } = summary
  return {
    // "Block 840,000" says its kind.
    kind: title.startsWith(kind) ? '' : kind,
    title: cut(title, 120),
    description: cut(withoutMoment(description), 280),
    link: cut(new URL(origin).host + shortPath(path), 90),
  } satisfies Partial<CardData>
}

function descriptionOf(
  { path }: Pictured,
  { description }: Pick<CardData, 'description'>,
  figure: CardData['figure'],
): string {
  // What the creator of a token wrote would read like our own words.
  if (path === '/token/:id') return ''
  // The facts of a rune are what its first sentence says.
  return figure?.type === 'facts' ? description.replace(/^.*?\. /, '') : description
}

/** The picture says it elsewhere. */
function withoutMoment(description: string): string {
  return description.replace(/^At block [\d,]+: (.)/, (_, first: string) => first.toUpperCase())
}

const MAX_SEGMENT = 30

function shortPath(path: string): string {
  if (path === '/') return ''
  const shorten = (text: string) => (text.length > MAX_SEGMENT ? shortId(text) : text)
  return path.split('?', 1).join('').split('/').map(shorten).join('/')
}

/** Cuts a text to `maxLength` characters. Half a surrogate pair becomes U+FFFD. */
function cut(text: string, maxLength: number): string {
  const characters = Array.from(text.replace(/\p{Surrogate}/gu, '\ufffd'))
  if (characters.length <= maxLength) return characters.join('')
  return [...characters.slice(0, maxLength - 1), '…'].join('')
}
