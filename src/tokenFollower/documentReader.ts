import { setTimeout } from 'node:timers/promises'
import { unixSeconds } from '../bitcoin/unixSeconds.ts'
import { numberOf, optionalTextOf, type Row, type Store, textOf } from '../database/database.ts'
import { HostBusy, INTERNET, type Network } from './fetchUntrusted.ts'
import { addressAfter, documentPlaceOf, type Gateways } from './gateways.ts'
import { type HostLimit, HostLimits } from './hostLimits.ts'
import {
  type DocumentReading,
  type DocumentSource,
  type DueDocument,
  readDocument,
} from './readDocument.ts'
import type { DocumentRequests } from './wantedDocuments.ts'
import { writeDocuments } from './writeDocuments.ts'

/** What an operator chooses. */
export type DocumentSettings = { requests: DocumentRequests; gateways: Gateways }

export type DocumentOptions = DocumentSettings & {
  /** Only tests have another one than the internet, and other limits. */
  network?: Network
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
/** While much is due, what was read is written this often: each write empties the cache of tokens. */
const WRITE_MS = 10_000
/** Written sooner, because it is in memory. */
const MAX_WAITING_BYTES = 4_000_000
/** How often hosts are looked at that may be asked again. */
const TICK_MS = 50

type Context = { store: Store; options: DocumentOptions; signal: AbortSignal }
type Due = {
  key: string
  principal: string
  locale: string
  /** Undefined if the URI is the document. */
  address: string | undefined
  isImmutable: boolean
}

/** Reads the documents that tokens point to, until `signal` aborts. */
export class DocumentReader {
  readonly #context: Context
  readonly #limits: DocumentLimits
  readonly #hosts: HostLimits
  readonly #running = new Set<Promise<void>>()
  readonly #errors: unknown[] = []
  /** The keys of those that are being read, or wait to be written. */
  readonly #taken = new Set<string>()
  #due: Due[] = []
  #foundAt = Number.NEGATIVE_INFINITY
  #waiting: DocumentReading[] = []
  #waitingBytes = 0
  #writtenAt = Number.NEGATIVE_INFINITY

  constructor(context: Context) {
    this.#context = context
    this.#limits = { ...LIMITS, ...context.options.limits }
    this.#hosts = new HostLimits(this.#limits.host)
  }

  async run(): Promise<never> {
    try {
      for (;;) await this.#advance()
    } finally {
      await Promise.allSettled(this.#running)
    }
  }

  async #advance(): Promise<void> {
    const { signal } = this.#context
    signal.throwIfAborted()
    if (this.#errors.length > 0) throw this.#errors[0]
    await this.#findDue()
    if (this.#mayWrite()) await this.#write()
    const next = this.#running.size < MAX_CONCURRENT_DOCUMENTS ? this.#takeFree() : undefined
    if (next !== undefined) return this.#start(next)
    const pause = Math.min(TICK_MS, this.#limits.pollMs)
    await Promise.race([...this.#running, setTimeout(pause, undefined, { signal })])
  }

  async #findDue(): Promise<void> {
    if (performance.now() - this.#foundAt < this.#limits.pollMs) return
    const { store, options } = this.#context
    const rows = await store.query(DUE, [unixSeconds()])
    const due = rows.map((row) => dueOf(row, options.gateways))
    this.#due = due.filter(({ key }) => !this.#taken.has(key))
    this.#foundAt = performance.now()
    this.#hosts.tidyUp()
  }

  #mayWrite(): boolean {
    if (this.#waitingBytes > MAX_WAITING_BYTES) return true
    const isIdle = this.#due.length === 0 && this.#running.size === 0
    const interval = isIdle ? this.#limits.pollMs : WRITE_MS
    return this.#waiting.length > 0 && performance.now() - this.#writtenAt >= interval
  }

  #start(due: Due): void {
    this.#taken.add(due.key)
    const reading = this.#read(due)
      .catch((error) => void this.#errors.push(error))
      .finally(() => this.#running.delete(reading))
    this.#running.add(reading)
  }

  /** The first one whose host may be asked. */
  #takeFree(): Due | undefined {
    const index = this.#due.findIndex(
      ({ address }) => address === undefined || this.#hosts.isFree(address),
    )
    return index === -1 ? undefined : this.#due.splice(index, 1)[0]
  }

  #read(due: Due): Promise<void> {
    const { address } = due
    if (address === undefined) return this.#readOne(due)
    return this.#hosts.run(address, () => this.#readOne(due))
  }

  async #readOne({ key, principal, locale, ...place }: Due): Promise<void> {
    const { store, signal, options } = this.#context
    const [row] = await store.query(STORED, [principal, locale])
    if (row === undefined) return void this.#taken.delete(key)
    const document = documentOf(row)
    const source = { ...place, signal, timeoutMs: this.#limits.timeoutMs }
    await this.#readFrom(document, { ...source, network: options.network ?? INTERNET })
  }

  async #readFrom(document: DueDocument, source: DocumentSource): Promise<void> {
    const isFinal = source.isImmutable && document.bytes !== undefined
    const address = isFinal ? undefined : source.address
    try {
      const reading = await readDocument(document, { ...source, address })
      this.#waiting.push(reading)
      this.#waitingBytes += bytesOf(reading)
    } catch (error) {
      if (!(error instanceof HostBusy) || address === undefined) throw error
      // The document stays due.
      this.#taken.delete(keyOf(document))
      this.#hosts.pause(address, error.seconds)
    }
  }

  async #write(): Promise<void> {
    const read = this.#waiting
    this.#waiting = []
    this.#waitingBytes = 0
    this.#writtenAt = performance.now()
    const { store, options } = this.#context
    await writeDocuments(store, read, { documents: options.requests, now: unixSeconds() })
    for (const { document } of read) this.#taken.delete(keyOf(document))
    // What a default document says of others is due now.
    this.#foundAt = Number.NEGATIVE_INFINITY
  }
}

function keyOf({ principal, locale }: Pick<DueDocument, 'principal' | 'locale'>): string {
  return `${principal} ${locale}`
}

function bytesOf({ fetched }: DocumentReading): number {
  return fetched === undefined || fetched === 'unchanged' ? 0 : fetched.bytes.length
}

/** Whoever deploys a thousand tokens gets one turn for each that others get. */
const DUE = `
  SELECT d.principal, d.locale, d.failures, substr(d.uri, 1, 10000) AS uri,
         row_number() OVER (PARTITION BY k.sender_address ORDER BY d.due_at, d.principal, d.locale) AS turn
    FROM token_documents d JOIN tokens k ON k.principal = d.principal
   WHERE d.due_at <= $1 AND k.facts_height IS NOT NULL AND (d.locale <> '' OR d.uri = k.token_uri)
   ORDER BY turn, d.due_at, d.principal, d.locale`

function dueOf(row: Row, gateways: Gateways): Due {
  const found = documentPlaceOf(textOf(row, 'uri'), gateways)
  const place = { principal: textOf(row, 'principal'), locale: textOf(row, 'locale') }
  return {
    ...place,
    key: keyOf(place),
    address: found && addressAfter(found, numberOf(row, 'failures')),
    isImmutable: found?.isImmutable ?? true,
  }
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
