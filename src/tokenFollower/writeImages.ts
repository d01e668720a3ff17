import { optionalTextOf, type Query, type Store } from '../database/database.ts'
import { insertRows, LIST, selectIn } from '../database/rows.ts'
import { tokenImageSources, tokenImages } from '../database/tokenSchema.ts'
import type { ImageReading } from './readImage.ts'

/**
 * Writes, in a transaction, what was read of images, and when to ask for them again. Returns whether a token shows
 * something else than before. `now`: Unix seconds.
 */
export async function writeImages(
  store: Store,
  read: readonly ImageReading[],
  now: number,
): Promise<boolean> {
  let hasChanged = false
  for (const reading of read) {
    if (await writeReading(store, reading, now)) hasChanged = true
  }
  return hasChanged
}

/** Returns whether something has changed. What no token has any more is not written. */
async function writeReading(store: Store, reading: ImageReading, now: number): Promise<boolean> {
  const { query } = store
  const { source } = reading.image
  const [before] = await query(SELECT_WANTED, [source])
  if (before === undefined || !(await writeConverted(store, reading))) return false
  const hash = optionalTextOf(before, 'hash')
  const row = { ...rowOf(reading, now), etag: etagOf(reading) }
  await insertRows(store, tokenImageSources, [row], { fixed: fixedOf(reading) })
  const isNew = row.hash !== undefined && row.hash !== hash
  if (isNew && hash !== undefined) await query(DELETE_UNUSED, [hash])
  return isNew || optionalTextOf(before, 'problem') !== reading.problem
}

const SELECT_WANTED = `
  SELECT s.hash, s.problem
    FROM (SELECT image_source FROM token_metadata WHERE image_source = $1 LIMIT 1) AS m
    LEFT JOIN token_image_sources s ON s.source = m.image_source`

/** Returns false if the image with the same bytes is not stored any more: it stays due. */
async function writeConverted(store: Store, reading: ImageReading): Promise<boolean> {
  if (reading.problem !== undefined || reading.fetched === 'unchanged') return true
  const { hash, converted } = reading.fetched
  if (converted !== undefined) {
    await insertRows(store, tokenImages, [{ hash, ...converted }], { fixed: [] })
    return true
  }
  const stored = await store.query('SELECT 1 AS found FROM token_images WHERE hash = $1', [hash])
  return stored.length > 0
}

function rowOf(reading: ImageReading, now: number) {
  const { image, nextInSeconds, problem } = reading
  return {
    source: image.source,
    hash: readOf(reading)?.hash,
    read_at: problem === undefined ? now : undefined,
    due_at: nextInSeconds === undefined ? undefined : now + nextInSeconds,
    failures: problem === undefined ? 0 : image.failures + 1,
    problem,
  }
}

function etagOf(reading: ImageReading): string | undefined {
  return readOf(reading)?.etag
}

function readOf(reading: ImageReading) {
  if (reading.problem !== undefined || reading.fetched === 'unchanged') return
  return reading.fetched
}

/** Without new bytes, the stored ones stay. */
function fixedOf(reading: ImageReading): string[] {
  if (reading.problem !== undefined) return ['hash', 'etag', 'read_at']
  return reading.fetched === 'unchanged' ? ['hash', 'etag'] : []
}

const DELETE_UNUSED = `
  DELETE FROM token_images
   WHERE hash = $1 AND NOT EXISTS (SELECT 1 FROM token_image_sources s WHERE s.hash = token_images.hash)`

/**
 * Forgets the images at sources that a token had before, unless another one has them. An author could fill the disk
 * with images otherwise.
 */
export async function forgetImages(query: Query, sources: readonly string[]): Promise<void> {
  const gone = await selectIn(query, SELECT_UNWANTED, sources)
  const hashes = gone.flatMap((row) => optionalTextOf(row, 'hash') ?? [])
  await selectIn(query, DELETE_UNWANTED, sources)
  for (const hash of hashes) await query(DELETE_UNUSED, [hash])
}

const UNWANTED = `source IN (${LIST})
  AND NOT EXISTS (SELECT 1 FROM token_metadata m WHERE m.image_source = token_image_sources.source)`
const SELECT_UNWANTED = `SELECT hash FROM token_image_sources WHERE ${UNWANTED}`
const DELETE_UNWANTED = `DELETE FROM token_image_sources WHERE ${UNWANTED}`
