import { setTimeout } from 'node:timers/promises'
import { type Client, createClient } from '../../contract/client.ts'
import { readAll } from '../../contract/readAll.ts'
import { RequestError } from '../../contract/requestError.ts'
import { readRetryAfter } from '../../contract/retryAfter.ts'
import { parseDigits, parseExactly } from '../exactJson.ts'
import { retryDelayMs } from '../upstream/retryDelayMs.ts'
import { createServiceFetch } from '../upstream/serviceFetch.ts'
import { type Batch, emptyBatch, ImportError, orRefuse, Refusal, type Source } from './batch.ts'
import type { Identifier } from './readCommand.ts'
import { parseJson, quote } from './readFields.ts'
import { readRecord } from './readRecord.ts'
import { checkLocale, readToken } from './readToken.ts'

const TIMEOUT_MS = 30_000
const CONCURRENCY = 3
const MAX_RECORDS = 250_000
const MAX_LOCALES = 500
const MAX_READINGS = 3
const MAX_OUTAGES = 3
const MAX_TRIES = 5
const MAX_RETRY_AFTER_SECONDS = 15 * 60

/** What another service with the contract holds of these identifiers, a batch each. */
export function openService(url: string, identifiers: Identifier[], signal: AbortSignal): Source {
  const fetch = createRetryingFetch(createServiceFetch({ timeoutMs: TIMEOUT_MS }))
  const client = createClient({ baseUrl: url, fetch, parse: parseDigits })

  async function* readBatches(): AsyncGenerator<Batch> {
    let outages = 0
    for (const [index, identifier] of identifiers.entries()) {
      let part: Partial<Batch>
      try {
        part = await read(client, identifier, signal)
        outages = 0
      } catch (error) {
        signal.throwIfAborted()
        part = failureOf(error, nameOf(identifier))
        outages = isOutage(error) ? outages + 1 : 0
      }
      yield { ...emptyBatch(), ...part, done: index + 1 }
      if (outages === MAX_OUTAGES) {
        throw new ImportError(`${client.baseUrl} failed ${outages} times in a row. ${LATER}`)
      }
    }
  }

  return { label: client.baseUrl, size: identifiers.length, batches: readBatches() }
}

const LATER = 'Run the same command again when it works.'
const OUTAGES = new Set(['unreachable', 'timeout', 'unavailable', 'rate-limited', 'unreadable'])
const NOT_FOUND = new Set(['contract-not-found', 'token-not-found', 'not-found'])

function isOutage(error: unknown): boolean {
  return error instanceof RequestError && OUTAGES.has(error.kind)
}

function failureOf(error: unknown, place: string): Partial<Batch> {
  if (error instanceof Refusal) return { refused: [{ place, reason: error.message }] }
  if (!(error instanceof RequestError)) throw error
  if (NOT_FOUND.has(error.kind)) return { unknown: 1 }
  return { refused: [{ place, reason: `the request failed: ${quote(error.message)}` }] }
}

function nameOf({ kind, id }: Identifier): string {
  return kind === 'token' ? id : `${kind} ${id}`
}

/** @throws {RequestError | Refusal} */
async function read(
  client: Client,
  identifier: Identifier,
  signal: AbortSignal,
): Promise<Partial<Batch>> {
  if (identifier.kind === 'token') return readTokenWithLocales(client, identifier.id, signal)
  for (let reading = 1; ; reading++) {
    try {
      return await readList(client, identifier, signal)
    } catch (error) {
      const isChanged = error instanceof RequestError && error.kind === 'changed'
      if (!isChanged || reading === MAX_READINGS) throw error
    }
  }
}

async function readTokenWithLocales(client: Client, principal: string, signal: AbortSignal) {
  const readOne = async (locale?: string) => {
    const { text } = await client.replies.token(principal, { locale, signal })
    return readToken(parseJson(text, parseExactly), principal)
  }
  const token = await readOne()
  const refused: Batch['refused'] = []
  const { default: preferred, locales = [] } = token.localization ?? {}
  if (locales.length > MAX_LOCALES) throw new Refusal(`it has more than ${MAX_LOCALES} locales`)
  for (const locale of new Set(locales)) {
    if (locale === preferred) continue
    try {
      const localized = await readOne(checkLocale(locale))
      token.locales.push([locale, localized.token])
    } catch (error) {
      const part = failureOf(error, `${principal} in ${quote(locale)}`)
      refused.push(...(part.refused ?? []))
    }
  }
  return { tokens: [token], refused }
}

/** All records of a block or transaction. */
async function readList(client: Client, { kind, id }: Identifier, signal: AbortSignal) {
  const { blockActivity, transactionActivity } = client.replies
  const request = kind === 'block' ? blockActivity : transactionActivity
  const records: Batch['records'] = []
  const refused: Batch['refused'] = []
  const pages = readAll((paging, signal) => request(id, { ...paging, signal }), {
    concurrency: CONCURRENCY,
    signal,
  })
  for await (const { page, offset, rows } of pages) {
    if (page.value.total > MAX_RECORDS) throw new Refusal(`it has more than ${MAX_RECORDS} records`)
    for (const [index, { raw }] of rows.entries()) {
      const place = `${kind} ${id}, record ${offset + index + 1}`
      const record = orRefuse(refused, place, () => readRecordOf(id, raw, place))
      if (record !== undefined) records.push(record)
    }
  }
  const [first] = records
  if (first === undefined) return refused.length === 0 ? { unknown: 1 } : { refused }
  const { block_hash, block_height } = first
  if (records.some((record) => record.block_hash !== block_hash)) {
    throw new RequestError('changed', 'The block was replaced while it was read.')
  }
  return { records, refused, wholeBlock: kind === 'block' ? block_height : undefined }
}

function readRecordOf(id: string, raw: unknown, place: string) {
  const record = readRecord(raw, place)
  const { tx_id, block_hash, block_height } = record
  if ([tx_id, block_hash, String(block_height)].includes(id)) return record
  throw new Refusal('the service sent a record of something else')
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * Sends a request again if the service is busy or cannot be reached: after the time that it asks for,
 * or after a delay that doubles. An import can wait, unlike a reader.
 */
function createRetryingFetch(fetch: Fetch): Fetch {
  return async (url, init) => {
    for (let tries = 1; ; tries++) {
      const outcome = await fetch(url, init).catch((error: unknown) => ({ error }))
      init.signal?.throwIfAborted()
      const isLast = tries === MAX_TRIES || !isTemporary(outcome)
      const seconds =
        outcome instanceof Response ? readRetryAfter(outcome.headers, Date.now()) : undefined
      if (isLast || (seconds ?? 0) > MAX_RETRY_AFTER_SECONDS) {
        if (outcome instanceof Response) return outcome
        throw outcome.error
      }
      const delayMs = retryDelayMs(tries, seconds)
      await setTimeout(delayMs, undefined, { signal: init.signal ?? undefined })
    }
  }
}

function isTemporary(outcome: Response | { error: unknown }): boolean {
  if (outcome instanceof Response) return outcome.status === 429 || outcome.status >= 500
  return !(outcome.error instanceof RequestError && outcome.error.kind === 'unreadable')
}
