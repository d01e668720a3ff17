import { Resolver } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { addAbortSignal } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import ipaddr from 'ipaddr.js'
import { readAtMost } from '../nodeHttp/readAtMost.ts'

export type FetchOptions = {
  /** The types that a host should choose from, if it has several. */
  accept: string
  maxBytes: number
  /** For everything together: redirects and the body too. */
  timeoutMs: number
  /** That of the response before, if this is the same address. */
  etag: string | undefined
  signal: AbortSignal
  network: Network
  /** Resolves when the host that a redirect leads to may be asked. */
  beforeRedirect: (host: string, signal: AbortSignal) => Promise<void>
}

/** What tests have in place of the internet. Everywhere else it is `INTERNET`. */
export type Network = {
  ports: readonly number[]
  /** Names with their addresses, which are not looked up. */
  hosts: Readonly<Record<string, readonly string[]>>
  /** In place of those that the system asks. */
  nameServers?: readonly string[]
  /** Not public, and asked all the same. */
  allowedAddresses: readonly string[]
  /** The certificate of an authority, in place of those that Node trusts. */
  ca?: string
}

export const INTERNET: Network = { ports: [80, 443], hosts: {}, allowedAddresses: [] }

/** `etag` is undefined if the host sent none that can be sent back. */
export type Fetched = { bytes: Buffer; etag: string | undefined } | 'unchanged'

/** Why an address could not be read, in a sentence. */
export class FetchFailure extends Error {
  override name = 'FetchFailure'
}

/** A host, which may be one that was redirected to, asks to be left alone for a time, in seconds. */
export class HostBusy extends FetchFailure {
  readonly host: string
  readonly seconds: number

  constructor(host: string, seconds: number) {
    super('The host asked to wait (status 429).')
    this.host = host
    this.seconds = seconds
  }
}

const MAX_REDIRECTS = 3

/**
 * Reads an untrusted address. Only public addresses are connected to, at each redirect anew; nothing that
 * a host sends is trusted but the bytes of its body, and these have a bound.
 * @throws {FetchFailure} @throws the reason of `signal` if it is aborted
 */
export async function fetchUntrusted(address: string, options: FetchOptions): Promise<Fetched> {
  const { signal, timeoutMs, network } = options
  signal.throwIfAborted()
  const resolver = openResolver(network)
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(timeout(timeoutMs)), timeoutMs)
  const abort = () => controller.abort(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    const url = parseUrl(address, undefined, network)
    return await follow(url, { ...options, signal: controller.signal, resolver })
  } catch (error) {
    controller.signal.throwIfAborted()
    throw failureOf(error)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    resolver.cancel()
    // Closes the connection.
    controller.abort()
  }
}

/** Names are looked up without the system: its lookups cannot be cancelled, and share their threads with all files. */
function openResolver({ nameServers }: Network): Resolver {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  if (nameServers !== undefined) resolver.setServers(nameServers)
  return resolver
}

type Context = FetchOptions & { resolver: Resolver }

/** Only the first host gets the etag. */
async function follow(first: URL, options: Context): Promise<Fetched> {
  let [url, context] = [first, options]
  for (let left = MAX_REDIRECTS; ; left--) {
    const response = await send(url, context)
    const target = redirectOf(response)
    if (target === undefined) return readResponse(response, url, context)
    response.destroy()
    if (left === 0) {
      throw new FetchFailure(`The host redirected more than ${MAX_REDIRECTS} times.`)
    }
    url = parseUrl(target, url, options.network)
    context = { ...options, etag: undefined }
    await options.beforeRedirect(url.hostname, options.signal)
  }
}

/** An address in the place of a name is not looked up: it is checked here. */
function parseUrl(address: string, base: URL | undefined, network: Network): URL {
  if (!URL.canParse(address, base)) throw new FetchFailure('The address is malformed.')
  const url = new URL(address, base)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new FetchFailure('The address is neither http nor https.')
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchFailure('The address has a user or a password.')
  }
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  if (!network.ports.includes(port)) throw new FetchFailure(`The address uses port ${port}.`)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) expectPublic(host, network)
  return url
}

function send(
  url: URL,
  { network, resolver, accept, etag, signal }: Context,
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    // A response that changes the protocol ends without any event.
    signal.addEventListener('abort', () => reject(signal.reason))
    request(url, {
      // Nothing is shared between hosts, and no proxy of the environment is used.
      agent: false,
      lookup: lookupIn(network, resolver),
      ca: network.ca,
      rejectUnauthorized: true,
      maxHeaderSize: 16_384,
      headers: {
        accept,
        'accept-encoding': 'gzip',
        'user-agent': 'Cairn',
        ...(etag !== undefined && { 'if-none-match': etag }),
      },
      signal,
    })
      .on('response', (response) => {
        // Whoever reads the body gets its errors; one that nobody reads may fail.
        response.on('error', () => {})
        resolve(addAbortSignal(signal, response))
      })
      .on('error', reject)
      .end()
  })
}

