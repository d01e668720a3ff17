import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import proxyAddress from 'proxy-addr'
import { networkOf } from '../../nodeHttp/networkOf.ts'

export type ClientOf = (c: Context) => string

/**
 * Identifies the client of a request: the remote address, or the client that trusted proxies report.
 * @param trustProxy proxies whose `X-Forwarded-For` is trusted, in the notation of `proxy-addr`.
 */
export function createClientOf(trustProxy: string[]): ClientOf {
  const isTrusted = proxyAddress.compile(trustProxy)
  return (c) => {
    const { incoming }: HttpBindings = c.env
    const direct = incoming.socket.remoteAddress ?? ''
    if (trustProxy.length === 0) return networkOf(direct)
    const reported = proxyAddress(incoming, isTrusted)
    return networkOf(ipaddr.isValid(reported) ? reported : direct)
  }
}
