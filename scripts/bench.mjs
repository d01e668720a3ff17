// Measures what the README claims, over HTTP on loopback, on the sample block of 20,000 records.
// Timings are medians of interleaved rounds; read the ratios, which hold across machines.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfStale } from './build.mjs'

const ROUNDS = 200
const HASH = '0000000053414d504c4553414d504c4553414d504c4553414d504c4599999999'
const PAGES = {
  'first page': '/runes/v1/blocks/999999999/activity?offset=0',
  'middle page': '/runes/v1/blocks/999999999/activity?offset=10000',
  'last page': '/runes/v1/blocks/999999999/activity?offset=19980',
  'last page, by hash': `/runes/v1/blocks/${HASH}/activity?offset=19980`,
  token: '/metadata/v1/ft/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin',
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
  const ratio = (took / medians['first page']).toFixed(2)
  console.log(`${name.padEnd(56)}${took.toFixed(2)} ms   ${ratio} × the first page`)
}

async function start() {
  const began = performance.now()
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATABASE_URL: `file:${folder}/cairn.db` },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const origin = await new Promise((resolve) =>
    child.stdout.on('data', (chunk) => {
      output += chunk
      const found = /Cairn is at (\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    }),
  )
  await (await fetch(origin + PAGES.token)).text()
  const took = performance.now() - began
  const stop = () => new Promise((stopped) => child.once('exit', stopped) && child.kill('SIGTERM'))
  return { origin, took, stop }
}

async function measure(origin) {
  const times = Object.fromEntries(Object.keys(PAGES).map((name) => [name, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, path] of Object.entries(PAGES)) {
      const began = performance.now()
      await (await fetch(origin + path)).arrayBuffer()
      times[name].push(performance.now() - began)
    }
  }
  const median = (values) => values.sort((a, b) => a - b)[values.length >> 1]
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]))
}
