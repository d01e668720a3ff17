import { resolve } from 'node:path'
import * as v from 'valibot'
import type { HexPrefix } from './activityWire.ts'

export type Config = {
  host: string
  port: number
  /** The path of the embedded database's file. */
  databaseFile: string
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
  const { HOST, PORT, DATABASE_URL, HEX_PREFIX, PUBLIC_URL, IPFS_GATEWAY } = parsed.output
  return {
    host: HOST,
    port: PORT,
    databaseFile: resolve(DATABASE_URL.slice('file:'.length)),
    hexPrefix: HEX_PREFIX,
    publicUrl: PUBLIC_URL,
    ipfsGateway: IPFS_GATEWAY,
  }
}
