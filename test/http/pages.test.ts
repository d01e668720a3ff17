import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { getPage, startPages } from '../support/getPage.ts'
import { isThorough } from '../support/isThorough.ts'
import { snapshotLines } from '../support/snapshot.ts'
import { AIRDROP, BLOCK_HASH, LONGCOIN } from '../support/snapshotIds.ts'

const DEPLOYER = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3'
const SAMPLE_RUNE = '999999999:10001'
const HOLDER = 'tb1psamplermme8qkf0gxamup5dzs5vnndsdlmyegqpqjd5t3m0e6vtlvwpxcf'
const SAMPLE = 'ST000000000000000000002AMW42H.cairn-sample'

test.each([
  ['/', 200, 'Tokens and runes, exact to the last digit'],
  [`/token/${LONGCOIN}`, 200, '888,888,888,888.888888'],
  [`/tx/${AIRDROP}?offset=1980`, 200, '1,981–2,000 of 4,444'],
  ['/block/849250', 200, '4,756 records'],
  [`/block/${BLOCK_HASH}`, 200, '4,756 records'],
  [`/token/${SAMPLE}-localized?locale=ar`, 200, 'العربية'],
  ['/search?q=dog', 200, 'DOG•GO•TO•THE•MOON'],
  ['/search?q=dog&kind=rune', 200, 'DOG•GO•TO•THE•MOON'],
  ['/search?q=dog&offset=400', 404, 'This page is past the end of the list'],
  ['/search?q=dog&limit=lots', 400, 'Invalid parameters in the URL'],
  ['/search?q=dog&limit=5000', 200, 'DOG•GO•TO•THE•MOON'],
  ['/search?q=zzzz-nothing', 200, 'No results for “zzzz-nothing”.'],
  ['/search', 200, 'You can search for the following'],
  ['/tokens?name=longcoin', 200, '888,888,888,888.888888'],
  ['/tokens?name=zzzz-nothing', 200, 'No token matches the filter.'],
  ['/tokens?order=up', 400, 'Invalid parameters in the URL'],
  ['/tokens?offset=9000', 404, 'This page is past the end of the list'],
  ['/runes?name=dog', 200, 'DOG•GO•TO•THE•MOON'],
  ['/runes?mintable=true', 501, 'This service does not know which runes can be minted'],
  ['/blocks', 200, '849,250'],
  ['/blocks?before=849251', 200, 'below height 849,251, newest first'],
  ['/blocks?before=1', 200, 'The service has no blocks with rune activity below this height.'],
  ['/blocks?before=849251&offset=9000', 404, 'This page is past the end of the list'],
  ['/blocks?before=9223372036854775808', 400, 'Invalid parameters in the URL'],
  [`/rune/${SAMPLE_RUNE}`, 200, '973,630.71'],
  [`/rune/${SAMPLE_RUNE}?view=holders&offset=80`, 200, '81–89 of 89'],
  ['/rune/840000:3', 200, 'which this service does not have.'],
  ['/rune/840000:3?view=holders', 200, 'Holders can only be determined from the whole history'],
  ['/rune/NOSUCHRUNE', 404, 'Rune not found'],
  [`/rune/${SAMPLE_RUNE}?offset=9000`, 404, 'This page is past the end of the list'],
  [`/rune/${SAMPLE_RUNE}?op=steal`, 400, 'Invalid parameters in the URL'],
  ['/rune/12-3', 400, 'Not a rune id'],
  [`/address/${HOLDER}`, 200, '273,628.28'],
  [`/address/${HOLDER}?op=etching`, 200, 'No matching records'],
  [`/address/${DEPLOYER}`, 200, 'LONGcoin'],
  ['/address/1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 404, 'No records found'],
  ['/address/1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 400, 'The checksum of this address is wrong.'],
  ['/api', 200, 'Rune activity of a block'],
  ['/wallet', 404, 'Page not found'],
  ['/block/900000', 404, 'No records found'],
  ['/block/849250?offset=9000', 404, 'This page is past the end of the list'],
  [`/token/${SAMPLE}-nowhere`, 404, 'Contract not found'],
  ['/tx/1234', 400, 'Not a transaction'],
  ['/block/-1', 400, 'Not a block'],
  ['/token/longcoin', 400, 'Not a contract principal'],
  [`/token/${LONGCOIN.replace('QZ3', 'QZ4')}`, 400, 'The checksum of this address is wrong.'],
  ['/block/849250?limit=5000', 200, 'Pages show at most 100 records'],
  ['/block/849250?offset=abc', 400, 'Invalid parameters in the URL'],
  [`/token/${SAMPLE}-in-progress`, 422, 'Metadata is still being fetched'],
  [`/token/${SAMPLE}-localized?locale=xx`, 422, 'No text in this locale'],
])('%s is a complete page with status %i', async (path, status, text) => {
  const { response, document } = await getPage(await startPages(), path)
  expect(response.status).toBe(status)
  const words = document.querySelector('#root')?.textContent
  expect(words).toContain(text)
  expect(words).not.toContain('Loading')
  expect(document.querySelectorAll('h1')).toHaveLength(1)
  expect(document.title).toMatch(/\S · Cairn$/)
})

test.each([
  ['/rune/3', '/rune/840000:3'],
  ['/rune/dog.go.to.the.moon?view=holders', '/rune/840000:3?view=holders'],
  [`/rune/${encodeURIComponent('DOG•GO•TO•THE•MOON')}`, '/rune/840000:3'],
  ['/previews/rune/DOGGOTOTHEMOON.png', '/previews/rune/840000:3.png'],
])('%s redirects permanently to %s', async (path, expected) => {
  const { response } = await getPage(await startPages(), path)
  expect([response.status, response.headers.get('Location')]).toEqual([308, expected])
})

test.each([
  ['/rune/840000%3A3', '/rune/840000:3'],
  ['/rune/0840000:03/', '/rune/840000:3'],
  ['/rune/840000:3?page=3&op=send', '/rune/840000:3?offset=40&op=send'],
  ['/blocks?page=3&before=849251', '/blocks?offset=40&before=849251'],
  [
    '/address/BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ',
    '/address/bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  ],
  [`/address/${DEPLOYER.toLowerCase()}`, `/address/${DEPLOYER}`],
  [`/address/${LONGCOIN}`, `/token/${LONGCOIN}`],
])('%s has the canonical form %s', async (path, expected) => {
  const { response } = await getPage(await startPages(), path)
  expect([response.status, response.headers.get('Location')]).toEqual([301, expected])
})

test.each([
  [`/rune/${SAMPLE_RUNE}`, `/explorer/v1/runes/${SAMPLE_RUNE}`],
  [
    `/rune/${SAMPLE_RUNE}?view=holders&offset=20`,
    `/runes/v1/etchings/${SAMPLE_RUNE}/holders?offset=20`,
  ],
  [`/address/${HOLDER}?op=send`, `/runes/v1/addresses/${HOLDER}/activity?operation_type=send`],
  [`/address/${HOLDER}?view=balances`, `/runes/v1/addresses/${HOLDER}/balances`],
  [
    `/address/${HOLDER}?rune=${SAMPLE_RUNE}`,
    `/runes/v1/etchings/${SAMPLE_RUNE}/activity/${HOLDER}`,
  ],
  [`/address/${DEPLOYER}`, `/metadata/v1/ft?address=${DEPLOYER}`],
  ['/blocks?before=849251&offset=20', '/explorer/v1/blocks?before=849251&offset=20'],
])('the JSON of %s is that of %s', async (path, apiPath) => {
  const origin = await startPages()
  const headers = { Accept: 'application/json' }
  const [page, data] = await Promise.all([
    fetch(origin + path, { headers }),
    fetch(origin + apiPath, { headers }),
  ])
  expect(await page.json()).toEqual(await data.json())
})

test('the links of the pages alone lead through all blocks, each listed once', async () => {
  const origin = await startPages()
  const data = await (await fetch(`${origin}/explorer/v1/blocks?limit=1000`)).json()
  const links = data.results.map(
    ({ block_height }: { block_height: number }) => `/block/${block_height}`,
  )
  const listed: (string | null)[] = []
  let path: string | null | undefined = '/blocks?limit=4'
  for (let pages = Math.ceil(links.length / 4); pages > 0; pages--) {
    const { document } = await getPage(origin, path ?? '')
    const blocks = document.querySelectorAll('tbody a[href^="/block/"]')
    listed.push(...[...blocks].map((link) => link.getAttribute('href')))
    path = document
      .querySelector('nav[aria-label="Pages, top"] [aria-keyshortcuts="]"]')
      ?.getAttribute('href')
  }
  expect(links.length).toBeGreaterThan(8)
  expect(listed).toEqual(links)
})

test('a list of blocks below a height says so in its title and description', async () => {
  const { document, meta } = await getPage(await startPages(), '/blocks?before=849251')
  expect(document.title).toBe('Blocks below height 849,251 · Cairn')
  expect(meta('description')).toContain('rune activity below height 849,251, newest first')
})

test('runes and addresses have titles, descriptions and previews', async () => {
  const origin = await startPages()
  const rune = await getPage(origin, `/rune/${SAMPLE_RUNE}`)
  expect(rune.document.title).toBe('SAMPLE•OPEN•MINT · #999999004 · Rune · Cairn')
  expect(rune.meta('description')).toBe(
    'Current supply 973,630.71. Each mint creates 100. At most 1,000 mints.',
  )
  expect(rune.link('canonical')).toBe(`${origin}/rune/${SAMPLE_RUNE}`)
  const address = await getPage(origin, `/address/${HOLDER}`)
  expect(address.document.title).toBe('Address tb1psamp…tlvwpxcf · Cairn')
  for (const { meta } of [rune, address]) {
    const preview = await fetch(meta('og:image') ?? '')
    expect([preview.status, preview.headers.get('Content-Type')]).toEqual([200, 'image/png'])
  }
})

test('no address in the snapshot counts as mistyped', async () => {
  const origin = await startPages()
  const step = isThorough() ? 1 : 500
  const all = snapshotLines('tokens').map(({ principal }) => principal.split('.')[0])
  const addresses = [...new Set(all)].filter((_, index) => index % step === 0)
  for (const address of addresses) {
    const path = `/token/${address}.unheard-of`
    const { response } = await getPage(origin, path)
    expect([path, response.status]).toEqual([path, 404])
  }
  // Thousands of pages.
}, 300_000)

test('a POST to a page gets a 405', async () => {
  const response = await fetch(`${await startPages()}/block/849250`, { method: 'POST' })
  expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
})

test('a page has no inline script and only the inline style sheet that its policy allows', async () => {
  const origin = await startPages()
  for (const path of ['/block/849250', `/token/${SAMPLE}-hostile`]) {
    const { document, response } = await getPage(origin, path)
    const policy = response.headers.get('Content-Security-Policy') ?? ''
    for (const script of document.querySelectorAll('script:not([type="application/json"])')) {
      expect(script.getAttribute('src')).toMatch(/^\/assets\/[\w-]+\.js$/)
      expect(script.textContent).toBe('')
    }
    const [style, ...more] = document.querySelectorAll('style')
    const hash = createHash('sha256')
      .update(style?.textContent ?? '')
      .digest('base64')
    expect(more).toEqual([])
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`)
    expect(document.querySelectorAll('[style], [onclick]')).toHaveLength(0)
    expect(document.querySelectorAll('script[type="application/json"]')).toHaveLength(1)
  }
})

// The target is 150,000. The other pages miss it by what they show, and must not grow much more.
const OTHER_PAGES = 172_000
test.each([
  ['home', '/', 150_000],
  ['token', `/token/${LONGCOIN}`, OTHER_PAGES],
  ['transaction', `/tx/${AIRDROP}`, OTHER_PAGES],
  ['block', '/block/849250', OTHER_PAGES],
  ['tokens', '/tokens', 150_000],
  ['runes', '/runes', 150_000],
  ['blocks', '/blocks', 150_000],
  ['rune', `/rune/${SAMPLE_RUNE}`, OTHER_PAGES],
  ['address', `/address/${HOLDER}`, OTHER_PAGES],
  ['search', '/search?q=dog', OTHER_PAGES],
  ['API', '/api', OTHER_PAGES],
])('the first load of the %s page stays within its size limits', async (_, path, limit) => {
  const origin = await startPages()
  const { document } = await getPage(origin, path)
  const sizeOf = (text: string) => gzipSync(text, { level: 9 }).length
  let scripts = 0
  for (const element of document.querySelectorAll('script[src], link[rel="modulepreload"]')) {
    const file = element.getAttribute('src') ?? element.getAttribute('href')
    scripts += sizeOf(await (await fetch(origin + file)).text())
  }
  expect(scripts).toBeGreaterThan(50_000)
  expect(scripts).toBeLessThanOrEqual(limit)
  expect(sizeOf(document.querySelector('style')?.textContent ?? '')).toBeLessThanOrEqual(11_000)
})

test('scripts are compressed and immutable', async () => {
  const origin = await startPages()
  const { document } = await getPage(origin, '/')
  const script = document.querySelector('script[src]')?.getAttribute('src')
  const response = await fetch(origin + script, { headers: { 'Accept-Encoding': 'br' } })
  expect(response.headers.get('Content-Encoding')).toBe('br')
  expect(response.headers.get('Cache-Control')).toContain('immutable')
})

test('the build manifest is not public', async () => {
  const origin = await startPages()
  const headers = { Accept: 'application/json' }
  expect((await fetch(`${origin}/.vite/manifest.json`, { headers })).status).toBe(404)
})
