import { expect, test } from 'vitest'
import { createLogger } from '../../src/service/observability/logger.ts'
import { ADDRESS, BLOCK, BLOCK_HASH, LONGCOIN, RUNE, SAMPLE, TX } from '../support/bundledIds.ts'
import { getPage, startPages } from '../support/getPage.ts'
import { requestWithHost } from '../support/requestWithHost.ts'
import { demoData } from '../support/servedData.ts'
import { getJson } from '../support/startService.ts'

const [DEPLOYER] = LONGCOIN.split('.')
const NOBODY = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'

/** The pages without scripts: their status, heading, and a text that they show. */
const PAGES: [path: string, status: number, heading: string | RegExp, text: string][] = [
  ['/', 200, 'Every rune and token, to the last digit.', 'LAMBO•LIFESTYLE'],
  ['/blocks', 200, 'Blocks', '840,007'],
  ['/blocks?before=840004', 200, 'Blocks', '840,003'],
  [`/block/${BLOCK}`, 200, '840,002', '742'],
  [`/block/${BLOCK}?view=by-address`, 200, '840,002', 'UNCOMMON•GOODS'],
  [`/block/${BLOCK}?view=by-rune`, 200, '840,002', 'UNCOMMON•GOODS'],
  [`/block/${BLOCK}?view=raw&offset=25`, 200, '840,002', 'etching'],
  [`/block/${BLOCK_HASH}`, 200, '840,002', '742'],
  ['/block/999999999', 404, '999,999,999', 'This index ends with block 840,007'],
  ['/block/latest', 400, 'Not a block height or hash', 'latest'],
  [
    `/tx/${TX}`,
    200,
    /PEPE•IS•BITCOIN was etched, premine 420,696,969,696,969 to /,
    '420,696,969,696,969',
  ],
  [`/tx/${TX}?view=raw`, 200, /etched/, 'receive'],
  [`/tx/${'0'.repeat(64)}`, 404, '0'.repeat(64), ''],
  [
    `/block/${'0'.repeat(64)}`,
    404,
    /^0000/,
    'It goes from block 840,002 to 840,007. The block is outside of it, was replaced',
  ],
  ['/tx/12', 400, 'Not a transaction id', '12'],
  ['/burns', 200, 'Burns', 'Runes that are gone for good.'],
  ['/burns?from=x', 200, 'Burns', ''],
  ['/cenotaphs', 200, 'Cenotaphs', 'malformed'],
  ['/runes', 200, 'Runes', 'UNCOMMON•GOODS'],
  ['/runes?mint=mintable&order_by=progress', 200, 'Runes', '%'],
  ['/runes?order_by=price', 200, 'Runes', ''],
  [`/rune/${RUNE}`, 200, 'LAMBO•LIFESTYLE', '14,994'],
  [`/rune/${RUNE}?view=holders`, 200, 'LAMBO•LIFESTYLE', 'bc1pe9'],
  ['/rune/NOSUCHRUNE', 404, 'NOSUCHRUNE', 'locked until block'],
  ['/rune/12-3', 400, 'Not a rune id, number or name', '12-3'],
  [`/address/${ADDRESS}`, 200, ADDRESS, 'DOTSWAP•POINTS'],
  [`/address/${ADDRESS}?view=outputs`, 200, ADDRESS, ':0'],
  [`/address/${NOBODY}`, 200, NOBODY, ''],
  [`/address/${NOBODY.replace(/a$/, 'b')}`, 400, 'Not a Bitcoin or Stacks address', 'checksum'],
  [`/tokens?address=${DEPLOYER}`, 200, /Tokens by SP265W/, 'LONGcoin'],
  [`/output/${TX}:0`, 200, /PEPE•IS•BITCOIN held by /, '420,696,969,696,969'],
  [`/output/${TX}:9999`, 404, `Output 9,999 of ${TX}`, ''],
  ['/output/x', 400, 'Not a transaction output', 'x'],
  ['/tokens', 200, 'Tokens', ''],
  ['/tokens?name=longcoin', 200, 'Tokens', '888,888,888,888.888888'],
  [`/token/${LONGCOIN}`, 200, 'LONGcoin', '888,888,888,888.888888'],
  [`/token/${SAMPLE}-localized?locale=ar`, 200, 'Cairn Sample: Localized', 'العربية'],
  [`/token/${LONGCOIN}-nowhere`, 404, 'longcoin-nowhere', ''],
  ['/token/longcoin', 400, 'Not a contract principal', 'longcoin'],
  ['/names', 200, 'Names', ''],
  ['/names?name=HELLO', 200, 'Names', 'HELLO'],
  ['/names?name=LAMBO.LIFESTYLE', 200, 'Names', 'taken'],
  ['/api', 200, 'API', 'openapi.json'],
  ['/api?endpoint=etching', 200, 'Rune', '/runes/v1/etchings'],
  ['/settings', 200, 'Settings', 'Theme'],
  ['/about', 200, 'About this index', '840,002'],
  ['/search', 200, 'What are you looking for?', ''],
  ['/search?q=dog', 200, 'Results for “dog”', 'dog'],
  ['/search?q=zzzz-nothing', 200, 'Results for “zzzz-nothing”', ''],
  ['/nowhere', 404, 'There is no such page', ''],
  ['/names/HELLO', 404, 'There is no such page', ''],
  [`/block/${BLOCK}/x`, 404, 'There is no such page', ''],
  ['/a%EF%BF%BDb', 404, 'There is no such page', ''],
]

