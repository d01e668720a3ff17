import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { FAILED_RESPONSE, open, startBrowsing } from '../support/browse.ts'
import { createDemoNode, replaceBlocks } from '../support/indexFollower.ts'
import { followNode } from '../support/servedData.ts'
import { startService } from '../support/startService.ts'

// While a branch is replaced, a block may be missing for a moment.
const browse = startBrowsing(FAILED_RESPONSE)

/** Cairn follows a node with the first blocks of the demo chain; `mine` adds the next one. */
async function startFollowing(blocks: number) {
  const [whole, node] = [createDemoNode(), createDemoNode(blocks)]
  const data = await followNode(node)
  const mine = () => {
    const next = whole.blockAt(node.tip.height + 1) ?? whole.tip
    const transactions = next.transactions.slice(1).map(({ transaction }) => transaction)
    return node.mine(transactions, { timestamp: next.timestamp })
  }
  return { node, mine, baseURL: await startService({ data }) }
}

test('a block that arrives drops in as a column of stones, and the pill counts it', async () => {
  const { node, mine, baseURL } = await startFollowing(80)
  const { height } = node.tip
  await browse({ baseURL }, async (page) => {
    await open(page, '/')
    const pill = page.getByRole('banner').getByRole('link', { name: /^regtest/i })
    const drawing = page
      .getByRole('region', { name: /^The last/ })
      .locator('svg:has(text[data-axis])')
      .first()
    const heights = drawing.locator('text[data-axis]', { hasText: /^\d+$/ })
    // What waits for a block has the last column.
    const newest = drawing.locator('g[stroke]').nth(-2)
    await expect.poll(() => pill.innerText()).toContain(String(height))
    await expect.poll(() => heights.last().textContent()).toBe(String(height))
    const animation = () => newest.evaluate((stones) => getComputedStyle(stones).animationName)
    expect(await animation()).toBe('none')
    const { timestamp } = mine()
    await expect.poll(() => pill.innerText()).toContain(String(height + 1))
    await expect.poll(() => heights.last().textContent()).toBe(String(height + 1))
    expect(await animation()).toBe('drop-in')
    // Below the newest, its age; below what waits, how much that is.
    const times = drawing.locator('time')
    const mined = new Date(timestamp * 1000).toISOString()
    expect(
      await times.evaluateAll((all) => all.map((time) => time.getAttribute('datetime'))),
    ).toEqual([mined])
    const pending = drawing.locator('[data-value="pending.total"]')
    await expect.poll(() => pending.textContent()).toBe('0')
  })
})

test.each([1280, 390])(
  'new entries are counted in view at %d px, over no control',
  async (width) => {
    const { mine, baseURL } = await startFollowing(80)
    await browse({ baseURL, viewport: { width, height: 700 } }, async (page) => {
      await open(page, '/blocks')
      const rows = page.locator('tbody tr')
      const before = await rows.first().boundingBox()
      mine()
      const link = page.getByRole('link', { name: /^[0-9]+ new$/ })
      await link.waitFor()
      expect(await rows.first().boundingBox()).toEqual(before)
      const box = async (locator: Locator) => (await locator.boundingBox()) ?? ZERO
      const pill = await box(link)
      for (const beside of [
        page.getByRole('link', { name: 'Next page' }),
        page.getByRole('button', { name: 'Export' }),
      ]) {
        expect(isOver(pill, await box(beside))).toBe(false)
      }
      await link.click()
      await page.getByText('1–25 of 81').waitFor()
      expect(await link.count()).toBe(0)
    })
  },
)

const ZERO = { x: 0, y: 0, width: 0, height: 0 }

function isOver(one: typeof ZERO, other: typeof ZERO): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  )
}

test('a reorganisation is followed', async () => {
  const { node, baseURL } = await startFollowing(80)
  const { height, hash } = node.tip
  await browse({ baseURL }, async (page) => {
    await open(page, `/block/${height}`)
    const main = page.getByRole('main')
    await expect.poll(() => main.textContent()).toContain(hash)
    replaceBlocks(node, 3)
    await expect.poll(() => main.textContent()).toContain(node.blockAt(height)?.hash)
    expect(await main.textContent()).not.toContain(hash)
  })
})

test('the holders of a rune sum to what was minted', async () => {
  // No output without an address holds any of it: those are no holders.
  const [id, divisibility] = ['1:0', 0]
  await browse({}, async (page) => {
    await open(page, `/rune/${id}?view=holders&limit=100`)
    const next = page.getByRole('link', { name: 'Next page' })
    const minted = page.locator('dt', { hasText: /^Minted/ }).locator('+ dd')
    let sum = 0n
    for (let from = 1; ; from += 100) {
      await page.getByText(new RegExp(`^${from.toLocaleString('en')}–`)).waitFor()
      const balances = await page.locator('tbody td:nth-child(2)').allTextContents()
      for (const balance of balances) sum += unitsOf(balance, divisibility)
      if ((await next.getAttribute('aria-disabled')) !== 'false') break
      await next.click()
    }
    // A mint creates one.
    expect(`${sum}mints`).toBe((await minted.textContent())?.replace(',', ''))
  })
})

/** An amount of a page in base units. */
function unitsOf(amount: string, divisibility = 0): bigint {
  const [integer = '', fraction = ''] = amount.replaceAll(',', '').split('.')
  return BigInt(integer + fraction.padEnd(divisibility, '0'))
}
