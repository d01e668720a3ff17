import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getPage, startPages } from '../support/getPage.ts'
import { AIRDROP, BLOCK_HASH, LONGCOIN } from '../support/snapshotIds.ts'

const search = (origin: string, text: string) =>
  getPage(origin, `/search?${new URLSearchParams({ q: text })}`)

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

test.each([
  ['a line break', 'token/a\r\nX', '/token/aX'],
  ['a delete character', 'token/a\u007fX', '/token/a%7FX'],
  ['a null character', 'block/849250?x=\u0000y', '/block/849250?x=%00y'],
  ['non-ASCII letters', 'token/é?locale=ä', '/token/%C3%A9?locale=%C3%A4'],
  ['percent escapes', 'search?q=%0D%0AX#%0D', '/search?q=%0D%0AX#%0D'],
])(
  'searching for a URL of this site that contains %s redirects to its page',
  async (_, path, expected) => {
    const origin = await startPages()
    const { response } = await search(origin, `${origin}/${path}`)
    expect([response.status, response.headers.get('Location')]).toEqual([302, expected])
  },
)

test.each([
  ['a trailing slash', '/search/?q=849250'],
  ['upper case', '/SEARCH?q=849250'],
  ['an escape in its path', '/%73earch?q=849250'],
  ['an escape in the name of a parameter', '/search?%71=dog&q=849250'],
  ['many trailing spaces', `/search?q=849250${'%20'.repeat(2100)}`],
])('a search URL with %s redirects to the page', async (_, path) => {
  const { response } = await getPage(await startPages(), path)
  expect([response.status, response.headers.get('Location')]).toEqual([302, '/block/849250'])
})

test.each([
  ['DOG•GO•TO•THE•MOON', '/rune/840000:3'],
  ['twentyonecapital', '/rune/894241:4839'],
  ['arabic', '/token/ST000000000000000000002AMW42H.cairn-sample-localized'],
  ['العربية', '/token/ST000000000000000000002AMW42H.cairn-sample-localized'],
])('searching for %s, which has one match, redirects to its page', async (text, location) => {
  const { response } = await search(await startPages(), text)
  expect([response.status, response.headers.get('Location')]).toEqual([302, location])
})

// Tokens took the name of the rune DOG•GO•TO•THE•MOON without its dots.
test.each(['sBTC', 'dog', 'doggotothemoon', 'longcion', '/search?q=twentyonecapital&kind=rune'])(
  'searching for %s leads to the results',
  async (text) => {
    const origin = await startPages()
    const { response } = text.startsWith('/')
      ? await getPage(origin, text)
      : await search(origin, text)
    expect(response.status).toBe(200)
  },
)

test('no search text causes an error or redirects to another site', async () => {
  const origin = await startPages()
  // Most of these texts redirect. Looking up the others is slow.
  const start = fc.constantFrom(
    `${origin}/token/`,
    `${origin}/search?q=`,
    `http://a.example/tx/${AIRDROP}?offset=`,
    `a.example/token/${LONGCOIN}?locale=`,
  )
  const piece = fc.oneof(
    fc.constantFrom('\r\n', '\u007f', '%0d%0a', '%', '?q=', '#', '@', ':', '\\', '/', '..', '1'),
    fc.string({ unit: 'binary', maxLength: 12 }),
  )
  await fc.assert(
    fc.asyncProperty(start, fc.array(piece, { maxLength: 8 }), async (start, pieces) => {
      const path = `/search?${new URLSearchParams({ q: start + pieces.join('') })}`
      const { response } = await getPage(origin, path, { Accept: 'application/json' })
      expect([200, 302]).toContain(response.status)
      if (response.status === 302) {
        expect(response.headers.get('Location')).toMatch(/^\/(?!\/)[!-~]*$/)
      }
    }),
    { numRuns: 60, seed: 15 },
  )
})

test('a URL over 2,048 characters and a text over 200 do not redirect', async () => {
  const origin = await startPages()
  const address = `https://mempool.space/tx/${AIRDROP}?`
  const texts: [text: string, location: string | null][] = [
    [address.padEnd(2048, 'x'), `/tx/${AIRDROP}`],
    [address.padEnd(2049, 'x'), null],
    [`${LONGCOIN}::`.padEnd(200, 'x'), `/token/${LONGCOIN}`],
    [`${LONGCOIN}::`.padEnd(201, 'x'), null],
  ]
  for (const [text, location] of texts) {
    const { response } = await search(origin, text)
    expect(response.headers.get('Location'), String(text.length)).toBe(location)
  }
})

test.each([
  ['a URL with many path segments', (length: number) => `http://x/${'a/'.repeat(length / 2)}`],
  ['a URL with many path segments below the length limit', () => `http://x/${'a/'.repeat(1000)}`],
  ['dots before a letter', (length: number) => `${'.'.repeat(length)}x`],
  ['quotation marks before a letter', (length: number) => `x${'"'.repeat(length)}x`],
])('searching for %s takes about as long as for letters', async (_, textOf) => {
  const origin = await startPages()
  const timeOf = async (text: string) => {
    const times: number[] = []
    for (const round of [1, 2, 3, 4, 5]) {
      const began = performance.now()
      const path = `/search?q=${round}${text.replaceAll('"', '%22')}`
      await (await fetch(origin + path, { headers: { Accept: 'text/html' } })).text()
      times.push(performance.now() - began)
    }
    return Math.min(...times)
  }
  const text = textOf(7800)
  const plain = await timeOf('x'.repeat(text.length))
  expect(await timeOf(text)).toBeLessThan(3 * plain + 60)
})
