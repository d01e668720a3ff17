import { expect, test } from 'vitest'
import { getPage, startPages } from '../support/getPage.ts'
import { AIRDROP, BLOCK_HASH, LONGCOIN } from '../support/snapshotIds.ts'

const SAMPLE = 'ST000000000000000000002AMW42H.cairn-sample'

test('a page has metadata for link previews', async () => {
  const origin = await startPages()
  const airdrop = await getPage(origin, `/tx/${AIRDROP}`)
  expect(airdrop.document.title).toBe(
    'DOG•GO•TO•THE•MOON · 20 of 4,444 records in block 840,656 · Transaction · Cairn',
  )
  expect(airdrop.meta('og:title')).toBe('DOG•GO•TO•THE•MOON · 20 of 4,444 records in block 840,656')
  expect(airdrop.meta('description')).toBe(
    'Records 1 to 20 of 4,444, last record first: 10 sends and 10 receives of DOG•GO•TO•THE•MOON.',
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
    ['/blocks', '/blocks', '/explorer/v1/blocks?offset=0&limit=20'],
    [
      '/blocks?utm=x&offset=20',
      '/blocks?before=949001&offset=20',
      '/explorer/v1/blocks?offset=20&limit=20',
    ],
    [
      '/blocks?offset=0&before=0849251',
      '/blocks?before=849251',
      '/explorer/v1/blocks?offset=0&limit=20&before=849251',
    ],
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
  for (const path of ['/block/849250?limit=5000', '/search?q=dog&limit=5000']) {
    const refused = await fetch(origin + path, { headers: { Accept: 'application/json' } })
    expect([refused.status, (await refused.json()).error]).toEqual([400, 'Bad Request'])
  }
})

test('a client that accepts any type gets the page, because many link previewers do', async () => {
  const origin = await startPages()
  const response = await fetch(`${origin}/block/849250`, { headers: { Accept: '*/*' } })
  expect(response.headers.get('Content-Type')).toContain('text/html')
  expect(response.headers.get('Vary')).toContain('Accept')
  expect((await fetch(`${origin}/.env`)).headers.get('Content-Type')).toContain('application/json')
})
