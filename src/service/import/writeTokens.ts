import { stringify } from 'lossless-json'
import type { JsonValue } from '../../contract/json.ts'
import type { Query } from '../database/database.ts'
import { directoryWriter, languageNames } from '../database/directoryTerms.ts'
import { inChunks, LIST } from '../database/inChunks.ts'
import { createRowWriter, type RowWriter } from '../database/rowWriter.ts'
import type { ImportedToken, LocalizedTexts } from './readLine.ts'

/**
 * Writes tokens in place of what is stored of them. A token that names its locales without bringing
 * their documents, as the contract sends it, leaves those that are stored.
 */
export async function writeTokens(query: Query, tokens: ImportedToken[]): Promise<void> {
  const byPrincipal = new Map(tokens.map((token) => [token.principal, token]))
  await clearTokens(query, [...byPrincipal.values()])
  const writer = createRowWriter(query)
  const insertRow = writer.into('tokens', TOKEN_COLUMNS)
  const insertDocument = documentWriter(writer)
  const insertTerms = termsWriter(writer)
  for (const { token, localization, locales, ...state } of byPrincipal.values()) {
    await insertRow({
      ...token,
      ...state,
      localization_uri: localization?.uri,
      localization_default: localization?.default,
    })
    const documents: [string, LocalizedTexts][] = [['', token], ...locales]
    for (const [position, [locale, texts]] of documents.entries()) {
      await insertDocument({ principal: state.principal, locale, position }, texts)
    }
    await insertTerms({ token, localization, locales, ...state })
  }
  await writer.flush()
}

const TOKEN_COLUMNS = [
  'principal',
  'status',
  'problem',
  'name',
  'symbol',
  'decimals',
  'total_supply',
  'token_uri',
  'tx_id',
  'sender_address',
  'asset_identifier',
  'localization_uri',
  'localization_default',
] as const

async function clearTokens(query: Query, tokens: ImportedToken[]): Promise<void> {
  const principals = tokens.map(({ principal }) => principal)
  const whole = tokens.filter((token) => token.locales.length > 0 || !token.localization)
  const wholePrincipals = whole.map(({ principal }) => principal)
  await inChunks(query, `DELETE FROM tokens WHERE principal IN (${LIST})`, principals)
  await inChunks(
    query,
    `DELETE FROM directory WHERE kind = 'token' AND id IN (${LIST})`,
    principals,
  )
  for (const table of ['token_metadata', 'token_attributes', 'token_properties']) {
    const ofPrincipals = `DELETE FROM ${table} WHERE principal IN (${LIST})`
    await inChunks(query, `${ofPrincipals} AND locale = ''`, principals)
    await inChunks(query, ofPrincipals, wholePrincipals)
  }
}

type DocumentKey = { principal: string; locale: string; position: number }

/** A writer of documents with their attributes and properties. */
function documentWriter(writer: RowWriter) {
  const key = ['principal', 'locale', 'position'] as const
  const insertRow = writer.into('token_metadata', [
    ...key,
    'token_description',
    'image_uri',
    'image_thumbnail_uri',
    'image_canonical_uri',
    'has_document',
    'sip',
    'name',
    'description',
    'image',
    'cached_image',
    'cached_thumbnail_image',
  ])
  const insertAttribute = writer.into('token_attributes', [
    ...key,
    'trait_type',
    'display_type',
    'value',
    'max_value',
  ])
  const insertProperty = writer.into('token_properties', [...key, 'key', 'value'])

  return async (document: DocumentKey, texts: LocalizedTexts) => {
    const { attributes = [], properties = {}, ...fields } = texts.metadata ?? {}
    await insertRow({
      ...fields,
      ...document,
      token_description: texts.description,
      image_uri: texts.image_uri,
      image_thumbnail_uri: texts.image_thumbnail_uri,
      image_canonical_uri: texts.image_canonical_uri,
      has_document: texts.metadata ? 1 : 0,
    })
    for (const [position, { value, max_value, ...types }] of attributes.entries()) {
      const values = { value: jsonText(value), max_value: jsonText(max_value) }
      await insertAttribute({ ...types, ...values, ...document, position })
    }
    for (const [position, [key, value]] of Object.entries(properties).entries()) {
      await insertProperty({ ...document, position, key, value: jsonText(value) })
    }
  }
}

/** A writer of what leads to a token in the directory. */
function termsWriter(writer: RowWriter) {
  const insertTerms = directoryWriter(writer)
  return ({ principal, token, localization, locales }: ImportedToken): Promise<void> => {
    const [, contractName = ''] = principal.split('.')
    const [, asset = ''] = token.asset_identifier?.split('::') ?? []
    const [title, symbol] = [token.name?.trim() || contractName, token.symbol ?? '']
    const languages = [localization?.default ?? [], locales.map(([locale]) => locale)].flat()
    return insertTerms({
      kind: 'token',
      id: principal,
      title,
      detail: symbol,
      names: [title, symbol],
      others: [contractName, ...languages.flatMap(languageNames)],
      identifiers: [asset],
    })
  }
}

function jsonText(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : stringify(value)
}
