import { Hono } from 'hono'
import { parseBlockIdentifier } from '../../contract/identifiers.ts'
import { hexOf, numberOf, type Query, textOf } from '../../database/database.ts'
import { CACHE_CONTROL, CACHE_TAG, type CacheTag } from '../http/cacheHeaders.ts'
import { escapeXml } from '../http/publicOrigin.ts'
import type { Index, IndexReader } from '../queries/indexReader.ts'
import { locateBlock } from '../queries/locate.ts'
import type { Service } from '../service.ts'
import { LISTED } from '../tokens/readTokenList.ts'

// The sitemap protocol allows 50,000 URLs per file, and as many files in the index.
const MAX_TOKENS = 50_000
const MAX_RUNES = 50_000
const MAX_BLOCKS = 10_000

/** For crawlers: robots.txt, and sitemaps without samples. */
export function sitemapRoutes({ databases, readIndex, cache, originOf }: Service): Hono {
  const app = new Hono()
  app.get('/robots.txt', (c) =>
    c.text(
      `User-agent: *\nDisallow: /search?\nDisallow: /explorer/v1/\n\nSitemap: ${originOf(c).origin}/sitemap.xml\n`,
    ),
  )
  for (const [path, { elements, readPaths }] of Object.entries(SITEMAPS)) {
    app.get(
      path,
      cache.cached(
        (c) => `${originOf(c).origin}${c.req.path}`,
        async (c) => {
          const found = await readPaths({ tokens: databases.tokens.query, readIndex }, c.req.path)
          return xmlResponse(elements, found, originOf(c))
        },
      ),
    )
  }
  return app
}

type Elements = { list: string; entry: string }
type Readers = { tokens: Query; readIndex: IndexReader }
type Found = { paths: string[]; tags: CacheTag[] }
type Sitemap = {
  elements: Elements
  readPaths: (readers: Readers, requested: string) => Promise<Found>
}

const INDEX: Elements = { list: 'sitemapindex', entry: 'sitemap' }
const PAGES: Elements = { list: 'urlset', entry: 'url' }

const SITEMAPS: Record<string, Sitemap> = {
  '/sitemap.xml': {
    elements: INDEX,
    async readPaths({ readIndex }) {
      const heights = await readIndex(readHeights)
      const blocks = heights.map((height) => `transactions-${height}`)
      const files = ['tokens', 'runes', 'blocks', ...blocks]
      return { paths: files.map((file) => `/sitemaps/${file}.xml`), tags: ['tip'] }
    },
  },
  '/sitemaps/tokens.xml': {
    elements: PAGES,
    async readPaths({ tokens }) {
      const rows = await tokens(
        `SELECT principal FROM tokens t WHERE ${LISTED} ORDER BY principal LIMIT ${MAX_TOKENS}`,
      )
      const paths = rows.map((row) => `/token/${textOf(row, 'principal')}`)
      return { paths: ['/', '/tokens', '/runes', '/blocks', ...paths], tags: ['tokens'] }
    },
  },
  '/sitemaps/runes.xml': {
    elements: PAGES,
    async readPaths({ readIndex }) {
      const rows = await readIndex(({ query }) =>
        query(`SELECT height, tx_index FROM runes ORDER BY id DESC LIMIT ${MAX_RUNES}`),
      )
      return { paths: rows.map((row) => `/rune/${row.height}:${row.tx_index}`), tags: ['tip'] }
    },
  },
  '/sitemaps/blocks.xml': {
    elements: PAGES,
    async readPaths({ readIndex }) {
      const heights = await readIndex(readHeights)
      return { paths: heights.map((height) => `/block/${height}`), tags: ['tip'] }
    },
  },
  '/sitemaps/:file{transactions-[0-9]{1,9}\\.xml}': {
    elements: PAGES,
    async readPaths({ readIndex }, requested) {
      const ids = await readIndex((index) => readIds(index, requested.replace(/\D/g, '')))
      return { paths: ids.map((id) => `/tx/${id}`), tags: ['tip'] }
    },
  },
}

/** An XML file that lists paths of the explorer, which need no escaping. */
function xmlResponse(
  { list, entry }: Elements,
  { paths, tags }: Found,
  { origin, isTrusted }: ReturnType<Service['originOf']>,
): Response {
  const entries = paths.map((path) => `<${entry}><loc>${escapeXml(origin)}${path}</loc></${entry}>`)
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('\n')}</${list}>`
  return new Response(body, {
    headers: {
      'Cache-Control': CACHE_CONTROL.data,
      'Content-Type': 'application/xml; charset=utf-8',
      Vary: 'Accept-Encoding',
      ...(isTrusted && { [CACHE_TAG]: tags.join(', ') }),
    },
  })
}

/** The heights of the newest blocks that moved runes. */
async function readHeights({ query }: Index): Promise<number[]> {
  const rows = await query(
    `SELECT b.height FROM blocks b LEFT JOIN blocks p ON p.height = b.height - 1
      WHERE b.next_record > coalesce(p.next_record, 0) ORDER BY b.height DESC LIMIT ${MAX_BLOCKS}`,
  )
  return rows.map((row) => numberOf(row, 'height'))
}

/** The ids of the transactions of a block that moved runes. */
async function readIds(index: Index, height: string): Promise<string[]> {
  const block = parseBlockIdentifier(height)
  const located = block && (await locateBlock(index, block))
  if (located === undefined) return []
  const rows = await index.query('SELECT txid FROM txs WHERE id >= $1 AND id < $2 ORDER BY id', [
    located.firstTx,
    located.endTx,
  ])
  return rows.map((row) => hexOf(row, 'txid'))
}
