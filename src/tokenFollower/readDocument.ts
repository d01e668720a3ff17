import {
  type Fetched,
  FetchFailure,
  type FetchOptions,
  fetchUntrusted,
  HostBusy,
} from './fetchUntrusted.ts'
import { MAX_URI_LENGTH } from './gateways.ts'
import { documentInUri, MalformedDocument, parseDocument } from './parseDocument.ts'
import { DAY, HOUR, WEEK } from './tasks.ts'

/** A document to read, and what is stored of it. */
export type DueDocument = {
  principal: string
  /** '' is the default one. */
  locale: string
  uri: string
  /** In a row, before. */
  failures: number
  etag: string | undefined
  /** The stored bytes, if they were read from this URI. */
  bytes: Buffer | undefined
  /** Whether the token has what the stored bytes say. */
  isShown: boolean
}

/**
 * What was read, as bytes: parsed, a document takes twenty times the memory. `shown` can be parsed; it is undefined if
 * the token has what it says already.
 */
export type DocumentReading = {
  document: DueDocument
  nextInSeconds: number | undefined
  shown: Buffer | undefined
} & ({ problem: undefined; fetched: Fetched } | { problem: string; fetched: undefined })

/** In seconds. */
const RETRIES = [HOUR, 6 * HOUR, DAY, WEEK]

const MAX_BYTES = 1_000_000
/** For documents in other languages than the default one, of which a token has many. */
const MAX_BYTES_OF_LANGUAGE = 100_000

export type DocumentSource = Pick<
  FetchOptions,
  'signal' | 'network' | 'timeoutMs' | 'beforeRedirect'
> & {
  /** Where to read it; undefined if its URI contains it, or if the stored bytes are final. */
  address: string | undefined
  isImmutable: boolean
  onBusy: (busy: HostBusy) => void
}

/** Reads a document. What is stored survives every failure. */
export async function readDocument(
  document: DueDocument,
  source: DocumentSource,
): Promise<DocumentReading> {
  try {
    const fetched = await fetchDocument(document, source)
    const shown = newBytes(document, fetched)
    if (shown !== undefined) parseDocument(shown, document.locale)
    const nextInSeconds = source.isImmutable ? undefined : DAY
    return { document, nextInSeconds, problem: undefined, fetched, shown }
  } catch (error) {
    if (error instanceof MalformedDocument) {
      return unread(document, `The document ${error.message}.`, DAY)
    }
    if (!(error instanceof FetchFailure)) throw error
    const wanted = retryAfter(document.failures)
    if (!(error instanceof HostBusy)) return unread(document, error.message, wanted)
    source.onBusy(error)
    return unread(document, error.message, Math.max(error.seconds, wanted))
  }
}

/** A document that could not be read. */
function unread(document: DueDocument, problem: string, nextInSeconds: number): DocumentReading {
  const shown = document.isShown ? undefined : parsableBytes(document)
  return { document, nextInSeconds, problem, fetched: undefined, shown }
}

/** After how many seconds to try again what has failed so often in a row before. */
export function retryAfter(failures: number): number {
  return RETRIES[Math.min(failures, RETRIES.length - 1)] ?? DAY
}

async function fetchDocument(
  { locale, uri, etag, bytes }: DueDocument,
  { address, ...source }: DocumentSource,
): Promise<Fetched> {
  const maxBytes = locale === '' ? MAX_BYTES : MAX_BYTES_OF_LANGUAGE
  if (address !== undefined) {
    const known = bytes === undefined ? undefined : etag
    const accept = 'application/json, */*'
    return fetchUntrusted(address, { ...source, accept, maxBytes, etag: known })
  }
  if (bytes !== undefined) return 'unchanged'
  const own = documentInUri(uri)
  if (own === undefined) throw new MalformedDocument(problemOf(uri))
  if (own.length > maxBytes) {
    throw new MalformedDocument(`has more than ${maxBytes / 1_000_000} MB`)
  }
  return { bytes: own, etag: undefined }
}

function problemOf(uri: string): string {
  return `has an address that ${uri.length > MAX_URI_LENGTH ? 'is too long' : 'cannot be read'}`
}

function newBytes({ bytes, isShown }: DueDocument, fetched: Fetched): Buffer | undefined {
  if (fetched === 'unchanged') return isShown ? undefined : bytes
  return isShown && bytes?.equals(fetched.bytes) ? undefined : fetched.bytes
}

function parsableBytes({ bytes, locale }: DueDocument): Buffer | undefined {
  if (bytes === undefined) return
  try {
    parseDocument(bytes, locale)
    return bytes
  } catch (error) {
    if (!(error instanceof MalformedDocument)) throw error
  }
}
