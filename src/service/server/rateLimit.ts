import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import proxyAddress from 'proxy-addr'

export type RateLimitOptions = {
  /** Requests a minute for each client. */
  perMinute: number
  /** Whose `X-Forwarded-For` is believed, as `proxy-addr` names them. */
  trustProxy: string[]
  /** Milliseconds. */
  now?: () => number
}

/** Where a client stands: the fields to send, and the seconds to wait if the request is one too many. */
export type Standing = { fields: string[]; retryAfter: number | undefined }

export type RateLimit = (incoming: IncomingMessage) => Standing

const WINDOW = 60_000
/** Beyond so many clients a minute those seen longest ago start anew: memory has an end. */
const MOST_CLIENTS = 50_000

/**
 * Counts requests by client in windows of a minute that begin with a client's first request. The
 * fields are those of draft-ietf-httpapi-ratelimit-headers-10.
 */
export function createRateLimit({
  perMinute,
  trustProxy,
  now = Date.now,
}: RateLimitOptions): RateLimit {
  const windows = new LRUCache<string, { ends: number; requests: number }>({ max: MOST_CLIENTS })
  const clientOf = createClientOf(trustProxy)
  const policy = `"default";q=${perMinute};w=${WINDOW / 1000}`

  return (incoming) => {
    const [client, time] = [clientOf(incoming), now()]
    let window = windows.get(client)
    if (window === undefined || window.ends <= time) {
      window = { ends: time + WINDOW, requests: 0 }
      windows.set(client, window)
    }
    window.requests += 1
    const remaining = Math.max(0, perMinute - window.requests)
    const seconds = Math.ceil((window.ends - time) / 1000)
    const fields = [
      'RateLimit-Policy',
      policy,
      'RateLimit',
      `"default";r=${remaining};t=${seconds}`,
    ]
    return { fields, retryAfter: window.requests > perMinute ? seconds : undefined }
  }
}

/** Who asks: the other end of the connection, or whom proxies that are trusted name. */
function createClientOf(trustProxy: string[]): (incoming: IncomingMessage) => string {
  const isTrusted = proxyAddress.compile(trustProxy)
  return (incoming) => {
    const direct = incoming.socket.remoteAddress ?? ''
    if (trustProxy.length === 0) return networkOf(direct)
    const named = proxyAddress(incoming, isTrusted)
    return networkOf(ipaddr.isValid(named) ? named : direct)
  }
}

/** An IPv4 address, or the 64 bits of an IPv6 address that one subscriber commonly holds. */
function networkOf(address: string): string {
  if (isIPv4(address) || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.parse(address)
  if (!('parts' in parsed)) return parsed.toString()
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  return parsed.parts.slice(0, 4).join(':')
}
