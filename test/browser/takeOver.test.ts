import { expect, test } from 'vitest'
import { holdBack, open, startBrowsing } from '../support/browse.ts'

const BLOCK = '/block/849250'

const browse = startBrowsing(/^Service Worker registration blocked/)

test('Back that is pressed before the explorer runs leads back', async () => {
  await browse({ serviceWorkers: 'block' }, async (page) => {
    await open(page, BLOCK)
    const next = page
      .getByRole('navigation', { name: 'Pages, top' })
      .getByRole('link', { name: 'Next' })
    await next.click()
    await page.getByText('21–40 of 4,756').first().waitFor()
    const letPass = await holdBack(page, /assets\/explorer-.*\.js$/)
    await page.reload({ waitUntil: 'commit' })
    await page.getByText('21–40 of 4,756').first().waitFor()
    // Both are of one document to the browser: it loads nothing.
    await page.evaluate(() => history.back())
    await page.waitForURL(BLOCK)
    letPass()
    await page.getByText('1–20 of 4,756').first().waitFor()
    expect(await next.getAttribute('href')).toBe(`${BLOCK}?offset=20`)
  })
})

test('Back that is pressed while the explorer takes the page over leads back', async () => {
  await browse({ serviceWorkers: 'block' }, async (page) => {
    // As if the event came right before the router listens for it.
    await page.addInitScript(`
      const listen = addEventListener
      addEventListener = (type, ...others) => {
        if (type === 'popstate' && location.search === '?offset=20')
          history.replaceState(null, '', location.pathname)
        listen(type, ...others)
      }`)
    await page.goto(`${BLOCK}?offset=20`)
    await page.getByText('1–20 of 4,756').first().waitFor()
    expect(new URL(page.url()).search).toBe('')
  })
})

test('errors have stacks, but for those that React makes when it is loaded', async () => {
  await browse({ serviceWorkers: 'block' }, async (page) => {
    await page.addInitScript(`
      limits = []
      usualLimit = Error.stackTraceLimit
      Error = new Proxy(Error, {
        apply: (made, _, [message]) => {
          limits.push(made.stackTraceLimit)
          return made(message)
        },
      })`)
    await open(page, BLOCK)
    const limits = await page.evaluate('limits')
    expect(new Set(limits as unknown[])).toEqual(new Set([undefined]))
    expect(await page.evaluate('Error.stackTraceLimit === usualLimit')).toBe(true)
  })
})
