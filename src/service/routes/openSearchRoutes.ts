import { Hono } from 'hono'
import { CACHE_CONTROL } from '../http/cacheHeaders.ts'
import { escapeXml } from '../http/publicOrigin.ts'
import type { Service } from '../service.ts'

/** The OpenSearch description, with which browsers add the search to their search bar. */
export function openSearchRoutes({ originOf }: Service): Hono {
  const app = new Hono()
  app.get('/opensearch.xml', (c) =>
    c.body(openSearch(escapeXml(originOf(c).origin)), 200, {
      'Content-Type': 'application/opensearchdescription+xml; charset=utf-8',
      'Cache-Control': CACHE_CONTROL.file,
    }),
  )
  return app
}

/** OpenSearch 1.1. Browsers need absolute URLs. */
function openSearch(origin: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>Cairn</ShortName>
<Description>Search SIP-010 tokens, Bitcoin blocks, transactions and runes</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="16" height="16" type="image/svg+xml">${origin}/favicon.svg</Image>
<Url type="text/html" method="get" template="${origin}/search?q={searchTerms}"/>
<Url type="application/opensearchdescription+xml" rel="self" template="${origin}/opensearch.xml"/>
</OpenSearchDescription>`
}
