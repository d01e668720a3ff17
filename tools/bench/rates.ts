import { fork } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import autocannon from 'autocannon'
import type { BareResponse } from './bareServer.ts'
import { median } from './statistics.ts'

type Load = { seconds?: number; connections?: number }

const headers = { accept: 'text/html,*/*;q=0.8', 'accept-encoding': 'br, gzip' }

/** Successful responses a second to requests for `paths`, one after the other on each connection. */
export async function measureRate(
  url: string,
  paths: string[],
  { seconds: duration = 3, connections = 20 }: Load = {},
): Promise<number> {
  const requests = paths.map((path) => ({ path }))
  const result = await autocannon({ url, headers, requests, connections, duration })
  return result['2xx'] / result.duration
}

/** Medians of rounds in which both are measured one after the other, after a round to warm up. */
export async function alternate(
  rounds: number,
  measure: () => Promise<number>,
  measureBaseline: () => Promise<number>,
): Promise<{ rate: number; baseline: number; ratio: number }> {
  const measured: { rate: number; baseline: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const [rate, baseline] = [await measure(), await measureBaseline()]
    if (round > 0) measured.push({ rate, baseline })
  }
  return {
    rate: median(measured.map(({ rate }) => rate)),
    baseline: median(measured.map(({ baseline }) => baseline)),
    ratio: median(measured.map(({ rate, baseline }) => rate / baseline)),
  }
}

/** Milliseconds until the whole response is there. */
export async function timeRequest(url: string): Promise<number> {
  const began = performance.now()
  const response = await fetch(url, { headers })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} responded ${response.status}`)
  return performance.now() - began
}

/** The highest resident memory of the service, in MB, that is seen until `work` ends. */
export async function peakMemory(
  origin: string,
  work: () => Promise<unknown> = async () => {},
): Promise<number> {
  let peak = 0
  const look = async () => {
    const metrics = await (await fetch(`${origin}/metrics`)).text()
    const bytes = /^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]
    peak = Math.max(peak, Number(bytes) / 1e6)
  }
  const timer = setInterval(look, 500)
  await work()
  clearInterval(timer)
  await look()
  return peak
}

/** Starts a node:http server in a process of its own that sends the bytes of `url`. */
export async function startBareServer(url: string): Promise<{ origin: string; stop: () => void }> {
  const response = await new Promise<IncomingMessage>((resolve) => {
    get(url, { headers }, resolve)
  })
  const body = Buffer.concat(await response.toArray()).toString('base64')
  const child = fork(new URL('./bareServer.ts', import.meta.url))
  child.send({ headers: response.headers, body } satisfies BareResponse)
  const [origin] = await once(child, 'message')
  return { origin, stop: () => child.kill() }
}
