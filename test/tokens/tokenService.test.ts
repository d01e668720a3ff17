import { expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { readSettings } from '../../src/service/settings.ts'
import { createTokenService } from '../../src/service/tokens/tokenService.ts'
import { openDatabase, ownDatabase, sharedDatabase } from '../support/tokens/databases.ts'
import { ADDRESS } from '../support/tokens/importing.ts'
import { LONGCOIN, SAMPLE, snapshotTokens } from '../support/tokens/snapshotTokens.ts'
import { type Respond, startFakeService } from '../support/tokens/startFakeService.ts'
import { getJson, startTokens } from '../support/tokens/startTokens.ts'

const FT = '/metadata/v1/ft'
/** A token that the snapshot does not have. */
const NEW = `${ADDRESS}.new`
const SECRET = 'k3y-0f-the-operator'

const sendToken =
  (name: string, fields: object = {}): Respond =>
  () =>
    Response.json({ name, sender_address: ADDRESS, ...fields })
const sendProblem =
  (status: number, body: object): Respond =>
  () =>
    Response.json(body, { status })
const hang: Respond = () => new Promise(() => {})

type Options = {
  settings?: Record<string, string>
  wrap?: (database: Database) => Database
  database?: Awaited<ReturnType<typeof ownDatabase>>
}

/** A service with the snapshot that reads from a token service. The test controls its clocks. */
async function startReader(
  service: { origin: string },
  { settings, wrap, database }: Options = {},
) {
  let [elapsedMs, shiftMs] = [0, 0]
  const logged: string[] = []
  const observed: string[] = []
  const store = openDatabase(database ?? (await ownDatabase('sqlite')))
  const tokens = wrap?.(store) ?? store
  const tokenService = createTokenService(
    {
      ...readSettings({ UPSTREAM_RATE: '100000', ...settings }),
      UPSTREAM_TOKENS_URL: service.origin,
    },
    {
      tokens,
      log: (sentence) => logged.push(sentence),
      observe: (outcome) => observed.push(outcome),
      unixMs: () => Date.now() + elapsedMs + shiftMs,
      monotonicMs: () => 1000 + elapsedMs,
    },
  )
  const origin = await startTokens(tokens, { tokenService, monotonicMs: () => 1000 + elapsedMs })
  return {
    status: tokenService.status,
    logged,
    observed,
    get: (principal: string) => getJson(`${origin}${FT}/${principal}`),
    getText: async (principal: string) => (await fetch(`${origin}${FT}/${principal}`)).text(),
    /** Both clocks. The response cache keeps responses of the token service for a second. */
    advance: (seconds: number) => {
      elapsedMs += seconds * 1000
    },
    /** The wall clock only. */
    shift: (seconds: number) => {
      shiftMs += seconds * 1000
    },
  }
}

function ageOf({ headers }: { headers: Headers }): number | undefined {
  const age = headers.get('Age')
  return age === null ? undefined : Number(age)
}

test('a token is requested once, stored, and requested again when it is older than UPSTREAM_MAX_AGE', async () => {
  const service = await startFakeService(sendToken('First'))
  const reader = await startReader(service)
  const first = await reader.get(LONGCOIN)
  expect(first.body).toEqual({ name: 'First', sender_address: ADDRESS })
  expect([ageOf(first), first.headers.get('Cache-Tag')]).toEqual([undefined, 'tokens'])
  service.respondWith(sendToken('Second'))
  reader.advance(299)
  expect((await reader.get(LONGCOIN)).body.name).toBe('First')
  expect(service.requests).toEqual([`${FT}/${LONGCOIN}`])
  reader.advance(2)
  const second = await reader.get(LONGCOIN)
  expect([second.body.name, ageOf(second)]).toEqual(['Second', undefined])
  expect(service.requests).toHaveLength(2)
})

test('stored responses are served after a restart, and not those of another service', async () => {
  const [service, other] = [
    await startFakeService(sendToken('Stored')),
    await startFakeService(sendToken('Other')),
  ]
  const database = await ownDatabase('postgres')
  for (const [source, name] of [
    [service, 'Stored'],
    [service, 'Stored'],
    [other, 'Other'],
  ] as const) {
    const reader = await startReader(source, { database })
    expect((await reader.get(NEW)).body.name).toBe(name)
  }
  expect([service.requests.length, other.requests.length]).toEqual([1, 1])
})

test('a hundred concurrent requests send one', async () => {
  const service = await startFakeService(sendToken('One'))
  const reader = await startReader(service)
  const paths = Array.from({ length: 100 }, (_, index) => `${NEW}?_=${index % 7}`)
  const responses = await Promise.all(paths.map(reader.get))
  expect(new Set(responses.map(({ body }) => body.name))).toEqual(new Set(['One']))
  expect(service.requests).toHaveLength(1)
})

test('each locale is a request of its own', async () => {
  const service = await startFakeService((path) => sendToken(path)(path, new Request('http://x')))
  const reader = await startReader(service)
  expect((await reader.get(`${NEW}?locale=pt-BR`)).body.name).toBe(`${FT}/${NEW}?locale=pt-BR`)
  expect((await reader.get(`${NEW}?locale=`)).body.name).toBe(`${FT}/${NEW}`)
})

test('numbers and hashes get our form without losing digits; null and unknown fields are left out', async () => {
  const properties =
    '{"price":1.50,"mass":1e400,"count":123456789012345678901234567890,"deep":{"at":[0.10]}}'
  const service = await startFakeService(
    () =>
      new Response(
        `{"metadata":{"properties":${properties},"image":null,"attributes":[]},"symbol":null,"decimals":"6",
          "total_supply":888888888888888888,"extra":1,"tx_id":"${'A'.repeat(64)}","sender_address":"${ADDRESS}"}`,
      ),
  )
  const reader = await startReader(service)
  expect(await reader.getText(NEW)).toBe(
    `{"decimals":6,"total_supply":"888888888888888888","tx_id":"0x${'a'.repeat(64)}","sender_address":"${ADDRESS}","metadata":{"properties":${properties}}}`,
  )
})

test('an image that is embedded in a token is passed on', async () => {
  const image = `data:image/png;base64,${'x'.repeat(1_000_000)}`
  const service = await startFakeService(sendToken('Image', { image_uri: image }))
  const reader = await startReader(service)
  expect((await reader.get(NEW)).body.image_uri).toBe(image)
})

test('a service behind another one sends the same bytes', async () => {
  const source = await startTokens(sharedDatabase('postgres'))
  const database = await ownDatabase('sqlite')
  await openDatabase(database).query('DELETE FROM tokens')
  const reader = await startReader({ origin: source }, { database })
  const principals = snapshotTokens()
    .filter((_, index) => index % 50 === 0)
    .map(({ principal }) => principal)
  for (const principal of [...principals, NEW, `${LONGCOIN}?locale=xx`]) {
    const expected = await fetch(`${source}${FT}/${principal}`)
    expect(await reader.getText(principal)).toBe(await expected.text())
  }
})

const nest = (depth: number, open: string, close: string) =>
  `${open.repeat(depth)}1${close.repeat(depth)}`
const withProperty = (json: string) =>
  `{"sender_address":"${ADDRESS}","metadata":{"properties":{"deep":${json}}}}`

const FAILURES: [what: string, respond: Respond][] = [
  ['HTML', () => new Response('<!doctype html><title>Welcome</title>')],
  ['an empty body', () => new Response()],
  ['truncated JSON', () => new Response('{"name":"LONG","symbol')],
  ['a list', () => Response.json([])],
  ['an unrelated object', () => Response.json({ ok: true })],
  ['another token', sendToken('X', { sender_address: 'SP000000000000000000002Q6VF78' })],
  ['a long name', sendToken('x'.repeat(201))],
  ['a text of 3 MB', sendToken('X', { token_uri: 'x'.repeat(3_000_000) })],
  ['5,000 nested lists', () => new Response(withProperty(nest(5000, '[', ']')))],
  ['100,000 nested lists', () => new Response(withProperty(nest(100_000, '[1.50,', ']')))],
  ['an HTML error page', () => new Response('<h1>Not found</h1>', { status: 404 })],
  ['a 404 of another kind', sendProblem(404, { error: 'Not Found', message: 'no such route' })],
  ['a redirect', () => new Response(null, { status: 307, headers: { Location: 'http://x/' } })],
  ['a 403', sendProblem(403, { error: 'Forbidden' })],
  ['a 500', sendProblem(500, { error: 'x'.repeat(1_000_000) })],
  ['20 MB', () => new Response(`"${'x'.repeat(20_000_000)}"`)],
  ['an endless body', () => new Response(new ReadableStream({ pull: sendMore }))],
]

function sendMore(controller: ReadableStreamDefaultController<Uint8Array>): void {
  controller.enqueue(new Uint8Array(1_000_000).fill(32))
}

test.each(FAILURES)(
  'if the token service sends %s, what is stored is sent with its age, and else a 503',
  async (_, failure) => {
    const service = await startFakeService(sendToken('Before'))
    const reader = await startReader(service)
    await reader.get(NEW)
    service.respondWith(failure)
    reader.advance(301)
    const stale = await reader.get(NEW)
    expect([stale.status, stale.body.name]).toEqual([200, 'Before'])
    expect(ageOf(stale)).toBeGreaterThanOrEqual(301)
    expect(reader.status.state).toBe('degraded')

    const snapshot = await reader.get(LONGCOIN)
    expect([snapshot.status, snapshot.body.name]).toEqual([200, 'LONGcoin'])
    const snapshotAge = (Date.now() - 1_778_535_158_000) / 1000
    expect(Math.abs((ageOf(snapshot) ?? 0) - snapshotAge)).toBeLessThan(600)

    const { status, body, headers } = await reader.get(`${ADDRESS}.unknown`)
    expect([status, body.statusCode]).toEqual([503, 503])
    expect(body.message).toMatch(/^the token service sent no usable response: ./)
    expect(body.message.length).toBeLessThan(600)
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)

    service.respondWith(sendToken('After'))
    reader.advance(61)
    const recovered = await reader.get(NEW)
    expect([recovered.body.name, ageOf(recovered)]).toEqual(['After', undefined])
    expect(reader.status.state).toBe('ready')
  },
)

