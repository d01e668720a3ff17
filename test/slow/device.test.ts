import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  BLOCK,
  BLOCK_RESPONSE,
  expectCached,
  openAndCache,
  startVisiting,
} from '../support/offline.ts'
import { createTestService, listen, startService } from '../support/startService.ts'

const visit = startVisiting()

async function deleteStoredData(page: Page) {
  await page.getByRole('button', { name: 'Delete stored data', exact: true }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('status').getByText('Stored data deleted').waitFor()
}

/** Waits, because a response that was being cached during the deletion is deleted later. */
async function expectNothingStored(page: Page) {
  const nothing = { responses: 0, records: 0, storage: 0, workers: 0 }
  await expect.poll(() => countStored(page)).toEqual(nothing)
}

/** Counts what the browser stores for the page's origin. */
function countStored(page: Page) {
  return page.evaluate(async () => {
    const responses = async (name: string) => (await (await caches.open(name)).keys()).length
    const records = async ({ name = '' }: IDBDatabaseInfo) =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => {
          const stores = [...opening.result.objectStoreNames]
          if (stores.length === 0) return resolve(0)
          const transaction = opening.result.transaction(stores)
          let count = 0
          for (const store of stores) {
            transaction.objectStore(store).count().onsuccess = ({ target }) => {
              count += (target as IDBRequest<number>).result
            }
          }
          transaction.oncomplete = () => resolve(count)
        }
      })
    const sum = async (counts: Promise<number>[]) =>
      (await Promise.all(counts)).reduce((total, count) => total + count, 0)
    return {
      responses: await sum((await caches.keys()).map(responses)),
      records: await sum((await indexedDB.databases()).map(records)),
      storage: localStorage.length + sessionStorage.length,
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }
  })
}

test('the device page lists the pages available offline, and deletes all data after a confirmation', async () => {
  await visit(await startService(), async (page) => {
    await openAndCache(page, BLOCK, BLOCK_RESPONSE)
    await page.evaluate(() => {
      localStorage.setItem('cairn.imageHosts', '["images.example"]')
      sessionStorage.setItem('a', 'b')
      indexedDB.open('c')
    })
    await page.goto('/device')
    await page.getByText('images.example').waitFor()
    expect(await page.getByRole('link', { name: 'Block 849,250' }).getAttribute('href')).toBe(BLOCK)
    await page.getByRole('button', { name: 'Delete stored data', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expectCached(page, BLOCK_RESPONSE)

    await deleteStoredData(page)
    await page.getByText('0 responses', { exact: true }).waitFor()
    expect(await page.getByText('images.example').count()).toBe(0)
    // The unregistered worker still serves this page while it is open, but must not cache anything.
    await page.getByRole('link', { name: 'API' }).click()
    await page.getByText('total_supply').first().waitFor()
    await expectNothingStored(page)
  })
})

test('data deleted while a service worker is registered stays deleted', async () => {
  const service = createTestService()
  let isRequested = false
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const origin = await listen(async (request) => {
    if (request.url.endsWith('/serviceWorker.js')) {
      isRequested = true
      await released
    }
    return service.fetch(request)
  })
  await visit(origin, async (page) => {
    await page.goto('/device')
    await expect.poll(() => isRequested).toBe(true)
    const deleted = deleteStoredData(page)
    release()
    await deleted
    await expectNothingStored(page)
  })
})
