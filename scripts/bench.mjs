// Measures what the README claims of the data, over HTTP on loopback, on the sample block of 20,000
// records: `npm run bench`. No page is asked for twice, so each is read from the database. Medians of
// interleaved rounds; read the ratios, which hold across machines.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOver } from './bench/start.mjs'
import { median } from './bench/statistics.mjs'
import { buildIfStale } from './build.mjs'

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

await buildIfStale()
const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'))
const first = await start()
await first.stop()
const second = await start()
const medians = await measure(second.origin)
await second.stop()
rmSync(folder, { recursive: true })

console.log(`first start, filling the database, to its first answer  ${Math.round(first.took)} ms`)
console.log(`second start to its first answer                        ${Math.round(second.took)} ms`)
for (const [name, took] of Object.entries(medians)) {
  const ratio = (took / medians['pages at the start']).toFixed(2)
  console.log(`${name.padEnd(56)}${took.toFixed(2)} ms   ${ratio} × those at the start`)
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
