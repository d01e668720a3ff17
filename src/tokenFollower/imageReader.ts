import pLimit from 'p-limit'
import { unixSeconds } from '../bitcoin/unixSeconds.ts'
import { numberOf, optionalTextOf, type Row, textOf } from '../database/database.ts'
import { convertImage, type ImageProcess } from './convertImage.ts'
import type { ReadingContext } from './documentReader.ts'
import { addressAfter, documentPlaceOf, type Gateways, MAX_URI_LENGTH } from './gateways.ts'
import { HostQueue, type HostTask } from './hostQueue.ts'
import { type DueImage, type ImageReading, readImage } from './readImage.ts'
import { writeImages } from './writeImages.ts'

/** Each may be in memory with 10 MB. */
const MAX_CONCURRENT_IMAGES = 2
/** How many are found at once. */
const MAX_DUE = 500
const MAX_WAITING_BYTES = 4_000_000

type Due = HostTask & {
  source: string
  /** Where to read it; undefined if its URI contains it. */
  address: string | undefined
  isImmutable: boolean
}

/** The images of the documents of tokens that a node has told of. */
export function createImageReader(
  context: ReadingContext,
  process: ImageProcess,
): HostQueue<Due, ImageReading> {
  const { store, options, limits, hosts, network, signal } = context
  // Each takes up to 250 MB.
  const one = pLimit(1)
  const convert = (bytes: Buffer) => one(() => convertImage(bytes, process, signal))
  const isStored = async (hash: string) => (await store.query(IS_STORED, [hash])).length > 0
  const findDue = options.requests === 'fetch' ? DUE : DUE_IN_URIS
  return new HostQueue<Due, ImageReading>(
    {
      async findDue() {
        const rows = await store.query(findDue, [unixSeconds(), MAX_DUE])
        return rows.map((row) => dueOf(row, options.gateways))
      },
      postpone: (query, { source }, until) => query(POSTPONE, [source, until]),
      async read({ source, address, isImmutable }, beforeRedirect) {
        const [row] = await store.query(STORED, [source])
        return (
          row &&
          readImage(imageOf(row, source), {
            address,
            isImmutable,
            signal,
            network,
            timeoutMs: limits.timeoutMs,
            beforeRedirect,
            onBusy: ({ host, seconds }) => hosts.pause(host, seconds),
            isStored,
            convert,
          })
        )
      },
      bytesOf,
      write: (store, read) => writeImages(store, read, unixSeconds()),
    },
    {
      ...{ store, hosts, signal },
      pollMs: limits.pollMs,
      maxRunning: MAX_CONCURRENT_IMAGES,
      maxWaitingBytes: MAX_WAITING_BYTES,
    },
  )
}

function bytesOf(reading: ImageReading): number {
  if (reading.problem !== undefined || reading.fetched === 'unchanged') return 0
  const { image, thumbnail } = reading.fetched.converted ?? {}
  return (image?.length ?? 0) + (thumbnail?.length ?? 0)
}

const URI = 'trim(coalesce(m.image, m.image_canonical_uri))'

/** Each once, in turns of those who deployed its tokens. What was never tried has no row, and is due. */
function dueWith(condition: string): string {
  return `
  SELECT source, min(failures) AS failures, min(uri) AS uri, min(turn) AS first_turn
    FROM (SELECT m.image_source AS source, coalesce(s.failures, 0) AS failures,
                 CASE WHEN length(${URI}) <= ${MAX_URI_LENGTH} THEN ${URI} END AS uri,
                 row_number() OVER (PARTITION BY k.sender_address ORDER BY coalesce(s.due_at, 0), m.image_source) AS turn
            FROM token_metadata m
            JOIN tokens k ON k.principal = m.principal AND k.facts_height IS NOT NULL
            LEFT JOIN token_image_sources s ON s.source = m.image_source
           WHERE m.image_source IS NOT NULL AND (s.source IS NULL OR s.due_at <= $1) ${condition}) AS due
   GROUP BY source ORDER BY first_turn, source LIMIT $2`
}

const DUE = dueWith('')
const DUE_IN_URIS = dueWith(`AND lower(substr(${URI}, 1, 5)) = 'data:'`)

const POSTPONE = `
  INSERT INTO token_image_sources (source, due_at, failures) VALUES ($1, $2, 0)
  ON CONFLICT (source) DO UPDATE SET due_at = excluded.due_at`

function dueOf(row: Row, gateways: Gateways): Due {
  const source = textOf(row, 'source')
  const uri = optionalTextOf(row, 'uri')
  const found = uri === undefined ? undefined : documentPlaceOf(uri, gateways)
  const address = found && addressAfter(found, numberOf(row, 'failures'))
  const host = address === undefined ? undefined : new URL(address).hostname
  return { key: source, source, address, host, isImmutable: found?.isImmutable ?? true }
}

const IS_STORED = 'SELECT 1 AS found FROM token_images WHERE hash = $1'

const STORED = `
  SELECT ${URI} AS uri, coalesce(s.failures, 0) AS failures, i.hash, s.etag
    FROM token_metadata m
    LEFT JOIN token_image_sources s ON s.source = m.image_source
    LEFT JOIN token_images i ON i.hash = s.hash
   WHERE m.image_source = $1 LIMIT 1`

function imageOf(row: Row, source: string): DueImage {
  const hash = optionalTextOf(row, 'hash')
  return {
    source,
    uri: textOf(row, 'uri'),
    failures: numberOf(row, 'failures'),
    hash,
    etag: hash === undefined ? undefined : optionalTextOf(row, 'etag'),
  }
}
