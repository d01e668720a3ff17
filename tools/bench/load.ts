import autocannon from 'autocannon'

const CONNECTIONS = 20
const headers = { accept: 'text/html,*/*;q=0.8', 'accept-encoding': 'br, gzip' }

export type Load = {
  /** Successful responses a second. */
  rate: number
  /** In milliseconds. */
  p99: number
  failed: number
}

/** Requests the paths again and again on 20 connections, each of which begins at another one. */
export async function putLoadOn(origin: string, paths: string[], seconds: number): Promise<Load> {
  const requests = paths.map((path) => ({ path }))
  let clients = 0
  const result = await autocannon({
    url: origin,
    headers,
    connections: CONNECTIONS,
    duration: seconds,
    setupClient(client) {
      const start = Math.floor((clients++ * requests.length) / CONNECTIONS)
      client.setRequests([...requests.slice(start), ...requests.slice(0, start)])
    },
  })
  return {
    rate: result['2xx'] / result.duration,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  }
}
