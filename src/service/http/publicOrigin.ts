import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** The environment of a request that the service sends to itself for one that it got. */
export type OnBehalf = { publicOrigin: PublicOrigin }

export type PublicOrigin = {
  /** `https://cairn.example` */
  origin: string
  /** False if the client may have forged it: then responses that contain it must not be cached. */
  isTrusted: boolean
}

export type OriginOf = (c: Context) => PublicOrigin

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * The public origin of the service: the configured one, or that of each request. It is empty for what the service asks
 * itself: pages use paths alone.
 */
export function createOriginOf(publicUrl: string | undefined): OriginOf {
  if (publicUrl !== undefined) return () => ({ origin: publicUrl, isTrusted: true })
  return (c) => {
    const { publicOrigin, incoming }: Partial<HttpBindings & OnBehalf> = c.env ?? {}
    if (publicOrigin !== undefined) return publicOrigin
    if (incoming === undefined) return { origin: '', isTrusted: true }
    const { origin, hostname, port } = new URL(c.req.url)
    const isOwnPort = Number(port || 80) === incoming.socket.localPort
    return { origin, isTrusted: LOOPBACK.includes(hostname) && isOwnPort }
  }
}

/** An origin contains the Host header, in which a client may send any of these. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
