// Measures what the service spends on pages: `npm run bench:pages`. Rates are read against a bare
// node:http server that sends the same bytes, in interleaved rounds; CPU is the service's own.
import { fork } from 'node:child_process'
import autocannon from 'autocannon'
import { startCairn } from './bench/start.mjs'
import { median, reportLeast, reportMost } from './bench/statistics.mjs'
import { buildIfStale } from './build.mjs'

const ROUNDS = 5
const SECONDS = 3
const PAGES = {
  block: '/block/840006',
  token: '/token/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin',
}
const ACCEPT = { accept: 'text/html', 'accept-encoding': 'br' }

await buildIfStale()
const cairn = await startCairn()
for (const [name, path] of Object.entries(PAGES)) await compareWarm(name, path)
await measureCold()
await cairn.stop()

async function compareWarm(name, path) {
  const bare = await startBare(cairn.origin + path)
  const rates = { ours: [], bare: [] }
  for (let round = 0; round < ROUNDS; round++) {
    rates.ours.push(await rateOf(cairn.origin + path))
    rates.bare.push(await rateOf(bare.origin))
  }
  bare.stop()
  const [ours, most] = [median(rates.ours), median(rates.bare)]
  console.log(
    `${name} page, kept: ${Math.round(ours)} a second; bare node:http ${Math.round(most)}`,
  )
  reportLeast(
    `${name} page, kept: × the rate of bare node:http`,
    Number((ours / most).toFixed(2)),
    0.7,
  )
}

async function rateOf(url) {
  const { requests, non2xx, errors } = await autocannon({
    url,
    connections: 20,
    duration: SECONDS,
    headers: ACCEPT,
  })
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} of the answers of ${url} failed`)
  return requests.average
}

/** Starts a server that sends what `url` answers, byte by byte and header by header. */
async function startBare(url) {
  const response = await fetch(url, { headers: ACCEPT })
  // fetch has taken the coding off the body: what went over the wire is asked for as it is.
  const headers = Object.fromEntries(response.headers)
  const body = await readRaw(url)
  const child = fork(new URL('./bench/bare.mjs', import.meta.url))
  const origin = await new Promise((listening) => {
    child.once('message', listening)
    child.send({
      headers: { ...headers, 'content-length': body.byteLength },
      body: body.toString('base64'),
    })
  })
  return { origin, stop: () => child.kill() }
}

async function readRaw(url) {
  const { get } = await import('node:http')
  return new Promise((done) =>
    get(url, { headers: ACCEPT }, async (response) =>
      done(Buffer.concat(await response.toArray())),
    ),
  )
}

/** Every page of a large block once: each is read, rendered and compressed, none was kept. */
async function measureCold() {
  const offsets = Array.from({ length: 300 }, (_, index) => index * 20 + 2000)
  const address = (offset) => `${cairn.origin}/block/999999999?offset=${offset}`
  // The first ones warm the engine up.
  for (const offset of offsets.slice(0, 100)) await fetch(address(offset), { headers: ACCEPT })
  const before = await cairn.cpu()
  for (const offset of offsets.slice(100)) {
    await (await fetch(address(offset), { headers: ACCEPT })).arrayBuffer()
  }
  const spent = (await cairn.cpu()) - before
  reportMost('a page of 20 rows, not kept: CPU', Number((spent / 1000 / 200).toFixed(1)), 15, ' ms')
}
