import { expect, test } from 'vitest'
import { LONGCOIN } from '../support/bundledIds.ts'
import { requestWithHost } from '../support/requestWithHost.ts'
import { bundledData } from '../support/servedData.ts'
import { getJson, startService } from '../support/startService.ts'
import { openDatabase, ownDatabase } from '../support/tokens/databases.ts'

const HASH = 'ab'.repeat(32)
const PATH = `/images/${HASH}.webp`

/** The bundled tokens, one of them with an image of the service. */
async function dataWithImage() {
  const tokens = openDatabase(await ownDatabase())
  await tokens.query(
    'INSERT INTO token_images (hash, width, height, thumbnail, image) VALUES ($1, 9, 9, NULL, $2)',
    [HASH, Buffer.from('a picture')],
  )
  await tokens.query(
    `INSERT INTO token_image_sources (source, hash, failures)
       SELECT image_source, $1, 0 FROM token_metadata WHERE principal = $2 AND locale = ''`,
    [HASH, LONGCOIN],
  )
  const shared = bundledData()
  return { ...shared, databases: { ...shared.databases, tokens }, hasOwnImages: true }
}

test('images are served for ever, and nothing but images', async () => {
  const origin = await startService({ data: await dataWithImage() })
  const response = await fetch(origin + PATH)
  expect(await response.text()).toBe('a picture')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
  })
  const known = { 'If-None-Match': response.headers.get('etag') ?? '' }
  expect((await fetch(origin + PATH, { headers: known })).status).toBe(304)
  const head = await fetch(origin + PATH, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '9'])
  for (const path of [PATH.replaceAll('a', 'c'), '/images/', `/images/${HASH}`, `${PATH}?a`]) {
    const { status } = await fetch(origin + path, { headers: { Accept: 'application/json' } })
    expect([path, status]).toEqual([path, path.endsWith('?a') ? 200 : 404])
  }
})

test('pages show no image but those of the service, by their paths', async () => {
  const data = await dataWithImage()
  const origin = await startService({ data, pages: 'server-rendered' })
  for (const path of [`/token/${LONGCOIN}`, '/tokens?name=LONG']) {
    const response = await fetch(origin + path, { headers: { Accept: 'text/html' } })
    expect(response.headers.get('Content-Security-Policy')).toContain("img-src 'self' data:;")
    const html = await response.text()
    const images = [...html.matchAll(/<img [^>]*src="([^"]*)"/g)].map(([, source]) => source)
    expect(images).toContain(PATH.replace('.webp', '-300.webp'))
    expect(images.filter((source) => !source?.startsWith('/images/'))).toEqual([])
    expect(html).not.toContain('Load image')
  }
  const without = await startService({ pages: 'server-rendered' })
  const policy = (await fetch(without)).headers.get('Content-Security-Policy')
  expect(policy).toContain("img-src 'self' data: https:;")
})

test('the data of a page have the origin of the request too', async () => {
  const data = await dataWithImage()
  const origin = await startService({ data, pages: 'server-rendered' })
  const page = `/token/${LONGCOIN}`
  for (const host of ['one.example', 'other.example']) {
    const text = await requestWithHost(origin, page, { host, accept: 'application/json' })
    expect(JSON.parse(text).image_uri).toBe(`http://${host}${PATH}`)
  }
  const settings = { PUBLIC_URL: 'https://cairn.example' }
  const known = await startService({ data, settings })
  const { body } = await getJson(`${known}/compat/metadata/v1/search?contract=${LONGCOIN}`)
  expect(body[0].image_uri).toBe(`https://cairn.example${PATH}`)
})
