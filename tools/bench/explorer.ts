// `npm run bench:browser` measures the explorer in Chromium. Times depend on the machine; ratios hold
// across machines. `RUNS=5` is quicker.
import { gzipSync } from 'node:zlib'
import type { Response } from 'playwright-core'
import { launchChromium } from '../findChromium.ts'
import { openTab } from './openTab.ts'
import { reportPageTurns } from './pageTurns.ts'
import { reportPaintedRows } from './paintedRows.ts'
import { startCairn } from './startCairn.ts'
import { report } from './statistics.ts'

const RUNS = Number(process.env.RUNS ?? 15)
const BLOCK = '/block/840006'
const AIRDROP = '/tx/1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b'
const TOKEN = '/token/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'

const cairn = await startCairn()
const browser = await launchChromium()
console.log(`Chromium ${browser.version()}, medians of ${RUNS} runs`)
await reportPaintedRows(browser, cairn.origin, RUNS)
await reportFirstLoad()
await reportPageTurns(browser, cairn.origin + AIRDROP)
await browser.close()
await cairn.stop()

/** All requests of a page in a fresh profile without a service worker, and the gzip size of its scripts. */
async function reportFirstLoad(): Promise<void> {
  console.log('\nFirst load')
  for (const path of [BLOCK, AIRDROP, TOKEN, '/']) {
    const { page, context } = await openTab(browser, { cpu: 1 })
    const responses: Response[] = []
    page.on('response', (response) => responses.push(response))
    await page.goto(cairn.origin + path, { waitUntil: 'networkidle' })
    const scripts = responses.filter((response) => response.request().resourceType() === 'script')
    const texts = await Promise.all(scripts.map((script) => script.text()))
    await context.close()
    const kind = path.split('/')[1] || 'home'
    const bytes = texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0)
    report(`${kind}: JavaScript, gzip`, Math.round(bytes / 100) / 10, { unit: 'kB', most: 150 })
    report(`${kind}: requests`, responses.length, { most: 15 })
  }
}
