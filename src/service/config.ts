import * as v from 'valibot'
import type { HexPrefix } from './activity.ts'
import type { PostgresOptions } from './database/postgres.ts'

export type Config = {
  host: string
  port: number
  /** Of the tokens and the directory: `file:` and a SQLite file, or the address of a PostgreSQL. */
  databaseUrl: string
  /** Of the runes and their ledger; the same as `databaseUrl` where none is named. */
  runesDatabaseUrl: string
  postgres: PostgresOptions
  hexPrefix: HexPrefix
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
    hexPrefix: settings.HEX_PREFIX,
    publicUrl: settings.PUBLIC_URL,
    ipfsGateway: settings.IPFS_GATEWAY,
  }
}
