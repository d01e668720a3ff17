import { expect, test } from 'vitest'
import { openDatabase } from '../../src/service/database/openDatabase.ts'
import { emptyDatabase } from '../support/ownDatabase.ts'
import { AIRDROP } from '../support/snapshotIds.ts'
import { getJson, startService } from '../support/startService.ts'

const ADDRESS = 'SP000000000000000000002Q6VF78'
const SAMPLE = '/previews/token/ST000000000000000000002AMW42H.cairn-sample'

test('the preview image of a page is a PNG of 1200 by 630 pixels', async () => {
  const origin = await startService({ pages: 'server-rendered' })
  for (const page of ['/', '/block/849250?offset=40', `/tx/${AIRDROP}`]) {
    const html = await fetch(origin + page, { headers: { Accept: 'text/html' } })
    const imageUrl = /property="og:image" content="([^"]+)"/.exec(await html.text())?.[1]
    const { headers, size } = await getImage(imageUrl ?? '')
    expect(size).toEqual([1200, 630])
    expect(headers.get('Content-Type')).toBe('image/png')
    expect(headers.get('Cache-Control')).toBe('public, max-age=3600')
  }
})

test('each page has its own preview image', async () => {
  const origin = await startService({ pages: 'server-rendered' })
  const paths = [
    '/previews/block/849250.png',
    '/previews/block/849250.png?offset=40',
    `/previews/tx/${AIRDROP}.png`,
    `${SAMPLE}-localized.png`,
    `${SAMPLE}-localized.png?locale=ar`,
  ]
  const images: Uint8Array[] = []
  for (const path of paths) images.push((await getImage(origin + path)).bytes)
  const distinct = new Set(images.map((bytes) => Buffer.from(bytes).toString('base64')))
  expect(distinct.size).toBe(paths.length)
})

test('untrusted text of any script and with invisible characters can be drawn', async () => {
  const texts = [
    'Ω Ж ế • 👨‍👩‍👧 1️⃣',
    '中文 かな 한국어',
    'שלום (abc) 42',
    'ไทย देवनागरी',
    '<b>&"\u202e',
    '\u{10ffff}\ue000ꦗ',
    'z\u0351'.repeat(200),
    `a${'🐸'.repeat(200)}`,
  ]
  const databaseUrl = await emptyDatabase()
  const database = openDatabase(databaseUrl, { connections: 1, timeoutMs: 10_000 })
  for (const [index, text] of texts.entries()) {
    await database.query(
      `INSERT INTO tokens (principal, status, name, symbol, sender_address) VALUES ($1, 'ready', $2, $2, $3)`,
      [`${ADDRESS}.token-${index}`, text, ADDRESS],
    )
  }
  await database.close()
  const origin = await startService({ pages: 'server-rendered', databaseUrl })
  for (const index of texts.keys()) {
    const path = `/previews/token/${ADDRESS}.token-${index}.png`
    expect((await getImage(origin + path)).size, path).toEqual([1200, 630])
  }
})

test('a page that does not exist has no preview image', async () => {
  const origin = await startService({ pages: 'server-rendered' })
  for (const [path, status] of [
    ['/previews/token/x.png', 400],
    ['/previews/block/849250.png?offset=x', 400],
    ['/previews/block/1.png', 404],
    ['/previews/nothing.png', 404],
    ['/previews/search.png?q=anything', 404],
    ['/previews/Search.png?q=anything', 404],
    ['/previews/%73earch.png?q=anything', 404],
    ['/previews//search.png?q=anything', 404],
    ['/previews/search/.png?q=anything', 404],
    ['/previews/block/849250.gif', 404],
    [`${SAMPLE}-none.png`, 404],
    [`${SAMPLE}-token-error.png`, 422],
  ] as const) {
    const response = await getJson(origin, path, { headers: { Accept: 'image/*' } })
    expect(response.status, path).toBe(status)
    expect(response.body, path).toMatchObject({
      error: expect.any(String),
      message: expect.any(String),
    })
  }
})

test('a preview image can be revalidated, and HEAD returns its length', async () => {
  const origin = await startService({ pages: 'server-rendered' })
  const image = `${origin}/previews/home.png`
  const { headers, bytes } = await getImage(image)
  const known = { 'If-None-Match': headers.get('ETag') ?? '' }
  expect((await fetch(image, { headers: known })).status).toBe(304)
  const head = await fetch(image, { method: 'HEAD' })
  expect(head.headers.get('Content-Length')).toBe(String(bytes.byteLength))
  expect(await head.text()).toBe('')
})

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Fetches the PNG at `url`, and reads its width and height from its header. */
async function getImage(url: string) {
  const response = await fetch(url)
  expect(response.status, url).toBe(200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect([...bytes.slice(0, 8)]).toEqual(SIGNATURE)
  const header = new DataView(bytes.buffer)
  return { headers: response.headers, bytes, size: [header.getUint32(16), header.getUint32(20)] }
}
