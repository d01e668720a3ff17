import type { TokenMetadata } from '../contract/schemas/token.ts'
import { optionalTextOf, type Query, type Row, type Store, textOf } from '../database/database.ts'
import { insertRows } from '../database/rows.ts'
import type { NewRow } from '../database/table.ts'
import { tokenAttributes, tokenMetadata, tokenProperties } from '../database/tokenSchema.ts'
import { imageSourceOf } from '../tokens/imageSource.ts'
import { attributeRows, propertyRows, type StoredDocument } from '../tokens/writeTokens.ts'
import { MAX_URI_LENGTH } from './gateways.ts'
import { parseDocument } from './parseDocument.ts'
import type { DocumentReading } from './readDocument.ts'
import { WANTED, type WantOptions, wantDocuments } from './wantedDocuments.ts'
import { forgetImages } from './writeImages.ts'
import { writeTerms } from './writeTerms.ts'

/**
 * Writes, in a transaction, what was read of documents, and when to ask for them again. Returns whether a token shows
 * something else than before.
 */
export async function writeDocuments(
  store: Store,
  read: readonly DocumentReading[],
  options: WantOptions,
): Promise<boolean> {
  let hasChanged = false
  for (const reading of read) {
    if (await writeReading(store, reading, options)) hasChanged = true
  }
  return hasChanged
}

/** Returns whether something has changed. What the token does not point to any more is not written. */
async function writeReading(
  store: Store,
  reading: DocumentReading,
  options: WantOptions,
): Promise<boolean> {
  const { document, shown } = reading
  const { principal, locale, uri } = document
  const [before] = await store.query(SELECT_WANTED, [principal, locale, uri])
  if (before === undefined) return false
  await writeRaw(store.query, reading, options.now)
  if (shown !== undefined) {
    const metadata = parseDocument(shown, locale)
    await writeDocument(store, { principal, locale, metadata }, options)
  }
  return shown !== undefined || optionalTextOf(before, 'problem') !== reading.problem
}

const SELECT_WANTED = `
  SELECT d.problem FROM ${WANTED}
   WHERE d.principal = $1 AND d.locale = $2 AND d.uri = $3 AND d.due_at IS NOT NULL`

async function writeRaw(query: Query, reading: DocumentReading, now: number): Promise<void> {
  const { document, fetched, problem = null, nextInSeconds } = reading
  const { principal, locale, uri, failures } = document
  const isNew = fetched !== undefined && fetched !== 'unchanged'
  await query(UPDATE_RAW, [
    principal,
    locale,
    nextInSeconds === undefined ? null : now + nextInSeconds,
    problem === null ? 0 : failures + 1,
    problem,
    fetched === undefined ? null : now,
    isNew ? uri : null,
    isNew ? fetched.bytes : null,
    isNew ? (fetched.etag ?? null) : null,
  ])
}

/** Without new bytes, the stored ones and their ETag stay. */
const UPDATE_RAW = `
  UPDATE token_documents
     SET due_at = $3, failures = $4, problem = $5, read_at = coalesce($6, read_at),
         etag = CASE WHEN CAST($7 AS TEXT) IS NULL THEN etag ELSE $9 END,
         read_uri = coalesce($7, read_uri), bytes = coalesce($8, bytes)
   WHERE principal = $1 AND locale = $2`

type Shown = { principal: string; locale: string; metadata: TokenMetadata }

/** Makes a document that of its token. Facts are left alone. */
async function writeDocument(store: Store, shown: Shown, options: WantOptions): Promise<void> {
  const { principal, locale } = shown
  const { query } = store
  if (locale === '') await writeLocalization(store, shown, options)
  const before = await readMetadataRow(query, shown)
  const row = metadataRow(before, shown)
  await insertRows(store, tokenMetadata, [row], { fixed: ['position'] })
  const image = optionalTextOf(before, 'image_source')
  if (image !== undefined && image !== row.image_source) await forgetImages(query, [image])
  for (const { name } of [tokenAttributes, tokenProperties]) {
    await query(`DELETE FROM ${name} WHERE principal = $1 AND locale = $2`, [principal, locale])
  }
  const document: StoredDocument = {
    key: { principal, locale, position: 0 },
    texts: { ...NO_TEXTS, metadata: shown.metadata },
  }
  await insertRows(store, tokenAttributes, attributeRows(document))
  await insertRows(store, tokenProperties, propertyRows(document))
  if (locale === '') await writeTerms(store, [principal])
}

