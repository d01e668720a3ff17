import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflowOf } from '../support/axe.ts'
import { open, readDownload, startBrowsing } from '../support/browse.ts'
import { startService } from '../support/startService.ts'

const LOCALIZED = '/token/ST000000000000000000002AMW42H.cairn-sample-localized'
const HOSTILE = '/token/ST000000000000000000002AMW42H.cairn-sample-hostile'
const SIDE_BY_SIDE = `${LOCALIZED}?locale=ar&beside=en`

const browse = startBrowsing(/^$/)

/** Where the Arabic and the English description are, and how the Arabic one reads. */
async function placesOf(page: Page) {
  const description = page
    .getByRole('region', { name: 'Side by side' })
    .getByRole('region', { name: 'Description' })
  const [arabic, english] = [
    description.locator(':lang(ar)'),
    description.locator(':lang(en) p[lang], p:lang(en)[lang]'),
  ]
  return {
    arabic: await arabic.last().boundingBox(),
    english: await english.last().boundingBox(),
    direction: await arabic.last().evaluate((text) => getComputedStyle(text).direction),
  }
}

test('two locales stand in two columns, and on a phone below each other', async () => {
  await browse({}, async (page) => {
    await open(page, SIDE_BY_SIDE)
    for (const [width, isWide] of [
      [1280, true],
      [360, false],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      const { arabic, english, direction } = await placesOf(page)
      expect(direction).toBe('rtl')
      expect(english?.x === arabic?.x).toBe(!isWide)
      expect((english?.y ?? 0) > (arabic?.y ?? 0)).toBe(!isWide)
      expect(await overflowOf(page)).toBe(0)
    }
  })
})

test('without scripts a form puts one locale beside another', async () => {
  await browse({ javaScriptEnabled: false }, async (page) => {
    await page.goto(`${LOCALIZED}?locale=ar`)
    await page.getByRole('combobox', { name: 'Compare with' }).selectOption('en')
    await page.getByRole('button', { name: 'Show' }).first().click()
    await page.waitForURL(`**${SIDE_BY_SIDE}`)
    const { arabic, english } = await placesOf(page)
    expect(english?.y).toBe(arabic?.y)
  })
})

test('nothing moves when the page is hydrated in the language of the reader', async () => {
  await browse({ locale: 'nl-NL', viewport: { width: 1280, height: 3000 } }, async (page) => {
    await page.addInitScript(() => {
      const seen = { shift: 0, skeletons: 0 }
      Object.assign(window, { seen })
      new PerformanceObserver((list) => {
        // @ts-expect-error TypeScript knows no layout shifts.
        for (const { value } of list.getEntries()) seen.shift += value
      }).observe({ type: 'layout-shift', buffered: true })
      new MutationObserver(() => {
        seen.skeletons += document.querySelectorAll('[aria-busy="true"]').length
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto(SIDE_BY_SIDE)
    await page.getByText('3.402.823.669').first().waitFor()
    // @ts-expect-error put there above.
    const { shift, skeletons } = await page.evaluate(() => window.seen)
    expect(skeletons).toBe(0)
    expect(shift).toBeLessThan(0.01)
  })
})

test('the raw answer shows the match, and is saved as it came', async () => {
  await browse({ viewport: { width: 360, height: 800 } }, async (page, origin) => {
    await open(page, LOCALIZED)
    await page.getByText('Raw answer').click()
    const search = page.getByRole('searchbox', { name: 'Search in the answer' })
    await search.fill('9007199254740993000000001')
    await page.getByText('1 of 1', { exact: true }).waitFor()
    const region = page.getByRole('region', { name: 'The answer as JSON' })
    expect(await region.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100)
    expect(await overflowOf(page)).toBe(0)

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const saved = await download
    expect(saved.suggestedFilename()).toBe('cairn-sample-localized.json')
    const answer = await fetch(`${origin}/metadata/v1/ft/${LOCALIZED.split('/')[2]}`)
    expect(await readDownload(saved)).toBe(await answer.text())
  })
})

test('on a phone a symbol that fits a line is not broken, and a longer one is', async () => {
  await browse({ viewport: { width: 360, height: 800 } }, async (page) => {
    await open(page, LOCALIZED)
    const symbol = page.locator('h1 bdi', { hasText: /^SAMPLE/ })
    const countLines = () => symbol.evaluate((element) => element.getClientRects().length)
    expect(await countLines()).toBe(1)
    await symbol.evaluate((element) => element.append('E'.repeat(100)))
    expect(await countLines()).toBeGreaterThan(3)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  })
})

test('a total supply never breaks and never widens the page, however long it is', async () => {
  const total_supply = '340282366920938463463374607431768211455'
  await browse({}, async (page) => {
    let decimals = 0
    await page.route(/\/metadata\/v1\//, async (route) => {
      const answer = await (await route.fetch()).json()
      await route.fulfill({ json: { ...answer, total_supply, decimals } })
    })
    for (decimals of [0, 6, 38]) {
      // A page that the service rendered would not ask for anything.
      await open(page, '/')
      await page.getByRole('link', { name: 'LONGcoin' }).first().click()
      const amounts = page.getByRole('region', { name: 'Total supply' }).getByText(/^3[\d,.]{38,}$/)
      await amounts.nth(1).waitFor()
      for (const width of [1280, 768, 360, 320]) {
        await page.setViewportSize({ width, height: 800 })
        const hasOneLine = await amounts.evaluateAll((found) =>
          found.map((amount) => {
            const range = document.createRange()
            range.selectNodeContents(amount)
            return new Set([...range.getClientRects()].map(({ top }) => top)).size === 1
          }),
        )
        expect(hasOneLine, `${decimals} decimals, ${width} px`).toEqual([true, true])
        expect(await overflowOf(page), `${decimals} decimals, ${width} px`).toBe(0)
      }
    }
  })
})

test('names of 25,000 characters fit the narrowest phone', async () => {
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
      const answer = await (await route.fetch()).json()
      for (const { rune } of answer.results) Object.assign(rune, { name: long, spaced_name: long })
      await route.fulfill({ json: answer })
    })
    await page.route(/\/explorer\/v1\/search/, async (route) => {
      const answer = await (await route.fetch()).json()
      for (const hit of answer.results) Object.assign(hit, { title: long, detail: long })
      await route.fulfill({ json: answer })
    })
    // A page that the service rendered would not ask for anything.
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

test('on a phone each group names its two languages once, and each value has the tag of its own', async () => {
  await browse({ viewport: { width: 360, height: 800 } }, async (page) => {
    await open(page, SIDE_BY_SIDE)
    const group = page
      .getByRole('region', { name: 'Side by side' })
      .getByRole('region', { name: 'Attributes' })
    await group.locator('meter').first().waitFor()
    const countSeen = (text: string) =>
      group.evaluate(
        (element, text) =>
          [...element.querySelectorAll('bdi')].filter(
            (bdi) =>
              bdi.textContent === text &&
              (bdi.closest('p')?.offsetWidth ?? 0) > 1 &&
              !bdi.closest('.sr-only'),
          ).length,
        text,
      )
    for (const [title, tag] of [
      ['العربية · Arabic (ar)', 'ar'],
      ['English (en)', 'en'],
    ] as const) {
      expect(await countSeen(title)).toBe(1)
      expect(await countSeen(tag)).toBe(12)
    }
  })
})

test('where a gateway is set, addresses of ipfs lead through it, and its host is asked only if the reader agrees', async () => {
  const baseURL = await startService({ ipfsGateway: 'https://ipfs.example' })
  await browse({ baseURL }, async (page) => {
    const asked: string[] = []
    await page.route('https://ipfs.example/**', (route) => {
      asked.push(route.request().url())
      return route.fulfill({ path: 'public/apple-touch-icon.png' })
    })
    await open(page, HOSTILE)
    const link = page.getByRole('link', { name: /^ipfs:\/\/bafybeigdyrzt/ })
    expect(await link.getAttribute('href')).toBe(
      'https://ipfs.example/ipfs/bafybeigdyrzt/cairn.png',
    )
    expect(await link.textContent()).toContain('(goes to ipfs.example)')
    expect(asked).toEqual([])
    await page.getByRole('button', { name: 'Show image from ipfs.example' }).click()
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('figure img')?.naturalWidth,
    )
    expect(asked).toEqual(['https://ipfs.example/ipfs/bafybeigdyrzt/cairn.png'])
  })
})
