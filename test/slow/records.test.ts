import { expect, test } from 'vitest'
import { FAILED_RESPONSE, open, startBrowsing } from '../support/browse.ts'

const AIRDROP = '/tx/1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b'

// Its three records are 68 to 70 in block 840,006.
const TX = '32807bc258365fa294e099a863ec965f1a38b5d02fbf9d9dea2cd4b5c953838e'

const browse = startBrowsing(FAILED_RESPONSE)

test('in a narrow window, a link to a record scrolls to it and marks it', async () => {
  const viewport = { width: 360, height: 800 }
  await browse({ viewport }, async (page) => {
    await page.goto('/block/849250#record-1234')
    await page.waitForURL('**/block/849250?offset=1220#record-1234')
    const row = page.locator('tr[aria-current="true"]')
    await row.getByRole('link', { name: '1,234' }).waitFor()
    const top = () => row.evaluate((element) => element.getBoundingClientRect().top)
    await expect.poll(top).toBeGreaterThanOrEqual(0)
    await expect.poll(top).toBeLessThan(800)

    await page.locator('#record-1225').getByRole('link', { name: '1,225' }).click()
    await page.waitForURL('**/block/849250?offset=1220#record-1225')
    await page.locator('tr[aria-current="true"]#record-1225').waitFor()
    await page.goBack()
    await page.locator('tr[aria-current="true"]#record-1234').waitFor()
  })
})

test('without JavaScript a link to a record marks it, and pages and records can be opened by number', async () => {
  await browse({ javaScriptEnabled: false }, async (page) => {
    await page.goto('/block/849250?offset=1220#record-1234')
    const backgrounds = ['#record-1233', '#record-1234'].map((row) =>
      page.locator(row).evaluate((element) => getComputedStyle(element).backgroundColor),
    )
    const [other, marked] = await Promise.all(backgrounds)
    expect(marked).not.toBe(other)
    await page.getByRole('textbox', { name: 'Page' }).last().fill('100')
    await page.getByRole('button', { name: 'Go' }).last().click()
    await page.getByText('1,981–2,000 of 4,756').first().waitFor()
    await page.getByRole('textbox', { name: 'Record' }).first().fill('1234')
    await page.getByRole('button', { name: 'Go' }).first().click()
    await page.waitForURL('**/block/849250?offset=1220#record-1234')
    await page.getByRole('button', { name: 'Go' }).first().click()
    await page.getByText('1,221–1,240 of 4,756').first().waitFor()
    await page.getByRole('button', { name: 'Other explorers' }).click()
    await page.getByRole('link', { name: /mempool\.space/ }).waitFor()
  })
})

test('on a phone the pager above the records takes at most two lines', async () => {
  await browse({ viewport: { width: 360, height: 800 } }, async (page) => {
    await page.goto('/block/849250?offset=4720')
    const pager = page.getByRole('navigation', { name: 'Pages, top' }).locator('..')
    await page.getByRole('textbox', { name: 'Record' }).first().waitFor()
    // Two lines of fields or buttons, and the space between them.
    expect((await pager.boundingBox())?.height).toBeLessThan(3 * 36)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  })
})

test('the menu of other explorers opens and closes by keyboard and restores the focus', async () => {
  await browse({}, async (page) => {
    await open(page, AIRDROP)
    const button = page.getByRole('button', { name: 'Other explorers' })
    await button.focus()
    await page.keyboard.press('Enter')
    const link = page.getByRole('link', { name: /mempool\.space/ })
    await link.waitFor()
    await page.keyboard.press('Tab')
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await link.waitFor({ state: 'hidden' })
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  })
})

test('focusing a copy button highlights its address everywhere on the page', async () => {
  await browse({}, async (page) => {
    await open(page, AIRDROP)
    await page.getByRole('button', { name: 'Copy address' }).first().focus()
    await expect.poll(() => page.locator('[data-same]').count()).toBe(10)
  })
})

test('the keyboard can follow links from a record to its transaction and back, and Back restores the focus', async () => {
  await browse({}, async (page) => {
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement
        return `${element?.closest('tr')?.id} ${element?.textContent}`
      })
    await page.goto('/block/840006?offset=60#record-69')
    await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0)
    await expect.poll(focused).toBe('record-69 69')
    const link = page.locator('#record-69 a[href^="/tx/"]')
    await link.press('Enter')
    await page.waitForURL(`**/tx/${TX}`)
    const back = page.getByRole('link', { name: /block 840,006, record 68/ })
    await back.waitFor()
    await page.goBack()
    await page.locator('tr[aria-current="true"]#record-69').waitFor()
    await expect.poll(focused).toBe(`record-69 ${TX}`)

    await page.keyboard.press('Enter')
    await back.press('Enter')
    await page.waitForURL('**/block/840006?offset=60#record-68')
    await page.locator('tr[aria-current="true"]#record-68').waitFor()
    await expect.poll(focused).toBe('record-68 68')
    const top = page.locator('#record-68').evaluate((row) => row.getBoundingClientRect().top)
    expect(await top).toBeGreaterThanOrEqual(0)
    await page.goBack()
    await expect.poll(() => back.evaluate((it) => it === document.activeElement)).toBe(true)
  })
})

test('the position of a transaction in its block is part of the server-rendered page', async () => {
  await browse({}, async (page) => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    const html = await (await page.goto(`/tx/${TX}`))?.text()
    expect(html).toContain('href="/block/840006?offset=60#record-68"')
    await page.waitForLoadState('networkidle')
    expect(requests.filter((url) => url.endsWith('/place'))).toEqual([])
  })
})

test('the link to a record can be copied by keyboard and works without JavaScript', async () => {
  let link = ''
  const permissions = ['clipboard-read', 'clipboard-write']
  await browse({ permissions }, async (page, origin) => {
    await page.goto('/block/849250?offset=1215&limit=60')
    await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0)
    await page.getByRole('button', { name: 'Details of record 1,234' }).press('Enter')
    await page.getByRole('button', { name: 'Copy link to this record' }).press('Enter')
    await page.locator('tr[aria-current="true"]#record-1234').waitFor()
    await page.getByRole('button', { name: 'Copied link to this record' }).waitFor()
    link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toBe(`${origin}/block/849250?offset=1220#record-1234`)
  })
  await browse({ javaScriptEnabled: false }, async (page) => {
    await page.goto(link)
    const top = () =>
      page.locator('#record-1234').evaluate((row) => row.getBoundingClientRect().top)
    await expect.poll(top).toBeLessThan(800)
  })
})

test('searching for an output scrolls to its first record', async () => {
  await browse({}, async (page) => {
    const { results } = await (
      await page.request.get(`/runes/v1/transactions/${AIRDROP.slice(4)}/activity`)
    ).json()
    const { vout } = results[18].location
    await page.goto(`/search?q=${AIRDROP.slice(4)}:${vout}`)
    await page.waitForURL(`**${AIRDROP}#output-${vout}`)
    const rows = page.locator('tr[aria-current="true"]')
    await expect.poll(() => rows.count()).toBe(2)
    const top = () => rows.first().evaluate((row) => row.getBoundingClientRect().top)
    await expect.poll(top).toBeLessThan(720)
    await page.getByText(`of output ${vout} on this page`).waitFor({ state: 'attached' })
  })
})
