import type { Coverage } from '../../contract/coverageHeader.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { TokenProblem } from '../../contract/problems.ts'
import type { Token, TokenAttribute, TokenLocalization } from '../../contract/token.ts'
import { type Database, integerOf, optionalTextOf, type Row, textOf } from '../database/database.ts'
import { parseExactly } from '../exactJson.ts'
import { tokenToWire } from '../tokenToWire.ts'

/** A token and where it comes from, or why there is none. */
export type LocalToken =
  | {
      token: ReturnType<typeof tokenToWire>
      coverage: Coverage | undefined
      readAt: number | undefined
    }
  | { problem: TokenProblem; message?: string | undefined }

/**
 * The token of a contract without unknown values. If `locale` is undefined, it has the
 * default document. Fields that a localized document lacks come from the default one. The description and
 * images of the token follow the locale too. The problems are found in the order of the public token API.
 */
export async function readToken(
  database: Database,
  principal: string,
  locale?: string,
): Promise<LocalToken> {
  const [token] = await database.query(
    `SELECT status, problem, name, symbol, CAST(decimals AS TEXT) AS decimals,
            CAST(total_supply AS TEXT) AS total_supply, token_uri, tx_id, sender_address,
            asset_identifier, localization_uri, localization_default,
            source, CAST(read_at AS TEXT) AS read_at
       FROM tokens WHERE principal = $1`,
    [principal],
  )
  if (token === undefined) return { problem: 'contract-not-found' }
  if (token.status === 'token-error') {
    return { problem: 'token-error', message: optionalTextOf(token, 'problem') }
  }
  if (token.status === 'no-token') return { problem: 'token-not-found' }

  const locales = await readLocales(database, principal, token)
  const document = locale === undefined ? '' : documentFor(locale, token, locales)
  if (document === undefined) return { problem: 'locale-not-found' }
  if (token.status === 'in-progress') return { problem: 'metadata-in-progress' }
  const fields = tokenOf(token, locales, await readDocument(database, principal, document))
  return {
    token: tokenToWire(fields),
    coverage: COVERAGE_OF[textOf(token, 'source')],
    readAt: integerOf(token, 'read_at'),
  }
}

/** Of most tokens, the snapshot only has on-chain facts. */
const COVERAGE_OF: Record<string, Coverage | undefined> = { snapshot: 'partial', sample: 'sample' }

/** The locales of a token, the default one first. */
async function readLocales(database: Database, principal: string, token: Row): Promise<string[]> {
  const preferred = optionalTextOf(token, 'localization_default')
  const rows = await database.query(
    `SELECT locale FROM token_metadata WHERE principal = $1 AND locale NOT IN ('', $2)
      ORDER BY position, locale`,
    [principal, preferred ?? ''],
  )
  return [
    ...(preferred === undefined ? [] : [preferred]),
    ...rows.map((row) => textOf(row, 'locale')),
  ]
}

/**
 * The document for a locale: an exact match, or one in another case. '' is the default document. Undefined
 * if there is none.
 */
function documentFor(locale: string, token: Row, locales: string[]): string | undefined {
  const found =
    locales.find((known) => known === locale) ??
    locales.find((known) => known.toLowerCase() === locale.toLowerCase())
  return found === token.localization_default ? '' : found
}

async function readDocument(database: Database, principal: string, locale: string) {
  const documents = await database.query(
    `SELECT locale, token_description, image_uri, image_thumbnail_uri, image_canonical_uri,
            has_document, sip, name, description, image, cached_image, cached_thumbnail_image
       FROM token_metadata WHERE principal = $1 AND locale IN ('', $2) ORDER BY locale`,
    [principal, locale],
  )
  const [fallback, localized] = documents
  const attributes = await readOwnOrDefault(database, ATTRIBUTES, principal, locale)
  const properties = await readOwnOrDefault(database, PROPERTIES, principal, locale)
  return { fields: overlay(fallback, localized), attributes, properties }
}

const ATTRIBUTES = `SELECT trait_type, display_type, value, max_value FROM token_attributes
                     WHERE principal = $1 AND locale = $2 ORDER BY position`
const PROPERTIES = `SELECT key, value FROM token_properties
                     WHERE principal = $1 AND locale = $2 ORDER BY position`

async function readOwnOrDefault(
  database: Database,
  sql: string,
  principal: string,
  locale: string,
) {
  const own = await database.query(sql, [principal, locale])
  return own.length > 0 || locale === '' ? own : database.query(sql, [principal, ''])
}

/** The columns of the default document, replaced by localized values if there are any. */
function overlay(fallback: Row = {}, localized: Row = {}): Row {
  const given = Object.entries(localized).filter(([, value]) => value !== null && value !== '')
  return { ...fallback, ...Object.fromEntries(given) }
}

function tokenOf(
  row: Row,
  locales: string[],
  { fields, attributes, properties }: Awaited<ReturnType<typeof readDocument>>,
): Token {
  return {
    ...tokenFields(row, fields),
    metadata:
      fields.has_document !== 1
        ? undefined
        : {
            sip: integerOf(fields, 'sip'),
            name: optionalTextOf(fields, 'name'),
            description: optionalTextOf(fields, 'description'),
            image: optionalTextOf(fields, 'image'),
            cached_image: optionalTextOf(fields, 'cached_image'),
            cached_thumbnail_image: optionalTextOf(fields, 'cached_thumbnail_image'),
            attributes: attributes.map(attributeOf),
            properties: propertiesOf(properties),
            localization: locales.length === 0 ? undefined : localizationOf(row, locales),
          },
  }
}

/** The fields of a token outside its metadata. `document` has those that depend on the locale. */
export function tokenFields(token: Row, document: Row) {
  return {
    name: optionalTextOf(token, 'name'),
    symbol: optionalTextOf(token, 'symbol'),
    decimals: integerOf(token, 'decimals'),
    total_supply: optionalTextOf(token, 'total_supply'),
    token_uri: optionalTextOf(token, 'token_uri'),
    description: optionalTextOf(document, 'token_description'),
    image_uri: optionalTextOf(document, 'image_uri'),
    image_thumbnail_uri: optionalTextOf(document, 'image_thumbnail_uri'),
    image_canonical_uri: optionalTextOf(document, 'image_canonical_uri'),
    tx_id: optionalTextOf(token, 'tx_id'),
    sender_address: textOf(token, 'sender_address'),
    asset_identifier: optionalTextOf(token, 'asset_identifier'),
  }
}

function localizationOf(row: Row, locales: string[]): TokenLocalization {
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
