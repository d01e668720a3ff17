import { type Query, textOf } from '../database/database.ts'
import { createRowWriter } from '../database/rowWriter.ts'
import type { RuneLine } from '../snapshot/records.ts'
import { runeTermsWriter } from '../snapshot/runeTables.ts'
import { type TokenRows, tokenWriter } from '../snapshot/tokenTables.ts'

/** The directory has no index for what leads to one thing; on both engines this is quickly there. */
export const DIRECTORY_INDEX = 'CREATE INDEX IF NOT EXISTS directory_entry ON directory (kind, id)'

/**
 * Writes tokens, and what leads to them and to runes in the directory, each in place of what was held
 * of it. Documents in other locales stay as long as the token names these. To be run in one
 * transaction; run again it changes nothing.
 */
export async function writeTokens(
  query: Query,
  { tokens, runes }: { tokens: TokenRows[]; runes: RuneLine[] },
): Promise<void> {
  const writer = createRowWriter(query)
  const insertToken = tokenWriter(writer)
  const insertTerms = runeTermsWriter(writer)
  for (const token of lastOf(tokens, ({ principal }) => principal)) {
    await clearToken(query, token)
    await insertToken(token)
  }
  for (const rune of lastOf(runes, ({ id, name }) => id ?? name)) {
    await query(`DELETE FROM directory WHERE kind = 'rune' AND id IN ($1, $2)`, [
      rune.id ?? rune.name,
      rune.name,
    ])
    await insertTerms(rune)
  }
  await writer.flush()
}

/** Each once: what comes later replaces what came before. */
function lastOf<Thing>(things: Thing[], keyOf: (thing: Thing) => string): Thing[] {
  return [...new Map(things.map((thing) => [keyOf(thing), thing])).values()]
}

async function clearToken(
  query: Query,
  { principal, locales, localization }: TokenRows,
): Promise<void> {
  const brought = new Set(['', ...locales.map(([locale]) => locale)])
  const kept = new Set(localization?.locales?.filter((locale) => !brought.has(locale)))
  const held = await query('SELECT locale FROM token_metadata WHERE principal = $1', [principal])
  for (const row of held) {
    const locale = textOf(row, 'locale')
    if (!kept.has(locale)) await clearDocument(query, principal, locale)
  }
  await query('DELETE FROM tokens WHERE principal = $1', [principal])
  await query(`DELETE FROM directory WHERE kind = 'token' AND id = $1`, [principal])
}

async function clearDocument(query: Query, principal: string, locale: string): Promise<void> {
  for (const table of ['token_metadata', 'token_attributes', 'token_properties']) {
    await query(`DELETE FROM ${table} WHERE principal = $1 AND locale = $2`, [principal, locale])
  }
}
