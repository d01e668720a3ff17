import { expect, test, vi } from 'vitest'
import { type Database, DatabaseUnavailable } from '../../src/service/database/database.ts'
import { PATIENCE, startServer } from '../../src/service/server/server.ts'
import { createLog } from '../../src/service/watching/log.ts'
import { createMetrics } from '../../src/service/watching/metrics.ts'
import { answersIn, openConnection } from '../support/rawConnection.ts'
import { getJson, listen, startService } from '../support/startService.ts'

const ABOUT = '/explorer/v1/about'
const BLOCK = '/runes/v1/blocks/849250/activity'
const GET = `GET ${ABOUT} HTTP/1.1\r\nHost: cairn.example\r\n`

const STANDING = {
  host: '127.0.0.1',
  port: 0,
  routeOf: () => 'other',
  metrics: createMetrics(),
  log: createLog('silent'),
}

const SECURITY = {
  'content-security-policy': expect.stringContaining("default-src 'none'"),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

test('an address over 8 kB and headers over 16 kB are refused in the shape of all problems', async () => {
  const origin = await startService()
  const long = await getJson(origin, `${ABOUT}?x=${'x'.repeat(8200)}`)
  expect([long.status, long.body]).toEqual([
    414,
    { statusCode: 414, error: 'URI Too Long', message: expect.stringContaining('8 kB') },
  ])
  for (const [path, headers, status] of [
    [ABOUT, { 'X-Large': 'x'.repeat(17_000) }, 431],
    [`${ABOUT}?x=${'x'.repeat(40_000)}`, {}, 414],
  ] as const) {
    const refused = await getJson(origin, path, { headers })
    expect(refused.status).toBe(status)
    expect(refused.body).toMatchObject({ statusCode: status, message: expect.any(String) })
    expect(Object.fromEntries(refused.headers)).toMatchObject(SECURITY)
  }
  expect((await fetch(`${origin}${ABOUT}?x=${'x'.repeat(8000)}`)).status).toBe(200)
})

test('every answer has the security headers, whatever its status and whoever makes it', async () => {
  const origin = await startService()
  for (const [path, method, status] of [
    [ABOUT, 'GET', 200],
    ['/health', 'GET', 200],
    ['/metrics', 'GET', 200],
    ['/runes/v1/blocks/x/activity', 'GET', 400],
    ['/nowhere', 'GET', 404],
    [ABOUT, 'POST', 405],
    [`${ABOUT}?${'x'.repeat(9000)}`, 'GET', 414],
  ] as const) {
    const response = await fetch(origin + path, { method })
    expect([path.slice(0, 40), response.status]).toEqual([path.slice(0, 40), status])
    expect(Object.fromEntries(response.headers)).toMatchObject(SECURITY)
  }
})

test.each([
  ['no HTTP', 'hello\r\n\r\n'],
  ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a header without a name', 'GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n'],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['a host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
])('a request with %s is a 400 in the same shape', async (_, text) => {
  const connection = openConnection(await startService())
  connection.write(text)
  const [answer, ...more] = answersIn(await connection.closed)
  expect(more).toEqual([])
  expect(answer?.status).toBe(400)
  expect(answer?.head).toContain('x-content-type-options: nosniff')
  expect(JSON.parse(answer?.body ?? '')).toMatchObject({ statusCode: 400, error: 'Bad Request' })
})

test('a broken request waits for the answers that are under way on its connection', async () => {
  const release = later()
  const origin = await listen(async () => {
    await release.moment
    return new Response('whole')
  })
  const connection = openConnection(origin)
  connection.write(`${GET}\r\nnonsense\r\n\r\n`)
  const other = fetch(origin)
  release.come()
  expect(await (await other).text()).toBe('whole')
  const answers = answersIn(await connection.closed)
  expect(answers.map(({ status }) => status)).toEqual([200, 400])
  expect(answers[0]?.body).toBe('whole')
})

test('requests sent without waiting are answered in order, one at a time, and others between', async () => {
  const asked: string[] = []
  const releases: (() => void)[] = []
  const origin = await listen(async ({ url }) => {
    asked.push(new URL(url).pathname)
    if (url.endsWith('/other')) return new Response('other')
    await new Promise<void>((release) => releases.push(release))
    return new Response('in turn')
  })
  const connection = openConnection(origin)
  for (const path of ['/1', '/2', '/3']) {
    connection.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
  }
  for (const count of [1, 2, 3]) {
    await vi.waitFor(() => expect(releases).toHaveLength(count))
    expect(await (await fetch(`${origin}/other`)).text()).toBe('other')
    releases[count - 1]?.()
  }
  await vi.waitFor(() => expect(answersIn(connection.received())).toHaveLength(3))
  expect(asked).toEqual(['/1', '/other', '/2', '/other', '/3', '/other'])
})

test('an error in one request is a 500, logged with its stack, and ends nothing else', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const fetchOrFail = async (request: Request) => {
    if (request.url.endsWith('/broken')) throw new Error('a bug at home')
    return new Response('fine')
  }
  const origin = await listen(fetchOrFail, { log })
  const failed = await getJson(origin, '/broken')
  expect(failed.status).toBe(500)
  expect(JSON.stringify(failed.body)).not.toContain('bug')
  expect(await (await fetch(origin)).text()).toBe('fine')
  expect(JSON.parse(lines.join(''))).toMatchObject({
    level: 'error',
    error: { message: 'a bug at home', stack: expect.stringContaining('standing.test.ts') },
  })
})

