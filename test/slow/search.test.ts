import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { FAILED_RESPONSE, open, startBrowsing } from '../support/browse.ts'
import { expectCached } from '../support/offline.ts'

const LONGCOIN = '/token/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'

const browse = startBrowsing(FAILED_RESPONSE)

const box = (page: Page) => page.getByRole('combobox', { name: /^Search/ })

test('a token can be found by name using only the keyboard', async () => {
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

    // The empty search box suggests viewed pages. Escape closes the list, and Escape again leaves the box.
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

test('the search box works without the code of its suggestions', async () => {
  await browse({}, async (page) => {
    await page.route(/Suggestions/, (route) => route.fulfill({ status: 404 }))
    await open(page, '/')
    await box(page).fill('849,250')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/block/849250')
  })
})

test('searches for incomplete input are not cached', async () => {
  await browse({ serviceWorkers: 'allow' }, async (page, origin) => {
    await open(page, '/')
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await box(page).pressSequentially('longcoi')
    await page.getByRole('option', { name: /^LONGcoin/ }).waitFor()
    await box(page).fill('longcoin')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=longcoin')
    await expectCached(page, '/explorer/v1/search?q=longcoin')
    const cached = await page.evaluate(async () => {
      const requests = await (await caches.open('responses')).keys()
      return requests.map(({ url }) => url).filter((url) => url.includes('/search'))
    })
    expect(cached).toEqual([`${origin}/explorer/v1/search?q=longcoin`])
  })
})
