import type { Browser, CDPSession } from 'playwright-core'
import { startComparisonPages } from './comparisonPages.ts'
import { type Conditions, openTab } from './openTab.ts'
import { median, report, rounded } from './statistics.ts'

type Milestone = 'painted' | 'interactive'

/** What a reader sees of a page; times in milliseconds since its start. */
type Seen = Record<Milestone, number> & {
  /** Requests for HTML and data before the rows were painted. */
  requests: number
  longTasks: { startTime: number; duration: number }[]
  layoutShift: number
}
type Run = Seen & { firstPaint: number; heapBytes: number }

declare global {
  interface Window {
    benchSeen: Seen
    benchTell?: (milestone: Milestone) => void
  }
}

const BLOCK = '/block/840006'
const DATA = '/runes/v1/blocks/840006/activity?offset=0&limit=20'
const SLOW = {
  cpu: 4,
  network: { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 },
}
const TIMEOUT_MS = 30_000
// Response headers that cost the browser time. The comparison pages send them too.
const COSTLY_HEADERS = ['cross-origin-opener-policy', 'origin-agent-cluster', 'referrer-policy']

/** Loads a block's page and the comparison pages with cold caches, in turn, and reports medians. */
export async function reportPaintedRows(
  browser: Browser,
  origin: string,
  count: number,
): Promise<void> {
  const response = await fetch(origin + DATA)
  const headers = COSTLY_HEADERS.map((name) => [name, response.headers.get(name) ?? ''])
  const comparison = await startComparisonPages(
    DATA,
    await response.text(),
    Object.fromEntries(headers),
  )
  const addresses = {
    ours: origin + BLOCK,
    handwritten: `${comparison.origin}/handwritten`,
    plain: `${comparison.origin}/plain`,
  }
  // Fills the service's cache, because most readers get a cached response.
  for (const address of Object.values(addresses)) {
    await load(browser, address, { cpu: 1 }, 'painted')
  }
  const ours: Run[] = []
  const handwritten: Run[] = []
  const plain: Run[] = []
  for (let run = 0; run < count; run++) {
    ours.push(await load(browser, addresses.ours, SLOW, 'interactive'))
    handwritten.push(await load(browser, addresses.handwritten, SLOW, 'painted'))
    plain.push(await load(browser, addresses.plain, SLOW, 'painted'))
  }
  comparison.stop()
  reportRuns(ours, handwritten, plain)
}

function reportRuns(ours: Run[], handwritten: Run[], plain: Run[]): void {
  const painted = (runs: Run[]) => median(runs.map((run) => run.painted))
  const ofOurs = (figure: (run: Run) => number) => median(ours.map(figure))
  console.log('\nSlow 4G (1.6 Mbit/s, 150 ms), on a CPU four times slower, with a cold cache')
  report('rows painted', Math.round(painted(ours)), { unit: 'ms' })
  report('rows painted, hand-written page', Math.round(painted(handwritten)), { unit: 'ms' })
  report('rows painted, plain HTML', Math.round(painted(plain)), { unit: 'ms' })
  const ratio = painted(ours) / painted(handwritten)
  report('rows painted, against the hand-written page', rounded(ratio), { unit: '×', most: 1.25 })
  report('interactive', Math.round(ofOurs((run) => run.interactive)), { unit: 'ms' })
  report('total blocking time', Math.round(ofOurs(blockedTime)), { unit: 'ms' })
  report('layout shift', rounded(Math.max(...ours.map((run) => run.layoutShift))))
  report('heap', rounded(ofOurs((run) => run.heapBytes) / 1e6), { unit: 'MB' })
  const requests = Math.max(...ours.map((run) => run.requests))
  report('HTML and data requests before the rows', requests, { most: 1 })
}

/** Total blocking time: the milliseconds beyond 50 of each task after the first contentful paint. */
function blockedTime({ longTasks, firstPaint }: Run): number {
  return longTasks.reduce((sum, { startTime, duration }) => {
    const after = startTime + duration - Math.max(startTime, firstPaint)
    return sum + Math.max(0, after - 50)
  }, 0)
}

/** Loads a page in a fresh profile and watches it until the last milestone. */
async function load(
  browser: Browser,
  address: string,
  conditions: Conditions,
  last: Milestone,
): Promise<Run> {
  const { page, context, session } = await openTab(browser, conditions)
  await page.addInitScript(watch)
  // The page reports each milestone itself, because polling would cost it 100 ms.
  await session.send('Runtime.enable')
  await session.send('Runtime.addBinding', { name: 'benchTell' })
  const reached = waitFor(session, last)
  await page.goto(address, { waitUntil: 'commit' })
  await reached
  if (last === 'interactive') await page.waitForTimeout(1000)
  const seen = await page.evaluate(() => {
    // Reported a little after the paint: pages that are left at once may not have it yet.
    const [first] = performance.getEntriesByName('first-contentful-paint')
    return { ...window.benchSeen, firstPaint: first?.startTime ?? Number.NaN }
  })
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await context.close()
  return { ...seen, heapBytes: usedSize }
}

function waitFor(session: CDPSession, milestone: Milestone): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The page did not reach “${milestone}” in time.`)),
      TIMEOUT_MS,
    )
    session.on('Runtime.bindingCalled', ({ payload }) => {
      if (payload !== milestone) return
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Runs in the page, before anything of its own. */
function watch(): void {
  const seen: Seen = {
    painted: Number.NaN,
    interactive: Number.NaN,
    requests: Number.NaN,
    longTasks: [],
    layoutShift: 0,
  }
  window.benchSeen = seen
  requestAnimationFrame(look)

  // A frame that finds the rows paints them; a message posted in it arrives after that paint.
  function look(): void {
    if (document.querySelectorAll('tbody tr').length < 20) {
      requestAnimationFrame(look)
      return
    }
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      seen.painted = performance.now()
      const resources = performance.getEntriesByType('resource')
      seen.requests = 1 + resources.filter(({ name }) => !/\.(js|css|svg)$/.test(name)).length
      observe()
      window.benchTell?.('painted')
      press()
    }
    port2.postMessage(0)
  }

  // Called only now, because observing takes time. `buffered` includes earlier entries.
  function observe(): void {
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        seen.longTasks.push({ startTime, duration })
    }).observe({ type: 'longtask', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry) seen.layoutShift += Number(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  }

  // A page is interactive when its script handles a key: `/` focuses the search box.
  function press(): void {
    const key = new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true })
    const isHandled = document.body !== null && !document.body.dispatchEvent(key)
    if (!isHandled) {
      setTimeout(press, 8)
      return
    }
    seen.interactive = performance.now()
    window.benchTell?.('interactive')
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
}
