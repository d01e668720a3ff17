import { stringify } from 'lossless-json'
import type { JsonValue } from '../../contract/json.ts'
import type { RowWriter } from '../database/rowWriter.ts'
import { directoryWriter, languageNames } from './directoryTerms.ts'
import type { DocumentLine, TokenLine } from './records.ts'

/** A writer of tokens with their documents, attributes and properties in every locale. */
export function tokenWriter(writer: RowWriter): (line: TokenLine) => Promise<void> {
  const insertRow = writer.into('tokens', [
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
  ])
  const insertDocument = documentWriter(writer)
  const insertTerms = directoryWriter(writer)

  return async ({ principal, status, problem, token, localization, locales }) => {
    const { metadata, ...facts } = token
    await insertRow({
      ...facts,
      principal,
      status,
      problem,
      localization_uri: localization?.uri,
      localization_default: localization?.default,
    })
    await insertDocument({ principal, locale: '', position: 0 }, token, metadata)
    for (const [index, [locale, document]] of Object.entries(locales).entries()) {
      await insertDocument({ principal, locale, position: index + 1 }, imagesOf(document), document)
    }
    const [, contractName = ''] = principal.split('.')
    const languages = [localization?.default ?? [], Object.keys(locales)].flat()
    const [title, symbol] = [facts.name?.trim() || contractName, facts.symbol ?? '']
    await insertTerms({
      kind: 'token',
      id: principal,
      title,
      detail: symbol,
      names: [title, symbol],
      others: [contractName, ...languages.flatMap(languageNames)],
      identifiers: [facts.asset_identifier?.split('::')[1] ?? ''],
    })
  }
}

type DocumentKey = { principal: string; locale: string; position: number }

function documentWriter(writer: RowWriter) {
  const insertRow = writer.into('token_metadata', [
    'principal',
    'locale',
    'position',
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
  const key = ['principal', 'locale', 'position'] as const
  const insertAttribute = writer.into('token_attributes', [
    ...key,
    'trait_type',
    'display_type',
    'value',
    'max_value',
  ])
  const insertProperty = writer.into('token_properties', [...key, 'key', 'value'])

  return async (
    { principal, locale, position }: DocumentKey,
    token: Partial<TokenLine['token']>,
    document: DocumentLine | undefined,
  ) => {
    const { attributes = [], properties = {}, ...fields } = document ?? {}
    await insertRow({
      ...fields,
      principal,
      locale,
      position,
      token_description: token.description,
      image_uri: token.image_uri,
      image_thumbnail_uri: token.image_thumbnail_uri,
      image_canonical_uri: token.image_canonical_uri,
      has_document: document === undefined ? 0 : 1,
    })
    for (const [position, { value, max_value, ...entry }] of attributes.entries()) {
      const texts = { value: jsonText(value), max_value: jsonText(max_value) }
      await insertAttribute({ ...entry, ...texts, principal, locale, position })
    }
    for (const [position, [key, value]] of Object.entries(properties).entries()) {
      await insertProperty({ principal, locale, position, key, value: jsonText(value) })
    }
  }
}

/** A localized document brings its own description and images to the token's top level. */
function imagesOf(document: DocumentLine) {
  return {
    description: document.description,
    image_uri: document.cached_image,
    image_thumbnail_uri: document.cached_thumbnail_image,
    image_canonical_uri: document.image,
  }
}

function jsonText(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : stringify(value)
}
