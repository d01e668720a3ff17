import { expect, test } from 'vitest'
import { overflowOf } from '../support/axe.ts'
import { open, startBrowsing } from '../support/browse.ts'
import { BLOCK, TX } from '../support/bundledIds.ts'
import { PAGES } from '../support/pages.ts'

/** A4 at 96 dpi. */
const PAPER = { width: 794, height: 1123 }

const browse = startBrowsing()

test('no printed page is wider than the paper, nor has controls', async () => {
  await browse({ viewport: PAPER, colorScheme: 'dark' }, async (page) => {
    await page.emulateMedia({ media: 'print' })
    for (const path of PAGES) {
      await open(page, path)
      expect(await overflowOf(page), path).toBe(0)
      const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      expect(background, path).toMatch(/^rgb\(2[45]\d, 2[45]\d, 2[45]\d\)$|^rgba\(0, 0, 0, 0\)$/)
      expect(await page.getByRole('link', { name: 'Next page' }).isVisible(), path).toBe(false)
      expect(await page.getByRole('contentinfo').isVisible(), path).toBe(false)
    }
  })
})

test('printed ids are whole', async () => {
  await browse({ viewport: PAPER }, async (page) => {
    await page.emulateMedia({ media: 'print' })
    await open(page, `/block/${BLOCK}`)
    const hidden = await page
      .locator('tbody a[href^="/tx/"] span')
      .evaluateAll(
        (parts) => parts.filter((part) => getComputedStyle(part).fontSize === '0px').length,
      )
    expect(hidden).toBe(0)
    await open(page, `/tx/${TX}`)
    expect(await page.locator('h1').innerText()).toContain('PEPE')
  })
})
