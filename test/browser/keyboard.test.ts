import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflowOf } from '../support/axe.ts'
import { open, startBrowsing } from '../support/browse.ts'
import { createTestService, listen } from '../support/startService.ts'

const BLOCK = '/block/849250'
const IN_PROGRESS = '/token/ST000000000000000000002AMW42H.cairn-sample-in-progress'

const browse = startBrowsing(/^Failed to load resource/)

/** Opens a page with the tools in its footer, which come last. */
async function openWhole(page: Page, path: string) {
  await open(page, path)
  await page.waitForLoadState('networkidle')
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document
    const name = element?.getAttribute('aria-label') ?? element?.textContent
    return `${element?.tagName.toLowerCase()} ${name?.trim().slice(0, 30)}`.trim()
  })

test('the keyboard goes through the page in the order in which it is read', async () => {
  await browse({}, async (page) => {
    await openWhole(page, BLOCK)
    const order: string[] = []
    for (let stops = 0; stops < 9; stops++) {
      await page.keyboard.press('Tab')
      order.push(await focused(page))
    }
    expect(order).toEqual([
      'a Skip to the content',
      'a Cairn',
      'input',
      'button Search',
      'button Share this page',
      'a API',
      expect.stringMatching(/^button Copy block hash|^a /),
      expect.anything(),
      expect.anything(),
    ])
    await page.getByRole('link', { name: 'Skip to the content' }).focus()
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')

    const last = page.getByRole('contentinfo')
    await page.keyboard.press('Shift+Tab')
    await last.getByRole('combobox', { name: 'Theme' }).focus()
    await page.keyboard.press('Shift+Tab')
    expect(await focused(page)).toBe('button Keys')
  })
})

test('? shows the keys and Escape gives the focus back; fields and modifiers keep theirs', async () => {
  await browse({}, async (page) => {
    await openWhole(page, BLOCK)
    const help = page.getByRole('dialog', { name: 'Keys' })
    const link = page.getByRole('link', { name: 'API' })
    await link.focus()
    await page.keyboard.press('?')
    await help.getByText('Go to the search box').waitFor()
    expect(await focused(page)).toBe('button Close')
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('a API')

    const keys = page.getByRole('button', { name: 'Keys' })
    await keys.press('Enter')
    await help.getByRole('button', { name: 'Close' }).press('Enter')
    expect(await focused(page)).toBe('button Keys')

    await page.keyboard.press('Alt+?')
    await page.keyboard.press('/')
    await page.keyboard.type('?/')
    expect(await page.locator('input[name="q"]').inputValue()).toBe('?/')
    await page.getByRole('combobox', { name: 'Theme' }).press('?')
    expect(await help.count()).toBe(0)
  })
})

