import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addressActivityPath, etchingActivityPath, tokenPath } from '../../src/contract/paths.ts'
import { runePath } from '../../src/contract/runeList.ts'
import {
  BLOCK,
  BLOCK_RESPONSE,
  expectCached,
  openAndCache,
  startVisiting,
} from '../support/offline.ts'
import { LONGCOIN } from '../support/snapshotIds.ts'
import { createTestService, listen, startService } from '../support/startService.ts'

const TOKEN = `/token/${LONGCOIN}`

const visit = startVisiting()

/** The width and height of an image, in the format of a manifest. */
function sizesOf(page: Page, url: string): Promise<string> {
  return page.evaluate(async (url) => {
    const { width, height } = await createImageBitmap(await (await fetch(url)).blob())
    return `${width}x${height}`
  }, url)
}

test('Cairn can be installed', async () => {
  const origin = await startService()
  expect((await fetch(`${origin}/serviceWorker.js`)).headers.get('Cache-Control')).toBe('no-cache')
  await visit(origin, async (page) => {
    await openAndCache(page, BLOCK, BLOCK_RESPONSE)
    const session = await page.context().newCDPSession(page)
    const { manifest, errors } = await session.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const own = { name: expect.stringContaining('Cairn'), startUrl: `${origin}/`, id: `${origin}/` }
    expect(manifest).toMatchObject({ ...own, display: 'kStandalone' })
    const images = (manifest.icons ?? []).filter(({ type }) => type === 'image/png')
    const declared = images.map(({ sizes }) => sizes)
    expect(declared).toEqual(expect.arrayContaining(['192x192', '512x512']))
    expect(await Promise.all(images.map(({ url }) => sizesOf(page, url)))).toEqual(declared)
  })
})

test('a visited page opens offline and is refreshed when the connection returns', async () => {
  await visit(await startService(), async (page) => {
    await page.clock.install()
    await openAndCache(page, BLOCK, BLOCK_RESPONSE)
    await page.context().setOffline(true)
    await page.goto(BLOCK)
    const notice = page.getByRole('region', { name: 'Showing stored data' })
    await notice.getByText(/Retrieved \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC \(just now\)/).waitFor()
    await notice.getByText('You are offline').waitFor()
    expect(await page.getByRole('row').count()).toBe(21)
    await notice.getByRole('button', { name: 'Refresh' }).click()
    await notice.getByText('Tried again without success').waitFor()

    await page.context().setOffline(false)
    await page.clock.fastForward(10_000)
    await notice.waitFor({ state: 'detached' })
    expect(await page.getByRole('row').count()).toBe(21)
  })
})

test('going back offline shows the stored page as stored, not as current', async () => {
  await visit(await startService(), async (page) => {
    await openAndCache(page, BLOCK, BLOCK_RESPONSE)
    await page.goto('/device')
    await page.context().setOffline(true)
    await page.goBack()
    await page.getByText(/Retrieved/).waitFor()
    expect(await page.getByRole('row').count()).toBe(21)
  })
})

test('pages visited by navigating inside the explorer also open offline', async () => {
  await visit(await startService(), async (page) => {
    await openAndCache(page, BLOCK, BLOCK_RESPONSE)
    const pages = page.getByRole('navigation', { name: 'Pages, top' })
    await pages.getByRole('link', { name: 'Next' }).click()
    await page.getByText('21–40 of 4,756').first().waitFor()
    const box = page.getByRole('combobox', { name: /^Search/ })
    await box.fill(LONGCOIN)
    await box.press('Enter')
    await page.getByText('Total supply').first().waitFor()
    await expectCached(page, tokenPath(LONGCOIN))

    await page.context().setOffline(true)
    await page.goto(`${BLOCK}?offset=20`)
    await page.getByText('21–40 of 4,756').first().waitFor()
    await page.goto(TOKEN)
    await page.getByText('Total supply').first().waitFor()
    await page.getByText(/Retrieved/).waitFor()
  })
})

test('an unvisited page shows an error offline and loads when the connection returns', async () => {
  await visit(await startService(), async (page) => {
    await openAndCache(page, BLOCK, BLOCK_RESPONSE)
    await page.context().setOffline(true)
    await page.goto('/block/840006')
    const alert = page.getByRole('alert')
    await alert.getByText('You are offline').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await alert.getByText('You are offline').waitFor()
    await page.goto('/')
    await page.getByRole('heading', { name: 'Tokens and runes, exact to the last digit' }).waitFor()
    await page.goto('/block/840006')
    await alert.getByText('You are offline').waitFor()

    await page.context().setOffline(false)
    await alert.waitFor({ state: 'detached' })
    await page.getByText('1–20 of').first().waitFor()
  })
})

