import { type Query, textOf } from '../database/database.ts'
import { bumpDataVersion } from '../database/dataVersion.ts'
import { createRowWriter } from '../database/rowWriter.ts'
import type { RuneLine } from '../snapshot/records.ts'
import { runeTermsWriter } from '../snapshot/runeTables.ts'
import { type TokenRows, tokenWriter } from '../snapshot/tokenTables.ts'
import { inChunks } from './inChunks.ts'

/**
 * Writes tokens, and the directory's entries of tokens and runes, in place of what is stored. Documents
 * in other locales stay if the token names their locale without bringing them.
 */
export async function writeTokens(
  query: Query,
  { tokens, runes }: { tokens: TokenRows[]; runes: RuneLine[] },
): Promise<void> {
  if (tokens.length + runes.length === 0) return
  const byPrincipal = new Map(tokens.map((token) => [token.principal, token]))
  const byId = new Map(runes.map((rune) => [rune.id ?? rune.name, rune]))
  await clearTokens(query, byPrincipal)
  // A rune without a known id has its name for an id.
  const ids = [...byId.values()].flatMap(({ id = '', name }) => [id, name])
  await inChunks(
    query,
    ids,
    (list) => `DELETE FROM directory WHERE kind = 'rune' AND id IN (${list})`,
  )
  const writer = createRowWriter(query)
  const [insertToken, insertTerms] = [tokenWriter(writer), runeTermsWriter(writer)]
  for (const token of byPrincipal.values()) await insertToken(token)
  for (const rune of byId.values()) await insertTerms(rune)
  await writer.flush()
  await bumpDataVersion(query, 'tokens')
}

async function clearTokens(query: Query, tokens: Map<string, TokenRows>): Promise<void> {
  const principals = [...tokens.keys()]
  for (const where of ['tokens WHERE principal', "directory WHERE kind = 'token' AND id"]) {
    await inChunks(query, principals, (list) => `DELETE FROM ${where} IN (${list})`)
  }
  const documents = await inChunks(
    query,
    principals,
    (list) => `SELECT principal, locale FROM token_metadata WHERE principal IN (${list})`,
  )
  for (const row of documents) {
    const [principal, locale] = [textOf(row, 'principal'), textOf(row, 'locale')]
    if (keepsDocument(tokens.get(principal), locale)) continue
    for (const table of ['token_metadata', 'token_attributes', 'token_properties']) {
      await query(`DELETE FROM ${table} WHERE principal = $1 AND locale = $2`, [principal, locale])
    }
  }
}

function keepsDocument(token: TokenRows | undefined, locale: string): boolean {
  const isReplaced = locale === '' || token?.locales.some(([other]) => other === locale)
  return !isReplaced && token?.localization?.locales?.includes(locale) === true
}
