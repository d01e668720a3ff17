import { stringify } from 'lossless-json'
import type { JsonValue } from '../../contract/json.ts'
import type { Query } from '../database/database.ts'
import { type NewRow, replaceRows } from '../database/replaceRows.ts'
import { directoryRows, languageNames } from '../database/searchTerms.ts'
import type { Batch } from './batch.ts'
import type { ImportedToken, LocalizedTexts } from './readLine.ts'

/**
 * Replaces tokens with their documents and directory entries. A token that names its locales without
 * their documents, as the contract sends it, keeps the stored documents of its locales.
 */
export async function writeTokens(
  query: Query,
  { tokens: all, source, readAt }: Batch,
): Promise<void> {
  const tokens = [...new Map(all.map((token) => [token.principal, token])).values()]
  const ids = tokens.map(principalOf)
  const rows = tokens.map((token) => ({ ...tokenRow(token), source, read_at: readAt }))
  await replaceRows(query, { table: 'tokens', where: 'principal', ids }, rows)
  const isComplete = ({ locales, localization }: ImportedToken) =>
    locales.length > 0 || !localization
  await writeDocuments(query, 'principal', tokens.filter(isComplete))
  const incomplete = tokens.filter((token) => !isComplete(token))
  await writeDocuments(query, "locale = '' AND principal", incomplete)
  const where = "kind = 'token' AND id"
  await replaceRows(query, { table: 'directory', where, ids }, tokens.flatMap(directoryRowsOf))
}

async function writeDocuments(query: Query, where: string, tokens: ImportedToken[]): Promise<void> {
  const ids = tokens.map(principalOf)
  const documents = tokens.flatMap(documentsOf)
  for (const [table, rows] of [
    ['token_metadata', documents.map(metadataRow)],
    ['token_attributes', documents.flatMap(attributeRows)],
    ['token_properties', documents.flatMap(propertyRows)],
  ] as const) {
    await replaceRows(query, { table, where, ids }, rows)
  }
}

function principalOf({ principal }: ImportedToken): string {
  return principal
}

function tokenRow({ token, localization, locales, ...state }: ImportedToken): NewRow {
  const { metadata, ...fields } = token
  return {
    ...fields,
    ...state,
    localization_uri: localization?.uri,
    localization_default: localization?.default,
  }
}

type Document = {
  key: { principal: string; locale: string; position: number }
  texts: LocalizedTexts
}

/** The default document has the locale ''. */
function documentsOf({ principal, token, locales }: ImportedToken): Document[] {
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
    value: jsonText(value),
    max_value: jsonText(max_value),
  }))
}

function propertyRows({ key: document, texts }: Document): NewRow[] {
  const properties = Object.entries(texts.metadata?.properties ?? {})
  return properties.map(([key, value], position) => ({
    ...document,
    position,
    key,
    value: jsonText(value),
  }))
}

function jsonText(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : stringify(value)
}

function directoryRowsOf({ principal, token, localization, locales }: ImportedToken): NewRow[] {
  const [, contractName = ''] = principal.split('.')
  const [, asset = ''] = token.asset_identifier?.split('::') ?? []
  const [title, symbol] = [token.name?.trim() || contractName, token.symbol ?? '']
  const languages = [localization?.default ?? [], locales.map(([locale]) => locale)].flat()
  return directoryRows({
    kind: 'token',
    id: principal,
    title,
    detail: symbol,
    names: [title, symbol],
    others: [contractName, ...languages.flatMap(languageNames)],
    identifiers: [asset],
  })
}
