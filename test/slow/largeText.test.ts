import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { FAILED_RESPONSE, open, startBrowsing } from '../support/browse.ts'
import { FAILURES, PAGES } from '../support/pages.ts'

const browse = startBrowsing(FAILED_RESPONSE)

test.each([
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
])(
  'with a font size of 200 %, no page of $width px scrolls sideways or covers its title',
  async (viewport) => {
    await browse({ viewport }, async (page) => {
      await open(page, '/about')
      const devTools = await page.context().newCDPSession(page)
      await devTools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
      const faults: string[] = []
      for (const path of [...PAGES, ...FAILURES]) {
        await open(page, path)
        faults.push(...(await page.evaluate(findFaults)).map((fault) => `${path}: ${fault}`))
      }
      expect(await fontSize(page)).toBe('32px')
      expect(faults).toEqual([])
    })
  },
)

function fontSize(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
}

function findFaults(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const title = document.querySelector('h1')
  const faults = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : []
  if (title === null) return ['no title']
  if (title.scrollWidth > title.clientWidth) faults.push('the title is wider than its place')
  const [range, buttons] = [document.createRange(), document.querySelectorAll('header button')]
  range.selectNodeContents(title)
  const { left, right, top, bottom } = range.getBoundingClientRect()
  for (const button of buttons) {
    const box = button.getBoundingClientRect()
    const isBeside =
      box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom
    if (!isBeside && !title.contains(button)) faults.push(`"${button.ariaLabel}" covers the title`)
  }
  return faults
}
