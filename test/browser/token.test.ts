import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflowOf } from '../support/axe.ts'
import { open, readDownload, startBrowsing } from '../support/browse.ts'
import { startService } from '../support/startService.ts'

const LOCALIZED = '/token/ST000000000000000000002AMW42H.cairn-sample-localized'
const HOSTILE = '/token/ST000000000000000000002AMW42H.cairn-sample-hostile'
const SIDE_BY_SIDE = `${LOCALIZED}?locale=ar&beside=en`

const browse = startBrowsing(/^$/)

/** The boxes of the Arabic and the English description, and the direction of the Arabic one. */
async function measureDescriptions(page: Page) {
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

test('two locales are shown in two columns, and on a phone one below the other', async () => {
  await browse({}, async (page) => {
    await open(page, SIDE_BY_SIDE)
    for (const [width, isWide] of [
      [1280, true],
      [360, false],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      const { arabic, english, direction } = await measureDescriptions(page)
      expect(direction).toBe('rtl')
      expect(english?.x === arabic?.x).toBe(!isWide)
      expect((english?.y ?? 0) > (arabic?.y ?? 0)).toBe(!isWide)
      expect(await overflowOf(page)).toBe(0)
    }
  })
})

test('without JavaScript a form compares two locales', async () => {
  await browse({ javaScriptEnabled: false }, async (page) => {
    await page.goto(`${LOCALIZED}?locale=ar`)
    await page.getByRole('combobox', { name: 'Second locale' }).selectOption('en')
    await page.getByRole('button', { name: 'Show' }).first().click()
    await page.waitForURL(`**${SIDE_BY_SIDE}`)
    const { arabic, english } = await measureDescriptions(page)
    expect(english?.y).toBe(arabic?.y)
  })
})

test('hydration in the user’s language causes no layout shift', async () => {
  await browse({ locale: 'nl-NL', viewport: { width: 1280, height: 3000 } }, async (page) => {
    await page.addInitScript(() => {
      const seen = { shift: 0, skeletons: 0 }
      Object.assign(window, { seen })
      new PerformanceObserver((list) => {
        // @ts-expect-error TypeScript has no type for layout shifts.
        for (const { value } of list.getEntries()) seen.shift += value
      }).observe({ type: 'layout-shift', buffered: true })
      new MutationObserver(() => {
        seen.skeletons += document.querySelectorAll('[aria-busy="true"]').length
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto(SIDE_BY_SIDE)
    await page.getByText('3.402.823.669').first().waitFor()
    // @ts-expect-error the init script sets it.
    const { shift, skeletons } = await page.evaluate(() => window.seen)
    expect(skeletons).toBe(0)
    expect(shift).toBeLessThan(0.01)
  })
})

test('the raw response scrolls to the match and is downloaded unchanged', async () => {
  await browse({ viewport: { width: 360, height: 800 } }, async (page, origin) => {
    await open(page, LOCALIZED)
    await page.getByText('Raw response').click()
    const search = page.getByRole('searchbox', { name: 'Search in the response' })
    await search.fill('9007199254740993000000001')
    await page.getByText('1 of 1', { exact: true }).waitFor()
    const region = page.getByRole('region', { name: 'Response as JSON' })
    expect(await region.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100)
    expect(await overflowOf(page)).toBe(0)

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const saved = await download
    expect(saved.suggestedFilename()).toBe('cairn-sample-localized.json')
    const response = await fetch(`${origin}/metadata/v1/ft/${LOCALIZED.split('/')[2]}`)
    expect(await readDownload(saved)).toBe(await response.text())
  })
})

test('on a phone a symbol only wraps if it is longer than a line', async () => {
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

test('on a phone each group names its two languages once, and each value has its language tag', async () => {
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

test('with a gateway set, ipfs links use it, and images are loaded from it only after the user agrees', async () => {
  const baseURL = await startService({ ipfsGateway: 'https://ipfs.example' })
  await browse({ baseURL }, async (page) => {
    const requests: string[] = []
    await page.route('https://ipfs.example/**', (route) => {
      requests.push(route.request().url())
      return route.fulfill({ path: 'public/apple-touch-icon.png' })
    })
    await open(page, HOSTILE)
    const link = page.getByRole('link', { name: /^ipfs:\/\/bafybeigdyrzt/ })
    expect(await link.getAttribute('href')).toBe(
      'https://ipfs.example/ipfs/bafybeigdyrzt/cairn.png',
    )
    expect(await link.textContent()).toContain('(goes to ipfs.example)')
    expect(requests).toEqual([])
    await page.getByRole('button', { name: 'Show image from ipfs.example' }).click()
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('figure img')?.naturalWidth,
    )
    expect(requests).toEqual(['https://ipfs.example/ipfs/bafybeigdyrzt/cairn.png'])
  })
})

const LONGCOIN = '/token/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'

test('an image of a trusted host loads at once, also without JavaScript', async () => {
  const baseURL = await startService({ imageHosts: ['assets.hiro.so'] })
  for (const javaScriptEnabled of [true, false]) {
    await browse({ baseURL, javaScriptEnabled }, async (page) => {
      await page.route('https://assets.hiro.so/**', (route) =>
        route.fulfill({ path: 'public/apple-touch-icon.png' }),
      )
      const response = page.waitForResponse(/^https:\/\/assets\.hiro\.so\/.*-thumb\.png$/)
      await open(page, LONGCOIN)
      expect((await response).request().headers().referer).toBeUndefined()
      expect(await page.getByRole('button', { name: /^Show image/ }).count()).toBe(0)
    })
  }
})

test('if an image of a trusted host cannot be shown, the reader is asked about the next host', async () => {
  const baseURL = await startService({ imageHosts: ['assets.hiro.so'] })
  await browse({ baseURL }, async (page) => {
    const requests: string[] = []
    await page.route(/^https:/, (route) => {
      requests.push(new URL(route.request().url()).host)
      return route.fulfill({ contentType: 'image/png', body: 'no image' })
    })
    await open(page, LONGCOIN)
    await page.getByRole('button', { name: 'Show image from storage.googleapis.com' }).waitFor()
    expect(new Set(requests)).toEqual(new Set(['assets.hiro.so']))
    await page.getByText('could not be loaded from assets.hiro.so: no image was').waitFor()
  })
})
