import { join } from 'node:path'
import type { Settings } from './settings.ts'

/** Where tokens come from: a Stacks node, what Cairn brings and what is imported, or the demo. */
export type TokenSource = 'node' | 'bundled' | 'demo'

type DatabaseSettings = Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>

/** What the settings name, unless it is the demo. */
export function tokenSourceOf({ STACKS_NODE_URL }: Pick<Settings, 'STACKS_NODE_URL'>): TokenSource {
  return STACKS_NODE_URL === undefined ? 'bundled' : 'node'
}

/** The database of the tokens, for `openStore`. */
export function tokenAddress(settings: DatabaseSettings, source: TokenSource): string {
  const { DATABASE_URL } = settings
  if (source !== 'demo' && DATABASE_URL !== undefined) return DATABASE_URL
  return `file:${tokenFile(settings, source)}`
}

/** Each source has a file of its own. */
export function tokenFile({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>, source: TokenSource): string {
  return join(DATA_DIR, `tokens-${source}.db`)
}
