import { expect, test } from 'vitest'
import { getPage, startPages } from '../support/getPage.ts'

const AIRDROP = '1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b'
const BLOCK_HASH = '000000000000000000013805b86c3d36697de1ca1fdab24edce264298fb7fcf3'
const LONGCOIN = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
const SAMPLE = 'ST000000000000000000002AMW42H.cairn-sample'

test.each([
  [`/tx/0x${AIRDROP.toUpperCase()}?offset=40`, `/tx/${AIRDROP}?offset=40`, 301],
  [`/transaction/${AIRDROP}`, `/tx/${AIRDROP}`, 301],
  [`/txid/${AIRDROP}`, `/tx/${AIRDROP}`, 301],
  [`/block/0x${BLOCK_HASH.toUpperCase()}`, `/block/${BLOCK_HASH}`, 301],
  ['/block/0849250', '/block/849250', 301],
  ['/block/849250/', '/block/849250', 301],
  ['/block/849250?view=picture&op=mint', '/block/849250?view=charts&op=mint', 301],
  ['/block/849250?op=mint&view=take', '/block/849250?op=mint&view=download', 301],
  [`/token/${LONGCOIN}::longcoin?locale=de`, `/token/${LONGCOIN}?locale=de`, 301],
  [`/token/${LONGCOIN.toLowerCase()}`, `/token/${LONGCOIN}`, 301],
  ['/search?q=849,250', '/block/849250', 302],
  [`/search?q=0x${AIRDROP}`, `/tx/${AIRDROP}`, 302],
])('%s redirects to %s', async (path, to, status) => {
  const { response } = await getPage(await startPages(), path)
  expect([response.status, response.headers.get('Location')]).toEqual([status, to])
})

test('a page has metadata for link previews', async () => {
  const origin = await startPages()
  const airdrop = await getPage(origin, `/tx/${AIRDROP}`)
  expect(airdrop.document.title).toBe(
    'DOG•GO•TO•THE•MOON · 4,444 records in block 840,656 · Transaction · Cairn',
  )
  expect(airdrop.meta('og:title')).toBe('DOG•GO•TO•THE•MOON · 4,444 records in block 840,656')
  expect(airdrop.meta('description')).toBe(
    'Records 1 to 20 of 4,444, newest first: 10 sends and 10 receives of DOG•GO•TO•THE•MOON.',
  )
  expect(airdrop.meta('og:url')).toBe(`${origin}/tx/${AIRDROP}`)
  expect(airdrop.meta('og:image')).toBe(`${origin}/previews/tx/${AIRDROP}.png`)
  expect(airdrop.meta('twitter:card')).toBe('summary_large_image')

  const missing = await getPage(origin, '/block/900000')
  expect([missing.meta('og:image'), missing.meta('robots')]).toEqual([undefined, 'noindex'])

  const token = await getPage(origin, `/token/${LONGCOIN}`)
  expect(token.meta('og:title')).toBe('LONGcoin (LONG)')
  expect(token.meta('description')).toContain('Total supply 888,888,888,888.888888 LONG.')

  const hostile = await getPage(origin, `/token/${SAMPLE}-hostile`)
  expect(hostile.meta('og:title')).toContain('U+202E')
})

test('each page has one canonical URL and one URL for its data', async () => {
  const origin = await startPages()
  for (const [path, canonical, data] of [
    [
      `/block/${BLOCK_HASH}?utm=x`,
      '/block/849250',
      '/runes/v1/blocks/849250/activity?offset=0&limit=20',
    ],
    ['/block/849250?limit=20&offset=40', '/block/849250?offset=40', undefined],
    [`/token/${LONGCOIN}?locale=`, `/token/${LONGCOIN}`, `/metadata/v1/ft/${LONGCOIN}`],
    ['/?utm=x', '/', '/explorer/v1/about'],
  ]) {
    const { link } = await getPage(origin, path ?? '')
    expect(link('canonical')).toBe(origin + canonical)
    if (data !== undefined) expect(link('alternate')).toBe(data)
  }
})

test('requesting the URL of a page as JSON returns its data', async () => {
  const origin = await startPages()
  for (const path of [
    `/token/${LONGCOIN}`,
    `/tx/${AIRDROP}?offset=40`,
    '/block/849250',
    '/search?q=dog',
  ]) {
    const { link } = await getPage(origin, path)
    const accept = { headers: { Accept: 'application/json' } }
    const [atPage, atApi] = await Promise.all(
      [path, link('alternate')].map(async (at) => (await fetch(origin + at, accept)).json()),
    )
    expect(atPage).toEqual(atApi)
  }
  const refused = await fetch(`${origin}/block/849250?limit=5000`, {
    headers: { Accept: 'application/json' },
  })
  expect([refused.status, (await refused.json()).error]).toEqual([400, 'Bad Request'])
})

test('a client that accepts any type gets the page, because many link previewers do', async () => {
  const origin = await startPages()
  const response = await fetch(`${origin}/block/849250`, { headers: { Accept: '*/*' } })
  expect(response.headers.get('Content-Type')).toContain('text/html')
  expect(response.headers.get('Vary')).toContain('Accept')
  expect((await fetch(`${origin}/.env`)).headers.get('Content-Type')).toContain('application/json')
})

test('the sitemap lists all pages except samples', async () => {
  const origin = await startPages()
  const robots = await (await fetch(`${origin}/robots.txt`)).text()
  const index = /^Sitemap: (\S+)$/m.exec(robots)?.[1] ?? ''
  const locationsIn = async (url: string) => {
    const xml = await (await fetch(url)).text()
    return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location = '']) => location)
  }
  const pages: string[] = []
  for (const file of await locationsIn(index)) pages.push(...(await locationsIn(file)))
  const about = await (await fetch(`${origin}/explorer/v1/about`)).json()
  const kinds = (kind: string) => pages.filter((page) => page.startsWith(`${origin}/${kind}/`))
  expect(kinds('block')).toHaveLength(about.blocks.length - 1)
  expect(kinds('token').length).toBeGreaterThan(3600)
  expect(kinds('tx').length).toBeGreaterThan(1000)
  expect(new Set(pages).size).toBe(pages.length)
  expect(pages.filter((page) => /sample|999999999/.test(page))).toEqual([])
  for (const page of [
    pages[0],
    ...kinds('block').slice(0, 3),
    ...kinds('tx').slice(-3),
    ...kinds('token').slice(-3),
  ]) {
    expect((await fetch(page ?? '', { headers: { Accept: 'text/html' } })).status, page).toBe(200)
  }
})

test.each(['/sitemap.xml', '/sitemaps/tokens.xml', '/sitemaps/runes.xml', '/sitemaps/blocks.xml'])(
  '%s is compressed and can be revalidated',
  async (path) => {
    const origin = await startPages()
    const { headers } = await fetch(origin + path)
    expect(headers.get('Content-Encoding')).not.toBeNull()
    const known = { 'If-None-Match': headers.get('ETag') ?? '' }
    expect((await fetch(origin + path, { headers: known })).status).toBe(304)
  },
)
