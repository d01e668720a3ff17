import { expect, test } from 'vitest'
import { overflowOf } from '../support/axe.ts'
import { focused, openFully, startBrowsing } from '../support/browse.ts'
import { createTestService, listen } from '../support/startService.ts'

const BLOCK = '/block/849250'
const IN_PROGRESS = '/token/ST000000000000000000002AMW42H.cairn-sample-in-progress'

const browse = startBrowsing(/^Failed to load resource/)

test('the tab order follows the reading order', async () => {
  await browse({}, async (page) => {
    await openFully(page, BLOCK)
    const order: string[] = []
    for (let stops = 0; stops < 12; stops++) {
      await page.keyboard.press('Tab')
      order.push(await focused(page))
    }
    expect(order).toEqual([
      'a Skip to content',
      'a Cairn',
      'input',
      'button Search',
      'button Share this page',
      'a Tokens',
      'a Runes',
      'a Blocks',
      'a API',
      expect.stringMatching(/^button Copy block hash|^a /),
      expect.anything(),
      expect.anything(),
    ])
    await page.getByRole('link', { name: 'Skip to content' }).focus()
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')

    const last = page.getByRole('contentinfo')
    await page.keyboard.press('Shift+Tab')
    await last.getByRole('combobox', { name: 'Theme' }).focus()
    await page.keyboard.press('Shift+Tab')
    expect(await focused(page)).toBe('button Keyboard shortcuts')
  })
})

test('? shows the shortcuts, Escape restores the focus, and shortcuts are inactive in fields and with modifiers', async () => {
  await browse({}, async (page) => {
    await openFully(page, BLOCK)
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    const link = page.getByRole('link', { name: 'API' })
    await link.focus()
    await page.keyboard.press('?')
    await help.getByText('Go to the search box').waitFor()
    expect(await focused(page)).toBe('button Close')
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('a API')

    const keys = page.getByRole('button', { name: 'Keyboard shortcuts' })
    await keys.press('Enter')
    await help.getByRole('button', { name: 'Close' }).press('Enter')
    expect(await focused(page)).toBe('button Keyboard shortcuts')

    await page.keyboard.press('Alt+?')
    await page.keyboard.press('/')
    await page.keyboard.type('?/')
    expect(await page.locator('input[name="q"]').inputValue()).toBe('?/')
    await page.getByRole('combobox', { name: 'Theme' }).press('?')
    expect(await help.count()).toBe(0)
  })
})

test('sharing copies the link and says so if the system cannot share', async () => {
  const permissions = ['clipboard-read', 'clipboard-write']
  await browse({ permissions }, async (page) => {
    await openFully(page, `${BLOCK}?offset=20`)
    const share = page.getByRole('button', { name: 'Share this page' })
    await share.press('Enter')
    await page.getByText('Copied the link to this page').waitFor({ state: 'attached' })
    expect(await share.textContent()).toBe('Link copied')
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

test('printed pages show complete hashes and their source, but no controls', async () => {
  await browse({ colorScheme: 'dark' }, async (page) => {
    await openFully(page, BLOCK)
    const link = page.locator('tbody a[href^="/tx/"]').first()
    await page.pdf({ format: 'A4' })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.setViewportSize({ width: 680, height: 900 })
    const controls = page.locator('input, button, select, nav').filter({ visible: true })
    expect(await controls.count()).toBe(0)
    const middle = link.locator('span')
    expect(await middle.evaluate((span) => getComputedStyle(span).fontSize)).not.toBe('0px')
    expect(
      await page.evaluate(() => ({
        head: getComputedStyle(document.querySelector('thead') ?? document.body).display,
        scheme: getComputedStyle(document.body).colorScheme,
      })),
    ).toEqual({ head: 'table-header-group', scheme: 'light' })
    expect(await overflowOf(page)).toBe(0)
    await page.getByText(/\/block\/849250, printed at \d{4}-\d\d-\d\d \d\d:\d\d UTC/).waitFor()
  })
})

test('a new page moves the focus to its heading, and turning pages keeps the focus', async () => {
  await browse({ reducedMotion: 'reduce' }, async (page) => {
    await openFully(page, BLOCK)
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

test('the tabs, filters and pages of a rune keep the focus', async () => {
  await browse({}, async (page) => {
    await openFully(page, '/rune/999999999:10001')
    const follow = async (navigation: string, link: string, shown: string) => {
      const target = page
        .getByRole('navigation', { name: navigation })
        .getByRole('link', { name: link, exact: true })
      await target.press('Enter')
      await page.getByText(shown, { exact: true }).first().waitFor()
      expect(await target.evaluate((link) => link === document.activeElement)).toBe(true)
    }
    await follow('Operations', 'Mints', '300 records')
    await follow('Pages, top', 'Next', '21–40 of 300')
    await follow('Rune lists', 'Holders', '89 holders')
    await follow('Pages, top', 'Last', '81–89 of 89')
    await page
      .getByRole('link', { name: /^tb1psamp/ })
      .first()
      .press('Enter')
    await expect.poll(() => focused(page)).toMatch(/^h1 tb1psamp/)
  })
})

test.each([
  ['/runes', 'Name begins with', 'dog', '/runes?name=dog'],
  ['/tokens', 'Name contains', 'gold', '/tokens?name=gold'],
])(
  'filtering %s keeps the focus, and the fields follow the URL',
  async (path, label, text, url) => {
    await browse({}, async (page) => {
      await openFully(page, path)
      const field = page.getByRole('textbox', { name: label })
      await field.fill(text)
      await field.press('Enter')
      await page.waitForURL(`**${url}`)
      await expect.poll(() => page.getByText(/^1–\d+ of \d+$/).count()).toBeGreaterThan(0)
      expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)

      await field.fill('zzzzzz')
      const button = page.getByRole('button', { name: 'Filter' })
      await button.press('Enter')
      await page.waitForURL(/zzzzzz/)
      await page
        .getByRole('link', { name: /^Show all/ })
        .first()
        .waitFor()
      expect(await focused(page)).toBe('button Filter')
      await page.goBack()
      await page.waitForURL(`**${url}`)
      await expect.poll(() => field.inputValue()).toBe(text)
    })
  },
)

test('an automatic retry keeps the focus on its button', async () => {
  let attempts = 0
  const service = createTestService()
  const origin = await listen((request) => {
    if (!request.url.includes('/metadata/')) return service.fetch(request)
    attempts++
    return Response.json({ error: 'Token metadata fetch in progress' }, { status: 422 })
  })
  await browse({ baseURL: origin }, async (page) => {
    await page.clock.install()
    await page.goto(IN_PROGRESS)
    const stop = page.getByRole('button', { name: 'Stop retrying' })
    await stop.focus()
    await page
      .getByText(/^Trying again in/)
      .first()
      .waitFor()
    await page.clock.fastForward(5000)
    await expect.poll(() => attempts).toBe(1)
    await page.getByText('Trying again in 10 seconds.').waitFor()
    expect(await focused(page)).toBe('button Stop retrying')
    await stop.press('Enter')
    expect(await focused(page)).toBe('button Resume retrying')
  })
})