test('every page has its status, one heading, its texts and the tags of its head without scripts', async () => {
  const origin = await startPages()
  for (const [path, status, heading, text] of PAGES) {
    const { response, document, meta, link } = await getPage(origin, path)
    const headings = [...document.querySelectorAll('h1')].map((element) =>
      element.textContent.trim(),
    )
    const expected = expect.stringMatching(heading instanceof RegExp ? heading : exactly(heading))
    expect([path, response.status, headings]).toEqual([path, status, [expected]])
    expect([path, document.body.textContent]).toEqual([path, expect.stringContaining(text)])
    expect([path, document.title]).toEqual([path, expect.stringMatching(/^\S.* · Cairn$/s)])
    expect([path, meta('description')?.length ?? 0]).toEqual([path, expect.closeTo(150, -3)])
    expect([path, meta('robots')]).toEqual([path, status < 400 ? undefined : 'noindex'])
    expect([path, document.documentElement.lang, meta('viewport')]).toEqual([
      path,
      'en',
      expect.stringContaining('width=device-width'),
    ])
    expect([path, meta('og:title'), meta('twitter:card')]).toEqual([
      path,
      expect.stringMatching(/\S/),
      'summary_large_image',
    ])
    if (status === 200) expect([path, link('canonical')]).toEqual([path, meta('og:url')])
    expect([
      path,
      document.querySelectorAll('script:not([src]):not([type="application/json"])').length,
    ]).toEqual([path, 0])
  }
})

