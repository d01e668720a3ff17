import type { Browser, Page } from 'playwright-core'
import { openTab } from './openTab.ts'
import { median, quantile, report } from './statistics.ts'

const SLOW = { cpu: 4 }
const TURNS = 30
const SWAPS = 10
const SETTLE_MS = 1500
const READING_MS = 400 // In which the explorer fetches the next page.

/** Turns the pages of a list, forward and back, on a CPU four times slower. */
export async function reportPageTurns(browser: Browser, address: string): Promise<void> {
  const { page, context } = await openTab(browser, SLOW)
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForTimeout(SETTLE_MS)
  const forward = await repeat(page, TURNS, () => turnPage(page, 'Next'))
  const back = await repeat(page, TURNS, () => turnPage(page, undefined))
  await context.close()
  const swaps = await measureSwaps(browser, address)

  console.log('\nTurning to a prefetched page, on a CPU four times slower')
  report('click to painted rows, median', Math.round(median(forward)), { unit: 'ms', most: 100 })
  report('click to painted rows, 95th percentile', Math.round(quantile(forward, 0.95)), {
    unit: 'ms',
  })
  report('replacing the same rows using innerHTML, median', Math.round(median(swaps)), {
    unit: 'ms',
  })
  report('going back, median', Math.round(median(back)), { unit: 'ms', most: 100 })
  report('going back, 95th percentile', Math.round(quantile(back, 0.95)), { unit: 'ms' })
}

/** How long the browser alone takes for the rows, without React. */
async function measureSwaps(browser: Browser, address: string): Promise<number[]> {
  // The page's Trusted Types refuse innerHTML.
  const { page, context } = await openTab(browser, SLOW, { bypassCSP: true })
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForTimeout(SETTLE_MS)
  const swaps = await repeat(page, SWAPS, () => swapRows(page))
  await context.close()
  return swaps
}

async function repeat(
  page: Page,
  times: number,
  measure: () => Promise<number>,
): Promise<number[]> {
  const measured: number[] = []
  for (let time = 0; time < times; time++) {
    measured.push(await measure())
    await page.waitForTimeout(READING_MS)
  }
  return measured
}

/** Milliseconds from the click (or from going back) until the other rows are painted. */
function turnPage(page: Page, name: string | undefined): Promise<number> {
  return page.evaluate(
    (name) =>
      new Promise<number>((painted) => {
        const caption = () => document.querySelector('caption')?.textContent
        const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a')]
        const link = links.find(({ textContent }) => textContent === name)
        if (name !== undefined && link === undefined) throw new Error(`There is no link ${name}.`)
        const before = caption()
        const began = performance.now()
        if (link === undefined) history.back()
        else link.click()
        const look = () => {
          if (caption() === before) return requestAnimationFrame(look)
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => painted(performance.now() - began)
          port2.postMessage(0)
        }
        requestAnimationFrame(look)
      }),
    name,
  )
}

/** Milliseconds from replacing the rows with the same HTML until they are painted. */
function swapRows(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((painted) => {
        const rows = document.querySelector('tbody')
        if (rows === null) throw new Error('The page has no rows.')
        const html = rows.innerHTML
        const began = performance.now()
        rows.innerHTML = html
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => painted(performance.now() - began)
          port2.postMessage(0)
        })
      }),
  )
}
