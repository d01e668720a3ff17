import { expect, test } from 'vitest'
import { FAILED_RESPONSE, holdRequests, open, startBrowsing } from '../support/browse.ts'

const BLOCK = '/block/849250'

const browse = startBrowsing(FAILED_RESPONSE)

test('a page with an unknown parameter in its URL is hydrated', async () => {
  await browse({}, async (page) => {
    await page.route(/\/assets\/index-.*\.js$/, async (route) => {
      // Rendering the page again would replace this element.
      await page.locator('h1').evaluate((heading) => heading.setAttribute('data-rendered', ''))
      await route.continue()
    })
    await open(page, `${BLOCK}?utm_source=chat`)
    expect(await page.locator('h1[data-rendered]').count()).toBe(1)
    expect(await page.locator('title, link[rel=canonical]').count()).toBe(2)
  })
})

test.each([
  ['before the explorer runs', /assets\/index-.*\.js$/],
  ['before the code of the page is loaded', /assets\/BlockPage-.*\.js$/],
])('Back works when it is pressed %s', async (_, late) => {
  await browse({ serviceWorkers: 'block' }, async (page) => {
    await open(page, BLOCK)
    const next = page
      .getByRole('navigation', { name: 'Pages, top' })
      .getByRole('link', { name: 'Next' })
    await next.click()
    await page.getByText('21–40 of 4,756').first().waitFor()
    const release = await holdRequests(page, late)
    await page.reload({ waitUntil: 'commit' })
    await page.getByText('21–40 of 4,756').first().waitFor()
    // Both history entries belong to one document, so the browser does not load a page.
    await page.evaluate(() => history.back())
    await page.waitForURL(BLOCK, { waitUntil: 'commit' })
    release()
    await page.getByText('1–20 of 4,756').first().waitFor()
    expect(await next.getAttribute('href')).toBe(`${BLOCK}?offset=20`)
  })
})
