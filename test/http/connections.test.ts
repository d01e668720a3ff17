import { expect, test, vi } from 'vitest'
import { openConnection, parseResponses } from '../support/rawConnection.ts'
import { listen, listenUntilStopped, startService } from '../support/startService.ts'

const GET = 'GET /explorer/v1/about HTTP/1.1\r\nHost: cairn.example\r\n'

test.each([
  ['a malformed request line', 'hello\r\n\r\n'],
  ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a header without a name', 'GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n'],
  [
    'two Content-Length headers',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
  ],
  ['no Host header', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['two Host headers', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'],
  ['an invalid host', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
])('a request with %s gets a 400 in the usual format', async (_, text) => {
  const connection = openConnection(await startService())
  connection.write(text)
  const [response, ...more] = parseResponses(await connection.closed)
  expect(more).toEqual([])
  expect(response?.status).toBe(400)
  expect(response?.head).toContain('x-content-type-options: nosniff')
  expect(JSON.parse(response?.body ?? '')).toMatchObject({ statusCode: 400, error: 'Bad Request' })
})

test.each([
  'GET /explorer/v1/search?q=LAMBO\u2022LIFESTYLE HTTP/1.1',
  'GET /explorer/v1/search?q=LAMBO LIFESTYLE HTTP/1.1',
])('%s gets a 400 that says what must be percent-encoded', async (line) => {
  const connection = openConnection(await startService())
  connection.write(`${line}\r\nHost: a\r\n\r\n`)
  const [response] = parseResponses(await connection.closed)
  expect([response?.status, JSON.parse(response?.body ?? '').message]).toEqual([
    400,
    expect.stringMatching(/^the URL has characters that must be percent-encoded as UTF-8/),
  ])
})

test('the response to a malformed request follows the pending responses of its connection', async () => {
  const release = createDeferred()
  const origin = await listen(async () => {
    await release.promise
    return new Response('complete')
  })
  const connection = openConnection(origin)
  connection.write(`${GET}\r\n${GET}\r\n${GET}\r\nnonsense\r\n\r\n`)
  const other = fetch(origin)
  release.resolve()
  expect(await (await other).text()).toBe('complete')
  const responses = parseResponses(await connection.closed)
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 400])
  expect(responses[2]?.body).toBe('complete')
})

test('pipelined requests get their responses in order and do not block other connections', async () => {
  const release = createDeferred()
  const origin = await listen(async ({ url }) => {
    const { pathname } = new URL(url)
    if (pathname === '/1') await release.promise
    return new Response(pathname)
  })
  const connection = openConnection(origin)
  for (const path of ['/1', '/2', '/3']) {
    connection.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
  }
  expect(await (await fetch(`${origin}/other`)).text()).toBe('/other')
  release.resolve()
  await vi.waitFor(() => expect(parseResponses(connection.received())).toHaveLength(3))
  expect(parseResponses(connection.received()).map(({ body }) => body)).toEqual(['/1', '/2', '/3'])
})

test('a client that pipelines too many requests is disconnected', async () => {
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

test('the response to a rejected HEAD request has headers but no body', async () => {
  const connection = openConnection(await startService())
  connection.write('HEAD / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n')
  expect(await connection.closed).toMatch(/^HTTP\/1\.1 400 [\s\S]*\r\n\r\n$/)
})

test('a client that sends a request too slowly gets a 408 and is disconnected', async () => {
  const origin = await startService({ timeouts: { headersMs: 100, requestMs: 200 } })
  const connection = openConnection(origin)
  connection.write('GET / HTTP/1.1\r\nHost:')
  const [response] = parseResponses(await connection.closed)
  expect(response?.status).toBe(408)
  const silent = openConnection(origin)
  expect(parseResponses(await silent.closed).map(({ status }) => status)).toEqual([408])
})

test.each(['stallMs', 'responseMs'] as const)(
  'a client that reads a response too slowly is disconnected: %s',
  async (limit) => {
    const cancelled = createDeferred()
    const endless = () =>
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
        cancel: () => cancelled.resolve(),
      })
    const origin = await listen(() => new Response(endless()), { timeouts: { [limit]: 300 } })
    const { body } = await fetch(origin)
    await body?.getReader().read()
    await cancelled.promise
  },
)

test('shutdown completes pending responses, refuses new connections and closes idle ones', async () => {
  const [requested, release] = [createDeferred(), createDeferred()]
  const { origin, stop } = await listenUntilStopped(
    async (request) => {
      if (!request.url.endsWith('/slow')) return new Response('at once')
      requested.resolve()
      await release.promise
      return new Response('late')
    },
    { timeouts: { stopMs: 60_000 } },
  )
  const [pending, idle, unused] = [
    openConnection(origin),
    openConnection(origin),
    openConnection(origin),
  ]
  idle.write(`${GET}\r\n`)
  await vi.waitFor(() => expect(idle.received()).toContain('at once'))
  pending.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
  await requested.promise

  const stopped = stop()
  await Promise.all([idle.closed, unused.closed])
  await expect(fetch(origin)).rejects.toThrow()
  release.resolve()
  expect(await pending.closed).toMatch(/^HTTP\/1\.1 200 .*late$/s)
  await stopped
})

test('shutdown does not truncate a response', async () => {
  const bytes = 30_000_000
  const { origin, stop } = await listenUntilStopped(() => new Response(new Uint8Array(bytes)), {
    timeouts: { stopMs: 60_000 },
  })
  const { body } = await fetch(origin)
  const stopped = stop()
  let received = 0
  for await (const chunk of body ?? []) received += chunk.byteLength
  expect(received).toBe(bytes)
  await stopped
})

test('shutdown does not exceed its timeout', async () => {
  const requested = createDeferred()
  const { origin, stop } = await listenUntilStopped(
    () => {
      requested.resolve()
      return new Promise<never>(() => {})
    },
    { timeouts: { stopMs: 100 } },
  )
  const connection = openConnection(origin)
  connection.write(`${GET}\r\n`)
  await requested.promise
  await stop()
  expect(await connection.closed).toBe('')
})

/** A promise and the function that resolves it. */
function createDeferred() {
  let resolve = () => {}
  const promise = new Promise<void>((resolvePromise) => {
    resolve = resolvePromise
  })
  return { resolve: () => resolve(), promise }
}
