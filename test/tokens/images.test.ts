import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { LookAlike } from '../../src/contract/schemas/search.ts'
import { openTokens } from '../../src/tokens/openTokens.ts'
import { LONGCOIN, SBTC, WELSH } from '../support/bundledIds.ts'
import { requestWithHost } from '../support/requestWithHost.ts'
import { getJson } from '../support/startService.ts'
import { eventually, followDocuments, inSeconds } from '../support/tokens/followDocuments.ts'
import { imageProcess } from '../support/tokens/imageProcess.ts'
import { startTokens } from '../support/tokens/startTokens.ts'

const WEEK = 7 * 86_400

/** A picture of one colour. */
function picture(width: number, height: number, red = 200): Promise<Buffer> {
  const background = { r: red, g: 30, b: 90 }
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

type Sent = Buffer | number

/** A follower of tokens whose documents name images of the same host, by their paths. */
async function followImages(
  tokens: Record<string, string>,
  images: (path: string, etag: string | undefined) => Sent | { bytes: Buffer; etag: string },
  requests: 'fetch' | 'none' = 'fetch',
) {
  const documents = { requests, imageProcess: await imageProcess() }
  const uris = Object.keys(tokens).map((principal) => [principal, `/document/${principal}`])
  const follower = await followDocuments({
    documents,
    uris: Object.fromEntries(uris),
    respond({ url = '', headers }, response) {
      const image = tokens[url.replace('/document/', '')]
      if (image !== undefined) {
        const uri = image.startsWith('/') ? `http://${headers.host}${image}` : image
        return response.end(JSON.stringify({ name: 'A name', image: uri }))
      }
      const sent = images(url, headers['if-none-match'])
      if (typeof sent === 'number') return response.writeHead(sent).end()
      const { bytes, etag } = Buffer.isBuffer(sent) ? { bytes: sent, etag: undefined } : sent
      response.writeHead(200, { 'content-type': 'text/html', ...(etag && { etag }) }).end(bytes)
    },
  })
  const stateOf = async (principal = SBTC) => (await follower.details(principal)).image
  return {
    ...follower,
    documents,
    stateOf,
    untilImage: (state: string, principal = SBTC) =>
      eventually(async () => expect((await stateOf(principal))?.state).toBe(state)),
    readAgain: () => follower.store.query('UPDATE token_image_sources SET due_at = 0'),
  }
}

test('the image that a document names is converted, and served from here in two sizes', async () => {
  const png = await picture(2000, 1000)
  const follower = await followImages({ [SBTC]: '/a.png' }, () => png)
  await follower.untilImage('read')
  const own = `${follower.origin}/images/${hashOf(png)}`
  const { image_uri, image_thumbnail_uri, image_canonical_uri, metadata } = await follower.token()
  expect({ image_uri, image_thumbnail_uri, image_canonical_uri, metadata }).toEqual({
    image_uri: `${own}.webp`,
    image_thumbnail_uri: `${own}-300.webp`,
    image_canonical_uri: follower.hosts.url('/a.png'),
    metadata: {
      sip: 16,
      name: 'A name',
      image: follower.hosts.url('/a.png'),
      cached_image: `${own}.webp`,
      cached_thumbnail_image: `${own}-300.webp`,
    },
  })
  const sizes = [
    [image_uri, [1024, 512]],
    [image_thumbnail_uri, [300, 150]],
  ] as const
  for (const [uri, size] of sizes) {
    const response = await fetch(uri)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const { format, width, height } = await sharp(await response.arrayBuffer()).metadata()
    expect([format, width, height]).toEqual(['webp', ...size])
  }
  expect(await follower.stateOf()).toEqual({
    state: 'read',
    uri: follower.hosts.url('/a.png'),
    read_at: inSeconds(),
    next_at: inSeconds(WEEK),
  })
})

test('lists, their exports and searches by contract have the images', async () => {
  const png = await picture(10, 10)
  const follower = await followImages({ [SBTC]: '/a.png' }, () => png)
  await follower.untilImage('read')
  const own = `${follower.origin}/images/${hashOf(png)}`
  for (const path of ['ft', `search?contract=${SBTC}`]) {
    const { body } = await getJson(`${follower.origin}/metadata/v1/${path}`)
    expect((body.results ?? body)[0]).toMatchObject({
      image_uri: `${own}.webp`,
      image_thumbnail_uri: `${own}-300.webp`,
    })
  }
  const csv = await (await fetch(`${follower.origin}/metadata/v1/ft.csv`)).text()
  expect(csv).toContain(`,${own}.webp,${own}-300.webp,`)
  // It is not wider than 300.
  const [image, small] = await Promise.all(
    [`${own}.webp`, `${own}-300.webp`].map(async (uri) => (await fetch(uri)).arrayBuffer()),
  )
  expect(small).toEqual(image)
  for (const unknown of [
    `${'0'.repeat(64)}.webp`,
    `${hashOf(png)}-301.webp`,
    `${hashOf(png)}.png`,
  ]) {
    expect((await fetch(`${follower.origin}/images/${unknown}`)).status).toBe(404)
  }
})

test('tokens share an image by its address, and images by their bytes', async () => {
  const png = await picture(600, 600)
  const follower = await followImages({ [SBTC]: '/a.png', [WELSH]: '/a.png' }, () => png)
  await follower.untilImage('read', SBTC)
  await follower.untilImage('read', WELSH)
  const requests = () => follower.hosts.open.requests.filter(({ path }) => path?.endsWith('.png'))
  expect(requests()).toHaveLength(1)
  const other = await followImages({ [SBTC]: '/a.png', [WELSH]: '/b.png' }, () => png)
  await other.untilImage('read', SBTC)
  await other.untilImage('read', WELSH)
  const count = async (table: string) =>
    Number((await other.store.query(`SELECT count(*) AS count FROM ${table}`))[0]?.count)
  expect([await count('token_image_sources'), await count('token_images')]).toEqual([2, 1])
})

test('an image that was read stays when its host fails or sends something else', async () => {
  const png = await picture(400, 400)
  let sent: Sent = png
  const follower = await followImages({ [SBTC]: '/a.png' }, () => sent)
  await follower.untilImage('read')
  const { image_uri } = await follower.token()
  const { read_at } = await follower.stateOf()

  sent = 503
  await follower.readAgain()
  await follower.untilImage('failed')
  expect(await follower.stateOf()).toMatchObject({
    read_at,
    problem: 'The host responded with status 503.',
    next_at: inSeconds(3600),
  })
  sent = Buffer.from('<html></html>')
  await follower.readAgain()
  await eventually(async () =>
    expect(await follower.stateOf()).toMatchObject({
      read_at,
      problem: 'The image is not PNG, JPEG, WebP, GIF, SVG or AVIF, or is damaged.',
      next_at: inSeconds(86_400),
    }),
  )
  expect((await follower.token()).image_uri).toBe(image_uri)
  expect((await fetch(image_uri)).status).toBe(200)
})

test('a new image takes the place of the one before, which is deleted', async () => {
  const [before, after] = [await picture(400, 400), await picture(400, 400, 10)]
  let sent = before
  const follower = await followImages({ [SBTC]: '/a.png' }, () => sent)
  await follower.untilImage('read')
  const { image_uri } = await follower.token()
  sent = after
  await follower.readAgain()
  await eventually(async () => expect((await follower.token()).image_uri).toContain(hashOf(after)))
  const hashes = await follower.store.query('SELECT hash FROM token_images')
  expect(hashes).toEqual([{ hash: hashOf(after) }])
  expect(image_uri).toContain(hashOf(before))
})

test('an image that has not changed is neither sent nor written again', async () => {
  const png = await picture(400, 400)
  const follower = await followImages({ [SBTC]: '/a.png' }, (_, etag) =>
    etag === '"1"' ? 304 : { bytes: png, etag: '"1"' },
  )
  await follower.untilImage('read')
  const writes = await follower.writes()
  await follower.readAgain()
  await eventually(async () => {
    const due = 'SELECT due_at FROM token_image_sources'
    expect(await follower.store.query(due)).toEqual([{ due_at: inSeconds(WEEK) }])
  })
  expect(await follower.writes()).toBe(writes)
})

test('images outlive the other tables, without a request', async () => {
  const png = await picture(400, 400)
  const follower = await followImages({ [SBTC]: '/a.png' }, () => png)
  await follower.untilImage('read')
  await follower.following.stop()
  await follower.store.query(
    "UPDATE meta SET value = '0' WHERE part = 'tokens' AND name = 'version'",
  )
  await openTokens(follower.store, { source: 'node', log: () => {} })
  await follower.store.query('DELETE FROM tokens WHERE principal <> $1', [SBTC])
  const requests = follower.hosts.open.requests.length
  const origin = await startTokens(follower.store)
  await follower.follow().untilRead()
  await eventually(async () => {
    const { body } = await getJson(`${origin}/metadata/v1/ft/${SBTC}`)
    expect(body.image_uri).toBe(`${origin}/images/${hashOf(png)}.webp`)
  })
  const paths = follower.hosts.open.requests.slice(requests).map(({ path }) => path)
  expect(paths).not.toContain('/a.png')
})

test('without requests, only images in the document itself are read', async () => {
  const png = await picture(400, 400)
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
  const document = (image: string) =>
    `data:application/json,${encodeURIComponent(JSON.stringify({ name: 'A', image }))}`
  const follower = await followDocuments({
    documents: { requests: 'none', imageProcess: await imageProcess() },
    uris: {
      [SBTC]: document(`data:image/svg+xml,${encodeURIComponent(svg)}`),
      [WELSH]: document('http://public.example:PORT/a.png'),
    },
    respond: (_, response) => response.end(png),
  })
  await eventually(async () => {
    expect((await follower.details(SBTC)).image).toEqual({ state: 'read', read_at: inSeconds() })
  })
  await follower.untilState('read', WELSH)
  expect((await follower.details(WELSH)).image).toBeUndefined()
  const { body } = await getJson(`${follower.origin}/metadata/v1/ft/${SBTC}`)
  expect((await sharp(await (await fetch(body.image_uri)).arrayBuffer()).metadata()).width).toBe(
    1024,
  )
  expect(follower.hosts.open.requests).toEqual([])
})

test('a process that fails is no fault of the image: it is tried again in an hour', async () => {
  const png = await picture(400, 400)
  const follower = await followImages({ [SBTC]: '/a.png' }, () => png)
  await follower.untilImage('read')
  await follower.following.stop()
  await follower.store.query('DELETE FROM token_images')
  await follower.readAgain()
  follower.documents.imageProcess = { arguments: ['--eval', 'process.exit(1)'], timeoutMs: 30_000 }
  const following = follower.follow()
  await follower.untilImage('failed')
  expect(await follower.stateOf()).toMatchObject({
    problem: 'The image could not be converted.',
    next_at: inSeconds(3600),
  })
  await following.stop()
  // With another setting it is not tried again.
  follower.documents.requests = 'none'
  const other = follower.follow()
  await eventually(async () => expect((await follower.stateOf()).next_at).toBeUndefined())
  await other.stop()
})

test('a hash is read once, through the second gateway after two failures', async () => {
  const png = await picture(400, 400)
  let isDown = true
  const follower = await followImages({ [SBTC]: 'ipfs://bafyexample/1.png' }, (path) => {
    if (path.startsWith('/first') && isDown) return 504
    return png
  })
  for (const failures of [1, 2]) {
    await eventually(async () => {
      const rows = await follower.store.query('SELECT failures FROM token_image_sources')
      expect(rows).toEqual([{ failures }])
    })
    await follower.readAgain()
  }
  isDown = false
  await follower.untilImage('read')
  expect(follower.hosts.open.requests.at(-1)?.path).toBe('/second/ipfs/bafyexample/1.png')
  expect((await follower.stateOf()).next_at).toBeUndefined()
})

test('the addresses have the origin of the request; of an origin that may be forged, nothing is cached', async () => {
  const png = await picture(400, 400)
  const follower = await followImages({ [SBTC]: '/a.png' }, () => png)
  await follower.untilImage('read')
  const path = `/metadata/v1/ft/${SBTC}`
  const imageFor = async (host: string) =>
    JSON.parse(await requestWithHost(follower.origin, path, { host })).image_uri
  const { port } = new URL(follower.origin)
  const hosts = [`localhost:${port}`, 'one.example', 'other.example', `127.0.0.1:${port}`]
  const asked = async () => {
    const all = []
    for (const host of hosts) all.push(await imageFor(host))
    return all
  }
  const expected = hosts.map((host) => `http://${host}/images/${hashOf(png)}.webp`)
  expect(await asked()).toEqual(expected)
  await follower.following.stop()
  // Whatever is not cached is read anew, without a trace of the write.
  await follower.store.query("UPDATE tokens SET name = 'Changed'")
  const nameFor = async (host: string) =>
    JSON.parse(await requestWithHost(follower.origin, path, { host })).name
  const names = await Promise.all(hosts.map(nameFor))
  expect(names.map((name) => name === 'Changed')).toEqual([false, true, true, false])
  expect(await asked()).toEqual(expected)
})

test('look-alikes with the same image are told, by the bytes that the hosts sent', async () => {
  const [png, other] = [await picture(400, 400), await picture(400, 400, 10)]
  const images = { '/a.png': png, '/copy.png': png, '/other.png': other }
  const principals = { copy: LONGCOIN, other: WELSH }
  const follower = await followImages(
    { [SBTC]: '/a.png', [principals.copy]: '/copy.png', [principals.other]: '/other.png' },
    (path) => Object.entries(images).find(([name]) => name === path)?.[1] ?? 404,
  )
  for (const principal of [SBTC, ...Object.values(principals)]) {
    await follower.untilImage('read', principal)
  }
  await follower.following.stop()
  await follower.store.query("UPDATE tokens SET name = 'sBTC', symbol = 'sBTC'")
  await follower.store.query('DELETE FROM token_terms')
  const terms =
    "INSERT INTO token_terms (term, principal, rank) SELECT 'sbtc', principal, 0 FROM tokens"
  await follower.store.query(terms)
  const { body } = await getJson(`${follower.origin}/explorer/v1/tokens/${SBTC}/look-alikes`)
  expect(body).toMatchObject({ total: 2, same_image: 1 })
  const same = body.results.map((row: LookAlike) => [row.principal, row.same_image])
  expect(Object.fromEntries(same)).toEqual({
    [principals.copy]: true,
    [principals.other]: undefined,
  })
})
