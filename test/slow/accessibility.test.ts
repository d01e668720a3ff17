import { expect, test } from 'vitest'
import { findFaults, findViolations, overflowOf } from '../support/axe.ts'
import { FAILED_RESPONSE, open, openFully, startBrowsing } from '../support/browse.ts'
import { createTestService, listen } from '../support/startService.ts'

const BLOCK = '/block/840006'
const TOKEN = '/token/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
const SAMPLE = '/token/ST000000000000000000002AMW42H.cairn-sample'
const TRANSACTION = '/tx/32807bc258365fa294e099a863ec965f1a38b5d02fbf9d9dea2cd4b5c953838e'
const AIRDROP = '/tx/1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b'

const RUNE = '/rune/999999999:10001'
// The largest holder of that rune.
const ADDRESS = '/address/tb1psamplermme8qkf0gxamup5dzs5vnndsdlmyegqpqjd5t3m0e6vtlvwpxcf'

const PAGES = [
  '/',
  TOKEN,
  TRANSACTION,
  `${BLOCK}?offset=40`,
  '/block/900000',
  RUNE,
  `${RUNE}?view=holders`,
  ADDRESS,
  '/search?q=sbtc',
  '/tokens?name=btc',
  '/runes',
  '/blocks',
  '/api',
  '/device',
  '/wallet',
  '/token/SP3V5E10PAR6BJQTC8S5ECX9JKVKR36DMQTD02SVQ.unity-hub',
  `${SAMPLE}-localized?locale=ar`,
  `${SAMPLE}-localized?locale=fr`,
  `${SAMPLE}-localized?locale=ja&beside=ar`,
  `${SAMPLE}-hostile`,
  `${SAMPLE}-in-progress`,
  AIRDROP,
  '/block/999999999?offset=300&limit=60',
  '/block/849250?offset=9000',
  '/block/849250?limit=5000',
  '/rune/840000:3',
  '/rune/840000:3?view=holders&offset=40',
  '/rune/999999999:20001?op=burn&limit=50',
  '/rune/NOSUCHRUNE',
  `${ADDRESS}?view=balances`,
  `${ADDRESS}?op=send`,
  '/address/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3',
  '/address/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ4',
  '/tx/1234',
  '/search?q=zzzz-nothing',
  '/search?q=longcion',
  '/search?q=dog&kind=rune',
  '/tokens?order_by=symbol&order=desc&offset=60',
  '/tokens?symbol=sbtc&limit=100',
  '/tokens?name=zzzz-nothing',
  '/runes?mintable=true',
  '/blocks?before=849251&offset=5&limit=5',
  '/runes?name=d&order_by=name',
]

const browse = startBrowsing(FAILED_RESPONSE)

type EmbeddedQuery = { state: Record<'data' | 'error', { url: string } | null | undefined> }

test('every page is accessible, fits the window, and does not request embedded data again', async () => {
  await browse({}, async (page, origin) => {
    // A clock that stands still prevents retries of temporary failures.
    await page.addInitScript('const now = Date.now(); Date.now = () => now')
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url().slice(origin.length)))
    let embeddedReplies = 0
    for (const path of PAGES) {
      requests.length = 0
      await openFully(page, path)
      expect(await findFaults(page), path).toEqual([])
      const embedded = await page.locator('#state').textContent()
      const { queries } = JSON.parse(embedded ?? '')
      const urls = queries.map(({ state }: EmbeddedQuery) => (state.data ?? state.error)?.url)
      embeddedReplies += urls.length
      expect(
        requests.filter((url) => urls.includes(url)),
        path,
      ).toEqual([])
      // The page prefetches the next one, and the footer requests the totals.
      const others = requests.filter((url) => /^\/(metadata|runes|explorer)\//.test(url))
      const prefetched = others.filter((url) => url !== '/explorer/v1/about')
      expect(prefetched.length, path).toBeLessThanOrEqual(1)
    }
    expect(embeddedReplies).toBeGreaterThan(0)
  })
})

