import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pathTo } from '../../src/contract/client.ts'
import { startBrowsing } from './browse.ts'
import { BLOCK as HEIGHT } from './bundledIds.ts'

export const BLOCK = `/block/${HEIGHT}`
export const BLOCK_RESPONSE = pathTo('blockDetails', { block: String(HEIGHT) })

/** Returns a function that visits an origin with service workers, and allows failed requests. */
export function startVisiting() {
  const browse = startBrowsing(/^Failed to load resource|FetchEvent.*network error/)
  return (origin: string, visit: (page: Page) => Promise<void>) =>
    browse({ baseURL: origin, serviceWorkers: 'allow' }, visit)
}

/** Opens a page and waits until the response at `path` is cached. */
export async function openAndCache(page: Page, address: string, path: string) {
  await page.goto(address)
  await expectCached(page, path)
}

export async function expectCached(page: Page, path: string) {
  const find = () =>
    page.evaluate(
      async (url) => (await caches.match(url, { ignoreVary: true })) !== undefined,
      path,
    )
  await expect.poll(find, { timeout: 30_000 }).toBe(true)
}
