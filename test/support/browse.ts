import { text } from 'node:stream/consumers'
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Download,
  type Page,
} from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'

type Visit = (page: Page, origin: string) => Promise<void>

/**
 * Visits to Cairn as `npm start` runs it, or with a `baseURL` elsewhere, in the Chromium of the run.
 * Each has a fresh profile without a service worker, whose installation costs as much as the page, and
 * fails if a page complained in the console of anything but what `expected` matches.
 */
export function startBrowsing(expected: RegExp) {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.connect(inject('browserUrl'))
  })
  afterAll(() => browser.close())

  return async (
    { baseURL = inject('cairnOrigin'), ...options }: BrowserContextOptions,
    visit: Visit,
  ) => {
    const context = await browser.newContext({
      locale: 'en-US',
      serviceWorkers: 'block',
      ...options,
      baseURL,
    })
    const complaints: string[] = []
    try {
      const page = await context.newPage()
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('console', (message) => {
        const isComplaint = ['error', 'warning'].includes(message.type())
        const isExpected = BLOCKED.test(message.text()) || expected.test(message.text())
        if (isComplaint && !isExpected) complaints.push(message.text())
      })
      await visit(page, baseURL)
    } finally {
      await context.close()
    }
    expect(complaints).toEqual([])
  }
}

const BLOCKED = /^Service Worker registration blocked/

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
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: /^Data on / })
    .waitFor()
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
}

/** Holds back what the page asks for at the addresses of `pattern`; what it resolves to lets it pass. */
export async function holdBack(page: Page, pattern: string | RegExp): Promise<() => void> {
  let letPass = () => {}
  const held = new Promise<void>((passed) => {
    letPass = passed
  })
  await page.route(pattern, async (route) => {
    await held
    await route.continue()
  })
  return letPass
}

/** What was downloaded, as text. */
export async function readDownload(download: Download): Promise<string> {
  return text(await download.createReadStream())
}