test('who sends a request too slowly is told so and cut off', async () => {
  const origin = await startService({ patience: { head: 100, request: 200 } })
  const connection = openConnection(origin)
  connection.write('GET / HTTP/1.1\r\nHost:')
  const [answer] = answersIn(await connection.closed)
  expect(answer?.status).toBe(408)
  const silent = openConnection(origin)
  expect(answersIn(await silent.closed).map(({ status }) => status)).toEqual([408])
})

test.each(['stall', 'answer'] as const)(
  'who takes an answer too slowly is cut off: %s',
  async (limit) => {
    const cut = later()
    const endless = () =>
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
        cancel: () => cut.come(),
      })
    const origin = await listen(() => new Response(endless()), { patience: { [limit]: 300 } })
    const { body } = await fetch(origin)
    await body?.getReader().read()
    await cut.moment
  },
)

test('a stop finishes what is under way, takes nothing new and closes what is idle', async () => {
  const [asked, release] = [later(), later()]
  const server = await startServer({
    ...STANDING,
    fetch: async (request) => {
      if (!request.url.endsWith('/held')) return new Response('at once')
      asked.come()
      await release.moment
      return new Response('late')
    },
    patience: { ...PATIENCE, stop: 60_000 },
  })
  const origin = `http://127.0.0.1:${server.address.port}`
  const [held, idle, unasked] = [
    openConnection(origin),
    openConnection(origin),
    openConnection(origin),
  ]
  idle.write(`${GET}\r\n`)
  await vi.waitFor(() => expect(idle.received()).toContain('at once'))
  held.write('GET /held HTTP/1.1\r\nHost: a\r\n\r\n')
  await asked.moment

  const stopped = server.stop()
  await Promise.all([idle.closed, unasked.closed])
  await expect(fetch(origin)).rejects.toThrow()
  release.come()
  expect(await held.closed).toMatch(/^HTTP\/1\.1 200 .*late$/s)
  await stopped
})

test('a stop lets an answer be taken whole', async () => {
  const bytes = 30_000_000
  const server = await startServer({
    ...STANDING,
    fetch: () => new Response(new Uint8Array(bytes)),
    patience: { ...PATIENCE, stop: 60_000 },
  })
  const { body } = await fetch(`http://127.0.0.1:${server.address.port}`)
  const stopped = server.stop()
  let taken = 0
  for await (const chunk of body ?? []) taken += chunk.byteLength
  expect(taken).toBe(bytes)
  await stopped
})

test('a stop waits for nobody longer than it must', async () => {
  const asked = later()
  const server = await startServer({
    ...STANDING,
    fetch: () => {
      asked.come()
      return new Promise<never>(() => {})
    },
    patience: { ...PATIENCE, stop: 100 },
  })
  const connection = openConnection(`http://127.0.0.1:${server.address.port}`)
  connection.write(`${GET}\r\n`)
  await asked.moment
  await server.stop()
  expect(await connection.closed).toBe('')
})

test('a revalidation asks the database for nothing, and an answer at hand neither', async () => {
  const queries: string[] = []
  const origin = await startService({ wrap: (database) => count(database, queries) })
  for (const path of [
    BLOCK,
    ABOUT,
    '/metadata/v1/ft/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin',
  ]) {
    const first = await fetch(origin + path)
    await first.text()
    queries.length = 0
    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' }
    const again = await fetch(origin + path, { headers })
    expect(again.status).toBe(304)
    expect((await fetch(origin + path)).status).toBe(200)
    expect((await fetch(origin + path, { method: 'HEAD' })).status).toBe(200)
    expect(queries).toEqual([])
  }
})

test('equal requests at one time cost what one costs', async () => {
  const alone: string[] = []
  const one = await startService({ wrap: (database) => count(database, alone) })
  await fetch(one + BLOCK)
  const together: string[] = []
  const many = await startService({ wrap: (database) => count(database, together) })
  const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(many + BLOCK)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(together).toEqual(alone)
})

test('what is kept is sent as what was made, in every coding, to every method', async () => {
  const origin = await startService()
  for (const coding of ['br', 'gzip', 'identity']) {
    const headers = { 'Accept-Encoding': coding }
    const ask = async (method: string) => {
      const response = await fetch(origin + BLOCK, { headers, method })
      const fields = new Map(response.headers)
      // These are each connection's or each request's own.
      for (const name of ['date', 'connection', 'keep-alive', 'x-request-id']) fields.delete(name)
      return { fields, text: await response.text() }
    }
    const [made, kept, head] = [await ask('GET'), await ask('GET'), await ask('HEAD')]
    expect(kept).toEqual(made)
    expect(head).toEqual({ fields: made.fields, text: '' })
  }
})

test('what is kept outlives a moment in which the database cannot answer', async () => {
  let isDown = false
  const queries: string[] = []
  const failing = (database: Database): Database => ({
    ...count(database, queries),
    version: async () => {
      if (isDown) throw new DatabaseUnavailable('away')
      return database.version()
    },
  })
  const origin = await startService({ wrap: failing })
  const { body } = await getJson(origin, BLOCK)
  isDown = true
  const refused = await getJson(origin, BLOCK)
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5'])
  isDown = false
  queries.length = 0
  expect((await getJson(origin, BLOCK)).body).toEqual(body)
  expect(queries).toEqual([])
})

/** A moment that a test waits for, or lets come. */
function later() {
  let come = () => {}
  const moment = new Promise<void>((resolve) => {
    come = resolve
  })
  return { come: () => come(), moment }
}

function count(database: Database, queries: string[]): Database {
  return {
    ...database,
    query: (sql, parameters) => {
      queries.push(sql)
      return database.query(sql, parameters)
    },
  }
}
