import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { startChromium } from './chromium.ts'
import { type Cairn, startCairn } from './startCairn.ts'

type Visit = (page: Page, origin: string) => Promise<void>

/**
 * Cairn as `npm start` runs it, for the tests of a file, and visits to it in a real Chromium; with a
 * `baseURL`, visits elsewhere. `expected` is what a page may complain of in the console.
 */
export function startBrowsing(expected: RegExp) {
  const visitWith = startChromium(expected)
  let cairn: Cairn
  beforeAll(async () => {
    cairn = await startCairn(inject('databaseFile'))
  })
  afterAll(() => cairn?.stop())

  return ({ baseURL = cairn.origin, ...options }: BrowserContextOptions, visit: Visit) =>
    visitWith({ ...options, baseURL }, (page) => visit(page, baseURL))
}

/** What the browser itself logs of a 4xx, which the page then explains. */
export const EXPLAINED = /^Failed to load resource: the server responded/

/** Opens a page and waits until it is whole and, where scripts run, answers: it can be read before. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  const runs = await page.evaluate(() => matchMedia('(scripting: enabled)').matches)
  if (runs) {
    await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0)
  }
  await page.locator('h1').waitFor()
  await page.getByRole('contentinfo').getByText('a snapshot of').waitFor()
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
}
