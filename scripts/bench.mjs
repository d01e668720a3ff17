// Measures what the README claims of the data, over HTTP on loopback, on the sample block of 20,000
// records: `npm run bench`. No page is asked for twice, so each is read from the database. Medians of
// interleaved rounds; read the ratios, which hold across machines.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOver } from './bench/start.mjs'
import { median, quantile } from './bench/statistics.mjs'
import { buildIfStale } from './buildIfStale.mjs'

const ROUNDS = 200
const HASH = '0000000053414d504c4553414d504c4553414d504c4553414d504c4599999999'
const TOKEN = '/metadata/v1/ft/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
const page = (block, offset) => `/runes/v1/blocks/${block}/activity?offset=${offset}`
const PAGES = {
  'pages at the start': (round) => page(999999999, round),
  'pages in the middle': (round) => page(999999999, 10_000 + round),
  'pages at the end': (round) => page(999999999, 19_980 - round),
  'pages at the end, by hash': (round) => page(HASH, 19_980 - round),
}

const TYPED = [
  'sbtc token',
  'DOG•GO•TO',
  '849250',
  '1af2a846',
  '00000000',
  'arkadiko',
  'SP265WBWD4',
]

buildIfStale()
const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'))
const first = await start()
await first.stop()
const second = await start()
const medians = await measure(second.origin)
const searches = await measureSearches(second.origin)
await second.stop()
rmSync(folder, { recursive: true })

console.log(`first start, filling the database, to its first answer  ${Math.round(first.took)} ms`)
console.log(`second start to its first answer                        ${Math.round(second.took)} ms`)
for (const [name, took] of Object.entries(medians)) {
  const ratio = (took / medians['pages at the start']).toFixed(2)
  console.log(`${name.padEnd(56)}${took.toFixed(2)} ms   ${ratio} × those at the start`)
}

for (const [name, share] of [
  ['median', 0.5],
  ['95th percentile', 0.95],
  ['longest', 1],
]) {
  const took = quantile(searches, share).toFixed(2)
  console.log(`${`search while one types, ${name}`.padEnd(56)}${took} ms`)
}

async function start() {
  const began = performance.now()
  const cairn = await startOver(folder)
  await (await fetch(cairn.origin + TOKEN)).text()
  return { ...cairn, took: performance.now() - began }
}

async function measure(origin) {
  const times = Object.fromEntries(Object.keys(PAGES).map((name) => [name, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, pathOf] of Object.entries(PAGES)) {
      const began = performance.now()
      await (await fetch(origin + pathOf(round))).arrayBuffer()
      times[name].push(performance.now() - began)
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]))
}

/** Every beginning of some texts, as a reader writes them, none asked twice: milliseconds for each. */
async function measureSearches(origin) {
  const texts = new Set(TYPED.flatMap((text) => [...text].map((_, end) => text.slice(0, end + 1))))
  const times = []
  for (let round = 0; round < 5; round++) {
    for (const text of texts) {
      const address = `${origin}/explorer/v1/search?q=${encodeURIComponent(text)}&round=${round}`
      const began = performance.now()
      await (await fetch(address)).arrayBuffer()
      // The first round only warms up.
      if (round > 0) times.push(performance.now() - began)
    }
  }
  return times
}
