import { fork } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import autocannon from 'autocannon'
import { median } from './statistics.mjs'

const headers = { accept: 'text/html,*/*;q=0.8', 'accept-encoding': 'br, gzip' }

/** Successful responses a second to requests for `paths`, one after the other on each connection. */
export async function measureRate(url, paths, { seconds: duration = 3, connections = 20 } = {}) {
  const requests = paths.map((path) => ({ path }))
  const result = await autocannon({ url, headers, requests, connections, duration })
  return result['2xx'] / result.duration
}

/** Medians of rounds in which both are measured one after the other, after a round to warm up. */
export async function alternate(rounds, measure, measureBaseline) {
  const measured = []
  for (let round = 0; round <= rounds; round++) {
    const [rate, baseline] = [await measure(), await measureBaseline()]
    if (round > 0) measured.push({ rate, baseline, ratio: rate / baseline })
  }
  const medianOf = (name) => median(measured.map((round) => round[name]))
  return { rate: medianOf('rate'), baseline: medianOf('baseline'), ratio: medianOf('ratio') }
}

/** Milliseconds until the whole response is there. */
export async function timeRequest(url) {
  const began = performance.now()
  const response = await fetch(url, { headers })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} responded ${response.status}`)
  return performance.now() - began
}

/** The highest resident memory of the service, in MB, that is seen until `work` ends. */
export async function peakMemory(origin, work = () => {}) {
  let peak = 0
  const look = async () => {
    const metrics = await (await fetch(`${origin}/metrics`)).text()
    peak = Math.max(peak, /^process_resident_memory_bytes (\S+)/m.exec(metrics)[1] / 1e6)
  }
  const timer = setInterval(look, 500)
  await work()
  clearInterval(timer)
  await look()
  return peak
}

/** Starts a node:http server in a process of its own that sends the bytes of `url`. */
export async function startBareServer(url) {
  const [response] = await once(get(url, { headers }), 'response')
  const body = Buffer.concat(await response.toArray())
  const child = fork(new URL('./bare.mjs', import.meta.url))
  child.send({ headers: response.headers, body: body.toString('base64') })
  const [origin] = await once(child, 'message')
  return { origin, stop: () => child.kill() }
}
