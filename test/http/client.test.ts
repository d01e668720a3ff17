import { parse } from 'lossless-json'
import { expect, test } from 'vitest'
import { createClient, RequestError } from '../../src/contract/client.ts'
import { readNumber } from '../../src/contract/json.ts'
import { ADDRESS, BLOCK, LONGCOIN, RUNE, SAMPLE, TX } from '../support/bundledIds.ts'
import { readExampleRequests } from '../support/exampleRequests.ts'
import { demoData } from '../support/servedData.ts'
import { getJson, listen, startService } from '../support/startService.ts'

async function failureOf(promise: Promise<unknown>): Promise<RequestError> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  )
  if (!(error instanceof RequestError)) throw new Error('no RequestError', { cause: error })
  return error
}

async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const collected: Row[] = []
  for await (const row of rows) collected.push(row)
  return collected
}

test('the client reads the example of every endpoint', async () => {
  const origin = await startService()
  const client = createClient({ baseUrl: `${origin}/` })
  for (const { name, values } of await readExampleRequests(origin)) {
    // These need a node.
    if (/pending|spends|fee/i.test(name)) continue
    const { status, value } = await client.request(name, Object.assign({}, values))
    expect([name, status, typeof value]).toEqual([name, 200, 'object'])
  }
})

test('the client walks over the pages of each list, with every entry once and in order', async () => {
  const origin = await startService({ data: demoData() })
  const client = createClient({ baseUrl: origin })
  const { examples } = await client.get('about', {})
  const { rune = '', address = '', block = '' } = examples
  const walks = [
    ['/runes/v1/etchings', client.all('etchings', { limit: 7 })],
    [`/runes/v1/blocks/${block}/activity`, client.all('blockActivity', { block, limit: 7 })],
    ['/explorer/v1/blocks', client.all('blocks', { limit: 60 })],
    [`/explorer/v1/runes/${rune}/movements`, client.all('runeMovements', { rune, limit: 300 })],
    [
      `/explorer/v1/addresses/${address}/outputs`,
      client.all('addressOutputs', { address, limit: 5 }),
    ],
    [`/explorer/v1/runes/${rune}/holders`, client.all('runeHolders', { rune, limit: 9 })],
  ] as const
  for (const [path, walk] of walks) {
    const rows: { raw?: unknown }[] = await collect<object>(walk)
    const { body } = await getJson(`${origin}${path}?limit=100`)
    expect([path, rows.length]).toEqual([path, body.total])
    expect(rows.length).toBeGreaterThan(0)
  }
  const some = await collect(client.all('blocks', { offset: 290, limit: 4 }))
  expect(some.map(({ block_height }) => block_height)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
})

test('a walk follows the page size of the service, and stops when the caller does', async () => {
  const offsets: number[] = []
  const origin = await listen(({ url }) => {
    const { searchParams } = new URL(url)
    const offset = Number(searchParams.get('offset'))
    offsets.push(offset)
    const results = Array.from({ length: Math.min(60, 150 - offset) }, (_, index) => ({
      block_height: offset + index,
      block_hash: '',
      timestamp: 0,
      transactions: 0,
      movements: 0,
      counts: { transfers: 0, mints: 0, burns: 0, etchings: 0, changes: 0 },
      etched: 0,
      records: 0,
    }))
    return Response.json({ limit: 60, offset, total: 150, results })
  })
  const client = createClient({ baseUrl: origin })
  const rows = await collect(client.all('blocks', { limit: 1000 }))
  expect(rows.map(({ block_height }) => block_height)).toEqual(rows.map((_, index) => index))
  expect([rows.length, offsets]).toEqual([150, [0, 60, 120]])
  offsets.length = 0
  for await (const _ of client.all('blocks', {})) break
  expect(offsets).toEqual([0])
})

test('the client accepts identifiers in each of their forms', async () => {
  const client = createClient({ baseUrl: await startService() })
  const byId = await client.get('runeDetails', { rune: RUNE })
  expect(await client.get('runeDetails', { rune: 'Lambo•Lifestyle' })).toEqual(byId)
  const block = await client.get('blockActivity', { block: BLOCK })
  expect(await client.get('blockActivity', { block: `0${BLOCK}` })).toEqual(block)
  const page = await client.get('transactionActivity', { tx_id: `0x${TX.toUpperCase()}` })
  expect(page.results.map(({ kind }) => kind)).toEqual(page.results.map(() => 'record'))
  const arabic = await client.get('token', { principal: `${SAMPLE}-localized`, locale: 'ar' })
  expect(arabic.metadata?.description).toMatch(/[\u0600-\u06ff]/)
})

test('an error of the client says why the request failed', async () => {
  const client = createClient({ baseUrl: await startService() })
  const token = (principal: string, locale?: string) => client.get('token', { principal, locale })
  const requests: [request: () => Promise<unknown>, kind: string, status: number][] = [
    [() => token(`${SAMPLE}-nowhere`), 'contract-not-found', 404],
    [() => token(`${SAMPLE}-in-progress`), 'metadata-in-progress', 422],
    [() => token(`${SAMPLE}-localized`, 'xx'), 'locale-not-found', 422],
    [() => client.get('etching', { etching: 'NOSUCHRUNE' }), 'not-found', 404],
    [() => client.get('blockDetails', { block: 1 }), 'not-found', 404],
  ]
  for (const [send, kind, status] of requests) {
    expect(await failureOf(send())).toMatchObject({ kind, status, retryAfter: undefined })
  }
  const elsewhere = createClient({ baseUrl: 'http://127.0.0.1:9' })
  const error = await failureOf(elsewhere.get('token', { principal: LONGCOIN }))
  expect(error).toMatchObject({ kind: 'unreachable', status: undefined })
  expect(error.cause).toBeInstanceOf(TypeError)
})

test('the client sends no request for a malformed parameter', async () => {
  const client = createClient({
    baseUrl: 'https://cairn.example',
    fetch: () => expect.fail('sent'),
  })
  for (const send of [
    () => client.get('token', { principal: 'longcoin' }),
    () => client.get('transactionActivity', { tx_id: '../blocks/1' }),
    () => client.get('blockActivity', { block: 'latest' }),
    () => client.get('blockActivity', { block: 0.5 }),
    () => client.get('runes', { limit: 5000 }),
    () => collect(client.all('addressMovements', { address: '../1' })),
  ]) {
    expect(await failureOf(send())).toMatchObject({ kind: 'bad-request', url: undefined })
  }
})

test.each([
  [429, { RateLimit: '"api";r=0;t=12' }, 'rate-limited', 12],
  [429, { 'RateLimit-Reset': '30' }, 'rate-limited', 30],
  [503, { 'Retry-After': '7' }, 'unavailable', 7],
  [502, { RateLimit: '"api";r=99;t=42', 'RateLimit-Reset': '42' }, 'unavailable', undefined],
])('a %i with %j is a reason to wait', async (status, headers, kind, retryAfter) => {
  const fetch = async () =>
    new Response('{"error":"no"}', { status, headers: new Headers(headers) })
  const client = createClient({ baseUrl: 'https://cairn.example', fetch })
  expect(await failureOf(client.get('about', {}))).toMatchObject({
    kind,
    status,
    retryAfter,
    message: 'no',
  })
})

test.each([
  ['<h1>hello</h1>', 'The response is not JSON.'],
  ['{"limit":20}', 'The service sent a response without “offset”.'],
  [
    '{"limit":20,"offset":0,"total":1,"results":{}}',
    'The service sent a response whose “results” cannot be read.',
  ],
])('the response %s is unreadable', async (body, message) => {
  const fetch = async () => new Response(body)
  const client = createClient({ baseUrl: 'https://cairn.example', fetch })
  const error = await failureOf(client.get('blocks', {}))
  expect([error.kind, error.message]).toEqual(['unreadable', message])
})

test('an aborted signal rejects the request with its reason', async () => {
  const reason = new Error('enough')
  const client = createClient({
    baseUrl: 'https://cairn.example',
    fetch: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  })
  const controller = new AbortController()
  const result = client.all('addressOutputs', { address: ADDRESS }, { signal: controller.signal })
  const first = result.next()
  controller.abort(reason)
  await expect(first).rejects.toBe(reason)
})

test('a signal that times out rejects the request as one that took too long', async () => {
  const client = createClient({
    baseUrl: 'https://cairn.example',
    fetch: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  })
  const error = await failureOf(client.get('blocks', {}, { signal: AbortSignal.timeout(1) }))
  expect(error.kind).toBe('timeout')
})

test('a parser of its own keeps all digits of integers beyond 2^53', async () => {
  const client = createClient({
    baseUrl: await startService(),
    parse: (text) => parse(text, undefined, readNumber),
  })
  const { metadata } = await client.get('token', { principal: `${SAMPLE}-localized` })
  const large = metadata?.attributes.find(({ trait_type }) => trait_type === 'Large integer')
  expect(large?.value).toBe(9007199254740993000000001n)
})
