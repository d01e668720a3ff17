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
}

/** A setting that cannot be used, in a sentence for the person who set it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

function numberFrom(name: string, least: number, most: number) {
  const sentence = `${name} must be a whole number from ${least} to ${most}.`
  return v.pipe(
    v.string(),
    v.regex(/^[0-9]{1,5}$/, sentence),
    v.transform(Number),
    v.minValue(least, sentence),
    v.maxValue(most, sentence),
  )
}

const Environment = v.object({
  HOST: v.optional(v.pipe(v.string(), v.nonEmpty('HOST must not be empty.')), '127.0.0.1'),
  PORT: v.optional(numberFrom('PORT', 0, 65_535), '3000'),
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(file:.|postgres(ql)?:\/\/.)/,
        'DATABASE_URL must begin with file: and name a SQLite file, or be an address such as postgres://user@host/name.',
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
    ),
  ),
  DATABASE_CONNECTIONS: v.optional(numberFrom('DATABASE_CONNECTIONS', 1, 1000), '10'),
  DATABASE_TIMEOUT: v.optional(numberFrom('DATABASE_TIMEOUT', 1, 3600), '10'),
  SNAPSHOT: v.optional(
    v.picklist(['filled', 'none'], 'SNAPSHOT must be filled or none.'),
    'filled',
  ),
  PUBLIC_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^https?:\/\/[^/?#\s]+\/?$/,
        'PUBLIC_URL must be an address without a path, such as https://cairn.example.',
      ),
      v.transform((url) => new URL(url).origin),
    ),
  ),
  IPFS_GATEWAY: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^https:\/\/[^/?#\s]+\/?$/,
        'IPFS_GATEWAY must be an https address without a path, such as https://ipfs.example.',
      ),
      v.transform((url) => new URL(url).origin),
    ),
  ),
  HEX_PREFIX: v.optional(v.picklist(['0x', 'none'], 'HEX_PREFIX must be 0x or none.'), '0x'),
  UPSTREAM_URL: serviceAddress('UPSTREAM_URL'),
  UPSTREAM_TOKENS_URL: serviceAddress('UPSTREAM_TOKENS_URL'),
  UPSTREAM_RUNES_URL: serviceAddress('UPSTREAM_RUNES_URL'),
  UPSTREAM_TIMEOUT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9][0-9]{0,2}$/, 'UPSTREAM_TIMEOUT must be a number of seconds from 1 to 999.'),
      v.transform(Number),
    ),
    '10',
  ),
  UPSTREAM_MAX_AGE: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[0-9]{1,8}$/, 'UPSTREAM_MAX_AGE must be a number of seconds.'),
      v.transform(Number),
    ),
    '300',
  ),
})

/**
 * The settings in the environment, each with its default.
 * @throws {ConfigError} naming the first setting that cannot be used.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = v.safeParse(Environment, environment)
  if (!parsed.success) throw new ConfigError(parsed.issues[0].message)
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
  }
}

/** Where a service with the contract is: its origin, and a path where it stands below one. */
function serviceAddress(name: string) {
  const sentence = `${name} must be an http or https address without a query, such as https://cairn.example.`
  return v.optional(
    v.pipe(
      v.string(),
      v.regex(/^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/, sentence),
      v.check((url) => URL.canParse(url), sentence),
      v.transform((url) => new URL(url).href.replace(/\/+$/, '')),
    ),
  )
}
