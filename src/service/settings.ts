import proxyAddress from 'proxy-addr'
import * as v from 'valibot'
import { splitUrl } from '../nodeHttp/splitUrl.ts'
import { readListedTokens } from './tokens/readListedTokens.ts'

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const

// Each message continues the name of the setting.

function numberFrom(min: number, max: number) {
  const sentence = `must be a whole number from ${min} to ${max}.`
  return v.pipe(
    v.string(),
    v.regex(/^[0-9]{1,8}$/, sentence),
    v.transform(Number),
    v.minValue(min, sentence),
    v.maxValue(max, sentence),
  )
}

const NON_EMPTY = v.pipe(v.string(), v.nonEmpty('must not be empty.'))

function urlMatching(pattern: RegExp, sentence: string) {
  return v.pipe(
    v.string(),
    v.regex(pattern, sentence),
    v.check((url) => URL.canParse(url), sentence),
    v.transform((url) => new URL(url)),
  )
}

/** The address of a service: its origin, with a path if it has one. */
const ServiceAddress = v.pipe(
  urlMatching(
    /^https?:\/\/([^/?#@\s]+@)?[^/?#@\s]+(\/[^?#\s]*)?$/,
    'must be an http or https address without a query, such as https://cairn.example.',
  ),
  v.check(hasReadableCredentials, 'has a malformed user or password: write % as %25.'),
  v.transform(({ href }) => href.replace(/\/+$/, '')),
)

function hasReadableCredentials({ href }: URL): boolean {
  try {
    splitUrl(href)
    return true
  } catch {
    return false // TypeError
  }
}

function originMatching(pattern: RegExp, sentence: string) {
  return v.pipe(
    urlMatching(pattern, sentence),
    v.transform(({ origin }) => origin),
  )
}

/** Origins of gateways, separated by commas. */
const Gateways = v.pipe(
  v.string(),
  v.transform(parseGateways),
  v.array(
    v.string(),
    'must be https addresses without a port or a path, such as https://ipfs.example, separated by commas.',
  ),
)

/** A setting without a default. */
function optional<const Schema extends v.GenericSchema>(meaning: string, schema: Schema) {
  return v.optional(v.pipe(schema, v.description(meaning)))
}

function setting<
  const Schema extends v.GenericSchema<string, unknown>,
  const Default extends v.InferInput<Schema>,
>(preset: Default, meaning: string, schema: Schema) {
  return v.optional(v.pipe(schema, v.description(meaning)), preset)
}

/** Every setting: its default if it has one, its meaning, and its check. */
export const Settings = v.object({
  PORT: setting('3000', 'the port to listen on; `0` picks a free one', numberFrom(0, 65_535)),
  HOST: setting(
    '127.0.0.1',
    'the address to listen on; `0.0.0.0` or `::` for all interfaces',
    NON_EMPTY,
  ),
  DATA_DIR: setting('./data', 'the folder of the databases, created if it is missing', NON_EMPTY),
  DATABASE_URL: optional(
    'a PostgreSQL address such as `postgres://user@host/name`; without it, files in `DATA_DIR` are the database',
    v.pipe(
      v.string(),
      v.regex(
        /^postgres(ql)?:\/\/./,
        'must be a PostgreSQL address such as postgres://user@host/name.',
      ),
    ),
  ),
  BITCOIN_RPC_URL: optional(
    'the address of a Bitcoin Core node, such as `http://user:password@127.0.0.1:8332`; Cairn indexes the runes of its network. Without it, the blocks that Cairn brings are indexed',
    ServiceAddress,
  ),
  BITCOIN_COOKIE_FILE: optional(
    "the path of the node's cookie file, if `BITCOIN_RPC_URL` has no user and password, such as `/home/bitcoin/.bitcoin/.cookie`",
    NON_EMPTY,
  ),
  DATABASE_CONNECTIONS: setting(
    '10',
    'the maximum number of connections to each PostgreSQL host; four fifths of them are those of the two reader threads',
    numberFrom(4, 1000),
  ),
  DATABASE_TIMEOUT: setting(
    '10',
    'the maximum number of seconds for a PostgreSQL query',
    numberFrom(1, 3600),
  ),
  STACKS_NODE_URL: optional(
    'the RPC address of a Stacks node, such as `http://127.0.0.1:20443`; Cairn follows the SIP-010 tokens of its network. Without it, tokens are those that Cairn brings and those that are imported',
    ServiceAddress,
  ),
  STACKS_RATE: setting(
    '20',
    'the maximum number of requests to the Stacks node in a second; at most two run at once',
    numberFrom(1, 1000),
  ),
  TOKEN_DOCUMENTS: setting(
    'fetch',
    'whether Cairn reads, with `STACKS_NODE_URL`, the documents that tokens point to, and the images that these name: `fetch`, or `none`. Those in the URI itself are always read',
    v.picklist(['fetch', 'none'], 'must be fetch or none.'),
  ),
  IPFS_DOCUMENT_GATEWAYS: setting(
    'https://ipfs.io,https://dweb.link',
    'the https addresses of the IPFS gateways that Cairn reads documents and images from, separated by commas: the second one after two failures of the first',
    Gateways,
  ),
  ARWEAVE_DOCUMENT_GATEWAYS: setting('https://arweave.net', 'the same for Arweave', Gateways),
  PUBLIC_URL: optional(
    'the public address of the service, such as `https://cairn.example`, for canonical links and previews; by default it is taken from each request. Set it if the service runs behind a proxy',
    originMatching(
      /^https?:\/\/[^/?#\s]+\/?$/,
      'must be an address without a path, such as https://cairn.example.',
    ),
  ),
  RATE_LIMIT: optional(
    'requests per minute for each client (an IPv4 address or an IPv6 /64 network); no limit by default. Behind a proxy, also set `TRUST_PROXY`, or all readers count as one client',
    numberFrom(1, 1_000_000),
  ),
  FOLLOWER_MEMORY_MB: setting(
    '512',
    'the memory in megabytes that the thread which indexes may use for JavaScript; the process needs more',
    numberFrom(16, 100_000),
  ),
  CACHE_MB: setting(
    '64',
    'the size of the response cache in megabytes; images of tokens have 16 MB of their own',
    numberFrom(1, 100_000),
  ),
  TRUST_PROXY: optional(
    'the proxies whose `X-Forwarded-For` is trusted: addresses, networks such as `10.0.0.0/8`, `loopback`, `linklocal` or `uniquelocal`, separated by commas',
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((proxy) => proxy.trim())),
      v.check(
        isListOfProxies,
        'must be addresses, networks such as 10.0.0.0/8, loopback, linklocal or uniquelocal, separated by commas.',
      ),
    ),
  ),
  LOG_LEVEL: setting(
    'info',
    'what is logged: `info` logs starts, stops, failures and requests that take over a second; `debug` logs every request; `warn`, `error` and `silent` log less',
    v.picklist(LOG_LEVELS, 'must be silent, error, warn, info or debug.'),
  ),
  IPFS_GATEWAY: optional(
    'the https address of an IPFS gateway for `ipfs:` images and documents; without it their addresses are shown as text',
    originMatching(
      /^https:\/\/[^/?#\s]+\/?$/,
      'must be an https address without a path, such as https://ipfs.example.',
    ),
  ),
  IMAGE_HOSTS: setting(
    'assets.hiro.so',
    'without a Stacks node, the hosts whose token images load at once: host names separated by commas, or `none`; by default the image cache of the public token API. Images from other hosts load only after the reader agrees',
    v.pipe(
      v.string(),
      v.transform(parseImageHosts),
      v.array(
        v.string(),
        'must be "none", or host names such as images.example, separated by commas.',
      ),
    ),
  ),
  TOKEN_LIST: optional(
    'a JSON file with the `name` and the `url` of a list of tokens and the contract principals in it, `tokens`; pages of these tokens say that it lists them. It is read at start',
    v.pipe(
      v.string(),
      v.transform(readListedTokens),
      v.check(
        (listed) => listed !== undefined,
        'must be a JSON file such as {"name": "Example", "url": "https://…", "tokens": ["SP….contract"]}.',
      ),
    ),
  ),
})

export type Settings = v.InferOutput<typeof Settings>

/** Invalid settings. The message has one line for each. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/**
 * Reads the settings from the environment.
 * @throws {SettingsError} naming every invalid setting.
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const parsed = v.safeParse(Settings, environment)
  if (parsed.success) return parsed.output
  const sentences = new Map<string | null, string>()
  for (const issue of parsed.issues) {
    const name = v.getDotPath(issue)
    if (!sentences.has(name)) sentences.set(name, `${name} ${issue.message}`)
  }
  throw new SettingsError([...sentences.values()].join('\n'))
}

/** All settings, for the help and the docs. `meaning` has code in backticks. */
export const SETTINGS = Object.entries(Settings.entries).map(([name, setting]) => ({
  name,
  default: v.getDefault(setting),
  meaning: v.getDescription(setting.wrapped) ?? '',
}))

/** Parses `none`, or host names separated by commas; undefined if one is malformed. */
function parseImageHosts(text: string): string[] | undefined {
  if (text === 'none') return []
  const hosts = text.split(',').map((host) => host.trim().toLowerCase())
  return hosts.every(isHost) ? hosts : undefined
}

/** Undefined if an address is malformed, or has a port: documents are read from the usual ones alone. */
function parseGateways(text: string): string[] | undefined {
  const gateways = text.split(',').map((gateway) => gateway.trim())
  const isGateway = (url: string) => /^https:\/\/[^/?#@\s:]+\/?$/.test(url) && URL.canParse(url)
  return gateways.every(isGateway) ? gateways.map((url) => new URL(url).origin) : undefined
}

/** Whether the text is the host of a URL, with its port if that is unusual: `images.example:8443`. */
function isHost(text: string): boolean {
  const url = `https://${text}`
  const isForm = /^[a-z0-9-]+(\.[a-z0-9-]+)+(:[0-9]+)?$/.test(text)
  return isForm && URL.canParse(url) && new URL(url).host === text
}

function isListOfProxies(proxies: string[]): boolean {
  try {
    proxyAddress.compile(proxies)
    return true
  } catch {
    return false // A proxy is malformed.
  }
}