function exactly(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.?()+]/g, '\\$&')}$`)
}

test('forms and links of a page work without scripts', async () => {
  const origin = await startPages()
  const movements = `/rune/${RUNE}?view=movements`
  for (const path of ['/runes', '/tokens', '/blocks', `/block/${BLOCK}`, movements]) {
    const { document } = await getPage(origin, path)
    const forms = [...document.querySelectorAll('form')]
    expect(forms.length).toBeGreaterThan(0)
    for (const form of forms) expect(form.getAttribute('method') ?? 'get').toBe('get')
    const hrefs = [...document.querySelectorAll('a[href^="/"]')].map((element) =>
      element.getAttribute('href'),
    )
    const exported = hrefs.find((href) => href?.includes('.csv'))
    if (path !== '/blocks') expect([path, exported]).toEqual([path, expect.any(String)])
    if (exported)
      expect((await fetch(origin + exported)).headers.get('Content-Type')).toMatch(/csv/)
  }
})

const PAGES_WALKED = 25

test('every link of a page leads to a page or to data', async () => {
  const origin = await startPages()
  const seen = new Set<string>()
  const queue = ['/', `/rune/${RUNE}`, `/tx/${TX}`, `/token/${LONGCOIN}`, '/api', '/about']
  for (
    let path = queue.shift();
    path !== undefined && seen.size < PAGES_WALKED;
    path = queue.shift()
  ) {
    if (seen.has(path)) continue
    seen.add(path)
    const response = await fetch(origin + path, { headers: { Accept: 'text/html' } })
    expect([path, response.status]).toEqual([path, 200])
    if (!response.headers.get('Content-Type')?.includes('text/html')) continue
    const { document } = await getPage(origin, path)
    expect([path, document.querySelector('[role="alert"]')?.textContent]).toEqual([path, undefined])
    const links = [...document.querySelectorAll('main a[href^="/"], footer a[href^="/"]')]
    const hrefs = links.map((link) => link.getAttribute('href') ?? '')
    queue.push(...hrefs.filter((_, index) => index % 7 === seen.size % 7))
  }
  expect(seen.size).toBe(PAGES_WALKED)
})

test.each([
  [`/BLOCK/0${BLOCK}`, `/block/${BLOCK}`, 301],
  [`/block/0x${BLOCK_HASH.toUpperCase()}?view=raw`, `/block/${BLOCK_HASH}?view=raw`, 301],
  [`/block/${BLOCK}?page=3`, `/block/${BLOCK}?offset=50`, 301],
  [`/transaction/0x${TX.toUpperCase()}`, `/tx/${TX}`, 301],
  [`/txid/${TX}?view=raw`, `/tx/${TX}?view=raw`, 301],
  [`/output/0x${TX}:00`, `/output/${TX}:0`, 301],
  [`/address/${ADDRESS.toUpperCase()}`, `/address/${ADDRESS}`, 301],
  [`/address/${LONGCOIN}`, `/token/${LONGCOIN}`, 301],
  [`/ft/${LONGCOIN}::longcoin?locale=de`, `/token/${LONGCOIN}?locale=de`, 301],
  [`/token/${LONGCOIN.toLowerCase()}`, `/token/${LONGCOIN}`, 301],
  ['/rune/00840002:0304', `/rune/${RUNE}`, 301],
  ['/rune/lambo.lifestyle', `/rune/${RUNE}`, 302],
  ['/rune/0', '/rune/1:0', 302],
  ['/a%0db', '/a%EF%BF%BDb', 301],
  [`//tx/${TX}`, `/tx/${TX}`, 301],
  [`/tx//${TX}?view=raw`, `/tx/${TX}?view=raw`, 301],
  [`///block///0${BLOCK}`, `/block/${BLOCK}`, 301],
  ['//other.example', '/other.example', 301],
  ['//', '/', 301],
  [`/tx/${TX}.`, `/tx/${TX}`, 301],
  [`/address/${ADDRESS}%20`, `/address/${ADDRESS}`, 301],
  [`/token/${LONGCOIN}.`, `/token/${LONGCOIN}`, 301],
  [`/block/${BLOCK}.%20?page=3`, `/block/${BLOCK}?offset=50`, 301],
  ['/runes.', '/runes', 301],
  ['/runes/LAMBO%E2%80%A2LIFESTYLE', '/rune/LAMBO%E2%80%A2LIFESTYLE', 302],
  [`/runes/${RUNE}/`, `/rune/${RUNE}`, 302],
  ['/search?q=840,002', `/block/${BLOCK}`, 302],
  [`/search?q=0x${TX}`, `/tx/${TX}`, 302],
  ['/search?q=lambolifestyle', `/rune/${RUNE}`, 302],
  [`/search?q=${encodeURIComponent(`https://mempool.space/tx/${TX}`)}`, `/tx/${TX}`, 302],
  ['/SEARCH/?%71=x&q=840002', `/block/${BLOCK}`, 302],
])('%s redirects to %s', async (path, to, status) => {
  const { response } = await getPage(await startPages(), path)
  expect([response.status, response.headers.get('Location')]).toEqual([status, to])
})

test('a path of the API stays one, also in a browser', async () => {
  const origin = await startPages()
  const { response } = await getPage(origin, '/runes/etchings')
  expect(response.headers.get('Content-Type')).toContain('json')
  const { status, body } = await getJson(`${origin}/runes/LAMBO%E2%80%A2LIFESTYLE`)
  expect([status, body.error]).toEqual([404, 'Not Found'])
})

test('no search redirects to another site or into a header', async () => {
  const origin = await startPages()
  for (const text of [
    '//other.example/block/840002',
    'https://other.example/nowhere',
    `${origin}/token/a\r\nX-Header: 1`,
    `${origin}/block/840002?x=\u0000y`,
    `${origin}/token/é?locale=ä`,
    `${origin}//other.example`,
    `${origin}/\\other.example`,
    `https://mempool.space/tx/${TX}?${'x'.repeat(2048)}`,
    'javascript:alert(1)',
  ]) {
    const { response } = await getPage(origin, `/search?${new URLSearchParams({ q: text })}`)
    const location = response.headers.get('Location')
    expect([text, response.status]).toEqual([text, location === null ? 200 : 302])
    expect([text, location ?? '/']).toEqual([text, expect.stringMatching(/^\/(?!\/)[!-~]*$/)])
  }
})

