import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { expect, test, vi } from 'vitest'
import { filledDatabase } from '../support/ownDatabase.ts'
import { openConnection } from '../support/rawConnection.ts'
import { listen, startService } from '../support/startService.ts'

/** Starts a service whose upstream service delays every response until `release` is called. */
async function startWithDelayedUpstream() {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const started = new Set<string>()
  const runesUrl = await listen(async ({ url }) => {
    started.add(new URL(url).pathname)
    await released
    return Response.json({ limit: 20, offset: 0, total: 0, results: [] })
  })
  const upstream = {
    runesUrl,
    timeoutMs: 60_000,
    headers: {},
    requestsPerMinute: 100_000,
    maxAge: 300,
  }
  const databaseUrl = await filledDatabase()
  const origin = await startService({ trustProxy: ['loopback'], databaseUrl, upstream })
  return { origin, release, started }
}

/** Requests a block as `client`, on a new connection. */
function requestBlock(origin: string, client: string, height: number) {
  let sent: ClientRequest | undefined
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    sent = request(`${origin}/runes/v1/blocks/${height}/activity`, {
      agent: false,
      headers: { 'X-Forwarded-For': client },
    })
      .on('response', (response) => resolve(response.resume()))
      .on('error', reject)
      .end()
  })
  return { response, hangUp: () => sent?.destroy() }
}

test('a client with too many concurrent requests gets a 503, while other clients are served', async () => {
  const { origin, release } = await startWithDelayedUpstream()
  const greedy = Array.from({ length: 200 }, (_, index) =>
    requestBlock(origin, '203.0.113.1', 1_000_000 + index),
  )
  const { statusCode, headers } = await Promise.race(greedy.map(({ response }) => response))
  expect([statusCode, headers['retry-after']]).toEqual([503, '1'])
  const other = await requestBlock(origin, '203.0.113.2', 849_250).response
  expect(other.statusCode).toBe(200)
  release()
  const responses = await Promise.all(greedy.map(({ response }) => response))
  const statuses = responses.map((response) => response.statusCode)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  expect(statuses.filter((status) => status === 200)).toHaveLength(160)
})

test('the service does not start work for a client that has disconnected', async () => {
  const { origin, release, started } = await startWithDelayedUpstream()
  const requests = Array.from({ length: 100 }, (_, index) =>
    requestBlock(origin, '203.0.113.1', 1_000_000 + index),
  )
  // The maximum number of concurrent upstream requests. The others are queued.
  await vi.waitFor(() => expect(started.size).toBe(20))
  for (const { response, hangUp } of requests.slice(40)) {
    response.catch(() => {}) // ECONNRESET
    hangUp()
  }
  await vi.waitFor(async () => expect(await countAborted(origin)).toBe(60))
  release()
  const responses = await Promise.all(requests.slice(0, 40).map(({ response }) => response))
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(started.size).toBe(40)
})

test('when a client disconnects, all its pipelined requests are aborted', async () => {
  const { origin, release, started } = await startWithDelayedUpstream()
  const { write, hangUp } = openConnection(origin)
  for (let height = 1_000_000; height < 1_000_010; height++) {
    write(`GET /runes/v1/blocks/${height}/activity HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  }
  await vi.waitFor(() => expect(started.size).toBe(10))
  hangUp()
  await vi.waitFor(async () => expect(await countAborted(origin)).toBe(10))
  release()
})

test('work that continues for a disconnected client counts towards its limit', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let started = 0
  const origin = await startService({
    trustProxy: ['loopback'],
    wrap: (database) => ({
      ...database,
      query: async (sql, parameters) => {
        if (sql.includes('AS next')) {
          started += 1
          await released
        }
        return database.query(sql, parameters)
      },
    }),
  })
  const connections = Array.from({ length: 80 }, (_, index) => {
    const connection = openConnection(origin)
    const path = `/explorer/v1/blocks/${800_000 + index}/neighbours`
    return {
      ...connection,
      send: () => connection.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`),
    }
  })
  for (const { send } of connections.slice(0, 40)) send()
  await vi.waitFor(() => expect(started).toBe(32))
  for (const { hangUp } of connections.slice(0, 40)) hangUp()
  await vi.waitFor(async () => expect(await countAborted(origin)).toBe(40))
  for (const { send } of connections.slice(40)) send()
  const other = fetch(`${origin}/explorer/v1/blocks/900000/neighbours`, {
    headers: { 'X-Forwarded-For': '203.0.113.2' },
  })
  await vi.waitFor(() => expect(started).toBeGreaterThan(32))
  expect(started).toBe(33)
  release()
  await other
  await vi.waitFor(() => expect(started).toBe(73))
})

async function countAborted(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  const counts = metrics.matchAll(/^cairn_request_duration_seconds_count\{.*"aborted"\} (\d+)$/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}
