import { expect, test } from 'vitest'
import { readCacheStatus, readResponse } from '../support/responses.ts'
import { startMirror } from '../support/startMirror.ts'
import { getJson } from '../support/startService.ts'
import { startUpstream } from '../support/startUpstream.ts'

const SENDER = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3'
const LONGCOIN = `/metadata/v1/ft/${SENDER}.longcoin`
const SAMPLE = '/metadata/v1/ft/ST000000000000000000002AMW42H.cairn-sample'
const UNKNOWN = '/metadata/v1/ft/SP000000000000000000002Q6VF78.not-a-token'
const BLOCK = '/runes/v1/blocks/849250/activity'
const SAMPLE_BLOCK = '/runes/v1/blocks/999999999/activity'
const OTHER = `/metadata/v1/ft/${SENDER}.other`

const megabytes = (count: number) => 'x'.repeat(count * 1_000_000)
const token = (fields: object) => JSON.stringify({ sender_address: SENDER, ...fields })
const nested = (depth: number, open: string, close: string) =>
  `${open.repeat(depth)}1${close.repeat(depth)}`
const property = (json: string) =>
  `{"sender_address":"${SENDER}","metadata":{"properties":{"deep":${json}}}}`

const otherPage = { limit: 20, offset: 0, total: 1, results: [] }
const otherRecord = {
  rune: { id: '840000:3' },
  operation: 'mint',
  location: { tx_id: 'a'.repeat(64), block_height: 1, timestamp: 1_720_000_000 },
}

test.each<[string, () => Response]>([
  ['HTML', () => new Response('<!doctype html><title>Welcome</title>')],
  ['an empty body', () => new Response()],
  ['a truncated response', () => new Response('{"name":"LONG","symbol')],
  ['an unexpected list', () => Response.json([])],
  ['an unrelated object', () => Response.json({ ok: true })],
  [
    'another token',
    () => Response.json({ name: 'X', sender_address: 'SP000000000000000000002Q6VF78' }),
  ],
  ['endlessly nested lists', () => new Response('['.repeat(1_000_000))],
  ['a page without its records', () => Response.json(otherPage)],
  ['records of another block', () => Response.json({ ...otherPage, results: [otherRecord] })],
  ['an invalid record', () => Response.json({ ...otherPage, results: [{ rune: 'DOG' }] })],
  ['an HTML error page', () => new Response('<h1>Not found</h1>', { status: 404 })],
  ['a server error', () => Response.json({ error: 'Internal Server Error' }, { status: 500 })],
  ['a 403', () => Response.json({ error: 'Forbidden' }, { status: 403 })],
  ['an endless response', () => new Response(new ReadableStream({ pull: sendMore }))],
  ['a response that is too large', () => new Response(`"${'x'.repeat(20_000_000)}"`)],
])(
  'if the upstream service responds with %s, stored responses stay and new requests get a 503',
  async (_, nonsense) => {
    const source = await startUpstream()
    const mirror = await startMirror(source.origin)
    const before = await readResponse(mirror.origin, LONGCOIN)
    mirror.advanceClock(301)
    source.respondWith(nonsense)
    mirror.advanceClock(2)
    expect(await readResponse(mirror.origin, LONGCOIN)).toEqual(before)
    expect(await readCacheStatus(mirror.origin, LONGCOIN)).toMatchObject({ isStale: true })
    for (const path of [`${SAMPLE}-hostile`, BLOCK]) {
      const { status, body, headers } = await getJson(mirror.origin, path)
      expect(status).toBe(503)
      expect(body.message).toMatch(/^there is no usable response from the upstream service: ./)
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
    }
  },
)

function sendMore(controller: ReadableStreamDefaultController<Uint8Array>) {
  controller.enqueue(new Uint8Array(1_000_000).fill(32))
}

