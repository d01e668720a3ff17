import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { focused, open, openFully, startBrowsing } from '../support/browse.ts'
import { createTestService, listen } from '../support/startService.ts'

const BLOCK = '/block/849250'

const browse = startBrowsing(/^Failed to load resource/)

test('keyboard shortcuts can be turned off permanently', async () => {
  await browse({}, async (page) => {
    await openFully(page, BLOCK)
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await page.getByRole('checkbox', { name: 'Enable keyboard shortcuts' }).uncheck()
    await page.keyboard.press('Escape')
    await openFully(page, BLOCK)
    await page.keyboard.press('?')
    await page.keyboard.press('/')
    expect(await focused(page)).toMatch(/^body/)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

test('a theme applies at once in every tab, and without a flash on the next load', async () => {
  await browse({ colorScheme: 'light' }, async (page) => {
    await openFully(page, BLOCK)
    const other = await page.context().newPage()
    await openFully(other, '/api')
    const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme)
    // Chromium may send the storage event before the tab can read the cookie.
    await other.evaluate(() => Object.defineProperty(document, 'cookie', { get: () => '' }))
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark')
    expect(await themeOf(page)).toBe('dark')
    await expect.poll(() => themeOf(other)).toBe('dark')
    expect(await other.getByRole('combobox', { name: 'Theme' }).inputValue()).toBe('dark')
    const colors = await page.locator('meta[name="theme-color"]').all()
    expect(await Promise.all(colors.map((color) => color.getAttribute('media')))).toEqual([
      'not all',
      'all',
    ])

    // Server-rendered pages and those of a static host apply the theme without the explorer’s scripts.
    await page.route('**/assets/*.js', (route) => route.abort())
    for (const path of [BLOCK, '/index.html']) {
      await page.goto(path)
      expect(await themeOf(page), path).toBe('dark')
      const scheme = await page.evaluate(() => getComputedStyle(document.body).colorScheme)
      expect(scheme, path).toBe('dark')
    }
    await page.unroute('**/assets/*.js')

    await open(other, '/device')
    await other.getByRole('button', { name: 'Delete stored data', exact: true }).click()
    await other.getByRole('button', { name: 'Delete', exact: true }).click()
    await other.getByText('Stored data deleted').waitFor()
    expect(await page.context().cookies()).toEqual([])
    expect(await themeOf(other)).toBeUndefined()
  })
})

test('there are no animations if the user prefers reduced motion', async () => {
  const service = createTestService()
  const origin = await listen((request) =>
    request.url.includes('/runes/') ? new Promise(() => {}) : service.fetch(request),
  )
  for (const [reducedMotion, moving] of [
    ['reduce', 0],
    ['no-preference', 1],
  ] as const) {
    await browse({ baseURL: origin, reducedMotion }, async (page) => {
      await openFully(page, '/')
      await page.getByRole('link', { name: 'Block 840,006' }).first().click()
      await page.getByText('Loading the activity of the block').waitFor()
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(moving)
    })
  }
})
