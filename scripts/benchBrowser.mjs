// `npm run bench:browser` measures the explorer in Chromium: cold caches, runs of all pages interleaved,
// medians. Times depend on the machine; ratios hold across machines. `RUNS=5` is quicker.

import { on } from 'node:events'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { startOpponents } from './bench/opponents.mjs'
import { startCairn } from './bench/start.mjs'
import { median, quantile, report, reportMost } from './bench/statistics.mjs'
import { buildIfStale } from './buildIfStale.mjs'
import { findChromium, QUIET_FLAGS } from './findChromium.mjs'

const RUNS = Number(process.env.RUNS ?? 15)
const TURNS = 30
const PAGE = '/block/840006'
const DATA = '/runes/v1/blocks/840006/activity?offset=0&limit=20'
const AIRDROP = '/tx/1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b'
const TOKEN = '/token/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
const SLOW = {
  cpu: 4,
  network: { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 },
}

buildIfStale()
const cairn = await startCairn()
const data = await fetch(cairn.origin + DATA)
// What a policy makes a browser do for us it does for the others, too.
const COSTLY = ['cross-origin-opener-policy', 'origin-agent-cluster', 'referrer-policy']
const headers = Object.fromEntries(COSTLY.map((name) => [name, data.headers.get(name)]))
const opponents = await startOpponents(DATA, await data.text(), headers)
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: QUIET_FLAGS,
})
const pages = {
  ours: cairn.origin + PAGE,
  handwritten: `${opponents.origin}/handwritten`,
  plain: `${opponents.origin}/plain`,
}
// The first answer is made, the later ones are kept: readers meet the latter.
for (const address of Object.values(pages)) await open(address, { cpu: 1 })

console.log(`Chromium ${browser.version()}, medians of ${RUNS} runs\n`)
await reportSlow()
await reportFirstLoad()
await reportTurning()
await browser.close()
opponents.stop()
await cairn.stop()

async function reportSlow() {
  const seen = await openAll(SLOW)
  const [ours, handwritten, plain] = Object.keys(pages).map((name) =>
    median(seen[name].map(({ painted }) => painted)),
  )
  const ofOurs = (name) => median(seen.ours.map((run) => run[name]))
  console.log('Slow 4G (1.6 Mbit/s, 150 ms), a CPU four times slower, cold cache')
  report(
    'rows painted: ours, hand-written, plain HTML',
    `${[ours, handwritten, plain].map(Math.round).join(', ')} ms`,
  )
  reportMost('rows painted, × the hand-written page', round(ours / handwritten), 1.25)
  report('interactive', Math.round(ofOurs('interactive')), ' ms')
  report('total blocking time', Math.round(ofOurs('blocked')), ' ms')
  report('layout shift', round(Math.max(...seen.ours.map(({ shift }) => shift)), 3))
  report('heap', round(ofOurs('heap') / 1e6), ' MB')
  const asked = Math.max(...seen.ours.map(({ asked }) => asked))
  reportMost('HTML and data requests before the rows', asked, 1)
}

/** All requests of a page in a fresh profile without a service worker, and its scripts by gzip. */
async function reportFirstLoad() {
  console.log('\nFirst load')
  for (const path of [PAGE, AIRDROP, TOKEN, '/']) {
    const { page, context } = await prepare({ cpu: 1 })
    const responses = []
    page.on('response', (response) => responses.push(response))
    await page.goto(cairn.origin + path, { waitUntil: 'networkidle' })
    const scripts = responses.filter((response) => response.request().resourceType() === 'script')
    const sizes = await Promise.all(scripts.map(async (script) => sizeOf(await script.text())))
    await context.close()
    const kind = path.split('/')[1] || 'home'
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    reportMost(`${kind}: JavaScript, gzip`, round(bytes / 1000, 1), 150, ' kB')
    reportMost(`${kind}: requests`, responses.length, 15)
  }
}

async function reportTurning() {
  const { page, context } = await prepare({ cpu: SLOW.cpu })
  await page.goto(cairn.origin + AIRDROP, { waitUntil: 'load' })
  await page.waitForTimeout(1500)
  const forward = []
  const back = []
  for (let turn = 0; turn < TURNS; turn++) {
    forward.push(await turnPage(page, 'Next'))
    await page.waitForTimeout(400) // Time to read, in which the next page is fetched.
  }
  for (let turn = 0; turn < TURNS; turn++) {
    back.push(await turnPage(page, undefined))
    await page.waitForTimeout(400)
  }
  await context.close()
  console.log('\nTurning to a prefetched page, a CPU four times slower')
  for (const [name, times] of Object.entries({
    'click to painted rows': forward,
    'going back': back,
  })) {
    reportMost(`${name}, median`, Math.round(median(times)), 100, ' ms')
    report(`${name}, 95th percentile`, Math.round(quantile(times, 0.95)), ' ms')
  }
}