test('stored data is shown if the service fails, but a 4xx response is shown as an error', async () => {
  const service = createTestService()
  let failureStatus: number | undefined
  const origin = await listen((request) =>
    failureStatus === undefined
      ? service.fetch(request)
      : Response.json({ error: 'No', message: 'not now' }, { status: failureStatus }),
  )
  await visit(origin, async (page) => {
    await openAndCache(page, BLOCK, BLOCK_RESPONSE)
    await openAndCache(page, TOKEN, tokenPath(LONGCOIN))
    failureStatus = 502
    await page.goto(TOKEN)
    await page.getByText('No newer data has been retrieved yet').waitFor()
    await page.getByText('Total supply').first().waitFor()
    // This block is final, so stored data is current.
    await page.goto(BLOCK)
    await page.getByText('1–20 of 4,756').first().waitFor()
    expect(await page.getByRole('row').count()).toBe(21)
    expect(await page.getByText(/Retrieved/).count()).toBe(0)
    await page.goto('/block/840006')
    await page.getByText('The service is unavailable').waitFor()
    failureStatus = 429
    await page.goto('/')
    await page.getByText('{"error":"No","message":"not now"}').waitFor()
    const status = () =>
      page.evaluate(async (url) => (await fetch(url)).status, tokenPath(LONGCOIN))
    expect(await status()).toBe(429)
  })
})

test('final responses are served from the cache, others from the network', async () => {
  const service = createTestService()
  const requests: string[] = []
  const origin = await listen((request) => {
    requests.push(new URL(request.url).pathname)
    return service.fetch(request)
  })
  await visit(origin, async (page) => {
    await openAndCache(page, BLOCK, BLOCK_RESPONSE)
    await openAndCache(page, TOKEN, tokenPath(LONGCOIN))
    await page.waitForLoadState('networkidle')
    requests.length = 0
    const read = (path: string) => page.evaluate(async (url) => (await fetch(url)).text(), path)
    await read(BLOCK_RESPONSE)
    await read(tokenPath(LONGCOIN))
    expect(requests).toEqual([tokenPath(LONGCOIN)])
  })
})

test('an analysis that was loaded can be loaded again offline', async () => {
  await visit(await startService(), async (page) => {
    await openAndCache(page, BLOCK, BLOCK_RESPONSE)
    await page.goto(`${BLOCK}?view=records`)
    const reading = page.getByRole('region', { name: 'Loading all records' })
    const all = reading.getByText('All 4,756 records in this list that the service has are loaded')
    await all.waitFor()
    await page.context().setOffline(true)
    await page.reload()
    await all.waitFor()
  })
})

test('pages still load if the browser’s storage is full', async () => {
  const origin = await startService()
  await visit(origin, async (page) => {
    await openAndCache(page, BLOCK, BLOCK_RESPONSE)
    const session = await page.context().newCDPSession(page)
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
    await page
      .getByRole('navigation', { name: 'Pages, top' })
      .getByRole('link', { name: 'Next' })
      .click()
    await page.getByText('21–40 of 4,756').first().waitFor()
    await page.goto(TOKEN)
    await page.getByText('Total supply').first().waitFor()
  })
})

test('a rune of the snapshot opens offline', async () => {
  const rune = { kind: 'id', id: '840000:3' } as const
  await visit(await startService(), async (page) => {
    await openAndCache(page, '/rune/840000:3', runePath(rune))
    await expectCached(page, etchingActivityPath(rune, { offset: 0, limit: 20 }))
    await page.context().setOffline(true)
    await page.goto('/rune/840000:3')
    await page.getByRole('heading', { name: 'DOG•GO•TO•THE•MOON' }).waitFor()
    await page.getByText('4,446 records').first().waitFor()
  })
})

test('lists and addresses open offline, and the device page names them and runes', async () => {
  const holder = 'tb1psamplermme8qkf0gxamup5dzs5vnndsdlmyegqpqjd5t3m0e6vtlvwpxcf'
  const list = { offset: 0, limit: 20 }
  const visits = ['/tokens', '/runes', '/blocks', '/rune/840000:3', `/address/${holder}`]
  await visit(await startService(), async (page) => {
    await openAndCache(page, BLOCK, BLOCK_RESPONSE)
    for (const path of visits) await page.goto(path, { waitUntil: 'networkidle' })
    await expectCached(page, addressActivityPath(holder, list))
    await expectCached(page, etchingActivityPath({ kind: 'id', id: '840000:3' }, list))
    await page.context().setOffline(true)
    for (const path of visits) {
      await page.goto('/device')
      const stored = page.getByRole('region', { name: 'Available offline' })
      await stored.locator(`a[href="${path}"]`).click()
      await page.getByRole('row').nth(1).waitFor()
    }
  })
})
