import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { blockActivityPath } from '../../src/contract/paths.ts'
import { startBrowsing } from './browse.ts'

export const BLOCK = '/block/849250'
export const BLOCK_ANSWER = blockActivityPath(
  { kind: 'height', height: 849_250 },
  { offset: 0, limit: 20 },
)
export const LONGCOIN = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'

/** Visits to an origin, in which the connection may be missing. */
export function startReading() {
  const browse = startBrowsing(/^Failed to load resource|FetchEvent.*network error/)
  return (origin: string, visit: (page: Page) => Promise<void>) =>
    browse({ baseURL: origin, serviceWorkers: 'allow' }, visit)
}

/** Opens a page and waits until the device keeps the answer at `answer`. */
export async function openAndKeep(page: Page, path: string, answer: string) {
  await page.goto(path)
  await expectKept(page, answer, true)
}

export async function expectKept(page: Page, answer: string, isKept: boolean) {
  const find = () => page.evaluate(async (url) => (await caches.match(url)) !== undefined, answer)
  await expect.poll(find, { timeout: 30_000 }).toBe(isKept)
}
