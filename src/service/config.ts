import proxyAddress from 'proxy-addr'
import * as v from 'valibot'
import type { HexPrefix } from './activityWire.ts'
import type { PostgresOptions } from './database/postgres.ts'
import type { UpstreamOptions } from './upstream/readThrough.ts'

export type Config = {
  host: string
  port: number
  /** Of the tokens and the directory: `file:` and a SQLite file, or the address of a PostgreSQL. */
  databaseUrl: string
  /** Of the runes and their ledger; the same as `databaseUrl` where none is named. */
  runesDatabaseUrl: string
  postgres: PostgresOptions
  /** What a new embedded database begins with. */
  snapshot: 'filled' | 'none'
  hexPrefix: HexPrefix
  upstream: UpstreamOptions
  /** The address that readers know this place by, when it is not the one that requests name. */
  publicUrl: string | undefined
  /** The origin of the host that pages follow `ipfs:` addresses through. */
  ipfsGateway: string | undefined
  cacheBytes: number
  /** Requests a minute for each client; undefined counts none. */
  rateLimit: number | undefined
  /** The proxies whose word on a client's address is taken, as `proxy-addr` names them. */
  trustProxy: string[]
  logLevel: LogLevel
}
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Settings that cannot be used: a sentence for each, in a line of its own. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const

function numberFrom(name: string, least: number, most: number) {
  const sentence = `${name} must be a whole number from ${least} to ${most}.`
  return v.pipe(
    v.string(),
    v.regex(/^[0-9]{1,8}$/, sentence),
    v.transform(Number),
    v.minValue(least, sentence),
    v.maxValue(most, sentence),
  )
}

/** Where a service with the contract is: its origin, and a path where it stands below one. */
export function serviceAddress(name: string) {
  const sentence = `${name} must be an http or https address without a query, such as https://cairn.example.`
  return v.pipe(
    v.string(),
    v.regex(/^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/, sentence),
    v.check((url) => URL.canParse(url), sentence),
    v.transform((url) => new URL(url).href.replace(/\/+$/, '')),
  )
}

/** Every setting: its check, what it means, and its default where it has one. */
const Settings = v.object({
  PORT: v.optional(
    v.pipe(
      numberFrom('PORT', 0, 65_535),
      v.description('the port that the service listens on; 0 takes a free one'),
    ),
    '3000',
  ),
  HOST: v.optional(
    v.pipe(
      v.string(),
      v.nonEmpty('HOST must not be empty.'),
      v.description('the address that it listens on; `0.0.0.0` or `::` for every one'),
    ),
    '127.0.0.1',
  ),
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(file:.|postgres(ql)?:\/\/.)/,
        'DATABASE_URL must begin with file: and name a SQLite file, or be an address such as postgres://user@host/name.',
      ),
      v.description(
        "the database's file, made if it is not there, or the address of a PostgreSQL such as `postgres://user@host/name`",
      ),
    ),
    'file:./data/cairn.db',
  ),
  RUNES_DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^postgres(ql)?:\/\/./,
        'RUNES_DATABASE_URL must be an address such as postgres://user@host/name.',
      ),
      v.description(
        "the address of a PostgreSQL of the runes and their ledger alone: an indexer's; without it they are read with the tokens",
      ),
    ),
  ),
  DATABASE_CONNECTIONS: v.optional(
    v.pipe(
      numberFrom('DATABASE_CONNECTIONS', 1, 1000),
      v.description('the most connections to a PostgreSQL'),
    ),
    '10',
  ),
  DATABASE_TIMEOUT: v.optional(
    v.pipe(
      numberFrom('DATABASE_TIMEOUT', 1, 3600),
      v.description('seconds that a PostgreSQL may take for a query'),
    ),
    '10',
  ),
  SNAPSHOT: v.optional(
    v.pipe(
      v.picklist(['filled', 'none'], 'SNAPSHOT must be filled or none.'),
      v.description('`none` begins a new database with empty tables'),
    ),
    'filled',
  ),
  UPSTREAM_URL: v.optional(
    v.pipe(
      serviceAddress('UPSTREAM_URL'),
      v.description(
        'the address of another service with the contract, with its path if it has one, that is asked for what the database lacks',
      ),
    ),
  ),
  UPSTREAM_TOKENS_URL: v.optional(
    v.pipe(serviceAddress('UPSTREAM_TOKENS_URL'), v.description('the same for tokens alone')),
  ),
  UPSTREAM_RUNES_URL: v.optional(
    v.pipe(serviceAddress('UPSTREAM_RUNES_URL'), v.description('the same for runes alone')),
  ),
  UPSTREAM_TIMEOUT: v.optional(
    v.pipe(
      numberFrom('UPSTREAM_TIMEOUT', 1, 999),
      v.description('seconds that an answer of it may take'),
    ),
    '10',
  ),
  UPSTREAM_MAX_AGE: v.optional(
    v.pipe(
      numberFrom('UPSTREAM_MAX_AGE', 0, 99_999_999),
      v.description('seconds for which an answer of it counts as fresh'),
    ),
    '300',
  ),
  PUBLIC_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^https?:\/\/[^/?#\s]+\/?$/,
        'PUBLIC_URL must be an address without a path, such as https://cairn.example.',
      ),
      v.transform((url) => new URL(url).origin),
      v.description(
        'the address that readers know this place by, such as `https://cairn.example`: set it behind a proxy, for canonical links and previews; without it that of each request',
      ),
    ),
  ),
  RATE_LIMIT: v.optional(
    v.pipe(
      numberFrom('RATE_LIMIT', 1, 1_000_000),
      v.description(
        'requests a minute for each client (an IPv4 address, or an IPv6 network of 64 bits); without it none are counted. Behind a proxy set `TRUST_PROXY` too, or all readers count as one',
      ),
    ),
  ),
  CACHE_MB: v.optional(
    v.pipe(
      numberFrom('CACHE_MB', 1, 100_000),
      v.description('the size of the response cache in memory, in megabytes'),
    ),
    '64',
  ),
  TRUST_PROXY: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((proxy) => proxy.trim())),
      v.check(
        isListOfProxies,
        'TRUST_PROXY must be addresses, networks such as 10.0.0.0/8, loopback, linklocal or uniquelocal, separated by commas.',
      ),
      v.description(
        'the proxies whose `X-Forwarded-For` is believed: addresses, networks such as `10.0.0.0/8`, `loopback`, `linklocal` or `uniquelocal`, separated by commas',
      ),
    ),
  ),
  LOG_LEVEL: v.optional(
    v.pipe(
      v.picklist(LOG_LEVELS, 'LOG_LEVEL must be silent, error, warn, info or debug.'),
      v.description(
        'what is logged: `info` starts, stops, failures and requests that took over a second; `debug` every request; also `silent`, `error`, `warn`',
      ),
    ),
    'info',
  ),
  IPFS_GATEWAY: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^https:\/\/[^/?#\s]+\/?$/,
        'IPFS_GATEWAY must be an https address without a path, such as https://ipfs.example.',
      ),
      v.transform((url) => new URL(url).origin),
      v.description(
        'the https address of the host that `ipfs:` addresses of pictures and documents are followed through; without it they are shown as text',
      ),
    ),
  ),
  HEX_PREFIX: v.optional(
    v.pipe(
      v.picklist(['0x', 'none'], 'HEX_PREFIX must be 0x or none.'),
      v.description(
        '`none` sends hashes as the retired runes API did, with `output` as `<tx id>:<vout>`',
      ),
    ),
    '0x',
  ),
})