test('client errors of the upstream service are passed on', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin)
  for (const [path, status, given, added] of [
    [UNKNOWN, 422, { error: 'Token error', message: 'no supply' }, {}],
    [BLOCK, 404, { error: 'Not Found', message: 'no such block' }, { statusCode: 404 }],
    [SAMPLE_BLOCK, 400, { message: 'not a block' }, { statusCode: 400, error: 'Bad Request' }],
  ] as const) {
    source.respondWith(() => Response.json(given, { status }))
    const response = await getJson(mirror.origin, path)
    expect(response).toMatchObject({ status, body: { ...given, ...added } })
    expect(Object.keys(response.body)).toHaveLength(Object.keys({ ...given, ...added }).length)
  }
})

test('URLs in upstream responses are never requested', async () => {
  const decoy = await startUpstream()
  const source = await startUpstream()
  const mirror = await startMirror(source.origin)
  for (const status of [301, 302, 303, 307, 308]) {
    source.respondWith(() => new Response(null, { status, headers: { Location: decoy.origin } }))
    const { body } = await getJson(mirror.origin, LONGCOIN)
    expect(body.message).toMatch(/a redirect \(30\d\), which is not followed\.$/)
    mirror.advanceClock(11)
  }
  const url = `${decoy.origin}/picture.png`
  source.respondWith(() =>
    Response.json({
      sender_address: 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3',
      token_uri: url,
      image_uri: url,
      metadata: { image: url, properties: { next: url }, localization: { uri: url } },
    }),
  )
  expect((await getJson(mirror.origin, LONGCOIN)).body).toMatchObject({ token_uri: url })
  expect(decoy.requests).toEqual([])
})

test.each<[string, string]>([
  ['5,000 nested lists', property(nested(5000, '[', ']'))],
  ['5,000 nested objects', property(nested(5000, '{"a":', '}'))],
  ['100,000 nested lists around a long number', property(nested(100_000, '[1.50,', ']'))],
  ['a name of 3 MB', token({ name: megabytes(3) })],
  ['a symbol of 3 MB that begins like an image', token({ symbol: `data:${megabytes(3)}` })],
  [
    'a number of 3 MB as its supply',
    `{"sender_address":"${SENDER}","total_supply":${'9'.repeat(3e6)}}`,
  ],
  ['a text of 3 MB in its properties', token({ metadata: { properties: { a: megabytes(3) } } })],
  ['a key of 3 MB', token({ metadata: { properties: { [megabytes(3)]: 1 } } })],
])('a token with %s is not passed on and does not replace the cached one', async (_, body) => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin)
  const before = await readResponse(mirror.origin, LONGCOIN)
  mirror.advanceClock(301)
  source.respondWith(() => new Response(body))
  expect(await readResponse(mirror.origin, LONGCOIN)).toEqual(before)
  expect(await readCacheStatus(mirror.origin, LONGCOIN)).toMatchObject({ isStale: true })
  const other = await readResponse(mirror.origin, OTHER)
  expect(other.status).toBe(503)
  expect(other.text.length).toBeLessThan(1000)
})

test('long error messages are truncated', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin)
  source.respondWith(() =>
    Response.json({ error: 'Token error', message: `no ${megabytes(4.8)}` }, { status: 422 }),
  )
  const { status, body } = await getJson(mirror.origin, OTHER)
  expect(status).toBe(422)
  expect(body).toMatchObject({ error: 'Token error', message: expect.stringMatching(/^no x{100}/) })
  expect(body.message).toHaveLength(500)

  source.respondWith(() => Response.json({ error: megabytes(4.8) }, { status: 500 }))
  const failed = await getJson(mirror.origin, LONGCOIN)
  expect(failed.status).toBe(503)
  expect(failed.body.message.length).toBeLessThan(600)
})

test('an image embedded in a token is passed on', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin)
  const image = `data:image/png;base64,${megabytes(1)}`
  source.respondWith(() => new Response(token({ image_uri: image, metadata: { image } })))
  const { body } = await getJson(mirror.origin, LONGCOIN)
  expect(body).toMatchObject({ image_uri: image, metadata: { image } })
})