/** Milliseconds from the click (or from going back) until the other rows are painted. */
function turnPage(page, link) {
  return page.evaluate(
    (name) =>
      new Promise((painted) => {
        const caption = () => document.querySelector('caption').textContent
        const before = caption()
        const began = performance.now()
        if (name === undefined) history.back()
        else [...document.querySelectorAll('nav a')].find((a) => a.textContent === name).click()
        const look = () => {
          if (caption() === before) return requestAnimationFrame(look)
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => painted(performance.now() - began)
          port2.postMessage(0)
        }
        requestAnimationFrame(look)
      }),
    link,
  )
}

async function openAll(conditions) {
  const seen = Object.fromEntries(Object.keys(pages).map((name) => [name, []]))
  for (let run = 0; run < RUNS; run++) {
    for (const [name, address] of Object.entries(pages)) {
      seen[name].push(await open(address, conditions, name === 'ours'))
    }
  }
  return seen
}

/** Opens a page in a fresh profile and tells when its rows were painted, and, of ours, the rest. */
async function open(address, conditions, isOurs = false) {
  const { page, context, session } = await prepare(conditions)
  const last = isOurs ? 'interactive' : 'painted'
  // The page tells by itself: a page that is asked has first to read what asks, for 100 ms of its time.
  const told = on(session, 'Runtime.bindingCalled', { signal: AbortSignal.timeout(30_000) })
  await session.send('Runtime.enable')
  await session.send('Runtime.addBinding', { name: 'tell' })
  await page.goto(address, { waitUntil: 'commit' })
  for await (const [{ payload }] of told) if (payload === last) break
  if (isOurs) await page.waitForTimeout(1000)
  const seen = await page.evaluate(() => {
    // Told of a little after it was painted: of the others, which are left at once, sometimes not yet.
    const [first] = performance.getEntriesByName('first-contentful-paint')
    return { ...window.seen, shown: first?.startTime }
  })
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await context.close()
  return { ...seen, blocked: isOurs ? blockedTime(seen) : undefined, heap: usedSize }
}

/** Total blocking time, in milliseconds: what tasks take over 50, from the first contentful paint on. */
function blockedTime({ tasks, shown }) {
  return tasks.reduce((sum, [start, duration]) => {
    const after = start + duration - Math.max(start, shown)
    return sum + Math.max(0, after - 50)
  }, 0)
}

async function prepare({ cpu, network }) {
  const context = await browser.newContext({ locale: 'en-US', serviceWorkers: 'block' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  if (network !== undefined) {
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', { offline: false, ...network })
  }
  await page.addInitScript(watch)
  return { page, context, session }
}

/** Runs in the page, before anything of its own: notes what a reader would see. */
function watch() {
  const seen = { tasks: [], shift: 0 }
  window.seen = seen

  // A frame that finds the rows paints them; what runs right after it comes after that paint.
  const look = () => {
    if (document.querySelectorAll('tbody tr').length < 20) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      seen.painted = performance.now()
      const requests = performance.getEntriesByType('resource')
      seen.asked = 1 + requests.filter(({ name }) => !/\.(js|css|svg)$/.test(name)).length
      observe()
      window.tell?.('painted')
      press()
    }
    port2.postMessage(0)
  }
  requestAnimationFrame(look)

  // Only now, because to observe costs time, too; what came before is in the browser's buffers.
  const observe = () => {
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        seen.tasks.push([startTime, duration])
    }).observe({ type: 'longtask', buffered: true })
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) seen.shift += value
    }).observe({ type: 'layout-shift', buffered: true })
  }

  // Interactive is when the page answers a key that only its script knows: / goes to the search box.
  const press = () => {
    const key = new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true })
    const isAnswered = document.body !== null && !document.body.dispatchEvent(key)
    if (!isAnswered) return setTimeout(press, 8)
    seen.interactive = performance.now()
    window.tell?.('interactive')
    document.activeElement.blur()
  }
}

function sizeOf(text) {
  return gzipSync(text, { level: 9 }).length
}

function round(value, places = 2) {
  return Number(value.toFixed(places))
}
