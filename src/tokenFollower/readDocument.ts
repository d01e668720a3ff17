import type { TokenMetadata } from '../contract/schemas/token.ts'
import {
  type Fetched,
  FetchFailure,
  type FetchOptions,
  fetchUntrusted,
  HostBusy,
} from './fetchUntrusted.ts'
import { MAX_URI_LENGTH } from './gateways.ts'
import { bytesOfDataUri, MalformedDocument, parseDocument } from './parseDocument.ts'

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

/** What was read. `metadata` is undefined if the token has it already. */
export type DocumentReading = { document: DueDocument; nextInSeconds: number | undefined } & (
  | { problem: undefined; fetched: Fetched; metadata: TokenMetadata | undefined }
  /** Nothing new; `metadata` is that of the stored bytes. */
  | { problem: string; fetched: undefined; metadata: TokenMetadata | undefined }
)

const [HOUR, DAY] = [3600, 86_400]
/** After so many seconds, a document that could not be read is asked for again. */
const RETRIES = [HOUR, 6 * HOUR, DAY, 7 * DAY]

const MAX_DOCUMENT_BYTES = 1_000_000

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
    const metadata = newMetadata(document, fetched)
    const nextInSeconds = source.isImmutable ? undefined : DAY
    return { document, nextInSeconds, problem: undefined, fetched, metadata }
  } catch (error) {
    if (error instanceof MalformedDocument) {
      return unread(document, `The document ${error.message}.`, DAY)
    }
    if (!(error instanceof FetchFailure)) throw error
    const wanted = retryAfter(document)
    if (!(error instanceof HostBusy)) return unread(document, error.message, wanted)
    source.onBusy(error)
    return unread(document, error.message, Math.max(error.seconds, wanted))
  }
}

/** A document that could not be read. */
function unread(document: DueDocument, problem: string, nextInSeconds: number): DocumentReading {
  const metadata = document.isShown ? undefined : tryParse(document)
  return { document, nextInSeconds, problem, fetched: undefined, metadata }
}

function retryAfter({ failures }: DueDocument): number {
  return RETRIES[Math.min(failures, RETRIES.length - 1)] ?? DAY
}

async function fetchDocument(
  { uri, etag, bytes }: DueDocument,
  { address, ...source }: DocumentSource,
): Promise<Fetched> {
  if (address !== undefined) {
    const known = bytes === undefined ? undefined : etag
    return fetchUntrusted(address, { ...source, maxBytes: MAX_DOCUMENT_BYTES, etag: known })
  }
  if (bytes !== undefined) return 'unchanged'
  const own = bytesOfDataUri(uri)
  if (own === undefined) throw new MalformedDocument(problemOf(uri))
  if (own.length > MAX_DOCUMENT_BYTES) throw new MalformedDocument('has more than 1 MB')
  return { bytes: own, etag: undefined }
}

function problemOf(uri: string): string {
  return `has an address that ${uri.length > MAX_URI_LENGTH ? 'is too long' : 'cannot be read'}`
}

function newMetadata({ bytes, locale, isShown }: DueDocument, fetched: Fetched) {
  const current = fetched === 'unchanged' ? bytes : fetched.bytes
  if (current === undefined) return
  const isKnown = fetched === 'unchanged' || bytes?.equals(fetched.bytes) === true
  return isKnown && isShown ? undefined : parseDocument(current, locale)
}

function tryParse({ bytes, locale }: DueDocument): TokenMetadata | undefined {
  try {
    return bytes && parseDocument(bytes, locale)
  } catch (error) {
    if (error instanceof MalformedDocument) return
    throw error
  }
}
