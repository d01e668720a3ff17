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

const PAGES = [
  '/',
  '/token/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin',
  '/tx/1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b',
  BLOCK,
  '/rune/999999999:10001',
  '/address/1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  '/tokens',
  '/runes',
  '/blocks',
  '/search?q=dog',
  '/device',
  '/wallet',
]

test('each page names all scripts that hydrate it', async () => {
  await browse({}, async (page) => {
    for (const path of PAGES) {
      await open(page, path)
      const { loaded, unnamed } = await page.evaluate(() => {
        const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')]
        const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')]
        const named = [...links.map(({ href }) => href), ...scripts.map(({ src }) => src)]
        const [interactive] = performance.getEntriesByName('interactive')
        const loaded = performance
          .getEntriesByType('resource')
          .filter(({ startTime }) => startTime < (interactive?.startTime ?? 0))
          .map(({ name }) => name)
          .filter((name) => name.endsWith('.js'))
        return { loaded, unnamed: loaded.filter((name) => !named.includes(name)) }
      })
      expect(loaded.length, path).toBeGreaterThan(0)
      expect(unnamed, path).toEqual([])
    }
  })
})
