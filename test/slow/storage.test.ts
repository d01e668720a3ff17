import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowsing } from '../support/browse.ts'
import { expectKept, openAndKeep, startReading } from '../support/keeping.ts'
import { startService } from '../support/startService.ts'

const SAMPLE = '/block/999999999'

const browse = startBrowsing(/^$/)
const read = startReading()

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

async function expectRead(page: Page) {
  await page
    .getByRole('region', { name: 'Reading the whole list' })
    .getByText(/^All [\d,]+ records read$/)
    .waitFor()
}

/** Has the worker that reads lists run `code` first. */
async function beforeWorker(page: Page, code: string) {
  await page.route(/assets\/worker-.*\.js$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${code};${await response.text()}` })
  })
}

test('a list for which there was not enough room is not said to be kept', async () => {
  await browse({}, async (page) => {
    await beforeWorker(
      page,
      `globalThis.refused = 0
      const put = IDBObjectStore.prototype.put
      IDBObjectStore.prototype.put = function (value) {
        if (value.offset > 0) {
          refused++
          throw new DOMException('full', 'QuotaExceededError')
        }
        return put.call(this, value)
      }`,
    )
    await page.goto(`${SAMPLE}?view=net`)
    await expectRead(page)
    await page.getByRole('table', { name: /^Net by address/ }).waitFor()
    const [worker] = page.workers()
    await expect.poll(() => worker?.evaluate('refused')).toBeGreaterThan(0)
    expect(await page.getByText(/· kept on this device · /).count()).toBe(0)
  })
})

test('a list of which another tab kept other pages is shown whole after a reload', async () => {
  await browse({}, async (page) => {
    await page.goto(`${SAMPLE}?view=records`)
    await expectRead(page)
    await page.getByText(/· kept on this device · /).waitFor()
    // As a tab would leave it that read by other pages.
    await page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open('cairn-sets')
          opening.onerror = () => reject(opening.error)
          opening.onsuccess = () => {
            const pages = opening.result.transaction('pages', 'readwrite').objectStore('pages')
            pages.getAll().onsuccess = ({ target }) => {
              const [first, second] = (target as IDBRequest).result
              pages.put({ ...second, offset: 500 })
              pages.delete([first.id, 1998])
            }
            pages.transaction.oncomplete = () => resolve(opening.result.close())
          }
        }),
    )
    await page.reload()
    await expectRead(page)
    await page.getByText('1–20 of 20,000 records').first().waitFor()
  })
})
