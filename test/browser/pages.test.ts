import { expect, inject, test } from 'vitest'
import { FAILED_RESPONSE, holdRequests, open, startBrowsing } from '../support/browse.ts'

const LONGCOIN = '/token/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
const AIRDROP = '/tx/1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b'

const browse = startBrowsing(FAILED_RESPONSE)

test('a link to page 100 opens that page, Back returns, and paging keeps the focus', async () => {
  await browse({}, async (page) => {
    await open(page, AIRDROP)
    await page.getByText('1–20 of 4,444').first().waitFor()
    const next = page
      .getByRole('navigation', { name: 'Pages, top' })
      .getByRole('link', { name: 'Next' })
    await next.click()
    await page.getByText('21–40 of 4,444').first().waitFor()
    expect(await next.evaluate((link) => link === document.activeElement)).toBe(true)
    await open(page, `${AIRDROP}?offset=1980`)
    await page.getByText('1,981–2,000 of 4,444').first().waitFor()
    await page.goBack()
    await page.getByText('21–40 of 4,444').first().waitFor()
    await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0)
    await page.goBack()
    await page.getByText('1–20 of 4,444').first().waitFor()
  })
})

test('the footer leads to the section about the data of the service', async () => {
  await browse({}, async (page) => {
    await open(page, '/block/849250')
    await page.getByRole('link', { name: 'Data in this service' }).click()
    await page.waitForURL('**/#holdings')
    const heading = page.getByRole('heading', { name: 'Data in this service' })
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(200)
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  })
})

test('the copy button and copying a selection both give the complete hash', async () => {
  await browse({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    await open(page, '/block/849250')
    const link = page.locator('tbody a[href^="/tx/"]').first()
    const txId = (await link.getAttribute('href'))?.replace('/tx/', '') ?? ''
    expect(txId).toMatch(/^[0-9a-f]{64}$/)
    const read = () => page.evaluate(() => navigator.clipboard.readText())

    await page.getByRole('button', { name: 'Copy transaction id' }).first().click()
    expect(await read()).toBe(txId)
    await page.getByText('Copied transaction id').waitFor({ state: 'attached' })

    await link.evaluate((element) => getSelection()?.selectAllChildren(element))
    await page.keyboard.press('Control+C')
    expect(await read()).toBe(txId)
  })
})

test('/ moves the focus to the search box and Escape leaves it', async () => {
  await browse({}, async (page) => {
    await open(page, LONGCOIN)
    // Delays the code of the next page until its URL is shown.
    const release = await holdRequests(page, '**/assets/ActivityPages-*.js')
    await page.keyboard.press('/')
    await page.keyboard.type('849,250')
    const box = page.getByRole('combobox', { name: /^Search/ })
    expect(await box.inputValue()).toBe('849,250')
    await page.getByRole('listbox').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    await page.keyboard.press('/')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/block/849250')
    release()
    await page.getByText('4,756').first().waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  })
})

test('without JavaScript, paging and searching work', async () => {
  await browse({ javaScriptEnabled: false }, async (page) => {
    await open(page, AIRDROP)
    const pages = page.getByRole('navigation', { name: 'Pages, top' })
    await pages.getByRole('link', { name: 'Next' }).click()
    await page.getByText('21–40 of 4,444').first().waitFor()
    await page
      .getByRole('navigation', { name: 'Rows per page, top' })
      .getByRole('link', { name: '100', exact: true })
      .click()
    await page.getByText('21–120 of 4,444').first().waitFor()
    // The browser shows the page while the end of it still arrives.
    await page.waitForLoadState()
    expect(await page.locator('tbody tr').count()).toBe(100)

    await page.getByRole('searchbox').fill('849,250')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL('**/block/849250')
    await page.getByRole('searchbox').fill('longcoin')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'LONGcoin' }).first().waitFor()
  })
})

test('an image that fails to load is replaced by a message', async () => {
  await browse({}, async (page) => {
    await page.route(/^https:/, (route) => route.fulfill({ status: 404 }))
    await open(page, LONGCOIN)
    await page.getByRole('button', { name: 'Show image from assets.hiro.so' }).click()
    await page.getByRole('button', { name: 'Show image from storage.googleapis.com' }).click()
    await page.getByText('The image could not be loaded from').waitFor()
  })
})

test('the Content-Security-Policy is strict', async () => {
  const { headers } = await fetch(inject('cairnOrigin'))
  const policy = headers.get('Content-Security-Policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toContain('unsafe')
})

test('Back from a fragment returns to the scroll position of its link', async () => {
  await browse({}, async (page) => {
    await open(page, '/api')
    const contents = page.getByRole('navigation', { name: 'On this page' })
    await contents.getByRole('link', { name: 'Fields' }).click()
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
    await page.goBack()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  })
})

test('on a phone the filter of a list is closed unless it is set, elsewhere it is always shown', async () => {
  await browse({ javaScriptEnabled: false }, async (page) => {
    const name = page.getByRole('textbox', { name: 'Name contains' })
    await open(page, '/tokens')
    expect(await name.isVisible()).toBe(true)
    await page.setViewportSize({ width: 360, height: 800 })
    await open(page, '/tokens?name=btc')
    expect(await name.isVisible()).toBe(true)
    await open(page, '/tokens')
    expect(await name.isVisible()).toBe(false)
    await page.getByRole('search', { name: 'Filter tokens' }).getByText('Filter').first().click()
    expect(await name.isVisible()).toBe(true)
    const box = await page.getByRole('checkbox').boundingBox()
    expect([box?.width, box?.height]).toEqual([24, 24])
  })
})
