import { type Context, Hono } from 'hono'
import { SAMPLES } from '../../contract/samples.ts'
import { type Database, type Databases, textOf } from '../database/database.ts'
import { CACHE_CONTROL } from '../http/cacheControl.ts'
import { CACHE_TAG, type CacheTag } from '../http/cacheTags.ts'
import { escapeXml } from '../http/escapeXml.ts'
import type { OriginOf } from '../http/publicOrigin.ts'
import type { ResponseCache } from '../http/responseCache.ts'

type Options = { databases: Databases; cache: ResponseCache; originOf: OriginOf }

// The sitemap protocol allows 50,000 URLs per file, and as many files in the index.
const MAX_TOKENS = 50_000
const MAX_RUNES = 50_000
const MAX_BLOCKS = 10_000

/** For crawlers: robots.txt, and sitemaps without samples. */
export function sitemapRoutes({ databases, cache, originOf }: Options): Hono {
  const app = new Hono()
  app.get('/robots.txt', (c) =>
    c.text(
      `User-agent: *\nDisallow: /search?\nDisallow: /explorer/v1/\n\nSitemap: ${originOf(c).origin}/sitemap.xml\n`,
    ),
  )

  /** Serves an XML file that lists paths of the explorer, which need no escaping. */
  function serveXml(path: string, { list, entry }: Elements, readPaths: ReadPaths): void {
    const read = async (c: Context) => {
      const { origin, isTrusted } = originOf(c)
      const { paths, tags } = await readPaths(c)
      const entries = paths.map((it) => `<${entry}><loc>${escapeXml(origin)}${it}</loc></${entry}>`)
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
    app.get(
      path,
      cache.cached((c) => `${originOf(c).origin}${c.req.path}`, read),
    )
  }

  serveXml('/sitemap.xml', INDEX, async () => {
    const heights = await readHeights(databases.runes)
    const files = [
      'tokens',
      'runes',
      'blocks',
      ...heights.map((height) => `transactions-${height}`),
    ]
    return { paths: files.map((file) => `/sitemaps/${file}.xml`), tags: ['ledger', 'tip'] }
  })
  serveXml('/sitemaps/tokens.xml', PAGES, async () => {
    const rows = await databases.tokens.query(
      `SELECT principal FROM tokens WHERE status = 'ready' AND sender_address <> $1
        ORDER BY principal LIMIT ${MAX_TOKENS}`,
      [SAMPLES.sender_address],
    )
    const paths = rows.map((row) => `/token/${textOf(row, 'principal')}`)
    return { paths: ['/', '/tokens', '/runes', '/blocks', ...paths], tags: ['tokens'] }
  })
  serveXml('/sitemaps/runes.xml', PAGES, async () => {
    const rows = await databases.runes.query(
      `SELECT id FROM runes WHERE id NOT LIKE $1
        ORDER BY block_height DESC, tx_index DESC, id LIMIT ${MAX_RUNES}`,
      [`${SAMPLES.block_height}:%`],
    )
    return { paths: rows.map((row) => `/rune/${textOf(row, 'id')}`), tags: ['ledger', 'tip'] }
  })
  serveXml('/sitemaps/blocks.xml', PAGES, async () => {
    const heights = await readHeights(databases.runes)
    return { paths: heights.map((height) => `/block/${height}`), tags: ['ledger', 'tip'] }
  })
  serveXml('/sitemaps/:file{transactions-[0-9]{1,15}\\.xml}', PAGES, async (c) => {
    const rows = await databases.runes.query(
      'SELECT DISTINCT tx_id FROM ledger WHERE block_height = $1 ORDER BY tx_id',
      [Number(c.req.path.replace(/\D/g, ''))],
    )
    return { paths: rows.map((row) => `/tx/${textOf(row, 'tx_id')}`), tags: ['ledger', 'tip'] }
  })
  return app
}

type Elements = { list: string; entry: string }
type ReadPaths = (c: Context) => Promise<{ paths: string[]; tags: CacheTag[] }>

const INDEX: Elements = { list: 'sitemapindex', entry: 'sitemap' }
const PAGES: Elements = { list: 'urlset', entry: 'url' }

/** The heights of the newest blocks, with one index seek for each. */
async function readHeights(database: Database): Promise<number[]> {
  const rows = await database.query(
    `WITH RECURSIVE heights(height) AS (
       SELECT max(block_height) FROM ledger WHERE block_height <> $1
       UNION ALL
       SELECT (SELECT max(block_height) FROM ledger WHERE block_height < height)
         FROM heights WHERE height IS NOT NULL
     )
     SELECT CAST(height AS TEXT) AS height FROM heights WHERE height IS NOT NULL LIMIT ${MAX_BLOCKS}`,
    [SAMPLES.block_height],
  )
  return rows.map((row) => Number(row.height))
}
