// Measures what the README claims of the service, over HTTP on loopback: `npm run bench`. On data that
// it generates, in SQLite and in a PostgreSQL of its own with an indexer's tables, and on the snapshot.
// Read the ratios, each within this one run: they hold across machines. `-- --soak` holds the load for
// ten minutes. The last line is all of it as JSON.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reportCold } from './bench/cold.mjs'
import * as generated from './bench/fill.mjs'
import { reportMemory } from './bench/memory.mjs'
import { compareWithBare } from './bench/rates.mjs'
import { startCairn, startOver } from './bench/start.mjs'
import { figures, quantile, report, reportLeast, reportMost, rounded } from './bench/statistics.mjs'
import { buildIfStale } from './buildIfStale.mjs'
import { startPostgres } from './startPostgres.mjs'

const isSoak = process.argv.includes('--soak')
const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'))
const sqliteUrl = `file:${join(folder, 'bench.db')}`

buildIfStale()
await generated.fill(sqliteUrl)
const sqlite = await startMeasured(sqliteUrl)
await reportHot(sqlite.origin)
await reportCold('SQLite', sqliteUrl, sqlite.origin)
await sqlite.stop()

const postgres = await startPostgres()
const postgresUrl = postgres.url('postgres')
await generated.fill(postgresUrl)
const overPostgres = await startOver(postgresUrl)
await reportCold('PostgreSQL', postgresUrl, overPostgres.origin)
await overPostgres.stop()
await postgres.stop()
rmSync(folder, { recursive: true })

const snapshot = await startCairn()
await reportPages(snapshot)
await reportSearch(snapshot.origin)
await snapshot.stop()
const loaded = await startCairn()
await reportMemory(loaded, isSoak ? 600 : 60)
await loaded.stop()
console.log(JSON.stringify(figures))

async function startMeasured(url) {
  const began = performance.now()
  const cairn = await startOver(url)
  await (await fetch(cairn.origin + tokenPath(1))).text()
  const took = Math.round(performance.now() - began)
  reportMost('from start to the first answer, over a filled database', took, 1000, ' ms')
  return cairn
}

function tokenPath(index) {
  return `/metadata/v1/ft/${generated.principalOf(index)}`
}

/** Answers that were given before, against a bare server that sends the same bytes. */
async function reportHot(origin) {
  const { LARGE_BLOCK, LARGE_BLOCK_RECORDS, LARGE_TRANSACTION, hashOf, transactionOf } = generated
  const lists = {
    'a token': tokenPath(1),
    'a page of a transaction': `/runes/v1/transactions/${transactionOf(LARGE_TRANSACTION, 1)}/activity`,
    'the first page of a block': `/runes/v1/blocks/${LARGE_BLOCK}/activity`,
    'the last page of a block': `/runes/v1/blocks/${LARGE_BLOCK}/activity?offset=${LARGE_BLOCK_RECORDS - 20}`,
    'a block by its hash': `/runes/v1/blocks/${hashOf('block', LARGE_BLOCK)}/activity`,
  }
  const headers = { accept: 'application/json', 'accept-encoding': 'gzip' }
  for (const [name, path] of Object.entries(lists)) {
    await reportRate(`${name}, kept`, origin + path, headers, 0.85)
  }
}

async function reportRate(name, url, headers, least) {
  const { rate, ratio } = await compareWithBare(url, headers)
  const beside = `${Math.round(rate).toLocaleString('en')} a second`
  reportLeast(`${name}, against bare node:http`, rounded(ratio), least, ' ×', beside)
}

async function reportPages({ origin, usage }) {
  const headers = { accept: 'text/html', 'accept-encoding': 'br' }
  for (const path of [
    '/block/840006',
    '/token/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin',
  ]) {
    await reportRate(`the page of a ${path.split('/')[1]}, kept`, origin + path, headers, 0.7)
  }
  const offsets = Array.from({ length: 300 }, (_, index) => index * 20 + 2000)
  const read = async (offset) =>
    (await fetch(`${origin}/block/999999999?offset=${offset}`, { headers })).arrayBuffer()
  // The first ones warm the engine up.
  for (const offset of offsets.slice(0, 100)) await read(offset)
  const before = (await usage()).cpu
  for (const offset of offsets.slice(100)) await read(offset)
  const spent = ((await usage()).cpu - before) / 1000 / 200
  reportMost('a page of 20 rows that was not kept: CPU', rounded(spent), 15, ' ms')
}

/** Every beginning of some texts, as a reader writes them, none asked twice. */
async function reportSearch(origin) {
  const typed = ['sbtc token', 'DOG•GO•TO', '849250', '1af2a846', '00000000', 'SP265WBWD4']
  const texts = new Set(typed.flatMap((text) => [...text].map((_, end) => text.slice(0, end + 1))))
  const times = []
  for (let round = 0; round < 5; round++) {
    for (const text of texts) {
      const began = performance.now()
      const address = `${origin}/explorer/v1/search?q=${encodeURIComponent(text)}&round=${round}`
      await (await fetch(address)).arrayBuffer()
      // The first round only warms up.
      if (round > 0) times.push(performance.now() - began)
    }
  }
  report('search while one types, median', rounded(quantile(times, 0.5)), ' ms')
  report('search while one types, 95th percentile', rounded(quantile(times, 0.95)), ' ms')
}
