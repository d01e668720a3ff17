import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SAMPLE_HOLDER } from '../../src/contract/samples.ts'
import { findFaults, findViolations, overflowOf } from '../support/axe.ts'
import { FAILED_RESPONSE, open, startBrowsing } from '../support/browse.ts'
import { record } from '../support/wireRecord.ts'

const AIRDROP = '/tx/1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b'

const browse = startBrowsing(FAILED_RESPONSE)

const WIDTHS = [1280, 768, 700, 360, 320]

test('amounts of any length do not widen the page', async () => {
  const [digits, ones] = ['340282366920938463463374607431768211455', '1'.repeat(38)]
  const amounts = ['5', '100000000.00000', digits, `3.${ones}`, `${digits}.${ones}`]
  await browse({}, async (page) => {
    await openRecords(
      page,
      amounts.map((amount) => record('mint', { amount })),
    )
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overflowOf(page), `${width} px`).toBe(0)
    }
  })
})

test('amounts of any length in an analysis do not widen the page', async () => {
  const amount = `340282366920938463463374607431768211455.${'1'.repeat(38)}`
  const results = [
    record('receive', { amount, vout: 1, address: 'bc1qreceiver' }),
    record('send', { amount, vout: 1, address: 'bc1qsender', receiver_address: 'bc1qreceiver' }),
  ]
  await browse({}, async (page) => {
    await page.route('**/activity?*', (route) =>
      route.fulfill({ json: { limit: 60, offset: 0, total: results.length, results } }),
    )
    for (const view of ['records&group=rune', 'net', 'check', 'charts']) {
      await open(page, `${AIRDROP}?view=${view}`)
      const amounts = page.getByText(/^340[\d,.]{80,}$/)
      await amounts.first().waitFor()
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        expect(await overflowOf(page), `${view}, ${width} px`).toBe(0)
      }
    }
  })
})

test('a whole amount can be seen, with its sign, and the columns before it too', async () => {
  const amount = `12345678901234567890123456.${'1'.repeat(38)}`
  const [address, receiver_address] = [SAMPLE_HOLDER, 'bc1qreceiver']
  const results = [
    record('receive', { amount, vout: 1, address }),
    record('send', { amount: `${amount}2`, vout: 2, address, receiver_address }),
    record('send', { amount: `${amount}3`, vout: 3, address, receiver_address: address }),
    record('receive', { amount: `${amount}3`, vout: 3, address }),
  ]
  await browse({}, async (page) => {
    await page.route('**/activity?*', (route) =>
      route.fulfill({ json: { limit: 60, offset: 0, total: results.length, results } }),
    )
    await open(page, `/address/${SAMPLE_HOLDER}?view=records`)
    const amounts = page.getByText(/^(\+|−|change )12,345,678[\d,.]{60,}$/)
    await amounts.first().waitFor()
    for (const width of [320, 360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await amounts.evaluateAll(areInside), `${width} px`).toEqual(results.map(() => true))
    }
    const block = page.getByRole('columnheader', { name: 'Block' })
    expect((await block.boundingBox())?.x).toBeLessThan(900)
  })
})

/** Whether each text is in its table cell. */
function areInside(found: Element[]): boolean[] {
  return found.map((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const text = range.getBoundingClientRect()
    const cell = (element.closest('td') ?? document.body).getBoundingClientRect()
    return text.left >= cell.left && text.right <= cell.right
  })
}

test('names and ids of 25,000 characters do not widen the page and hardly widen the table', async () => {
  const long = 'N'.repeat(25_000)
  await browse({}, async (page) => {
    await openRecords(page, [
      record('mint', { rune: { id: '840000:1', number: 1, name: long, spaced_name: long } }),
      record('mint', { rune: { id: long, number: 1, name: 'SHORT' } }),
      record(long, { amount: '1', address: long }),
    ])
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overflowOf(page), `${width} px`).toBe(0)
      const table = await page.getByRole('table').boundingBox()
      expect(table?.width, `${width} px`).toBeLessThan(1600)
    }
    await page.getByRole('button', { name: 'Details of record 21' }).click()
    await page.getByText('Raw record').waitFor()
    expect(await overflowOf(page)).toBe(0)
  })
})

test('the details of records with long amounts are accessible and fit the window', async () => {
  await browse({}, async (page) => {
    for (const path of ['/block/840006?offset=60', '/block/999999999?offset=18940']) {
      await open(page, path)
      await page
        .getByRole('button', { name: /^Details of/ })
        .first()
        .click()
      await page.getByText('Raw record').waitFor()
      expect(await findFaults(page), path).toEqual([])
      await page.setViewportSize({ width: 360, height: 800 })
      expect(await findViolations(page), path).toEqual([])
    }
  })
})

/** Opens the second page of a transaction with these records on it. */
async function openRecords(page: Page, results: unknown[]) {
  await page.route('**/activity?offset=20&limit=20', (route) =>
    route.fulfill({ json: { limit: 20, offset: 20, total: 20 + results.length, results } }),
  )
  await open(page, AIRDROP)
  await page.getByRole('link', { name: 'Next' }).first().click()
  await page
    .getByText(`21–${20 + results.length} of ${20 + results.length}`)
    .first()
    .waitFor()
}
