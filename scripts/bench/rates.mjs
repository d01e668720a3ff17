import { fork } from 'node:child_process'
import { get } from 'node:http'
import autocannon from 'autocannon'
import { median } from './statistics.mjs'

const ROUNDS = 5
const SECONDS = 3

/**
 * How many requests a second are answered at `url`, and how that compares to a bare node:http server
 * that sends the same bytes and headers: medians of rounds, in each of which both are asked one after
 * the other, for a machine may be slow for a while.
 */
export async function compareWithBare(url, headers) {
  const bare = await startBare(url, headers)
  const rounds = []
  // The first load only warms both up.
  for (const each of [url, bare.origin]) await rateOf(each, headers)
  for (let round = 0; round < ROUNDS; round++) {
    const rate = await rateOf(url, headers)
    rounds.push({ rate, ratio: rate / (await rateOf(bare.origin, headers)) })
  }
  bare.stop()
  const middle = (name) => median(rounds.map((round) => round[name]))
  return { rate: middle('rate'), ratio: middle('ratio') }
}

async function rateOf(url, headers) {
  const load = { url, headers, connections: 20, duration: SECONDS }
  const { requests, non2xx, errors } = await autocannon(load)
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} of the answers of ${url} failed`)
  return requests.average
}

async function startBare(url, headers) {
  const answer = await readRaw(url, headers)
  const child = fork(new URL('./bare.mjs', import.meta.url))
  const origin = await new Promise((listening) => {
    child.once('message', listening)
    child.send(answer)
  })
  return { origin, stop: () => child.kill() }
}

/** What goes over the wire: fetch would take the coding off the body. */
function readRaw(url, headers) {
  return new Promise((done) =>
    get(url, { headers }, async (response) => {
      const body = Buffer.concat(await response.toArray())
      // These are set by node itself for every answer.
      const { connection, 'keep-alive': keepAlive, date, ...own } = response.headers
      done({
        headers: { ...own, 'content-length': body.byteLength },
        body: body.toString('base64'),
      })
    }),
  )
}