/** What can be set, for people: `meaning` has code in backticks. */
export const SETTINGS = Object.entries(Settings.entries).map(([name, setting]) => ({
  name,
  default: v.getDefault(setting),
  meaning: v.getDescription(setting.wrapped) ?? '',
}))

/**
 * The settings in the environment, each with its default.
 * @throws {ConfigError} naming every setting that cannot be used.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = v.safeParse(Settings, environment)
  if (!parsed.success) throw new ConfigError(sentencesOf(parsed.issues).join('\n'))
  const settings = parsed.output
  return {
    host: settings.HOST,
    port: settings.PORT,
    databaseUrl: settings.DATABASE_URL,
    runesDatabaseUrl: settings.RUNES_DATABASE_URL ?? settings.DATABASE_URL,
    postgres: {
      connections: settings.DATABASE_CONNECTIONS,
      timeout: settings.DATABASE_TIMEOUT * 1000,
    },
    snapshot: settings.SNAPSHOT,
    hexPrefix: settings.HEX_PREFIX,
    upstream: {
      tokensUrl: settings.UPSTREAM_TOKENS_URL ?? settings.UPSTREAM_URL,
      runesUrl: settings.UPSTREAM_RUNES_URL ?? settings.UPSTREAM_URL,
      timeout: settings.UPSTREAM_TIMEOUT,
      maxAge: settings.UPSTREAM_MAX_AGE,
    },
    publicUrl: settings.PUBLIC_URL,
    ipfsGateway: settings.IPFS_GATEWAY,
    cacheBytes: settings.CACHE_MB * 1024 * 1024,
    rateLimit: settings.RATE_LIMIT,
    trustProxy: settings.TRUST_PROXY ?? [],
    logLevel: settings.LOG_LEVEL,
  }
}

/** The first complaint about each setting. */
function sentencesOf(issues: v.InferIssue<typeof Settings>[]): string[] {
  const sentences = new Map<string | null, string>()
  for (const issue of issues) {
    const name = v.getDotPath(issue)
    if (!sentences.has(name)) sentences.set(name, issue.message)
  }
  return [...sentences.values()]
}

function isListOfProxies(proxies: string[]): boolean {
  try {
    proxyAddress.compile(proxies)
    return true
  } catch {
    return false // That it throws is the answer.
  }
}