const NO_TEXTS = {
  description: undefined,
  image_uri: undefined,
  image_thumbnail_uri: undefined,
  image_canonical_uri: undefined,
}

async function readMetadataRow(query: Query, { principal, locale }: Shown): Promise<Row> {
  const [row = {}] = await query(
    'SELECT * FROM token_metadata WHERE principal = $1 AND locale = $2',
    [principal, locale],
  )
  return row
}

/** The copies of an image stay while the document has the same one. */
function metadataRow(
  before: Row,
  { principal, locale, metadata }: Shown,
): NewRow<typeof tokenMetadata> {
  const { image, name, description, sip } = metadata
  const isSameImage = optionalTextOf(before, 'image_canonical_uri') === image
  const copy = (column: string) => (isSameImage ? optionalTextOf(before, column) : undefined)
  return {
    principal,
    locale,
    position: 0,
    token_description: description,
    image_uri: copy('image_uri'),
    image_thumbnail_uri: copy('image_thumbnail_uri'),
    image_canonical_uri: image,
    has_document: 1,
    sip,
    name,
    description,
    image,
    image_source: imageSourceOf(image),
    cached_image: copy('cached_image'),
    cached_thumbnail_image: copy('cached_thumbnail_image'),
  }
}

/** The languages that a default document lists have rows before their documents are read; others go. */
async function writeLocalization(
  store: Store,
  { principal, metadata: { localization } }: Shown,
  options: WantOptions,
): Promise<void> {
  const { query } = store
  const { uri, default: preferred, locales = [] } = localization ?? {}
  await query(
    `UPDATE tokens SET localization_uri = $1, localization_default = $2, source = 'node' WHERE principal = $3`,
    [uri ?? null, preferred ?? null, principal],
  )
  const others = locales.slice(1)
  await deleteOthers(query, principal, others)
  const rows = others.map((locale, index) => ({
    ...NO_DOCUMENT,
    principal,
    locale,
    position: index + 1,
  }))
  // What was read of a language stays.
  await insertRows(store, tokenMetadata, rows, { fixed: FIXED })
  const wanted = others.map((locale) => ({ principal, locale, token_uri: uriIn(uri, locale) }))
  await wantDocuments(store, wanted, options)
}

const NO_DOCUMENT = {
  token_description: undefined,
  image_uri: undefined,
  image_thumbnail_uri: undefined,
  image_canonical_uri: undefined,
  has_document: 0,
  sip: undefined,
  name: undefined,
  description: undefined,
  image: undefined,
  image_source: undefined,
  cached_image: undefined,
  cached_thumbnail_image: undefined,
}

const FIXED = Object.keys(NO_DOCUMENT)

function uriIn(uri = '', locale: string): string | undefined {
  if (uri.length > MAX_URI_LENGTH) return
  const own = uri.replaceAll(/\{id\}|\$TOKEN_ID/gi, '1').replaceAll(/\{locale\}/gi, locale)
  return own.length > MAX_URI_LENGTH ? undefined : own
}

async function deleteOthers(query: Query, principal: string, locales: string[]): Promise<void> {
  const stored = await query(
    "SELECT locale, image_source FROM token_metadata WHERE principal = $1 AND locale <> ''",
    [principal],
  )
  const leaving = stored.filter((row) => !locales.includes(textOf(row, 'locale')))
  for (const locale of leaving.map((row) => textOf(row, 'locale'))) {
    for (const { name } of [tokenMetadata, tokenAttributes, tokenProperties]) {
      await query(`DELETE FROM ${name} WHERE principal = $1 AND locale = $2`, [principal, locale])
    }
  }
  await forgetImages(
    query,
    leaving.flatMap((row) => optionalTextOf(row, 'image_source') ?? []),
  )
}
