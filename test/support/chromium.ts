import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { findChromium, QUIET_FLAGS } from '../../scripts/findChromium.mjs'

/**
 * A real Chromium for the tests of a file, which asks nothing but this machine. Each visit has a fresh
 * profile, and fails if a page complained in the console of anything but what `expected` matches.
 */
export function startChromium(expected: RegExp) {
  let browser: Browser
  beforeAll(async () => {
    const executablePath = findChromium()
    if (executablePath === undefined) throw new Error('No Chromium: run npm test, which gets one.')
    const args = [...QUIET_FLAGS, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1']
    browser = await chromium.launch({ executablePath, args })
  })
  afterAll(() => browser?.close())

  return async (options: BrowserContextOptions, visit: (page: Page) => Promise<void>) => {
    const context = await browser.newContext({ locale: 'en-US', ...options })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      const isComplaint = ['error', 'warning'].includes(message.type())
      if (isComplaint && !expected.test(message.text())) complaints.push(message.text())
    })
    await visit(page)
    await context.close()
    expect(complaints).toEqual([])
  }
}
