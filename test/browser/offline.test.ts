import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { blockActivityPath, tokenPath } from '../../src/contract/paths.ts'
import { launchBrowser } from '../support/launchBrowser.ts'
import { createTestService, listen, startService } from '../support/startService.ts'

const FIRST = { offset: 0, limit: 20 }
const BLOCK = '/block/849250'
const BLOCK_ANSWER = blockActivityPath({ kind: 'height', height: 849_250 }, FIRST)
const LONGCOIN = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
const DAY = 86_400_000

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(() => browser?.close())

/** Reads in a fresh profile; fails if a page complained of more than the missing connection. */
async function read(origin: string, visit: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ locale: 'en-US', baseURL: origin })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    const isAboutNetwork = /^Failed to load resource|FetchEvent.*network error/.test(message.text())
    if (['error', 'warning'].includes(message.type()) && !isAboutNetwork) {
      complaints.push(message.text())
    }
  })
  await visit(page)
  await context.close()
  expect(complaints).toEqual([])
}

/** Opens a page and waits until the device keeps the answer at `answer`. */
async function openAndKeep(page: Page, path: string, answer: string) {
  await page.goto(path)
  await expectKept(page, answer, true)
}

async function expectKept(page: Page, answer: string, isKept: boolean) {
  const find = () => page.evaluate(async (url) => (await caches.match(url)) !== undefined, answer)
  await expect.poll(find, { timeout: 30_000 }).toBe(isKept)
}

/** Hands answers to the worker, as a page does with those that it carried. */
async function handOver(page: Page, answers: { url: string; text: string; readAt: number }[]) {
  await page.evaluate(async (answers) => {
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage({ type: 'keep', answers })
  }, answers)
}

test('Cairn can be installed', async () => {
  const origin = await startService()
  expect((await fetch(`${origin}/sw.js`)).headers.get('Cache-Control')).toBe('no-cache')
  await read(origin, async (page) => {
    await openAndKeep(page, BLOCK, BLOCK_ANSWER)
    const session = await page.context().newCDPSession(page)
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    // A fresh profile of a test is a private window to Chromium.
    const reasons = installabilityErrors.map(({ errorId }) => errorId)
    expect(reasons.filter((reason) => reason !== 'in-incognito')).toEqual([])
    const { url, data, errors } = await session.send('Page.getAppManifest')
    expect(errors).toEqual([])
    for (const { src } of JSON.parse(data ?? '{}').icons) {
      expect((await fetch(new URL(src, url))).status, src).toBe(200)
    }
  })
})

test('a page that the service rendered opens without a connection, and is renewed with it', async () => {
  await read(await startService(), async (page) => {
    await openAndKeep(page, BLOCK, BLOCK_ANSWER)
    await page.context().setOffline(true)
    await page.goto(BLOCK)
    const notice = page.getByRole('region', { name: 'Shown as read before' })
    await notice.getByText(/Read at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC · just now/).waitFor()
    await notice.getByText('You are offline').waitFor()
    expect(await page.getByRole('row').count()).toBe(21)
    await notice.getByRole('button', { name: 'Read it again' }).click()
    await notice.getByText('still no answer').waitFor()

    await page.context().setOffline(false)
    await notice.waitFor({ state: 'detached' })
    expect(await page.getByRole('row').count()).toBe(21)
  })
})

test('going back without a connection leads to what was read before, not to what seems new', async () => {
  await read(await startService(), async (page) => {
    await openAndKeep(page, BLOCK, BLOCK_ANSWER)
    await page.goto('/device')
    await page.context().setOffline(true)
    await page.goBack()
    await page.getByText(/Read at/).waitFor()
    expect(await page.getByRole('row').count()).toBe(21)
  })
})

test('what was read on the way opens without a connection, too', async () => {
  await read(await startService(), async (page) => {
    await openAndKeep(page, BLOCK, BLOCK_ANSWER)
    const pages = page.getByRole('navigation', { name: 'Pages, top' })
    await pages.getByRole('link', { name: 'Next' }).click()
    await page.getByText('21–40 of 4,756').first().waitFor()
    await page.getByRole('searchbox').fill(LONGCOIN)
    await page.getByRole('searchbox').press('Enter')
    await page.getByText('Total supply').first().waitFor()
    await expectKept(page, tokenPath(LONGCOIN), true)

    await page.context().setOffline(true)
    await page.goto(`${BLOCK}?offset=20`)
    await page.getByText('21–40 of 4,756').first().waitFor()
    await page.goto(`/token/${LONGCOIN}`)
    await page.getByText('Total supply').first().waitFor()
    await page.getByText(/Read at/).waitFor()
  })
})

