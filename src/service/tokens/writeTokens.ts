import { stringify } from 'lossless-json'
import { isSampleToken } from '../../contract/schemas/token.ts'
import type { Engine, Query } from '../../database/database.ts'
import { insertRows, LIST, type NewRow, selectIn } from '../../database/rows.ts'
import type { TableName } from '../../database/schema.ts'
import type { LocalizedTexts, ParsedToken } from './parseToken.ts'
import { termsOf } from './searchTerms.ts'

/** Where tokens come from, and when they were read there, in Unix seconds. */
export type Origin = {
  source: 'snapshot' | 'import'
  readAt: number
  /** The service that they were read from, with all their locales. */
  importedFrom?: string | undefined
}

/** Replaces tokens with their documents and search terms. Call it in a transaction. */
export async function writeTokens(
  database: { engine: Engine; query: Query },
  all: ParsedToken[],
  origin: Origin,
): Promise<void> {
  // If a token occurs twice, the last one counts.
  const tokens = [...new Map(all.map((token) => [token.principal, token])).values()]
  const documents = tokens.flatMap(documentsOf)
  const tables: [TableName, NewRow[]][] = [
    ['tokens', tokens.map((token) => tokenRow(token, origin))],
    ['token_metadata', documents.map(metadataRow)],
    ['token_attributes', documents.flatMap(attributeRows)],
    ['token_properties', documents.flatMap(propertyRows)],
    ['token_terms', tokens.flatMap(termsOf)],
  ]
  const principals = tokens.map(({ principal }) => principal)
  for (const [table, rows] of tables) {
    const sql = `DELETE FROM ${table} WHERE principal IN (${LIST})`
    await selectIn(database.query, sql, principals)
    await insertRows(database, table, rows)
  }
}

/** Makes caches forget the tokens. Call it in the transaction that changes them. */
export async function countWrite(query: Query): Promise<void> {
  await query(
    `INSERT INTO meta (part, name, value) VALUES ('tokens', 'writes', '1')
     ON CONFLICT (part, name) DO UPDATE
       SET value = CAST(CAST(meta.value AS BIGINT) + 1 AS TEXT)`,
  )
}

function tokenRow(
  { principal, status, problem, token, localization }: ParsedToken,
  { source, readAt, importedFrom }: Origin,
): NewRow {
  const { metadata, ...fields } = token
  return {
    ...fields,
    principal,
    status,
    problem,
    localization_uri: localization?.uri,
    localization_default: localization?.default,
    source: isSampleToken(principal) ? 'sample' : source,
    read_at: readAt,
    imported_from: importedFrom,
  }
}

type Document = {
  key: { principal: string; locale: string; position: number }
  texts: LocalizedTexts
}

/** The default document has the locale ''. */
function documentsOf({ principal, token, locales }: ParsedToken): Document[] {
  const all: [string, LocalizedTexts][] = [['', token], ...locales]
  return all.map(([locale, texts], position) => ({ key: { principal, locale, position }, texts }))
}

function metadataRow({ key, texts }: Document): NewRow {
  const { attributes, properties, localization, ...fields } = texts.metadata ?? {}
  return {
    ...fields,
    ...key,
    token_description: texts.description,
    image_uri: texts.image_uri,
    image_thumbnail_uri: texts.image_thumbnail_uri,
    image_canonical_uri: texts.image_canonical_uri,
    has_document: texts.metadata ? 1 : 0,
  }
}

function attributeRows({ key, texts }: Document): NewRow[] {
  const attributes = texts.metadata?.attributes ?? []
  return attributes.map(({ value, max_value, ...types }, position) => ({
    ...types,
    ...key,
    position,
    value: value === undefined ? null : stringify(value),
    max_value: max_value === undefined ? null : stringify(max_value),
  }))
}

function propertyRows({ key: document, texts }: Document): NewRow[] {
  const properties = Object.entries(texts.metadata?.properties ?? {})
  return properties.map(([key, value], position) => ({
    ...document,
    position,
    key,
    value: stringify(value),
  }))
}
