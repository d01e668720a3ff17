import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { EXPLAINED, open, startBrowsing } from '../support/browse.ts'
import { expectCached } from '../support/offline.ts'

const LONGCOIN = '/token/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'

const browse = startBrowsing(EXPLAINED)

const box = (page: Page) => page.getByRole('combobox', { name: /^Search/ })

test('a token is found by its name with the keyboard alone', async () => {
  await browse({}, async (page) => {
    await open(page, '/block/849250')
    await page.keyboard.press('/')
    await page.keyboard.type('longcoi', { delay: 20 })
    await page
      .getByRole('option', { name: /LONGcoin/ })
      .first()
      .waitFor()

    await page.keyboard.press('ArrowDown')
    const marked = await box(page).getAttribute('aria-activedescendant')
    expect(await page.locator(`[id="${marked}"]`).getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${LONGCOIN}`)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')

    // And once more, with Escape twice and without the mouse: what was read is offered first.
    await page.waitForFunction(() => localStorage.getItem('cairn.visits')?.includes('longcoin'))
    await page.keyboard.press('/')
    await page.getByRole('group', { name: 'Recently viewed' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    expect(await box(page).evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  })
})

test('the box works before and without the code of its suggestions', async () => {
  await browse({}, async (page) => {
    await page.route(/Suggestions/, (route) => route.fulfill({ status: 404 }))
    await open(page, '/')
    await box(page).fill('849,250')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/block/849250')
  })
})

test('what was only begun to be typed is not kept for later', async () => {
  await browse({ serviceWorkers: 'allow' }, async (page, origin) => {
    await open(page, '/')
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await box(page).pressSequentially('longcoi')
    await page.getByRole('option', { name: /^LONGcoin/ }).waitFor()
    await box(page).fill('longcoin')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=longcoin')
    await expectCached(page, '/explorer/v1/search?q=longcoin')
    const kept = await page.evaluate(async () => {
      const requests = await (await caches.open('responses')).keys()
      return requests.map(({ url }) => url).filter((url) => url.includes('/search'))
    })
    expect(kept).toEqual([`${origin}/explorer/v1/search?q=longcoin`])
  })
})