test('the address of a page as JSON has its data', async () => {
  const origin = await startPages()
  const json = { headers: { Accept: 'application/json' } }
  for (const path of [
    `/token/${LONGCOIN}`,
    `/tx/${TX}`,
    `/block/${BLOCK}`,
    '/search?q=dog',
    '/runes',
  ]) {
    const { link } = await getPage(origin, path)
    const [atPage, atApi] = await Promise.all(
      [path, link('alternate')].map((at) => getJson(origin + at, json)),
    )
    expect([path, atPage?.status, atPage?.body]).toEqual([path, 200, atApi?.body])
  }
  const unknown = await getJson(`${origin}/nowhere`, json)
  expect([unknown.status, unknown.headers.get('Vary')]).toEqual([
    404,
    expect.stringContaining('Accept'),
  ])
  const any = await fetch(origin, { headers: { Accept: '*/*' } })
  expect(any.headers.get('Content-Type')).toContain('text/html')
  expect((await fetch(`${origin}/.env`)).headers.get('Content-Type')).toContain('json')
})

test('the demo says on every page that it is one', async () => {
  const origin = await startPages({ data: demoData() })
  for (const path of ['/', '/blocks', '/runes', '/about', '/tokens', '/nowhere']) {
    const { document } = await getPage(origin, path)
    expect([path, document.body.textContent]).toEqual([path, expect.stringMatching(/demo chain/i)])
  }
})

test('if rendering a page fails, a browser gets a page that says so, and others the problem as JSON', async () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => lines.push(line) })
  // The pages of development are not built.
  const origin = await startPages({ logger })
  const { response, html } = await getPage(origin, '/design?q="><script>', { 'X-Request-Id': 'r1' })
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([500, 'no-store'])
  expect(html).toMatch(/Something went wrong.*Request id: r1.*Reload page/s)
  expect(html).not.toContain('<script')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'error', requestId: 'r1' }])
  const { status, body } = await getJson(`${origin}/design`, { headers: { Accept: '*/*' } })
  expect([status, body.error]).toEqual([500, 'Internal Server Error'])
})

test.each([
  ['theme=dark', 'dark'],
  ['a=b; theme=light', 'light'],
  ['theme=blue', undefined],
  ['mytheme=dark', undefined],
])('with the cookie %s, the theme of a page is %s', async (cookie, theme) => {
  const origin = await startPages()
  const plain = await getPage(origin, '/blocks')
  const { response, document } = await getPage(origin, '/blocks', { Cookie: cookie })
  expect(document.documentElement.dataset.theme).toBe(theme)
  expect(response.headers.get('Vary')).toContain('Cookie')
  const [one, other] = [plain.response, response].map(({ headers }) => headers.get('ETag'))
  expect(one === other).toBe(theme === undefined)
})

test('the sitemaps list every page of the data, but no samples', async () => {
  const origin = await startPages()
  const robots = await (await fetch(`${origin}/robots.txt`)).text()
  const readLocations = async (url: string) => {
    const xml = await (await fetch(url)).text()
    return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location = '']) => location)
  }
  const files = await readLocations(/^Sitemap: (\S+)$/m.exec(robots)?.[1] ?? '')
  const pages = (await Promise.all(files.map(readLocations))).flat()
  const { body: about } = await getJson(`${origin}/explorer/v1/about`)
  const count = (kind: string) =>
    pages.filter((page) => page.startsWith(`${origin}/${kind}/`)).length
  expect([count('block'), count('rune'), count('token')]).toEqual([6, 78, 3661])
  expect(count('tx')).toBe(about.transactions)
  expect(new Set(pages).size).toBe(pages.length)
  expect(pages.filter((page) => page.includes('cairn-sample'))).toEqual([])
})

test.each([
  ['/opensearch.xml', 'application/opensearchdescription+xml'],
  ['/sitemap.xml', 'application/xml'],
  ['/sitemaps/tokens.xml', 'application/xml'],
  ['/favicon.svg', 'image/svg+xml'],
])('%s can be cached, and escapes the Host header', async (path, type) => {
  const origin = await startPages()
  const { headers } = await fetch(origin + path)
  expect([headers.get('Cache-Control'), headers.get('Content-Type')]).toEqual([
    'no-cache',
    expect.stringContaining(type),
  ])
  if (path.startsWith('/sitemap')) {
    const known = { 'If-None-Match': headers.get('ETag') ?? '' }
    expect((await fetch(origin + path, { headers: known })).status).toBe(304)
  }
  expect(await requestWithHost(origin, path, { host: 'a"b&c' })).not.toMatch(/a"b|b&c/)
})
