import { setTimeout } from 'node:timers/promises'
import { unixSeconds } from '../bitcoin/unixSeconds.ts'
import { numberOf, optionalTextOf, type Row, type Store, textOf } from '../database/database.ts'
import type { PendingWrite, WriteSource } from './collectWrites.ts'
import { INTERNET, type Network } from './fetchUntrusted.ts'
import { addressAfter, documentPlaceOf, type Gateways, MAX_URI_LENGTH } from './gateways.ts'
import { type HostLimit, HostLimits, type MoveTo } from './hostLimits.ts'
import { type DocumentReading, type DueDocument, readDocument } from './readDocument.ts'
import { type DocumentRequests, WANTED } from './wantedDocuments.ts'
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
/** How many are found at once. */
const MAX_DUE = 500
/** With more in memory, the next documents wait until it is written. */
const MAX_WAITING_BYTES = 4_000_000
/** How often hosts are looked at that may be asked again. */
const TICK_MS = 50

type Context = { store: Store; options: DocumentOptions; signal: AbortSignal }
type Due = {
  key: string
  principal: string
  locale: string
  /** Where to read it; undefined if its URI contains it, or if the stored bytes are final. */
  address: string | undefined
  /** That of the address. */
  host: string | undefined
  dueAt: number
  isImmutable: boolean
}

/** Reads the documents that tokens point to, until `signal` aborts. */
export class DocumentReader implements WriteSource {
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

  isBehind(): boolean {
    return this.#due.length > 0
  }

  takePending(): PendingWrite | undefined {
    const read = this.#waiting
    if (read.length === 0) return
    this.#waiting = []
    const { requests } = this.#context.options
    return {
      write: (store) => writeDocuments(store, read, { documents: requests, now: unixSeconds() }),
      afterWrite: () => {
        for (const reading of read) {
          this.#taken.delete(keyOf(reading.document))
          this.#waitingBytes -= bytesOf(reading)
        }
        // What a default document says of others is due now.
        this.#foundAt = Number.NEGATIVE_INFINITY
      },
    }
  }

  async #advance(): Promise<void> {
    const { signal } = this.#context
    signal.throwIfAborted()
    if (this.#errors.length > 0) throw this.#errors[0]
    await this.#findDue()
    const mayStart =
      this.#running.size < MAX_CONCURRENT_DOCUMENTS && this.#waitingBytes <= MAX_WAITING_BYTES
    const next = mayStart ? this.#takeFree() : undefined
    if (next !== undefined) return this.#start(next)
    const pause = Math.min(TICK_MS, this.#limits.pollMs)
    await Promise.race([...this.#running, setTimeout(pause, undefined, { signal })])
  }

  async #findDue(): Promise<void> {
    if (performance.now() - this.#foundAt < this.#limits.pollMs) return
    const { store, options } = this.#context
    const rows = await store.query(DUE, [unixSeconds(), MAX_DUE])
    const due = rows
      .map((row) => dueOf(row, options.gateways))
      .filter(({ key }) => !this.#taken.has(key))
    const paused = due.filter(({ host }) => this.#pauseOf(host) > 0)
    await this.#postpone(paused)
    this.#due = due.filter((one) => !paused.includes(one))
    this.#foundAt = performance.now()
    this.#hosts.tidyUp()
  }

  #pauseOf(host: string | undefined): number {
    return host === undefined ? 0 : this.#hosts.pauseOf(host)
  }

  /** Makes documents due when their hosts may be asked again, so that they do not take the place of others. */
  async #postpone(paused: Due[]): Promise<void> {
    if (paused.length === 0) return
    await this.#context.store.transaction(async (query) => {
      for (const { principal, locale, host, dueAt } of paused) {
        const until = unixSeconds() + this.#pauseOf(host)
        await query(POSTPONE, [principal, locale, dueAt, until])
      }
    })
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
    const index = this.#due.findIndex(({ host }) => host === undefined || this.#hosts.isFree(host))
    return index === -1 ? undefined : this.#due.splice(index, 1)[0]
  }

  #read(due: Due): Promise<void> {
    const { host } = due
    if (host === undefined) return this.#readOne(due, async () => {})
    return this.#hosts.run(host, (moveTo) => this.#readOne(due, moveTo))
  }

  async #readOne(due: Due, beforeRedirect: MoveTo): Promise<void> {
    const { key, principal, locale, address, isImmutable } = due
    const { store, signal, options } = this.#context
    const [row] = await store.query(STORED, [principal, locale])
    if (row === undefined) return void this.#taken.delete(key)
    const reading = await readDocument(documentOf(row), {
      address,
      isImmutable,
      signal,
      network: options.network ?? INTERNET,
      timeoutMs: this.#limits.timeoutMs,
      beforeRedirect,
      onBusy: ({ host, seconds }) => this.#hosts.pause(host, seconds),
    })
    this.#waiting.push(reading)
    this.#waitingBytes += bytesOf(reading)
  }
}

function keyOf({ principal, locale }: Pick<DueDocument, 'principal' | 'locale'>): string {
  return `${principal} ${locale}`
}

function bytesOf({ document, fetched }: DocumentReading): number {
  const read = fetched === undefined || fetched === 'unchanged' ? 0 : fetched.bytes.length
  return read + (document.bytes?.length ?? 0)
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
  return { ...place, key: keyOf(place), address, host, dueAt, isImmutable }
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
