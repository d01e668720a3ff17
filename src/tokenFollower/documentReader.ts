import { unixSeconds } from '../bitcoin/unixSeconds.ts'
import { numberOf, optionalTextOf, type Row, type Store, textOf } from '../database/database.ts'
import type { ImageProcess } from './convertImage.ts'
import { INTERNET, type Network } from './fetchUntrusted.ts'
import { addressAfter, documentPlaceOf, type Gateways, MAX_URI_LENGTH } from './gateways.ts'
import { type HostLimit, HostLimits } from './hostLimits.ts'
import { HostQueue, type HostTask } from './hostQueue.ts'
import { type DocumentReading, type DueDocument, readDocument } from './readDocument.ts'
import { type DocumentRequests, WANTED } from './wantedDocuments.ts'
import { writeDocuments } from './writeDocuments.ts'

/** What an operator chooses. */
export type DocumentSettings = { requests: DocumentRequests; gateways: Gateways }

export type DocumentOptions = DocumentSettings & {
  /** Only tests have another one than the internet, and other limits. */
  network?: Network
  /** Without one, no image is read. */
  imageProcess?: ImageProcess
  limits?: Partial<DocumentLimits>
}

export type DocumentLimits = {
  host: HostLimit
  timeoutMs: number
  /** How often the database is asked for documents that have become due. */
  pollMs: number
}

const LIMITS: DocumentLimits = {
  host: { intervalMs: 1000, concurrent: 2 },
  timeoutMs: 15_000,
  pollMs: 2000,
}

const MAX_CONCURRENT_DOCUMENTS = 4
/** How many are found at once. */
const MAX_DUE = 500
const MAX_WAITING_BYTES = 4_000_000

/** What documents and images are read with. A host has the same limits for both. */
export type ReadingContext = {
  store: Store
  options: DocumentOptions
  limits: DocumentLimits
  hosts: HostLimits
  network: Network
  signal: AbortSignal
}

export function readingContextOf(
  options: DocumentOptions,
  { store, signal }: Pick<ReadingContext, 'store' | 'signal'>,
): ReadingContext {
  const limits = { ...LIMITS, ...options.limits }
  const { network = INTERNET } = options
  return { store, options, limits, hosts: new HostLimits(limits.host), network, signal }
}

type Due = HostTask & {
  principal: string
  locale: string
  /** Where to read it; undefined if its URI contains it, or if the stored bytes are final. */
  address: string | undefined
  dueAt: number
  isImmutable: boolean
}

/** The documents that tokens point to. */
export function createDocumentReader(context: ReadingContext): HostQueue<Due, DocumentReading> {
  const { store, options, limits, hosts, network, signal } = context
  return new HostQueue<Due, DocumentReading>(
    {
      async findDue() {
        const rows = await store.query(DUE, [unixSeconds(), MAX_DUE])
        return rows.map((row) => dueOf(row, options.gateways))
      },
      postpone: (query, { principal, locale, dueAt }, until) =>
        query(POSTPONE, [principal, locale, dueAt, until]),
      async read({ principal, locale, address, isImmutable }, beforeRedirect) {
        const [row] = await store.query(STORED, [principal, locale])
        return (
          row &&
          readDocument(documentOf(row), {
            address,
            isImmutable,
            signal,
            network,
            timeoutMs: limits.timeoutMs,
            beforeRedirect,
            onBusy: ({ host, seconds }) => hosts.pause(host, seconds),
          })
        )
      },
      bytesOf,
      write: (store, read) =>
        writeDocuments(store, read, { documents: options.requests, now: unixSeconds() }),
    },
    {
      ...{ store, hosts, signal },
      pollMs: limits.pollMs,
      maxRunning: MAX_CONCURRENT_DOCUMENTS,
      maxWaitingBytes: MAX_WAITING_BYTES,
    },
  )
}

function bytesOf({ document, fetched }: DocumentReading): number {
  const read = fetched === undefined || fetched === 'unchanged' ? 0 : fetched.bytes.length
  return read + (document.bytes?.length ?? 0) + document.uri.length
}

/** Whoever deploys a thousand tokens gets one turn for each that others get. */
const DUE = `
  SELECT d.principal, d.locale, d.failures, d.due_at,
         CASE WHEN length(d.uri) <= ${MAX_URI_LENGTH} THEN d.uri END AS uri,
         CASE WHEN d.bytes IS NOT NULL AND d.read_uri = d.uri THEN 1 ELSE 0 END AS is_read,
         row_number() OVER (PARTITION BY k.sender_address ORDER BY d.due_at, d.principal, d.locale) AS turn
    FROM ${WANTED}
   WHERE d.due_at <= $1
   ORDER BY turn, d.due_at, d.principal, d.locale
   LIMIT $2`

const POSTPONE = `
  UPDATE token_documents SET due_at = $4 WHERE principal = $1 AND locale = $2 AND due_at = $3`

function dueOf(row: Row, gateways: Gateways): Due {
  const uri = optionalTextOf(row, 'uri')
  const found = uri === undefined ? undefined : documentPlaceOf(uri, gateways)
  const place = { principal: textOf(row, 'principal'), locale: textOf(row, 'locale') }
  const isImmutable = found?.isImmutable ?? true
  const isFinal = isImmutable && row.is_read === 1
  const address = isFinal || !found ? undefined : addressAfter(found, numberOf(row, 'failures'))
  const host = address === undefined ? undefined : new URL(address).hostname
  const dueAt = numberOf(row, 'due_at')
  return { ...place, key: `${place.principal} ${place.locale}`, address, host, dueAt, isImmutable }
}

const STORED = `
  SELECT d.principal, d.locale, d.uri, d.failures, d.etag,
         CASE WHEN d.read_uri = d.uri THEN d.bytes END AS bytes,
         CASE WHEN k.source <> 'snapshot' AND m.has_document = 1 THEN 1 ELSE 0 END AS is_shown
    FROM token_documents d JOIN tokens k ON k.principal = d.principal
    LEFT JOIN token_metadata m ON m.principal = d.principal AND m.locale = d.locale
   WHERE d.principal = $1 AND d.locale = $2`

function documentOf(row: Row): DueDocument {
  const { bytes } = row
  return {
    principal: textOf(row, 'principal'),
    locale: textOf(row, 'locale'),
    uri: textOf(row, 'uri'),
    failures: numberOf(row, 'failures'),
    etag: optionalTextOf(row, 'etag'),
    bytes: bytes === null || typeof bytes !== 'object' ? undefined : bufferOf(bytes),
    isShown: row.is_shown === 1,
  }
}

function bufferOf(bytes: Uint8Array | ArrayBuffer): Buffer {
  return bytes instanceof Uint8Array ? Buffer.from(bytes) : Buffer.from(bytes)
}
