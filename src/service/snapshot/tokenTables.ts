import type Libsql from 'libsql'
import { stringify } from 'lossless-json'
import type { JsonValue } from '../../contract/json.ts'
import { directoryInserter, languageNames } from './directoryTerms.ts'
import { inserter } from './inserter.ts'
import type { DocumentLine, TokenLine } from './records.ts'

/** A writer of tokens with their documents, attributes and properties in every locale. */
export function tokenInserter(connection: Libsql.Database): (line: TokenLine) => void {
  const insertRow = inserter(connection, 'tokens', [
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
  const insertDocument = documentInserter(connection)
  const insertTerms = directoryInserter(connection)

  return ({ principal, status, problem, token, localization, locales }) => {
    const { metadata, ...facts } = token
    insertRow({
      ...facts,
      principal,
      status,
      problem,
      localization_uri: localization?.uri,
      localization_default: localization?.default,
    })
    insertDocument({ principal, locale: '', position: 0 }, token, metadata)
    for (const [index, [locale, document]] of Object.entries(locales).entries()) {
      insertDocument({ principal, locale, position: index + 1 }, imagesOf(document), document)
    }
    const [, contractName = ''] = principal.split('.')
    const languages = [localization?.default ?? [], Object.keys(locales)].flat()
    const [title, symbol] = [facts.name?.trim() || contractName, facts.symbol ?? '']
    insertTerms({
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

function documentInserter(connection: Libsql.Database) {
  const insertRow = inserter(connection, 'token_metadata', [
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
  const insertAttribute = inserter(connection, 'token_attributes', [
    ...key,
    'trait_type',
    'display_type',
    'value',
    'max_value',
  ])
  const insertProperty = inserter(connection, 'token_properties', [...key, 'key', 'value'])

  return (
    { principal, locale, position }: DocumentKey,
    token: Partial<TokenLine['token']>,
    document: DocumentLine | undefined,
  ) => {
    const { attributes = [], properties = {}, ...fields } = document ?? {}
    insertRow({
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
      insertAttribute({ ...entry, ...texts, principal, locale, position })
    }
    for (const [position, [key, value]] of Object.entries(properties).entries()) {
      insertProperty({ principal, locale, position, key, value: jsonText(value) })
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
