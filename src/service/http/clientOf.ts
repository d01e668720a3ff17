import { isIPv4 } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import proxyAddress from 'proxy-addr'

export type ClientOf = (c: Context) => string

/**
 * Identifies the client of a request: the other end of the connection, or whom trusted proxies name.
 * @param trustProxy whose `X-Forwarded-For` is believed, as `proxy-addr` names them.
 */
export function createClientOf(trustProxy: string[]): ClientOf {
  const isTrusted = proxyAddress.compile(trustProxy)
  return (c) => {
    const { incoming }: HttpBindings = c.env
    const direct = incoming.socket.remoteAddress ?? ''
    if (trustProxy.length === 0) return networkOf(direct)
    const named = proxyAddress(incoming, isTrusted)
    return networkOf(ipaddr.isValid(named) ? named : direct)
  }
}

/** An IPv4 address, or the 64 bits of an IPv6 address that one subscriber commonly has. */
function networkOf(address: string): string {
  if (isIPv4(address) || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.parse(address)
  if (!('parts' in parsed)) return parsed.toString()
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  return parsed.parts.slice(0, 4).join(':')
}
