import { resolve } from 'node:path'
import * as v from 'valibot'
import type { HexPrefix } from './activityWire.ts'
import type { UpstreamOptions } from './upstream/readThrough.ts'

export type Config = {
  host: string
  port: number
  /** The path of the embedded database's file. */
  databaseFile: string
  /** What a new database begins with. */
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

const Environment = v.object({
  HOST: v.optional(v.pipe(v.string(), v.nonEmpty('HOST must not be empty.')), '127.0.0.1'),
  PORT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[0-9]{1,5}$/, 'PORT must be a number from 0 to 65535.'),
      v.transform(Number),
      v.maxValue(65_535, 'PORT must be a number from 0 to 65535.'),
    ),
    '3000',
  ),
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.startsWith('file:', 'DATABASE_URL must begin with file: and name a SQLite file.'),
    ),
    'file:./data/cairn.db',
  ),
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
  const { HOST, PORT, DATABASE_URL, SNAPSHOT, HEX_PREFIX, PUBLIC_URL, IPFS_GATEWAY } = parsed.output
  const { UPSTREAM_URL, UPSTREAM_TOKENS_URL, UPSTREAM_RUNES_URL } = parsed.output
  return {
    host: HOST,
    port: PORT,
    databaseFile: resolve(DATABASE_URL.slice('file:'.length)),
    snapshot: SNAPSHOT,
    hexPrefix: HEX_PREFIX,
    upstream: {
      tokensUrl: UPSTREAM_TOKENS_URL ?? UPSTREAM_URL,
      runesUrl: UPSTREAM_RUNES_URL ?? UPSTREAM_URL,
      timeout: parsed.output.UPSTREAM_TIMEOUT,
      maxAge: parsed.output.UPSTREAM_MAX_AGE,
    },
    publicUrl: PUBLIC_URL,
    ipfsGateway: IPFS_GATEWAY,
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
