import { expect, test } from 'vitest'
import { openDatabase, ownDatabase, sharedDatabase } from '../support/tokens/databases.ts'
import { ADDRESS } from '../support/tokens/importing.ts'
import { LONGCOIN, SAMPLE, snapshotTokens } from '../support/tokens/snapshotTokens.ts'
import { startFakeService } from '../support/tokens/startFakeService.ts'
import {
  ageOf,
  FT,
  NEW,
  sendProblem,
  sendToken,
  startReader,
} from '../support/tokens/startReader.ts'
import { startTokens } from '../support/tokens/startTokens.ts'

const SECRET = 'k3y-0f-the-operator'

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
  expect((await reader.get(NEW)).body.name).toBe(`${FT}/${NEW}`)
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
