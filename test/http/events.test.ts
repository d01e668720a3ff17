import { expect, onTestFinished, test, vi } from 'vitest'
import { EVENTS_PATH } from '../../src/contract/endpoints.ts'
import { createShortChain } from '../support/indexFollower.ts'
import { openEvents } from '../support/openEvents.ts'
import { followNode } from '../support/servedData.ts'
import { getJson, startService, startStoppable } from '../support/startService.ts'

function tipEvent({
  height,
  hash,
  timestamp,
  parent,
}: {
  height: number
  hash: string
  timestamp: number
  parent: string
}) {
  const data = JSON.stringify({
    block_height: height,
    block_hash: hash,
    timestamp,
    parent_hash: parent,
  })
  return { event: 'tip', id: hash, data, retry: '5000' }
}

test('a stream of events begins with the newest block, and tells each new one to all clients', async () => {
  const node = createShortChain()
  const data = await followNode(node)
  const origin = await startService({ data })
  const [one, other] = [await openEvents(origin), await openEvents(origin)]
  expect(Object.fromEntries(one.response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'access-control-allow-origin': '*',
  })
  for (const { nextTip } of [one, other]) expect(await nextTip()).toEqual(tipEvent(node.tip))
  for (const change of [() => {}, () => node.invalidate(node.tip.height)]) {
    change()
    const mined = node.mine()
    for (const { nextTip } of [one, other]) expect(await nextTip()).toEqual(tipEvent(mined))
  }
  const late = await openEvents(origin)
  expect(await late.nextTip()).toEqual(tipEvent(node.tip))
})

test('without new blocks, a ping comes at once and every 15 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { next } = await openEvents(await startService())
  expect(await next()).toMatchObject({ event: 'tip' })
  const ping = { event: 'ping', data: '{"is_live":false}' }
  expect(await next()).toEqual(ping)
  for (const _ of [1, 2]) {
    vi.advanceTimersByTime(15_000)
    expect(await next()).toEqual(ping)
  }
})

test('a client has at most ten streams, until it closes one; others have their own', async () => {
  const origin = await startService({ settings: { TRUST_PROXY: 'loopback' } })
  const streams = await Promise.all(Array.from({ length: 10 }, () => openEvents(origin)))
  for (const { response } of streams) expect(response.status).toBe(200)
  const { status, headers, body } = await getJson(origin + EVENTS_PATH)
  expect([status, headers.get('Retry-After'), body.message]).toEqual([
    429,
    '60',
    'a client may wait for events 10 times at once',
  ])
  const other = await openEvents(origin, { headers: { 'X-Forwarded-For': '203.0.113.2' } })
  expect(other.response.status).toBe(200)
  streams[0]?.close()
  await expect.poll(async () => (await openEvents(origin)).response.status).toBe(200)
})

test('streams end when the service stops, and before that are not cut by its time limits', async () => {
  const timeouts = { responseMs: 50, stopMs: 60_000 }
  const node = createShortChain()
  const { origin, stop } = await startStoppable({ data: await followNode(node), timeouts })
  const { nextTip } = await openEvents(origin)
  expect(await nextTip()).toMatchObject({ event: 'tip' })
  // A response that is not exempt ends after 50 ms. Each new block is told half a second later at the earliest.
  const mined = node.mine()
  expect(await nextTip()).toEqual(tipEvent(mined))
  await stop()
  expect(await nextTip()).toBeUndefined()
})

test('HEAD has the headers of the stream', async () => {
  const origin = await startService()
  const response = await fetch(origin + EVENTS_PATH, { method: 'HEAD' })
  expect(response.headers.get('Content-Type')).toBe('text/event-stream')
  expect(await response.text()).toBe('')
})
