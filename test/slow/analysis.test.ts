import Database from 'libsql'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { open, startBrowsing } from '../support/browse.ts'

// The block has 20,000 records.
const HEIGHT = 999_999_999
const RUNE = '999999999:3'

// Complete, unlike the blocks of the snapshot.
const SAMPLE = '/tx/a516473115ee27f157357ff0f22cc313c907350415075e41d42244e0a08ae1f0'

const browse = startBrowsing(/^Failed to load resource/)

const waitUntilLoaded = (page: Page) =>
  page
    .getByRole('region', { name: 'Loading all records' })
    .getByText(/^All [\d,]+ records .*loaded$/)
    .waitFor({ timeout: 60_000 })

/** The sums of the rune by address and operation in the database, in the smallest unit. */
function sumsInDatabase() {
  const database = new Database(inject('databaseFile'), { readonly: true })
  const rows = database
    .prepare(
      'SELECT address, operation, CAST(amount AS TEXT) AS amount FROM ledger WHERE rune_id = ? AND block_height = ?',
    )
    .all(RUNE, HEIGHT) as { address: string | null; operation: string; amount: string | null }[]
  database.close()
  const sums = new Map<string, bigint>()
  for (const { address, operation, amount } of rows) {
    if (amount === null) continue
    const key = `${address ?? ''} ${operation}`
    sums.set(key, (sums.get(key) ?? 0n) + BigInt(amount))
  }
  return { rows, sums }
}

test('a block is filtered and grouped by address, with the same sums as in the database', async () => {
  await browse({}, async (page) => {
    await page.goto(`/block/${HEIGHT}?view=records&rune=${RUNE}&group=address&limit=100`)
    await waitUntilLoaded(page)
    const { rows, sums } = sumsInDatabase()
    const table = page.getByRole('table', { name: /^Records by address and rune/ })
    const groups = Math.min(100, new Set(rows.map(({ address }) => address)).size)
    await table.getByRole('row').nth(groups).waitFor()
    // Until then, the sums are those of the records loaded before.
    await page.locator('main [aria-busy="true"]').waitFor({ state: 'detached' })
    const shown = await table.getByRole('row').evaluateAll((rows) =>
      rows.slice(1).map((row) => ({
        address: row.querySelector('[dir=ltr]')?.textContent ?? '',
        sums: [...row.querySelectorAll('li')].map((line) =>
          [...line.children].map((part) => part.textContent ?? ''),
        ),
      })),
    )
    expect(shown).toHaveLength(groups)
    expect(shown.every(({ sums }) => sums.length > 0)).toBe(true)
    for (const { address, sums: lines } of shown) {
      for (const [label = '', sum = ''] of lines) {
        const operation = label.split(' ')[1]?.replace(/s$/, '') ?? ''
        if (operation === 'etching') continue
        expect(BigInt(sum.replace(/[,.]/g, '')), `${operation} of ${address}`).toBe(
          sums.get(`${address} ${operation}`),
        )
      }
    }
    await page.getByRole('link', { name: 'No grouping' }).click()
    await page
      .getByText(`1–100 of ${rows.length.toLocaleString('en')} records`)
      .first()
      .waitFor()
  })
})

const BLOCK = '/block/840006'

test('a failure to load the worker is reported', async () => {
  await browse({}, async (page) => {
    await page.route(/assets\/worker-.*\.js$/, (route) => route.abort())
    await page.goto(`${BLOCK}?view=records`)
    await page.getByRole('region', { name: 'The analysis could not be started' }).waitFor()
  })
})

test('without JavaScript a view shows a note instead of a skeleton', async () => {
  await browse({ javaScriptEnabled: false }, async (page) => {
    await page.goto(`${BLOCK}?view=net`)
    const note = page.locator('main noscript p')
    expect(await note.innerText()).toContain('needs JavaScript')
    const skeleton = page.locator('main [aria-busy="true"]')
    expect(await skeleton.filter({ visible: true }).count()).toBe(0)
    await note.locator('a').click()
    await page.getByText('1–20 of 1,316').first().waitFor()
  })
})

test('the bottom pager of a view keeps the scroll position', async () => {
  await browse({}, async (page) => {
    await open(page, '/block/849250?view=records')
    const pager = page.getByRole('navigation', { name: 'Pages of records, bottom' })
    await pager.getByRole('link', { name: 'Next' }).click()
    await page.waitForURL('**offset=**')
    await page.getByText('21–40 of 4,756').last().waitFor()
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  })
})

test.each(['net', 'charts', 'records&group=operation'])(
  'on a phone, no table of the view %s scrolls sideways',
  async (view) => {
    for (const width of [320, 390]) {
      await browse({ viewport: { width, height: 800 } }, async (page) => {
        await page.goto(`${SAMPLE}?view=${view}`)
        await waitUntilLoaded(page)
        await page.locator('main [aria-busy="true"]').waitFor({ state: 'detached' })
        const regions = await page
          .locator('main section:has(> table)')
          .evaluateAll((regions) => regions.map((it) => it.scrollWidth - it.clientWidth))
        expect(regions.length).toBeGreaterThan(0)
        expect(Math.max(...regions), `${width} px`).toBe(0)
      })
    }
  },
)

test('the details of a record stay visible when their table is scrolled sideways', async () => {
  await browse({ viewport: { width: 800, height: 800 } }, async (page) => {
    await open(page, '/block/999999999')
    const region = page.getByRole('region', { name: 'Records' })
    await region
      .getByRole('button', { name: /^Details of record/ })
      .first()
      .click()
    const name = region.getByText('Output index', { exact: true })
    await name.waitFor()
    const [left, hidden] = await region.evaluate((it) => {
      it.scrollLeft = it.scrollWidth
      return [it.getBoundingClientRect().left, it.scrollLeft]
    })
    expect(hidden).toBeGreaterThan(0)
    const box = await name.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(left)
    const json = await region.getByRole('region', { name: /as JSON$/ }).boundingBox()
    expect((json?.x ?? 0) + (json?.width ?? 0)).toBeLessThanOrEqual(800)
  })
})