test('a stored token waits a second for a newer one, which is read in the background', async () => {
  const service = await startFakeService(sendToken('Before'))
  const reader = await startReader(service)
  await reader.get(NEW)
  reader.advance(301)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  service.respondWith(async (path, request) => {
    await released
    return sendToken('After')(path, request)
  })
  const stale = await reader.get(NEW)
  expect([stale.body.name, ageOf(stale)]).toEqual(['Before', expect.any(Number)])
  release()
  await expect
    .poll(async () => {
      reader.advance(2)
      return (await reader.get(NEW)).body.name
    })
    .toBe('After')
  expect(service.requests).toHaveLength(2)
})

test('without a stored token, a service that does not respond is given up after UPSTREAM_TIMEOUT', async () => {
  const service = await startFakeService(hang)
  const reader = await startReader(service, { settings: { UPSTREAM_TIMEOUT: '1' } })
  const { status, body } = await reader.get(NEW)
  expect([status, body.message]).toEqual([
    503,
    'the token service sent no usable response: The service did not respond in time.',
  ])
  expect(reader.observed).toEqual(['timeout'])
})

test.each([
  [404, { error: 'Contract not found' }],
  [404, { error: 'Token not found' }],
  [422, { error: 'Token error', message: 'no supply' }],
  [422, { error: 'Locale not found' }],
  [422, { error: 'Token metadata fetch in progress' }],
])('a %i is passed on as it is and stored briefly: %j', async (status, problem) => {
  const service = await startFakeService(sendProblem(status, { ...problem, extra: 1 }))
  const reader = await startReader(service)
  for (let times = 0; times < 2; times++) {
    const response = await reader.get(NEW)
    expect([response.status, response.body]).toEqual([status, problem])
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    reader.advance(9)
  }
  expect(service.requests).toHaveLength(1)
  service.respondWith(sendToken('Now known'))
  reader.advance(problem.error.includes('progress') ? 2 : 45)
  expect((await reader.get(NEW)).body.name).toBe('Now known')
})

