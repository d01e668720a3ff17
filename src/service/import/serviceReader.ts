import * as v from 'valibot'
import { requiredInteger } from '../../contract/fields.ts'
import { MAX_LIMIT, type Paging } from '../../contract/paging.ts'
import { blockActivityPath, tokenPath, transactionActivityPath } from '../../contract/paths.ts'
import { parseDigits, parseExactly } from '../exactJson.ts'
import type { LocalizedTexts } from '../snapshot/tokenTables.ts'
import { askService, ServiceError } from './askService.ts'
import { type Entry, type PlacedRecord, transactionKey } from './entries.ts'
import { type Identifier, identifierText } from './identifiers.ts'
import type { Refused } from './importLog.ts'
import { type LedgerRecord, readRecord } from './readRecord.ts'
import { expectLocale, readToken } from './readToken.ts'
import { parseJson, quote, Refusal } from './refusal.ts'

/** All that a service holds of an identifier, to be written at once; nothing where it holds none. */
export type Reading = { entries: Entry[]; refused: Refused[] }

// The most that the retired runes API gave at once, and what every service gives unasked.
const LIMITS = [MAX_LIMIT, 60, 20]
const MOST_RECORDS = 250_000
const MOST_LOCALES = 500
const MOST_READINGS = 3

/** Reads from a service with the contract, by the contract's paths alone. */
export class ServiceReader {
  readonly #url: string
  readonly #signal: AbortSignal
  /** What it may be asked for at once, the most first. */
  #limits: readonly number[] = LIMITS

  /** @param url the service's address without a slash at its end. */
  constructor(url: string, signal: AbortSignal) {
    this.#url = url
    this.#signal = signal
  }

  /** @throws {Refusal | ServiceError} */
  read(identifier: Identifier): Promise<Reading> {
    if (identifier.kind === 'token') return this.#readToken(identifier.principal)
    return this.#readList(identifier)
  }

  async #readToken(principal: string): Promise<Reading> {
    const answer = await askService(this.#url + tokenPath(principal), this.#signal)
    if (answer.kind === 'contract-not-found' || answer.kind === 'token-not-found') return NOTHING
    if (answer.kind !== 'found') throw new Refusal(`the service says ${quote(answer.message)}`)
    const token = readToken(parseJson(answer.text, parseExactly), principal)
    const { default: preferred, locales = [] } = token.localization ?? {}
    if (locales.length > MOST_LOCALES) throw new Refusal(`it has more than ${MOST_LOCALES} locales`)
    const refused: Refused[] = []
    for (const locale of new Set(locales)) {
      if (locale === preferred) continue
      const texts = await this.#readLocale(principal, expectLocale(locale))
      if ('reason' in texts) refused.push(texts)
      else token.locales.push([locale, texts])
    }
    return { entries: [{ kind: 'token', place: principal, token }], refused }
  }

  async #readLocale(principal: string, locale: string): Promise<LocalizedTexts | Refused> {
    const answer = await askService(this.#url + tokenPath(principal, locale), this.#signal)
    if (answer.kind === 'found') {
      return readToken(parseJson(answer.text, parseExactly), principal).token
    }
    const place = `${principal} in ${quote(locale)}`
    return { place, reason: `the service says ${quote(answer.message)}` }
  }

  async #readList(identifier: ListIdentifier): Promise<Reading> {
    for (let readings = 0; readings < MOST_READINGS; readings++) {
      const rows = await this.#readRows(identifier)
      const reading = rows && toReading(rows, identifier)
      if (reading !== undefined) return reading
    }
    throw new ServiceError('sent another list each time that it was asked for a part')
  }

  /** All rows of a list; undefined where it changed meanwhile. */
  async #readRows(identifier: ListIdentifier): Promise<unknown[] | undefined> {
    const rows: unknown[] = []
    let total: number | undefined
    do {
      const page = await this.#readPage(identifier, rows.length)
      if (page === undefined) return rows
      if (page.total > MOST_RECORDS) throw new Refusal(`it has more than ${MOST_RECORDS} records`)
      if (page.total !== (total ?? page.total)) return
      total = page.total
      if (page.results.length === 0 && rows.length < total) return
      for (const row of page.results) rows.push(row)
    } while (rows.length < total)
    return rows.length === total ? rows : undefined
  }

  /** Who refuses to give as many records is asked for fewer, now and from then on. */
  async #readPage(identifier: ListIdentifier, offset: number): Promise<Page | undefined> {
    for (const [index, limit] of this.#limits.entries()) {
      const path = pathOf(identifier, { offset, limit })
      const answer = await askService(this.#url + path, this.#signal)
      if (answer.kind === 'not-found') return
      if (answer.kind === 'found') {
        this.#limits = this.#limits.slice(index)
        return readPage(answer.text)
      }
      if (answer.kind !== 'bad-request' || limit === this.#limits.at(-1)) {
        throw new Refusal(`the service says ${quote(answer.message)}`)
      }
    }
    throw new Error('there is a last limit')
  }
}

const NOTHING: Reading = { entries: [], refused: [] }

type ListIdentifier = Exclude<Identifier, { kind: 'token' }>

function pathOf(identifier: ListIdentifier, paging: Paging): string {
  return identifier.kind === 'block'
    ? blockActivityPath(identifier.block, paging)
    : transactionActivityPath(identifier.txId, paging)
}

const Page = v.object({
  total: v.pipe(requiredInteger, v.minValue(0)),
  results: v.array(v.unknown()),
})
type Page = v.InferOutput<typeof Page>

function readPage(text: string): Page {
  const page = v.safeParse(Page, parseJson(text, parseDigits))
  if (!page.success) throw new ServiceError('sent something else than a page of activity')
  return page.output
}

/** Undefined where the records are of several blocks: then the list changed while it was read. */
function toReading(rows: unknown[], identifier: ListIdentifier): Reading | undefined {
  const records: PlacedRecord[] = []
  const refused: Refused[] = []
  for (const [index, row] of rows.entries()) {
    const place = `${identifierText(identifier)}, record ${index + 1}`
    try {
      records.push({ place, record: readRecordOf(identifier, row) })
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      refused.push({ place, reason: refusal.message })
    }
  }
  const [first] = records
  if (first === undefined) return { entries: [], refused }
  const { block_height: height, block_hash: hash } = first.record.row
  if (records.some(({ record }) => record.row.block_hash !== hash)) return
  const block: Entry[] = identifier.kind === 'block' ? [{ kind: 'block', height, hash }] : []
  return { entries: [...block, ...transactionsOf(records)], refused }
}

/** By transaction: those whose place in the block is not known may stand among each other. */
function transactionsOf(records: PlacedRecord[]): Entry[] {
  const transactions = new Map<string, PlacedRecord[]>()
  for (const placed of records) {
    const key = transactionKey(placed.record)
    const lines = transactions.get(key) ?? []
    transactions.set(key, lines)
    lines.push(placed)
  }
  return [...transactions.values()].map((lines) => ({ kind: 'transaction', lines }))
}

function readRecordOf(identifier: ListIdentifier, raw: unknown): LedgerRecord {
  const record = readRecord(raw)
  const { tx_id, block_hash, block_height } = record.row
  const isOfIt =
    identifier.kind === 'transaction'
      ? tx_id === identifier.txId
      : identifier.block.kind === 'hash'
        ? block_hash === identifier.block.hash
        : block_height === identifier.block.height
  if (!isOfIt) throw new Refusal('the service sent a record of something else')
  return record
}
