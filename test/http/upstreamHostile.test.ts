import { expect, test } from 'vitest'
import { readCacheStatus, readResponse } from '../support/responses.ts'
import { startMirror } from '../support/startMirror.ts'
import { getJson } from '../support/startService.ts'
import { startUpstream } from '../support/startUpstream.ts'

const SENDER = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3'
const LONGCOIN = `/metadata/v1/ft/${SENDER}.longcoin`
const OTHER = `/metadata/v1/ft/${SENDER}.other`

const megabytes = (count: number) => 'x'.repeat(count * 1_000_000)
const token = (fields: object) => JSON.stringify({ sender_address: SENDER, ...fields })
const nested = (depth: number, open: string, close: string) =>
  `${open.repeat(depth)}1${close.repeat(depth)}`
const property = (json: string) =>
  `{"sender_address":"${SENDER}","metadata":{"properties":{"deep":${json}}}}`

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