test('what only the database has is sent with its age; samples are never requested', async () => {
  const service = await startFakeService(sendProblem(404, { error: 'Contract not found' }))
  const reader = await startReader(service)
  const known = await reader.get(LONGCOIN)
  expect([known.status, known.body.name]).toEqual([200, 'LONGcoin'])
  expect(ageOf(known)).toBeGreaterThan(0)
  const sample = await reader.get(`${SAMPLE}?locale=de`)
  expect([sample.status, ageOf(sample)]).toEqual([200, undefined])
  expect(service.requests).toEqual([`${FT}/${LONGCOIN}`])
})

test('a long message of a token error is cut off', async () => {
  const message = `no ${'x'.repeat(5_000_000)}`
  const service = await startFakeService(sendProblem(422, { error: 'Token error', message }))
  const { body } = await (await startReader(service)).get(NEW)
  expect(body.message).toHaveLength(500)
})

test('Retry-After is honoured for all tokens and passed on', async () => {
  const service = await startFakeService(sendToken('Before'))
  const reader = await startReader(service)
  await reader.get(NEW)
  service.respondWith(() => new Response('', { status: 429, headers: { 'Retry-After': '42' } }))
  const refused = await reader.get(`${ADDRESS}.a`)
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '42'])
  // Changes of the wall clock do not change the length of the pause.
  reader.shift(-3600)
  reader.advance(10)
  const again = await reader.get(`${ADDRESS}.b`)
  expect([again.status, again.headers.get('Retry-After')]).toEqual([429, '32'])
  expect((await reader.get(NEW)).body.name).toBe('Before')
  expect(service.requests).toHaveLength(2)
  service.respondWith(sendToken('After'))
  reader.advance(33)
  expect((await reader.get(`${ADDRESS}.a`)).body.name).toBe('After')
})

