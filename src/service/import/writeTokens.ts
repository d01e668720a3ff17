import { type Query, textOf } from '../database/database.ts'
import { createRowWriter } from '../database/rowWriter.ts'
import type { RuneLine } from '../snapshot/records.ts'
import { runeTermsWriter } from '../snapshot/runeTables.ts'
import { type TokenRows, tokenWriter } from '../snapshot/tokenTables.ts'
import { inChunks } from './inChunks.ts'

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
  const byPrincipal = new Map(tokens.map((token) => [token.principal, token]))
  const byId = new Map(runes.map((rune) => [rune.id ?? rune.name, rune]))
  await clearTokens(query, byPrincipal)
  // A rune of which only the name was known leads to a search by its name.
  const ids = [...byId.values()].flatMap(({ id, name }) => [id ?? name, name])
  await inChunks(query, deleteFrom(`directory WHERE kind = 'rune' AND id`), { values: ids })
  for (const token of byPrincipal.values()) await insertToken(token)
  for (const rune of byId.values()) await insertTerms(rune)
  await writer.flush()
}

async function clearTokens(query: Query, tokens: Map<string, TokenRows>): Promise<void> {
  const values = [...tokens.keys()]
  await inChunks(query, deleteFrom('tokens WHERE principal'), { values })
  await inChunks(query, deleteFrom(`directory WHERE kind = 'token' AND id`), { values })
  for (const row of await inChunks(query, DOCUMENTS, { values })) {
    const [principal, locale] = [textOf(row, 'principal'), textOf(row, 'locale')]
    if (!keeps(tokens.get(principal), locale)) await clearDocument(query, principal, locale)
  }
}

function deleteFrom(where: string) {
  return (list: string) => `DELETE FROM ${where} IN (${list})`
}

const DOCUMENTS = (list: string) =>
  `SELECT principal, locale FROM token_metadata WHERE principal IN (${list})`

/** Whether the token names the locale without bringing its document. */
function keeps(token: TokenRows | undefined, locale: string): boolean {
  const isBrought = locale === '' || token?.locales.some(([brought]) => brought === locale)
  return !isBrought && token?.localization?.locales?.includes(locale) === true
}

async function clearDocument(query: Query, principal: string, locale: string): Promise<void> {
  for (const table of ['token_metadata', 'token_attributes', 'token_properties']) {
    await query(`DELETE FROM ${table} WHERE principal = $1 AND locale = $2`, [principal, locale])
  }
}