test('without JavaScript no page has a button that does nothing', async () => {
  await browse({ javaScriptEnabled: false }, async (page) => {
    for (const path of PAGES) {
      await open(page, path)
      const idle = page
        .locator('button:not([type="submit"], [popovertarget])')
        .filter({ visible: true })
      expect(await idle.count(), path).toBe(0)
    }
  })
})

const VIEWS = [
  `${BLOCK}?view=records&op=send`,
  `${BLOCK}?view=net`,
  `${ADDRESS}?view=net`,
  `${BLOCK}?view=check`,
  `${TRANSACTION}?view=charts`,
  `${BLOCK}?view=records&group=address`,
  `${BLOCK}?view=download`,
  `${BLOCK}?view=charts`,
  `${AIRDROP}?view=net`,
  '/tx/a516473115ee27f157357ff0f22cc313c907350415075e41d42244e0a08ae1f0?view=charts',
]

test('the views of an analysis are accessible and fit the window', async () => {
  await browse({}, async (page) => {
    for (const view of VIEWS) {
      await page.goto(view)
      await page.locator('main h2, main figure').first().waitFor()
      await page
        .getByText(/^All [\d,]+ records (in this list that the service has are )?loaded$/)
        .first()
        .waitFor({ state: 'attached' })
      await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
      expect(await findFaults(page), view).toEqual([])
    }
  })
})

test('the open raw response is accessible and fits the window', async () => {
  await browse({}, async (page) => {
    await open(page, `${SAMPLE}-localized`)
    await page.getByText('Raw response').click()
    const search = page.getByRole('searchbox', { name: 'Search in the response' })
    await search.fill('9007199254740993000000001')
    await page.getByText('1 of 1', { exact: true }).waitFor()
    expect(await findFaults(page)).toEqual([])
  })
})

test('suggestions and viewed pages are accessible and fit the window', async () => {
  await browse({}, async (page) => {
    await open(page, TOKEN)
    await page.getByRole('button', { name: 'Favourite' }).click()
    await page.waitForFunction(() => localStorage.getItem('cairn.visits')?.includes('longcoin'))
    await open(page, '/')
    await page.getByRole('region', { name: 'Recently viewed' }).waitFor()
    const box = page.getByRole('combobox', { name: /^Search/ })
    for (const query of ['', 'sbtc', '0000']) {
      await box.fill(query)
      await box.click()
      await page.getByRole('listbox').waitFor()
      if (query !== '')
        await page
          .getByRole('group', { name: /^(Exact matches|Blocks)/ })
          .first()
          .waitFor()
      await page.keyboard.press('ArrowDown')
      expect(await findFaults(page), query).toEqual([])
    }
  })
})

test.each([1280, 360])('dialogs, errors and notices are accessible at %i px', async (width) => {
  let isLimited = false
  const service = createTestService()
  const baseURL = await listen((request) =>
    isLimited
      ? new Response('', { status: 429, headers: { 'Retry-After': '60' } })
      : service.fetch(request),
  )
  await browse({ baseURL, viewport: { width, height: 800 } }, async (page) => {
    await openFully(page, '/block/849250')
    for (const theme of ['Light', 'Dark']) {
      await page.getByRole('combobox', { name: 'Theme' }).selectOption(theme)
      expect(await findViolations(page), theme).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
      await page.getByRole('dialog').waitFor()
      expect(await findViolations(page), `${theme}, keys`).toEqual([])
      await page.getByRole('button', { name: 'Close' }).click()
    }
    isLimited = true
    await page.getByRole('link', { name: 'Last' }).first().click()
    await page.getByText(/Trying again in .*\./).waitFor()
    expect(await findViolations(page), 'failed').toEqual([])
    await page.context().setOffline(true)
    await page.getByText('You are offline. Pages that you have viewed before').waitFor()
    expect(await findViolations(page), 'offline').toEqual([])
    expect(await overflowOf(page)).toBe(0)
  })
})