/** The addresses that are checked are those that are connected to. One that is not public refuses all. */
function lookupIn(network: Network, resolver: Resolver): LookupFunction {
  return (name, { all }, callback) => {
    addressesOf(name, network, resolver).then(
      (addresses) => {
        const [first = ''] = addresses
        const found = addresses.map((address) => ({ address, family: isIP(address) }))
        if (all) callback(null, found)
        else callback(null, first, isIP(first))
      },
      (error) => callback(error, []),
    )
  }
}

async function addressesOf(
  name: string,
  network: Network,
  resolver: Resolver,
): Promise<readonly string[]> {
  const known = Object.hasOwn(network.hosts, name) ? network.hosts[name] : undefined
  const addresses = known ?? (await resolve(name, resolver))
  if (addresses.length === 0) throw new FetchFailure('The host has no address.')
  for (const address of addresses) expectPublic(address, network)
  return addresses
}

/** Of both versions. The lookup of one may fail. */
async function resolve(name: string, resolver: Resolver): Promise<string[]> {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason
  return [v4, v6].flatMap((lookup) => (lookup.status === 'fulfilled' ? lookup.value : []))
}

function expectPublic(address: string, { allowedAddresses }: Network): void {
  if (allowedAddresses.includes(address) || isPublic(address)) return
  throw new FetchFailure('The host has an address that is not public.')
}

/** All public addresses of version 6 are there: RFC 4291, and the registry of IANA. */
const PUBLIC_V6 = ipaddr.parseCIDR('2000::/3')

/** Whether an address can be one of the internet, and leads nowhere else, as those with another one inside do. */
export function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(PUBLIC_V6)
}

function redirectOf({ statusCode, headers }: IncomingMessage): string | undefined {
  return REDIRECTS.includes(statusCode) ? headers.location : undefined
}

const REDIRECTS: unknown[] = [301, 302, 303, 307, 308]

async function readResponse(
  response: IncomingMessage,
  { hostname }: URL,
  options: FetchOptions,
): Promise<Fetched> {
  const { statusCode, headers } = response
  if (statusCode === 304 && options.etag !== undefined) return 'unchanged'
  if (statusCode === 429) throw new HostBusy(hostname, secondsOf(headers['retry-after']))
  if (statusCode !== 200) throw new FetchFailure(`The host responded with status ${statusCode}.`)
  const bytes = await readAtMost(response, options.maxBytes)
  if (bytes === undefined) throw tooLong(options)
  return { bytes: await decode(bytes, response, options), etag: etagOf(headers.etag) }
}

const unzip = promisify(gunzip)

async function decode(
  bytes: Buffer,
  { headers }: IncomingMessage,
  options: FetchOptions,
): Promise<Buffer> {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding === 'identity') return bytes
  if (encoding !== 'gzip') {
    throw new FetchFailure('The host sent an encoding that it was not asked for.')
  }
  try {
    return await unzip(bytes, { maxOutputLength: options.maxBytes })
  } catch (error) {
    if (error instanceof RangeError) throw tooLong(options)
    throw new FetchFailure('The host sent invalid gzip data.', { cause: error })
  }
}

const MAX_ETAG_LENGTH = 200

function etagOf(etag: string | undefined): string | undefined {
  const isUsable = etag !== undefined && /^(W\/)?"[!#-~]*"$/.test(etag)
  return isUsable && etag.length <= MAX_ETAG_LENGTH ? etag : undefined
}

const [MINUTE, DAY] = [60, 86_400]

/** Whole ones, of `Retry-After`, which is a number or a date. */
function secondsOf(retryAfter: string | undefined): number {
  const seconds = /^[0-9]+$/.test(retryAfter ?? '')
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter ?? '') - Date.now()) / 1000)
  return Number.isNaN(seconds) ? MINUTE : Math.min(Math.max(seconds, 1), DAY)
}

function tooLong({ maxBytes }: FetchOptions): FetchFailure {
  return new FetchFailure(`The host sent more than ${maxBytes / 1_000_000} MB.`)
}

function timeout(timeoutMs: number): FetchFailure {
  return new FetchFailure(`The host did not send it within ${timeoutMs / 1000} s.`)
}

function failureOf(error: unknown): FetchFailure {
  if (error instanceof FetchFailure) return error
  const code = error instanceof Error && 'code' in error ? error.code : 'connection lost'
  return new FetchFailure(`The host cannot be reached (${code}).`, { cause: error })
}
