import { expect, test } from 'vitest'
import { overflowOf } from '../support/axe.ts'
import { open, startBrowsing } from '../support/browse.ts'

const LOCALIZED = '/token/ST000000000000000000002AMW42H.cairn-sample-localized'
const SIDE_BY_SIDE = `${LOCALIZED}?locale=ar&beside=en`

const browse = startBrowsing(/^$/)

test('a total supply of any length does not widen the page', async () => {
  const total_supply = '340282366920938463463374607431768211455'
  await browse({}, async (page) => {
    let decimals = 0
    await page.route(/\/metadata\/v1\//, async (route) => {
      const token = await (await route.fetch()).json()
      await route.fulfill({ json: { ...token, total_supply, decimals } })
    })
    for (decimals of [0, 6, 38]) {
      // A server-rendered page would not send the mocked request.
      await open(page, '/')
      await page.getByRole('link', { name: 'LONGcoin' }).first().click()
      const amounts = page.getByRole('region', { name: 'Total supply' }).getByText(/^3[\d,.]{38,}$/)
      await amounts.nth(1).waitFor()
      for (const width of [1280, 768, 360, 320]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await overflowOf(page), `${decimals} decimals, ${width} px`).toBe(0)
      }
    }
  })
})

test('names of 25,000 characters fit the narrowest phone screen', async () => {
  const long = 'W'.repeat(25_000)
  const attribute = { trait_type: long, display_type: long, value: { [long]: long } }
  const fields = {
    name: long,
    symbol: long,
    metadata: {
      name: `${long}!`,
      attributes: [attribute],
      properties: { [long]: { [long]: long, [`${long}!`]: [1, long] }, decimals: long },
      localization: { uri: '', default: long, locales: [long] },
    },
  }
  await browse({ viewport: { width: 320, height: 800 } }, async (page) => {
    await page.route(/\/metadata\/v1\//, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ json: { ...(await response.json()), ...fields } })
    })
    await page.route(/\/runes\/v1\//, async (route) => {
      const reply = await (await route.fetch()).json()
      for (const { rune } of reply.results) Object.assign(rune, { name: long, spaced_name: long })
      await route.fulfill({ json: reply })
    })
    await page.route(/\/explorer\/v1\/search/, async (route) => {
      const reply = await (await route.fetch()).json()
      for (const hit of reply.results) Object.assign(hit, { title: long, detail: long })
      await route.fulfill({ json: reply })
    })
    // Server-rendered pages would not send the mocked requests.
    await open(page, '/')
    for (const path of [
      LOCALIZED,
      SIDE_BY_SIDE,
      '/search?q=sbtc',
      '/block/840006',
      '/tx/1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b',
    ]) {
      await page.evaluate((path) => {
        history.pushState(null, '', path)
        dispatchEvent(new PopStateEvent('popstate'))
      }, path)
      await page.locator(`link[rel="canonical"][href$="${path}"]`).waitFor({ state: 'attached' })
      await page.locator('main').getByText('WWWWWWWW').first().waitFor()
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true
      })
      expect(await overflowOf(page), path).toBe(0)
    }
  })
})
