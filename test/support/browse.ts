import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { startService } from './startService.ts'

type Visit = (page: Page, origin: string) => Promise<void>

/**
 * Returns a function that visits Cairn, as `npm start` runs it or at another `baseURL`, in the Chromium of
 * the run. Each visit has a fresh profile. Service workers are blocked by default, because installing one
 * takes as long as loading a page. A visit fails if the console has errors or warnings that `expected`
 * does not match, such as those of hydration and of the Content-Security-Policy.
 */
export function startBrowsing(expected: RegExp = NOTHING) {
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
      page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error}`))
      page.on('console', (message) => {
        const isComplaint = ['error', 'warning'].includes(message.type())
        const isExpected = BLOCKED.test(message.text()) || expected.test(message.text())
        if (isComplaint && !isExpected) complaints.push(`${page.url()}: ${message.text()}`)
      })
      await visit(page, baseURL)
    } finally {
      await context.close()
    }
    expect(complaints).toEqual([])
  }
}

const NOTHING = /^(?!)/
const BLOCKED = /^Service Worker registration blocked/

/**
 * A Cairn that completes every page, for visits in which scripts cannot do it later: `npm start` sends a page after
 * 250 ms, complete or not.
 */
export function startPatient(): Promise<string> {
  return startService({ pages: 'server-rendered', pageBudgetMs: 60_000 })
}

/** What the browser logs for a failed response. The page shows the error. */
export const FAILED_RESPONSE = /^Failed to load resource: the server responded/

/** Opens a page and waits until all of it is shown and, if scripts are enabled, interactive. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  const runs = await page.evaluate(() => matchMedia('(scripting: enabled)').matches)
  if (runs) {
    await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0)
  }
  await page.locator('h1').waitFor()
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null)
}

/** The element that has the focus, as its tag and the first 30 characters of its name: "a Tokens". */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: element } = document
    const name = element?.getAttribute('aria-label') ?? element?.textContent
    return `${element?.tagName.toLowerCase()} ${name?.trim().slice(0, 30)}`.trim()
  })
}

/** Holds requests of the page that match `pattern` until the returned function is called. */
export async function holdRequests(page: Page, pattern: string | RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(pattern, async (route) => {
    await released
    await route.continue()
  })
  return release
}
