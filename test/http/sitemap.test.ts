import { expect, test } from 'vitest'
import { startPages } from '../support/getPage.ts'
import { requestWithHost } from '../support/requestWithHost.ts'

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

test('the sitemap and the search description escape the Host header', async () => {
  const origin = await startPages()
  for (const path of ['/sitemap.xml', '/opensearch.xml']) {
    expect(await requestWithHost(origin, path, { host: 'a"b&c' })).not.toMatch(/a"b|b&c/)
  }
})