test('who speaks to the computer turns the keys off, for good', async () => {
  await browse({}, async (page) => {
    await openWhole(page, BLOCK)
    await page.getByRole('button', { name: 'Keys' }).click()
    await page.getByRole('checkbox', { name: 'Use these keys' }).uncheck()
    await page.keyboard.press('Escape')
    await openWhole(page, BLOCK)
    await page.keyboard.press('?')
    await page.keyboard.press('/')
    expect(await focused(page)).toMatch(/^body/)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

test('a theme is shown at once, in every tab, and without a flash on the next load', async () => {
  await browse({ colorScheme: 'light' }, async (page) => {
    await openWhole(page, BLOCK)
    const other = await page.context().newPage()
    await openWhole(other, '/api')
    const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme)
    // Chromium may tell a tab of the choice before it shows it the cookie.
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

    // Neither a rendered page nor that of a static host needs the explorer to run for it.
    await page.route('**/assets/*.js', (route) => route.abort())
    for (const path of [BLOCK, '/index.html']) {
      await page.goto(path)
      expect(await themeOf(page), path).toBe('dark')
      const scheme = await page.evaluate(() => getComputedStyle(document.body).colorScheme)
      expect(scheme, path).toBe('dark')
    }
    await page.unroute('**/assets/*.js')

    await open(other, '/device')
    await other.getByRole('button', { name: 'Forget everything', exact: true }).click()
    await other.getByRole('button', { name: 'Yes, forget everything' }).click()
    await other.getByText('Everything is forgotten').waitFor()
    expect(await page.context().cookies()).toEqual([])
    expect(await themeOf(other)).toBeUndefined()
  })
})

test('sharing copies the link where the system has no way of its own, and says so', async () => {
  const permissions = ['clipboard-read', 'clipboard-write']
  await browse({ permissions }, async (page) => {
    await openWhole(page, `${BLOCK}?offset=20`)
    const share = page.getByRole('button', { name: 'Share this page' })
    await share.press('Enter')
    await page.getByText('Copied the link to this page').waitFor({ state: 'attached' })
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
    expect(await focused(page)).toBe('button Share this page')

    await page.evaluate(() => {
      navigator.canShare = () => true
      navigator.share = async (page) => {
        Object.assign(window, { shared: page })
      }
    })
    await share.click()
    expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toEqual({
      title: await page.title(),
      url: page.url(),
    })
  })
})

test('paper gets whole hashes, the table and where it is from, without what is pressed', async () => {
  await browse({ colorScheme: 'dark' }, async (page) => {
    await openWhole(page, BLOCK)
    const link = page.locator('tbody a[href^="/tx/"]').first()
    await page.pdf({ format: 'A4' })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.setViewportSize({ width: 680, height: 900 })
    const pressed = page.locator('input, button, select, nav').filter({ visible: true })
    expect(await pressed.count()).toBe(0)
    const middle = link.locator('span')
    expect(await middle.evaluate((span) => getComputedStyle(span).fontSize)).not.toBe('0px')
    expect(
      await page.evaluate(() => ({
        head: getComputedStyle(document.querySelector('thead') ?? document.body).display,
        scheme: getComputedStyle(document.body).colorScheme,
      })),
    ).toEqual({ head: 'table-header-group', scheme: 'light' })
    expect(await overflowOf(page)).toBe(0)
    await page.getByText(/\/block\/849250, read at \d{4}-\d\d-\d\d \d\d:\d\d UTC/).waitFor()
  })
})

test('a new page is read from its heading, a turned one from where the reader was', async () => {
  await browse({ reducedMotion: 'reduce' }, async (page) => {
    await openWhole(page, BLOCK)
    const next = page
      .getByRole('navigation', { name: 'Pages, bottom' })
      .getByRole('link', { name: 'Next' })
    await next.press('Enter')
    await page.getByText('21–40 of 4,756').first().waitFor()
    expect(await next.evaluate((link) => link === document.activeElement)).toBe(true)
    await page.getByRole('link', { name: 'API' }).press('Enter')
    await page.waitForURL('**/api')
    await expect.poll(() => focused(page)).toBe('h1 API')
  })
})

test('the focus stays on the button that tried again by itself', async () => {
  let tries = 0
  const service = createTestService()
  const origin = await listen((request) => {
    if (!request.url.includes('/metadata/')) return service.fetch(request)
    tries++
    return Response.json({ error: 'Token metadata fetch in progress' }, { status: 422 })
  })
  await browse({ baseURL: origin }, async (page) => {
    await page.clock.install()
    await page.goto(IN_PROGRESS)
    const stop = page.getByRole('button', { name: 'Stop waiting' })
    await stop.focus()
    await page
      .getByText(/^Trying again in/)
      .first()
      .waitFor()
    await page.clock.fastForward(5000)
    await expect.poll(() => tries).toBe(1)
    await page.getByText('Trying again in 10 seconds.').waitFor()
    expect(await focused(page)).toBe('button Stop waiting')
    await stop.press('Enter')
    expect(await focused(page)).toBe('button Wait again')
  })
})

test('nothing moves for those who asked for that', async () => {
  const service = createTestService()
  const origin = await listen((request) =>
    request.url.includes('/runes/') ? new Promise(() => {}) : service.fetch(request),
  )
  for (const [reducedMotion, moving] of [
    ['reduce', 0],
    ['no-preference', 1],
  ] as const) {
    await browse({ baseURL: origin, reducedMotion }, async (page) => {
      await openWhole(page, '/')
      await page.getByRole('link', { name: 'Block 840,006' }).first().click()
      await page.getByText('Loading the activity of the block').waitFor()
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(moving)
    })
  }
})
