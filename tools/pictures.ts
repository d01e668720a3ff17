// Takes the pictures in the documentation from a running demo: npm run pictures -- http://127.0.0.1:3000
import { createClient } from '../src/contract/client.ts'
import { launchChromium } from './findChromium.ts'

const [origin = 'http://127.0.0.1:3000'] = process.argv.slice(2)
const browser = await launchChromium()
const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-US' })
for (const [name, path] of [
  ['home', '/'],
  ['transaction', await findAirdrop()],
]) {
  await page.goto(origin + path)
  await page.locator('table').first().waitFor()
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
  // Scripts say how old blocks are.
  await page
    .getByText(/ ago\b/)
    .first()
    .waitFor()
  await page.screenshot({ path: `docs/${name}.png` })
}
await browser.close()

/** The path of a transaction that gave a rune to dozens of addresses. */
async function findAirdrop(): Promise<string> {
  const client = createClient({ baseUrl: origin })
  const { results } = await client.get('runes', { order_by: 'holders', limit: 5 })
  for (const { id } of results) {
    const given = { rune: id, type: 'transfer', limit: 1000 } as const
    const counts = new Map<string, number>()
    for (const { place } of (await client.get('runeMovements', given)).results) {
      counts.set(place.tx_id, (counts.get(place.tx_id) ?? 0) + 1)
    }
    const [txId] = [...counts].find(([, count]) => count > 20 && count < 60) ?? []
    if (txId !== undefined) return `/tx/${txId}`
  }
  throw new Error('This chain has no airdrop: take the pictures from npm run demo.')
}
