import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { expect, test } from 'vitest'
import { openConnection } from '../support/rawConnection.ts'
import { bundledData } from '../support/servedData.ts'
import { startService } from '../support/startService.ts'

/** Starts a service whose reads of the index wait until `release` is called. */
async function startHeld() {
  let [started, release] = [0, () => {}]
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const data = bundledData()
  const { runes } = data.databases
  const readTransaction: typeof runes.readTransaction = async (work) => {
    started += 1
    await released
    return runes.readTransaction(work)
  }
  const origin = await startService({
    settings: { TRUST_PROXY: 'loopback' },
    data: { ...data, databases: { ...data.databases, runes: { ...runes, readTransaction } } },
  })
  return { origin, release: () => release(), started: () => started }
}

/** Requests a block that is not cached as `client`, on a new connection. */
function requestBlock(origin: string, client: string, height: number) {
  let sent: ClientRequest | undefined
  let isSent = false
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    sent = request(`${origin}/runes/v1/blocks/${height}/activity`, {
      agent: false,
      headers: { 'X-Forwarded-For': client },
    })
      .on('response', (response) => resolve(response.resume()))
      .on('error', reject)
      .on('finish', () => {
        isSent = true
      })
      .end()
  })
  return { response, isSent: () => isSent, hangUp: () => sent?.destroy() }
}

function requestMany(origin: string, client: string, count: number) {
  return Array.from({ length: count }, (_, index) => requestBlock(origin, client, index))
}

async function countAborted(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  const counts = metrics.matchAll(/^cairn_request_duration_seconds_count\{.*"aborted"\} (\d+)$/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

test('a client with too many requests at once gets a 503, while others are served', async () => {
  const { origin, release, started } = await startHeld()
  const greedy = requestMany(origin, '203.0.113.1', 200)
  const refused = await Promise.race(greedy.map(({ response }) => response))
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1'])
  // Half of what runs at once.
  await expect.poll(started).toBe(32)
  const other = requestBlock(origin, '203.0.113.2', 840_002).response
  await expect.poll(started).toBe(33)
  release()
  expect((await other).statusCode).toBe(200)
  const responses = await Promise.all(greedy.map(({ response }) => response))
  const statuses = responses.map(({ statusCode }) => statusCode)
  // 32 ran, and 128 waited.
  expect(statuses.filter((status) => status === 200)).toHaveLength(160)
  expect(statuses.filter((status) => status === 503)).toHaveLength(40)
})

test('work does not start for a client that has left, and what runs for it counts', async () => {
  const { origin, release, started } = await startHeld()
  const requests = requestMany(origin, '203.0.113.1', 100)
  await expect.poll(started).toBe(32)
  await expect.poll(() => requests.every(({ isSent }) => isSent())).toBe(true)
  for (const { response, hangUp } of requests) {
    response.catch(() => {}) // ECONNRESET
    hangUp()
  }
  await expect.poll(() => countAborted(origin)).toBe(100)
  const late = requestBlock(origin, '203.0.113.1', 840_002).response
  const other = requestBlock(origin, '203.0.113.2', 840_003).response
  await expect.poll(started).toBe(33)
  release()
  expect([(await late).statusCode, (await other).statusCode]).toEqual([200, 200])
  expect(started()).toBe(34)
})

test('when a client leaves, all its pipelined requests are aborted', async () => {
  const { origin, release, started } = await startHeld()
  const { write, hangUp } = openConnection(origin)
  for (let height = 0; height < 10; height++) {
    write(`GET /runes/v1/blocks/${height}/activity HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  }
  await expect.poll(started).toBe(10)
  hangUp()
  await expect.poll(() => countAborted(origin)).toBe(10)
  release()
})
