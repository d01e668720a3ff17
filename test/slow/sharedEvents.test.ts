// The tabs of a browser share one stream of events.
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { EVENTS_PATH } from '../../src/contract/endpoints.ts'
import { FAILED_RESPONSE, open, startBrowsing } from '../support/browse.ts'
import { createDemoNode } from '../support/indexFollower.ts'
import { followNode } from '../support/servedData.ts'
import { startService } from '../support/startService.ts'

const browse = startBrowsing(FAILED_RESPONSE)

/** Cairn follows a node, behind a proxy that counts its open streams of events. */
async function startFollowing() {
  const node = createDemoNode(80)
  const data = await followNode(node)
  const { baseURL, streams } = await countStreams(await startService({ data }))
  return { node, baseURL, streams }
}

async function countStreams(origin: string) {
  let streams = 0
  const proxy = createServer((incoming, outgoing) => {
    const isStream = incoming.url === EVENTS_PATH
    const { method, headers, url = '/' } = incoming
    const forwarded = request(new URL(url, origin), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    if (isStream) streams += 1
    outgoing.on('close', () => {
      if (isStream) streams -= 1
      forwarded.destroy()
    })
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return { baseURL: `http://127.0.0.1:${portOf(proxy.address())}`, streams: () => streams }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('it listens on a port')
  return address.port
}

async function openPages(first: Page, count: number): Promise<Page[]> {
  const pages = [first]
  while (pages.length < count) pages.push(await first.context().newPage())
  for (const page of pages) await open(page, '/')
  return pages
}

async function expectHeight(pages: Page[], height: number): Promise<void> {
  const pillOf = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^regtest/i })
  for (const page of pages) {
    await expect.poll(() => pillOf(page).innerText()).toContain(String(height))
  }
}

test('eight tabs get each new block by one stream, which passes on when its tab closes', async () => {
  const { node, baseURL, streams } = await startFollowing()
  await browse({ baseURL }, async (page) => {
    const pages = await openPages(page, 8)
    await expect.poll(streams).toBe(1)
    await expectHeight(pages, node.mine().height)
    expect(streams()).toBe(1)

    // The first tab asked first.
    await page.close()
    await expect.poll(streams).toBe(1)
    const others = pages.slice(1)
    await expectHeight(others, node.mine().height)
    expect(streams()).toBe(1)
  })
})

test('a tab that is hidden gives up the stream, and has the newest block when it is shown again', async () => {
  const { node, baseURL, streams } = await startFollowing()
  await browse({ baseURL }, async (page) => {
    const [first, second] = await openPages(page, 2)
    if (first === undefined || second === undefined) throw new Error('two are open')
    await expect.poll(streams).toBe(1)
    const { height } = node.tip
    await setVisibility(first, 'hidden')
    await expectHeight([second], node.mine().height)
    await expectHeight([first], height)
    await setVisibility(first, 'visible')
    await expectHeight([first], node.tip.height)
    expect(streams()).toBe(1)
    for (const tab of [first, second]) await setVisibility(tab, 'hidden')
    await expect.poll(streams).toBe(0)
  })
})

/** In a headless browser, all tabs are visible. */
function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  return page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      value: visibilityState,
    })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)
}

test('without locks, as over plain HTTP, each tab has a stream of its own', async () => {
  const { node, baseURL, streams } = await startFollowing()
  await browse({ baseURL }, async (page) => {
    await page.context().addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'locks')
    })
    const pages = await openPages(page, 3)
    await expect.poll(streams).toBe(3)
    await expectHeight(pages, node.mine().height)
  })
})