test('a page that was never read says so, and comes with the connection', async () => {
  await read(await startService(), async (page) => {
    await openAndKeep(page, BLOCK, BLOCK_ANSWER)
    await page.context().setOffline(true)
    await page.goto('/block/840006')
    const alert = page.getByRole('alert')
    await alert.getByText('You are offline').waitFor()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await alert.getByText('You are offline').waitFor()
    await page.goto('/')
    await page.getByRole('heading', { name: 'Read tokens and runes' }).waitFor()
    await page.goto('/block/840006')
    await alert.getByText('You are offline').waitFor()

    await page.context().setOffline(false)
    await alert.waitFor({ state: 'detached' })
    await page.getByText('1–20 of').first().waitFor()
  })
})

test('a service that fails gives way to what was read; a refusal is shown as such', async () => {
  const service = createTestService()
  let refusal: number | undefined
  const origin = await listen((request) =>
    refusal === undefined
      ? service.fetch(request)
      : Response.json({ error: 'No', message: 'not now' }, { status: refusal }),
  )
  await read(origin, async (page) => {
    await openAndKeep(page, BLOCK, BLOCK_ANSWER)
    refusal = 502
    await page.goto(BLOCK)
    await page.getByText('The service does not answer now').waitFor()
    expect(await page.getByRole('row').count()).toBe(21)
    await page.goto('/block/840006')
    await page.getByText('The service is not available').waitFor()
    refusal = 429
    await page.goto('/')
    await page.getByText('{"error":"No","message":"not now"}').waitFor()
    const status = () => page.evaluate(async (url) => (await fetch(url)).status, BLOCK_ANSWER)
    expect(await status()).toBe(429)
  })
})

test('a new version is offered, and used only when the reader says so', async () => {
  const service = createTestService()
  let version = ''
  const origin = await listen(async (request) => {
    const response = await service.fetch(request)
    if (!request.url.endsWith('/sw.js')) return response
    const headers = { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' }
    const { body } = await service.request('/sw.js')
    return new Response(`${await new Response(body).text()}//${version}`, { headers })
  })
  await read(origin, async (page) => {
    await openAndKeep(page, BLOCK, BLOCK_ANSWER)
    await page.goto(BLOCK)
    version = 'newer'
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    const offer = page.getByRole('region', { name: 'A new version of Cairn is ready' })
    await offer.waitFor()
    const pages = page.getByRole('navigation', { name: 'Pages, top' })
    await pages.getByRole('link', { name: 'Next' }).click()
    await page.getByText('21–40 of 4,756').first().waitFor()
    const waits = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration()
        return registration?.waiting !== null
      })
    expect(await waits()).toBe(true)

    await page.evaluate(() => document.body.setAttribute('data-before', ''))
    await offer.getByRole('button', { name: 'Use it' }).click()
    await page.locator('body:not([data-before])').waitFor()
    await page.getByText('21–40 of 4,756').first().waitFor()
    expect(await waits()).toBe(false)
    expect(await offer.count()).toBe(0)
  })
})

test('the device’s page lists what opens, and forgets everything when asked twice', async () => {
  await read(await startService(), async (page) => {
    await openAndKeep(page, BLOCK, BLOCK_ANSWER)
    await page.evaluate(() => {
      localStorage.setItem('cairn.imageHosts', '["images.example"]')
      sessionStorage.setItem('a', 'b')
      indexedDB.open('c')
    })
    await page.goto('/device')
    await page.getByText('images.example').waitFor()
    expect(await page.getByRole('link', { name: 'Block 849,250' }).getAttribute('href')).toBe(BLOCK)
    const forget = page.getByRole('button', { name: 'Forget everything', exact: true })
    await forget.click()
    await page.getByRole('button', { name: 'Keep it' }).click()
    await expectKept(page, BLOCK_ANSWER, true)

    await forget.click()
    await page.getByRole('button', { name: 'Yes, forget everything' }).click()
    await page.getByRole('status').getByText('Everything is forgotten').waitFor()
    await page.getByText('0 answers').waitFor()
    expect(await page.getByText('images.example').count()).toBe(0)
    // The worker is let go, but serves this page as long as it is open: it keeps nothing any more.
    await page.getByRole('link', { name: 'API' }).click()
    await page.getByText('total_supply').first().waitFor()
    const left = await page.evaluate(async () => ({
      caches: await caches.keys(),
      databases: await indexedDB.databases(),
      storage: localStorage.length + sessionStorage.length,
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }))
    expect(left).toEqual({ caches: [], databases: [], storage: 0, workers: 0 })
  })
})

