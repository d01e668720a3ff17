import { expect, test, vi } from 'vitest'
import { answersIn, openConnection } from '../support/rawConnection.ts'
import { listen, listenUntilStopped, startService } from '../support/startService.ts'

const GET = 'GET /explorer/v1/about HTTP/1.1\r\nHost: cairn.example\r\n'

test.each([
  ['no HTTP', 'hello\r\n\r\n'],
  ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a header without a name', 'GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n'],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'],
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
  connection.write(`${GET}\r\n${GET}\r\n${GET}\r\nnonsense\r\n\r\n`)
  const other = fetch(origin)
  release.come()
  expect(await (await other).text()).toBe('whole')
  const answers = answersIn(await connection.closed)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400])
  expect(answers[2]?.body).toBe('whole')
})

test('pipelined requests are answered in order, and others meanwhile', async () => {
  const release = later()
  const origin = await listen(async ({ url }) => {
    const { pathname } = new URL(url)
    if (pathname === '/1') await release.moment
    return new Response(pathname)
  })
  const connection = openConnection(origin)
  for (const path of ['/1', '/2', '/3']) {
    connection.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
  }
  expect(await (await fetch(`${origin}/other`)).text()).toBe('/other')
  release.come()
  await vi.waitFor(() => expect(answersIn(connection.received())).toHaveLength(3))
  expect(answersIn(connection.received()).map(({ body }) => body)).toEqual(['/1', '/2', '/3'])
})

test('a client that sends more requests than may wait is disconnected', async () => {
  let requests = 0
  const origin = await listen(() => {
    requests += 1
    return new Promise<never>(() => {})
  })
  const connection = openConnection(origin)
  connection.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1000))
  await connection.closed
  expect(requests).toBe(32)
})

test('a HEAD request that is refused gets headers and no body', async () => {
  const connection = openConnection(await startService())
  connection.write('HEAD / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n')
  expect(await connection.closed).toMatch(/^HTTP\/1\.1 400 [\s\S]*\r\n\r\n$/)
})

test('who sends a request too slowly is told so and cut off', async () => {
  const origin = await startService({ timeouts: { headersMs: 100, requestMs: 200 } })
  const connection = openConnection(origin)
  connection.write('GET / HTTP/1.1\r\nHost:')
  const [answer] = answersIn(await connection.closed)
  expect(answer?.status).toBe(408)
  const silent = openConnection(origin)
  expect(answersIn(await silent.closed).map(({ status }) => status)).toEqual([408])
})

test.each(['stallMs', 'responseMs'] as const)(
  'who takes an answer too slowly is cut off: %s',
  async (limit) => {
    const cut = later()
    const endless = () =>
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
        cancel: () => cut.come(),
      })
    const origin = await listen(() => new Response(endless()), { timeouts: { [limit]: 300 } })
    const { body } = await fetch(origin)
    await body?.getReader().read()
    await cut.moment
  },
)

test('a stop finishes what is under way, takes nothing new and closes what is idle', async () => {
  const [asked, release] = [later(), later()]
  const { origin, stop } = await listenUntilStopped(
    async (request) => {
      if (!request.url.endsWith('/held')) return new Response('at once')
      asked.come()
      await release.moment
      return new Response('late')
    },
    { timeouts: { stopMs: 60_000 } },
  )
  const [held, idle, unasked] = [
    openConnection(origin),
    openConnection(origin),
    openConnection(origin),
  ]
  idle.write(`${GET}\r\n`)
  await vi.waitFor(() => expect(idle.received()).toContain('at once'))
  held.write('GET /held HTTP/1.1\r\nHost: a\r\n\r\n')
  await asked.moment

  const stopped = stop()
  await Promise.all([idle.closed, unasked.closed])
  await expect(fetch(origin)).rejects.toThrow()
  release.come()
  expect(await held.closed).toMatch(/^HTTP\/1\.1 200 .*late$/s)
  await stopped
})

test('a stop lets an answer be taken whole', async () => {
  const bytes = 30_000_000
  const { origin, stop } = await listenUntilStopped(() => new Response(new Uint8Array(bytes)), {
    timeouts: { stopMs: 60_000 },
  })
  const { body } = await fetch(origin)
  const stopped = stop()
  let taken = 0
  for await (const chunk of body ?? []) taken += chunk.byteLength
  expect(taken).toBe(bytes)
  await stopped
})

test('a stop waits for nobody longer than it must', async () => {
  const asked = later()
  const { origin, stop } = await listenUntilStopped(
    () => {
      asked.come()
      return new Promise<never>(() => {})
    },
    { timeouts: { stopMs: 100 } },
  )
  const connection = openConnection(origin)
  connection.write(`${GET}\r\n`)
  await asked.moment
  await stop()
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
