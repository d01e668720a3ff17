import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { type Client, createClient } from '../../contract/client.ts'
import type { Paging } from '../../contract/paging.ts'
import { readAll } from '../../contract/readAll.ts'
import { RequestError, type RequestErrorKind } from '../../contract/requestError.ts'
import { retryDelayMs } from '../upstream/retryDelayMs.ts'
import { createServiceFetch } from '../upstream/serviceFetch.ts'
import { type Batch, emptyBatch, ImportError, orRefuse, Refusal, type Source } from './batch.ts'
import { Locale, parseJson, readRecord, readToken } from './readLine.ts'

/** What a service is asked for, by its canonical identifier. */
export type Identifier = { kind: 'token' | 'block' | 'transaction'; id: string }

const TIMEOUT_MS = 30_000
const CONCURRENCY = 3
const MAX_RECORDS = 250_000
const MAX_LOCALES = 500
const MAX_OUTAGES = 3
const MAX_TRIES = 5
const MAX_RETRY_AFTER_SECONDS = 15 * 60

/** What another service with the contract holds of these identifiers, a batch each. */
export function openService(url: string, identifiers: Identifier[]): Source {
  const fetch = createServiceFetch({ timeoutMs: TIMEOUT_MS })
  const client = createClient({ baseUrl: url, fetch, parse: parseJson })

  async function* readBatches(): AsyncGenerator<Batch> {
    let outages = 0
    for (const [index, identifier] of identifiers.entries()) {
      const batch = emptyBatch()
      try {
        Object.assign(batch, await read(client, identifier))
        outages = 0
      } catch (error) {
        refuse(batch, nameOf(identifier), error)
        outages = isOf(error, OUTAGES) ? outages + 1 : 0
      }
      yield { ...batch, done: index + 1 }
      if (outages === MAX_OUTAGES) {
        throw new ImportError(`${client.baseUrl} failed ${outages} times in a row. ${LATER}`)
      }
    }
  }

  return { label: client.baseUrl, size: identifiers.length, batches: readBatches() }
}

const LATER = 'Run the same command again when it works.'
const OUTAGES: RequestErrorKind[] = ['unreachable', 'timeout', 'unavailable', 'rate-limited']
const NOT_FOUND: RequestErrorKind[] = ['contract-not-found', 'token-not-found', 'not-found']

function isOf(error: unknown, kinds: RequestErrorKind[]): error is RequestError {
  return error instanceof RequestError && kinds.includes(error.kind)
}

function refuse(batch: Batch, place: string, error: unknown): void {
  if (isOf(error, NOT_FOUND)) batch.unknown += 1
  else if (error instanceof Refusal) batch.refused.push({ place, reason: error.message })
  else if (error instanceof RequestError) {
    batch.refused.push({ place, reason: `the request failed: ${JSON.stringify(error.message)}` })
  } else throw error
}

function nameOf({ kind, id }: Identifier): string {
  return kind === 'token' ? id : `${kind} ${id}`
}

/** @throws {RequestError | Refusal} */
function read(client: Client, identifier: Identifier): Promise<Batch> {
  return identifier.kind === 'token'
    ? readTokenWithLocales(client, identifier.id)
    : retry(['changed'], () => readList(client, identifier))
}

async function readTokenWithLocales(client: Client, principal: string): Promise<Batch> {
  const readOne = async (locale?: string) => {
    const { text } = await retry(OUTAGES, () => client.replies.token(principal, { locale }))
    return readToken(parseJson(text), principal)
  }
  const token = await readOne()
  const batch = { ...emptyBatch(), tokens: [token] }
  const { default: preferred, locales = [] } = token.localization ?? {}
  if (locales.length > MAX_LOCALES) throw new Refusal(`it has more than ${MAX_LOCALES} locales`)
  for (const locale of new Set(locales)) {
    if (locale === preferred) continue
    try {
      if (!v.is(Locale, locale)) throw new Refusal('it is no locale')
      token.locales.push([locale, (await readOne(locale)).token])
    } catch (error) {
      refuse(batch, `${principal} in ${JSON.stringify(locale)}`, error)
    }
  }
  return batch
}

/** All records of a block or transaction. */
async function readList(client: Client, { kind, id }: Identifier): Promise<Batch> {
  const batch = emptyBatch()
  const { blockActivity, transactionActivity } = client.replies
  const request = kind === 'block' ? blockActivity : transactionActivity
  const readPage = (paging: Paging, signal?: AbortSignal) =>
    retry(OUTAGES, () => request(id, { ...paging, signal }), signal)
  for await (const { page, offset, rows } of readAll(readPage, { concurrency: CONCURRENCY })) {
    if (page.value.total > MAX_RECORDS) throw new Refusal(`it has more than ${MAX_RECORDS} records`)
    for (const [index, { raw }] of rows.entries()) {
      const place = `${kind} ${id}, record ${offset + index + 1}`
      const record = orRefuse(batch.refused, place, () => readRecordOf(id, raw, place))
      if (record !== undefined) batch.records.push(record)
    }
  }
  const hashes = new Set(batch.records.map((record) => record.block_hash))
  if (hashes.size > 1) {
    throw new RequestError('changed', 'The block was replaced while it was read.')
  }
  const isEmpty = batch.records.length + batch.refused.length === 0
  return { ...batch, unknown: isEmpty ? 1 : 0 }
}

function readRecordOf(id: string, raw: unknown, place: string) {
  const record = readRecord(raw, place)
  const { tx_id, block_hash, block_height } = record
  if ([tx_id, block_hash, String(block_height)].includes(id)) return record
  throw new Refusal('the service sent a record of something else')
}

/**
 * Sends a request again if it fails in one of these ways: after the time that the service asks for, or
 * after a delay that doubles. An import can wait, unlike a reader.
 */
async function retry<Result>(
  kinds: RequestErrorKind[],
  request: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await request()
    } catch (error) {
      const isLast = tries === MAX_TRIES || !isOf(error, kinds)
      if (isLast || (error.retryAfter ?? 0) > MAX_RETRY_AFTER_SECONDS) throw error
      await setTimeout(retryDelayMs(tries, error.retryAfter), undefined, signal && { signal })
    }
  }
}
