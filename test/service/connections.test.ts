import { expect, test, vi } from 'vitest'
import { PATIENCE, startServer } from '../../src/service/server/server.ts'
import { createLog } from '../../src/service/watching/log.ts'
import { createMetrics } from '../../src/service/watching/metrics.ts'
import { answersIn, openConnection } from '../support/rawConnection.ts'
import { listen, startService } from '../support/startService.ts'

const GET = 'GET /explorer/v1/about HTTP/1.1\r\nHost: cairn.example\r\n'

const STANDING = {
  host: '127.0.0.1',
  port: 0,
  routeOf: () => 'other',
  metrics: createMetrics(),
  log: createLog('silent'),
}

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

/** A moment that a test waits for, or lets come. */
function later() {
  let come = () => {}
  const moment = new Promise<void>((resolve) => {
    come = resolve
  })
  return { come: () => come(), moment }
}
