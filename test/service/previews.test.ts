import { expect, test } from 'vitest'
import { openDatabase } from '../../src/service/database/open.ts'
import { emptyDatabase } from '../support/ownDatabase.ts'
import { getJson, startService } from '../support/startService.ts'

const TRANSACTION = '1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b'
const ADDRESS = 'SP000000000000000000002Q6VF78'
const SAMPLE = '/previews/token/ST000000000000000000002AMW42H.cairn-sample'

test('the picture that a page names is a PNG of the size that chats show large', async () => {
  const origin = await startService({ pages: 'rendered' })
  for (const page of ['/', '/block/849250?offset=40', `/tx/${TRANSACTION}`]) {
    const html = await fetch(origin + page, { headers: { Accept: 'text/html' } })
    const named = /property="og:image" content="([^"]+)"/.exec(await html.text())?.[1]
    const { headers, size } = await getPicture(named ?? '')
    expect(size).toEqual([1200, 630])
    expect(headers.get('Content-Type')).toBe('image/png')
    expect(headers.get('Cache-Control')).toBe('public, max-age=3600')
  }
})

test('each page has a picture of its own', async () => {
  const origin = await startService({ pages: 'rendered' })
  const paths = [
    '/previews/block/849250.png',
    '/previews/block/849250.png?offset=40',
    `/previews/tx/${TRANSACTION}.png`,
    `${SAMPLE}-localized.png`,
    `${SAMPLE}-localized.png?locale=ar`,
  ]
  const pictures: Uint8Array[] = []
  for (const path of paths) pictures.push((await getPicture(origin + path)).bytes)
  const distinct = new Set(pictures.map((bytes) => Buffer.from(bytes).toString('base64')))
  expect(distinct.size).toBe(paths.length)
})

test('untrusted text is drawn, whatever its script and whatever it hides', async () => {
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
  const database = openDatabase(databaseUrl, { connections: 1, timeout: 10_000 })
  for (const [index, text] of texts.entries()) {
    await database.query(
      `INSERT INTO tokens (principal, status, name, symbol, sender_address) VALUES ($1, 'ready', $2, $2, $3)`,
      [`${ADDRESS}.token-${index}`, text, ADDRESS],
    )
  }
  await database.close()
  const origin = await startService({ pages: 'rendered', databaseUrl })
  for (const index of texts.keys()) {
    const path = `/previews/token/${ADDRESS}.token-${index}.png`
    expect((await getPicture(origin + path)).size, path).toEqual([1200, 630])
  }
})

test('what does not exist has no picture', async () => {
  const origin = await startService({ pages: 'rendered' })
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
    const answer = await getJson(origin, path, { headers: { Accept: 'image/*' } })
    expect(answer.status, path).toBe(status)
    expect(answer.body, path).toMatchObject({
      error: expect.any(String),
      message: expect.any(String),
    })
  }
})

test('a picture that has not changed is not sent twice, and HEAD tells of it', async () => {
  const origin = await startService({ pages: 'rendered' })
  const picture = `${origin}/previews/home.png`
  const { headers, bytes } = await getPicture(picture)
  const known = { 'If-None-Match': headers.get('ETag') ?? '' }
  expect((await fetch(picture, { headers: known })).status).toBe(304)
  const head = await fetch(picture, { method: 'HEAD' })
  expect(head.headers.get('Content-Length')).toBe(String(bytes.byteLength))
  expect(await head.text()).toBe('')
})

test('more pictures than can wait are refused for a while, and data are answered meanwhile', async () => {
  const origin = await startService({ pages: 'rendered' })
  const asked = Array.from({ length: 40 }, (_, n) =>
    fetch(`${origin}/previews/block/849250.png?offset=${n}`),
  )
  const data = await getJson(origin, '/runes/v1/blocks/849250/activity?limit=1')
  expect(data.status).toBe(200)
  const answers = await Promise.all(asked)
  const statuses = answers.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  for (const { status, headers } of answers) {
    expect(headers.has('Retry-After')).toBe(status === 503)
  }
  // Whoever comes back gets it.
  const refused = statuses.indexOf(503)
  expect((await getPicture(answers[refused]?.url ?? '')).size).toEqual([1200, 630])
})

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** The picture at `url`, with the width and height that its header gives. */
async function getPicture(url: string) {
  const response = await fetch(url)
  expect(response.status, url).toBe(200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect([...bytes.slice(0, 8)]).toEqual(SIGNATURE)
  const header = new DataView(bytes.buffer)
  return { headers: response.headers, bytes, size: [header.getUint32(16), header.getUint32(20)] }
}