test('after three failures nothing is sent until a pause is over', async () => {
  const service = await startFakeService(() => new Response('', { status: 502 }))
  const reader = await startReader(service)
  for (let number = 0; number < 20; number++) {
    expect((await reader.get(`${ADDRESS}.token-${number}`)).status).toBe(503)
  }
  expect(service.requests).toHaveLength(3)
  service.respondWith(sendToken('Back'))
  reader.advance(3)
  expect((await reader.get(NEW)).body.name).toBe('Back')
})

test('beyond UPSTREAM_RATE nothing is sent until the minute is over, which is no failure', async () => {
  const service = await startFakeService(sendToken('Stored'))
  const reader = await startReader(service, { settings: { UPSTREAM_RATE: '3' } })
  for (const name of ['a', 'b', 'c']) await reader.get(`${ADDRESS}.${name}`)
  reader.advance(10)
  const { status, body, headers } = await reader.get(`${ADDRESS}.d`)
  expect([status, headers.get('Retry-After')]).toEqual([503, '50'])
  expect(body.message).toContain('at most 3 requests a minute')
  expect((await reader.get(`${ADDRESS}.a`)).body.name).toBe('Stored')
  expect([service.requests.length, reader.status.state]).toEqual([3, 'ready'])
  reader.advance(50)
  expect((await reader.get(`${ADDRESS}.d`)).status).toBe(200)
})

test('UPSTREAM_HEADERS are sent, and neither logged nor repeated', async () => {
  const received: Headers[] = []
  const service = await startFakeService((_, { headers }) => {
    received.push(headers)
    return Response.json(
      { error: 'Token error', message: `key ${SECRET} expired` },
      { status: 422 },
    )
  })
  const reader = await startReader(service, {
    settings: { UPSTREAM_HEADERS: `x-api-key: ${SECRET}; X-Client: cairn` },
  })
  const { body } = await reader.get(NEW)
  expect(body.message).toBe('key … expired')
  expect(received.map((headers) => [headers.get('x-api-key'), headers.get('x-client')])).toEqual([
    [SECRET, 'cairn'],
  ])
  service.respondWith(sendProblem(500, { error: `key ${SECRET} expired` }))
  const failed = await reader.get(`${ADDRESS}.other`)
  expect(JSON.stringify([failed.body, reader.logged])).not.toContain(SECRET)
})

test('responses that the database does not accept are served from memory', async () => {
  const service = await startFakeService(sendToken('Memory'))
  const reader = await startReader(service, {
    wrap: (database) => ({
      ...database,
      query: async (sql, parameters) => {
        if (sql.includes('INSERT INTO upstream_responses')) throw new Error('read-only')
        return database.query(sql, parameters)
      },
    }),
  })
  for (const principal of [NEW, `${ADDRESS}.other`, NEW]) {
    expect((await reader.get(principal)).body.name).toBe('Memory')
    reader.advance(2)
  }
  expect(service.requests).toHaveLength(2)
  expect(reader.logged).toEqual([
    'Responses of the token service cannot be stored in the database. They are cached in memory.',
  ])
})

test('a response that was read before the clock was set back is requested again', async () => {
  const service = await startFakeService(sendToken('Before'))
  const reader = await startReader(service)
  await reader.get(NEW)
  service.respondWith(sendToken('After'))
  reader.shift(-3600)
  reader.advance(2)
  expect((await reader.get(NEW)).body.name).toBe('After')
})

test('the status says when the service last responded', async () => {
  const service = await startFakeService(sendToken('One'))
  const reader = await startReader(service)
  expect(reader.status).toEqual({ state: 'ready', respondedAt: undefined })
  await reader.get(NEW)
  expect(Math.abs((reader.status.respondedAt ?? 0) - Date.now())).toBeLessThan(60_000)
  service.respondWith(() => new Response('', { status: 502 }))
  await reader.get(`${ADDRESS}.other`)
  expect(reader.status.state).toBe('degraded')
  expect(reader.observed).toEqual(['succeeded', 'unavailable'])
})
