import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { focused, open, startBrowsing } from '../support/browse.ts'
import { BLOCK, TX } from '../support/bundledIds.ts'

const browse = startBrowsing()

/** Keys that a reader presses on a page, and where that leads: what has the focus, and the URL. */
const CASES: { path: string; keys: string[]; focus: RegExp; url: string }[] = [
  { path: '/', keys: ['Tab'], focus: /^a Skip to content/, url: '/' },
  { path: '/about', keys: ['Tab', 'Enter'], focus: /^main/, url: '/about#main' },
  { path: '/about', keys: ['/'], focus: /^input/, url: '/about' },
  { path: '/about', keys: ['/', 'Escape'], focus: /^body/, url: '/about' },
  { path: '/about', keys: ['?'], focus: /^h1 Settings/, url: '/settings' },
  { path: `/block/${BLOCK}`, keys: [']'], focus: /./, url: `/block/${BLOCK}?offset=25` },
  { path: `/block/${BLOCK}?offset=25`, keys: ['['], focus: /./, url: `/block/${BLOCK}` },
  { path: `/block/${BLOCK}`, keys: ['ArrowRight'], focus: /^h1/, url: `/block/${BLOCK + 1}` },
  { path: `/block/${BLOCK}?row=first`, keys: ['Escape'], focus: /./, url: `/block/${BLOCK}` },
]

test.each(CASES)('$keys on $path', async ({ path, keys, focus, url }) => {
  await browse({}, async (page) => {
    await open(page, path)
    for (const key of keys) await page.keyboard.press(key)
    await expect.poll(() => addressOf(page)).toBe(url)
    await expect.poll(() => focused(page)).toMatch(focus)
  })
})

function addressOf(page: Page): string {
  const { pathname, search, hash } = new URL(page.url())
  return pathname + search + hash
}

test('keys step through the rows, beyond the end of a page', async () => {
  await browse({}, async (page) => {
    await open(page, `/block/${BLOCK}?offset=25&row=first`)
    for (const [key, place] of [
      ['j', 27],
      ['k', 26],
      ['k', 25],
      ['j', 26],
    ] as const) {
      await page.keyboard.press(key)
      await page.getByRole('region', { name: new RegExp(`, ${place} of `) }).waitFor()
    }
    expect(addressOf(page)).toMatch(/row=first&offset=25/)
  })
})

test('a row opens and closes by keyboard, and the focus comes back', async () => {
  await browse({}, async (page) => {
    await open(page, `/tx/${TX}`)
    const link = page.getByRole('link', { name: /, details$/ }).first()
    await link.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toMatch(/^section Etching, 1 of 1/)
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toMatch(/^a Etching, details/)
  })
})

test('a popover opens and closes by keyboard, and its button keeps the focus', async () => {
  await browse({}, async (page) => {
    await open(page, `/block/${BLOCK}`)
    const button = page.getByRole('button', { name: 'Export' })
    await button.focus()
    await page.keyboard.press('Enter')
    const link = page.getByRole('link', { name: /^JSON lines/ })
    await link.waitFor()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toMatch(/^a CSV/)
    await page.keyboard.press('Escape')
    await link.waitFor({ state: 'hidden' })
    expect(await focused(page)).toMatch(/^button Export/)
  })
})

test('everything that has the focus shows it', async () => {
  await browse({}, async (page) => {
    for (const path of ['/', `/block/${BLOCK}`, '/tokens', '/api?endpoint=tokens']) {
      await open(page, path)
      for (let press = 0; press < 40; press++) {
        await page.keyboard.press('Tab')
        const isVisible = await page.evaluate(() => {
          const { activeElement: element } = document
          if (element === null || element === document.body) return true
          const outline = (it: Element) => getComputedStyle(it).outlineStyle !== 'none'
          // A label shows the focus of its radio button.
          return [element, element.closest('label')].some((it) => it !== null && outline(it))
        })
        expect(isVisible, `${path}: ${await focused(page)}`).toBe(true)
      }
    }
  })
})
