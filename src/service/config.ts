import { join } from 'node:path'
import * as v from 'valibot'
import type { HexPrefix } from './activityToWire.ts'
import type { PostgresOptions } from './database/postgres.ts'
import { type LogLevel, Settings } from './settings.ts'
import type { UpstreamOptions } from './upstream/readThrough.ts'

export type Config = {
  host: string
  port: number
  /** The database of the tokens and the directory: a SQLite file (`file:…`) or a PostgreSQL address. */
  databaseUrl: string
  /** The database of the runes and their ledger; `databaseUrl` if not set. */
  runesDatabaseUrl: string
  postgres: PostgresOptions
  /** Whether a new SQLite database is filled from the bundled snapshot. */
  snapshot: 'filled' | 'none'
  hexPrefix: HexPrefix
  upstream: UpstreamOptions
  /** The public address of the service; undefined takes it from each request. */
  publicUrl: string | undefined
  /** The origin of an IPFS gateway for `ipfs:` addresses. */
  ipfsGateway: string | undefined
  /** The hosts whose token images load at once. */
  imageHosts: string[]
  cacheBytes: number
  /** Requests per minute for each client; undefined means no limit. */
  rateLimit: number | undefined
  /** The proxies whose `X-Forwarded-For` is trusted, in the notation of `proxy-addr`. */
  trustProxy: string[]
  logLevel: LogLevel
}

/** Invalid settings. The message has one line for each. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Reads the settings from the environment.
 * @throws {ConfigError} naming every invalid setting.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = v.safeParse(Settings, environment)
  if (!parsed.success) throw new ConfigError(sentencesOf(parsed.issues).join('\n'))
  const settings = parsed.output
  const databaseUrl = settings.DATABASE_URL ?? `file:${join(settings.DATA_DIR, 'cairn.db')}`
  return {
    host: settings.HOST,
    port: settings.PORT,
    databaseUrl,
    runesDatabaseUrl: settings.RUNES_DATABASE_URL ?? databaseUrl,
    postgres: {
      connections: settings.DATABASE_CONNECTIONS,
      timeoutMs: settings.DATABASE_TIMEOUT * 1000,
    },
    snapshot: settings.SNAPSHOT,
    hexPrefix: settings.HEX_PREFIX,
    upstream: {
      tokensUrl: settings.UPSTREAM_TOKENS_URL ?? settings.UPSTREAM_URL,
      runesUrl: settings.UPSTREAM_RUNES_URL ?? settings.UPSTREAM_URL,
      timeoutMs: settings.UPSTREAM_TIMEOUT * 1000,
      headers: settings.UPSTREAM_HEADERS ?? {},
      requestsPerMinute: settings.UPSTREAM_RATE,
      maxAge: settings.UPSTREAM_MAX_AGE,
    },
    publicUrl: settings.PUBLIC_URL,
    ipfsGateway: settings.IPFS_GATEWAY,
    imageHosts: settings.IMAGE_HOSTS,
    cacheBytes: settings.CACHE_MB * 1024 * 1024,
    rateLimit: settings.RATE_LIMIT,
    trustProxy: settings.TRUST_PROXY ?? [],
    logLevel: settings.LOG_LEVEL,
  }
}

/** The first message about each setting. */
function sentencesOf(issues: v.InferIssue<typeof Settings>[]): string[] {
  const sentences = new Map<string | null, string>()
  for (const issue of issues) {
    const name = v.getDotPath(issue)
    if (!sentences.has(name)) sentences.set(name, issue.message)
  }
  return [...sentences.values()]
}
