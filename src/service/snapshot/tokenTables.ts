import { stringify } from 'lossless-json'
import type { JsonValue } from '../../contract/json.ts'
import type { TokenLocalization } from '../../contract/token.ts'
import type { RowWriter } from '../database/rowWriter.ts'
import { directoryWriter, languageNames } from './directoryTerms.ts'
import type { DocumentLine, TokenLine } from './records.ts'

/** What of a token follows the locale: its own texts, and the document. */
export type LocalizedTexts = Pick<
  TokenLine['token'],
  'description' | 'image_uri' | 'image_thumbnail_uri' | 'image_canonical_uri' | 'metadata'
>

/** A token and what it says in its other locales. */
export type TokenRows = Omit<TokenLine, 'localization' | 'locales'> & {
  localization?: Partial<TokenLocalization> | undefined
  locales: [string, LocalizedTexts][]
}

/** A localized document brings its own description and images to the token's top level. */
export function localizedTexts(document: DocumentLine): LocalizedTexts {
  return {
    description: document.description,
    image_uri: document.cached_image,
    image_thumbnail_uri: document.cached_thumbnail_image,
    image_canonical_uri: document.image,
    metadata: document,
  }
}

/** A writer of tokens with their documents, attributes and properties in every locale. */
export function tokenWriter(writer: RowWriter): (token: TokenRows) => Promise<void> {
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
    await insertRow({
      ...token,
      principal,
      status,
      problem,
      localization_uri: localization?.uri,
      localization_default: localization?.default,
    })
    await insertDocument({ principal, locale: '', position: 0 }, token)
    for (const [index, [locale, texts]] of locales.entries()) {
      await insertDocument({ principal, locale, position: index + 1 }, texts)
    }
    const [, contractName = ''] = principal.split('.')
    const languages = [localization?.default ?? [], locales.map(([locale]) => locale)].flat()
    const [title, symbol] = [token.name?.trim() || contractName, token.symbol ?? '']
    await insertTerms({
      kind: 'token',
      id: principal,
      title,
      detail: symbol,
      names: [title, symbol],
      others: [contractName, ...languages.flatMap(languageNames)],
      identifiers: [token.asset_identifier?.split('::')[1] ?? ''],
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

  return async ({ principal, locale, position }: DocumentKey, texts: LocalizedTexts) => {
    const { attributes = [], properties = {}, ...fields } = texts.metadata ?? {}
    await insertRow({
      ...fields,
      principal,
      locale,
      position,
      token_description: texts.description,
      image_uri: texts.image_uri,
      image_thumbnail_uri: texts.image_thumbnail_uri,
      image_canonical_uri: texts.image_canonical_uri,
      has_document: texts.metadata === undefined ? 0 : 1,
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

function jsonText(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : stringify(value)
}
