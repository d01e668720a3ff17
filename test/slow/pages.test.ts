import { expect, test } from 'vitest'
import { FAILED_RESPONSE, open, startBrowsing, startPatient } from '../support/browse.ts'
import { FAILURES, PAGES } from '../support/pages.ts'

const browse = startBrowsing()
const browseFailures = startBrowsing(FAILED_RESPONSE)

test('no page logs an error of hydration or of the Content-Security-Policy', async () => {
  await browse({}, async (page) => {
    for (const path of PAGES) await open(page, path)
  })
  await browseFailures({}, async (page) => {
    for (const path of FAILURES) await open(page, path)
  })
})

test('every page has its content without JavaScript', async () => {
  await browse({ javaScriptEnabled: false, baseURL: await startPatient() }, async (page) => {
    for (const path of PAGES) {
      await page.goto(path)
      expect(await page.locator('h1').isVisible(), path).toBe(true)
      expect(await page.locator('main [aria-busy="true"]').count(), path).toBe(0)
      // A list has its rows.
      for (const table of await page.getByRole('table').all()) {
        expect(await table.getByRole('row').count(), path).toBeGreaterThan(1)
      }
    }
  })
})
