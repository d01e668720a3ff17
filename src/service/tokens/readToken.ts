import { imagePath } from '../../contract/imagePaths.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { Token, TokenAttribute, TokenLocalization } from '../../contract/schemas/token.ts'
import {
  type Database,
  optionalNumberOf,
  optionalTextOf,
  type Query,
  type Row,
  textOf,
} from '../../database/database.ts'
import { parseExactly } from '../../tokens/exactJson.ts'
import { HttpProblem } from '../http/httpProblem.ts'
import { tokenToWire } from './tokenToWire.ts'

/**
 * The token of a contract, in a locale or the default one. Fields that a localized document lacks come
 * from the default one; the description and the images of the token follow the locale too.
 * @throws {HttpProblem} 404 or 422, found in the order of the public token API.
 */
export function readToken(
  { readTransaction }: Database,
  { principal, locale, origin }: { principal: string; locale: string | undefined; origin: string },
) {
  return readTransaction(async (query) => {
    const [row] = await query('SELECT * FROM tokens WHERE principal = $1', [principal])
    if (row === undefined) throw new HttpProblem('contract-not-found')
    if (row.status === 'token-error') {
      throw new HttpProblem('token-error', { message: optionalTextOf(row, 'problem') })
    }
    if (row.status === 'no-token') throw new HttpProblem('token-not-found')
    const known = await readLocales(query, row)
    const read = known.flatMap(({ locale, isRead }) => (isRead ? locale : []))
    const document = locale ? documentFor(locale, row, read) : ''
    if (document === undefined) throw new HttpProblem('locale-not-found')
    if (row.status === 'in-progress') throw new HttpProblem('metadata-in-progress')
    const locales = known.map(({ locale }) => locale)
    const content = await readDocument(query, principal, document)
    return tokenToWire(tokenOf(row, { locales, content, origin }))
  })
}

/** A locale of a token, and whether its document has been read. */
type KnownLocale = { locale: string; isRead: boolean }

/** The locales of a token, the default one first. */
async function readLocales(query: Query, token: Row): Promise<KnownLocale[]> {
  const preferred = optionalTextOf(token, 'localization_default')
  const rows = await query(
    'SELECT locale, has_document FROM token_metadata WHERE principal = $1 ORDER BY position, locale',
    [textOf(token, 'principal')],
  )
  const others = rows
    .map((row) => ({ locale: textOf(row, 'locale'), isRead: row.has_document === 1 }))
    .filter(({ locale }) => locale !== '' && locale !== preferred)
  return preferred ? [{ locale: preferred, isRead: true }, ...others] : others
}

/**
 * The locale of the document for a requested one, among those that were read: an exact match, or one in another case. '' is the
 * default document. Undefined if there is none.
 */
export function documentFor(locale: string, token: Row, locales: string[]): string | undefined {
  const found =
    locales.find((known) => known === locale) ??
    locales.find((known) => known.toLowerCase() === locale.toLowerCase())
  return found === token.localization_default ? '' : found
}

type Document = { fields: Row; attributes: Row[]; properties: Row[] }

async function readDocument(query: Query, principal: string, locale: string): Promise<Document> {
  // The default document comes first.
  const select = async (table: string) =>
    query(
      `SELECT * FROM ${table} WHERE principal = $1 AND locale IN ('', $2) ORDER BY locale, position`,
      [principal, locale],
    )
  const [fallback, localized] = await query(
    `SELECT m.*, s.hash AS image_hash FROM token_metadata m ${IMAGES}
      WHERE m.principal = $1 AND m.locale IN ('', $2) ORDER BY m.locale`,
    [principal, locale],
  )
  return {
    fields: overlay(fallback, localized),
    attributes: ownOrDefault(await select('token_attributes'), locale),
    // A property of the locale replaces the one with its key.
    properties: await select('token_properties'),
  }
}

/** The rows `s` of the images of documents `m`. */
export const IMAGES = 'LEFT JOIN token_image_sources s ON s.source = m.image_source'

/** The columns of the default document, replaced by localized values if there are any. */
export function overlay(fallback: Row = {}, localized: Row = {}): Row {
  const given = Object.entries(localized).filter(([, value]) => value !== null && value !== '')
  return { ...fallback, ...Object.fromEntries(given) }
}

function ownOrDefault(rows: Row[], locale: string): Row[] {
  const own = rows.filter((row) => row.locale === locale)
  return own.length > 0 ? own : rows
}

type Context = { locales: string[]; content: Document; origin: string }

function tokenOf(row: Row, { locales, content, origin }: Context): Token {
  const { fields, attributes, properties } = content
  const { image, thumbnail } = imageAddresses(fields, origin)
  return {
    ...tokenFields(row, fields, origin),
    metadata:
      fields.has_document !== 1
        ? undefined
        : {
            sip: optionalNumberOf(fields, 'sip'),
            name: optionalTextOf(fields, 'name'),
            description: optionalTextOf(fields, 'description'),
            image: optionalTextOf(fields, 'image'),
            cached_image: image ?? optionalTextOf(fields, 'cached_image'),
            cached_thumbnail_image: thumbnail ?? optionalTextOf(fields, 'cached_thumbnail_image'),
            attributes: attributes.map(attributeOf),
            properties: propertiesOf(properties),
            localization: localizationOf(row, locales),
          },
  }
}

/** The addresses of an image that the service has, as the token API has them. */
function imageAddresses(document: Row, origin: string) {
  const hash = optionalTextOf(document, 'image_hash')
  if (hash === undefined) return {}
  return {
    image: origin + imagePath(hash, 'full'),
    thumbnail: origin + imagePath(hash, 'small'),
  }
}

/** The fields of a row of `tokens`. `document` has those that depend on the locale, and the `hash` of its image as `image_hash`. */
export function tokenFields(token: Row, document: Row, origin: string) {
  const { image, thumbnail } = imageAddresses(document, origin)
  return {
    name: optionalTextOf(token, 'name'),
    symbol: optionalTextOf(token, 'symbol'),
    decimals: optionalNumberOf(token, 'decimals'),
    total_supply: optionalTextOf(token, 'total_supply'),
    token_uri: optionalTextOf(token, 'token_uri'),
    description: optionalTextOf(document, 'token_description'),
    image_uri: image ?? optionalTextOf(document, 'image_uri'),
    image_thumbnail_uri: thumbnail ?? optionalTextOf(document, 'image_thumbnail_uri'),
    image_canonical_uri: optionalTextOf(document, 'image_canonical_uri'),
    tx_id: optionalTextOf(token, 'tx_id'),
    sender_address: textOf(token, 'sender_address'),
    asset_identifier: optionalTextOf(token, 'asset_identifier'),
  }
}

function localizationOf(row: Row, locales: string[]): TokenLocalization | undefined {
  if (locales.length === 0) return
  return {
    uri: optionalTextOf(row, 'localization_uri'),
    default: optionalTextOf(row, 'localization_default'),
    locales,
  }
}

function attributeOf(row: Row): TokenAttribute {
  const [value, maxValue] = [optionalTextOf(row, 'value'), optionalTextOf(row, 'max_value')]
  return {
    trait_type: optionalTextOf(row, 'trait_type'),
    display_type: optionalTextOf(row, 'display_type'),
    ...(value !== undefined && { value: parseExactly(value) }),
    ...(maxValue !== undefined && { max_value: parseExactly(maxValue) }),
  }
}

function propertiesOf(rows: Row[]): JsonObject {
  return Object.fromEntries(
    rows.map((row) => [textOf(row, 'key'), parseExactly(textOf(row, 'value'))]),
  )
}
