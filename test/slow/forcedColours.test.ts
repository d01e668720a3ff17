import { expect, test } from 'vitest'
import { startBrowsing } from '../support/browse.ts'
import { MINT_AND_CHANGE } from '../support/bundledIds.ts'
import { startService } from '../support/startService.ts'

const browse = startBrowsing()

test.each(['/blocks', `/tx/${MINT_AND_CHANGE}`, '/block/840006', '/block/840006?figure=order'])(
  'in forced colours, each shape of a figure has an outline at %s',
  async (path) => {
    const baseURL = await startService({ pages: 'server-rendered' })
    await browse({ baseURL, forcedColors: 'active', javaScriptEnabled: false }, async (page) => {
      await page.goto(path)
      const strokes = await page
        .locator('svg :is([class*="-fill"], [fill*="-fill)"])')
        .evaluateAll((shapes) => shapes.map((shape) => getComputedStyle(shape).stroke))
      expect(strokes.length).toBeGreaterThan(0)
      expect(new Set(strokes)).not.toContain('none')
      expect(new Set(strokes)).not.toContain('rgba(0, 0, 0, 0)')
    })
  },
)
