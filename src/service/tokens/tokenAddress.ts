import { join } from 'node:path'
import type { Settings } from '../settings.ts'

/** Where tokens come from: what Cairn brings and what is imported, or the demo. Each has a file of its own. */
export type TokenSource = 'bundled' | 'demo'

/** The database of the tokens, for `openStore`. */
export function tokenAddress(
  { DATABASE_URL, DATA_DIR }: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>,
  source: TokenSource,
): string {
  if (source !== 'demo' && DATABASE_URL !== undefined) return DATABASE_URL
  return `file:${tokenFile({ DATA_DIR }, source)}`
}

export function tokenFile({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>, source: TokenSource): string {
  return join(DATA_DIR, `tokens-${source}.db`)
}