test('settled blocks stay for ever, anything else for thirty days', async () => {
  const origin = await startService()
  const [block, token] = await Promise.all(
    [BLOCK_ANSWER, tokenPath(LONGCOIN)].map(async (path) => (await fetch(origin + path)).text()),
  )
  await read(origin, async (page) => {
    await openAndKeep(page, '/', '/explorer/v1/about')
    const [recent, old] = [Date.now() - 29 * DAY, Date.now() - 31 * DAY]
    await handOver(page, [
      { url: '/metadata/v1/ft/recent', text: token ?? '', readAt: recent },
      { url: '/metadata/v1/ft/old', text: token ?? '', readAt: old },
      { url: '/runes/v1/blocks/1/activity', text: block ?? '', readAt: old },
      { url: '/runes/v1/blocks/2/activity', text: '{"total":0,"results":[]}', readAt: old },
      { url: '/elsewhere', text: '{}', readAt: recent },
      { url: '/explorer/v1/last', text: '{}', readAt: recent },
    ])
    await expectKept(page, '/explorer/v1/last', true)
    await expectKept(page, '/metadata/v1/ft/recent', true)
    await expectKept(page, '/metadata/v1/ft/old', false)
    await expectKept(page, '/runes/v1/blocks/1/activity', true)
    await expectKept(page, '/runes/v1/blocks/2/activity', false)
    await expectKept(page, '/elsewhere', false)
  })
})

/** Six answers of 9 MB each, one read after the other. */
async function handOverMuch(page: Page) {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    const text = JSON.stringify('x'.repeat(9_000_000))
    for (const number of [1, 2, 3, 4, 5, 6]) {
      const answer = { url: `/explorer/v1/search?q=${number}`, text, readAt: Date.now() + number }
      active?.postMessage({ type: 'keep', answers: [answer] })
    }
  })
}

test('where the browser allows less, the oldest make way, too', async () => {
  const origin = await startService()
  await read(origin, async (page) => {
    await openAndKeep(page, '/', '/explorer/v1/about')
    const session = await page.context().newCDPSession(page)
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 30_000_000 })
    await handOverMuch(page)
    await expectKept(page, '/explorer/v1/search?q=6', true)
    await expectKept(page, '/explorer/v1/search?q=2', false)
  })
})

test('of more than 50 MB the oldest read goes first', async () => {
  await read(await startService(), async (page) => {
    await openAndKeep(page, '/', '/explorer/v1/about')
    await handOverMuch(page)
    await expectKept(page, '/explorer/v1/search?q=6', true)
    await expectKept(page, '/explorer/v1/search?q=2', true)
    await expectKept(page, '/explorer/v1/search?q=1', false)
    await expectKept(page, '/explorer/v1/about', false)
    await page.goto('/device')
    await page.getByText('45 MB').waitFor()
  })
})

test('the explorer as static files, over a service elsewhere, outlives the connection', async () => {
  const service = await startService()
  const folder = mkdtempSync(join(tmpdir(), 'cairn-static-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const build = ['node_modules/vite/bin/vite.js', 'build', '--emptyOutDir', '--outDir', folder]
  execFileSync(process.execPath, build, {
    env: { ...process.env, NODE_ENV: 'production', VITE_API_BASE_URL: service },
  })
  const host = new Hono()
  host.use('*', serveStatic({ root: folder }))
  host.get('*', serveStatic({ root: folder, path: 'index.html' }))
  await read(await listen(host.fetch), async (page) => {
    await openAndKeep(page, BLOCK, service + BLOCK_ANSWER)
    await page.context().setOffline(true)
    await page.goto(BLOCK)
    await page.getByText(/Read at/).waitFor()
    expect(await page.getByRole('row').count()).toBe(21)
    await page.goto('/device')
    await page.getByRole('link', { name: 'Block 849,250' }).waitFor()
  })
})
