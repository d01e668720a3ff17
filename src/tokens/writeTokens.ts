import { stringify } from 'lossless-json'
import { isSampleToken } from '../contract/schemas/token.ts'
import type { Query, Store } from '../database/database.ts'
import { insertRows, LIST, selectIn } from '../database/rows.ts'
import type { NewRow } from '../database/table.ts'
import {
  tokenAttributes,
  tokenMetadata,
  tokenProperties,
  tokens,
  tokenTerms,
} from '../database/tokenSchema.ts'
import { deleteTokens } from './deleteTokens.ts'
import { imageSourceOf } from './imageSource.ts'
import type { LocalizedTexts, ParsedToken } from './parseToken.ts'
import { termsOf } from './searchTerms.ts'

/** Where tokens come from, and when they were read there, in Unix seconds. */
export type TokenOrigin = {
  source: 'snapshot' | 'import'
  readAt: number
}

/** Replaces tokens with their documents and search terms. Call it in a transaction. */
export async function writeTokens(
  store: Store,
  parsed: ParsedToken[],
  origin: TokenOrigin,
): Promise<void> {
  // If a token occurs twice, the last one counts.
  const all = [...new Map(parsed.map((token) => [token.principal, token])).values()]
  const documents = all.flatMap(documentsOf)
  const principals = all.map(({ principal }) => principal)
  await deleteTokens(store.query, principals)
  await insertRows(
    store,
    tokens,
    all.map((token) => tokenRow(token, origin)),
  )
  await setTransactions(store.query, principals)
  await insertRows(store, tokenMetadata, documents.map(metadataRow))
  await insertRows(store, tokenAttributes, documents.flatMap(attributeRows))
  await insertRows(store, tokenProperties, documents.flatMap(propertyRows))
  await insertRows(
    store,
    tokenTerms,
    all.flatMap((token) =>
      termsOf({
        ...token,
        defaultLocale: token.localization?.default,
        locales: token.locales.map(([locale]) => locale),
      }),
    ),
  )
}

/** Gives tokens the transactions that deployed them, as far as a node has told them. */
export async function setTransactions(query: Query, principals: readonly string[]): Promise<void> {
  await selectIn(
    query,
    `UPDATE tokens SET tx_id = d.tx_id FROM deployments d
      WHERE d.principal = tokens.principal AND d.tx_id IS NOT NULL AND tokens.principal IN (${LIST})`,
    principals,
  )
}

function tokenRow(
  { principal, status, problem, token, localization }: ParsedToken,
  { source, readAt }: TokenOrigin,
): NewRow<typeof tokens> {
  return {
    principal,
    status,
    problem,
    name: token.name,
    symbol: token.symbol,
    decimals: token.decimals,
    total_supply: token.total_supply,
    token_uri: token.token_uri,
    tx_id: token.tx_id,
    sender_address: token.sender_address,
    asset_identifier: token.asset_identifier,
    localization_uri: localization?.uri,
    localization_default: localization?.default,
    source: isSampleToken(principal) ? 'sample' : source,
    read_at: readAt,
    facts_height: undefined,
  }
}

/** A document of a token, in the locale of its key. */
export type StoredDocument = {
  key: { principal: string; locale: string; position: number }
  texts: LocalizedTexts
}

/** The default document has the locale ''. */
function documentsOf({ principal, token, locales }: ParsedToken): StoredDocument[] {
  const all: [string, LocalizedTexts][] = [['', token], ...locales]
  return all.map(([locale, texts], position) => ({ key: { principal, locale, position }, texts }))
}

function metadataRow({ key, texts }: StoredDocument): NewRow<typeof tokenMetadata> {
  const { metadata } = texts
  return {
    ...key,
    token_description: texts.description,
    image_uri: texts.image_uri,
    image_thumbnail_uri: texts.image_thumbnail_uri,
    image_canonical_uri: texts.image_canonical_uri,
    has_document: metadata ? 1 : 0,
    sip: metadata?.sip,
    name: metadata?.name,
    description: metadata?.description,
    image: metadata?.image,
    image_source: imageSourceOf(metadata?.image ?? texts.image_canonical_uri),
    cached_image: metadata?.cached_image,
    cached_thumbnail_image: metadata?.cached_thumbnail_image,
  }
}

export function attributeRows({ key, texts }: StoredDocument): NewRow<typeof tokenAttributes>[] {
  const attributes = texts.metadata?.attributes ?? []
  return attributes.map(({ trait_type, display_type, value, max_value }, position) => ({
    ...key,
    position,
    trait_type,
    display_type,
    value: value === undefined ? undefined : stringify(value),
    max_value: max_value === undefined ? undefined : stringify(max_value),
  }))
}

export function propertyRows({
  key: document,
  texts,
}: StoredDocument): NewRow<typeof tokenProperties>[] {
  const properties = Object.entries(texts.metadata?.properties ?? {})
  return properties.map(([key, value], position) => ({
    ...document,
    position,
    key,
    value: stringify(value) ?? 'null',
  }))
}
