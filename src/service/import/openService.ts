import * as v from 'valibot'
import type { Client } from '../../contract/client.ts'
import type { Paging } from '../../contract/paging.ts'
import { readAll } from '../../contract/readAll.ts'
import { RequestError } from '../../contract/requestError.ts'
import { type Batch, emptyBatch, ImportError, type Source } from './batch.ts'
import { orRefuse, Refusal, type Refused, refuse } from './Refusal.ts'
import {
  type ImportedRecord,
  type ImportedToken,
  Locale,
  parseJson,
  readImportedToken,
  readRecord,
} from './readLine.ts'
import { isOf, OUTAGES, retry, type ServiceConnection } from './serviceConnection.ts'

/** A token, block or transaction, by its canonical identifier. */
export type Identifier = { kind: 'token' | 'block' | 'transaction'; id: string }

const MAX_RECORDS = 250_000
const MAX_LOCALES = 500
const MAX_OUTAGES = 3

/**
 * Reads these identifiers from another service with the same API. Each identifier is a batch.
 * @param refused what the service should have named.
 */
export function openService(
  { client, requests }: ServiceConnection,
  identifiers: Identifier[],
  refused: Refused[] = [],
): Source {
  const batches = readBatches(client, identifiers, refused)
  return { label: client.baseUrl, size: identifiers.length, batches, requests }
}

/** Refuses an identifier that cannot be read. Ends the import after several failures in a row. */
async function* readBatches(
  client: Client,
  identifiers: Identifier[],
  refused: Refused[],
): AsyncGenerator<Batch> {
  if (refused.length > 0) yield { ...emptyBatch(), refused }
  let outages = 0
  for (const [index, identifier] of identifiers.entries()) {
    let batch = emptyBatch()
    try {
      batch = await read(client, identifier)
      outages = 0
    } catch (error) {
      refuse(batch.refused, `${identifier.kind} ${identifier.id}`, error)
      outages = isOf(error, OUTAGES) ? outages + 1 : 0
    }
    yield { ...batch, done: index + 1 }
    if (outages < MAX_OUTAGES) continue
    const failed = `${client.baseUrl} failed ${outages} times in a row.`
    throw new ImportError(`${failed} Run the same command again when it is available.`)
  }
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
    return readImportedToken(parseJson(text), principal)
  }
  const token: ImportedToken = await readOne()
  const batch = { ...emptyBatch(), tokens: [token] }
  const { default: preferred, locales = [] } = token.localization ?? {}
  const others = new Set(locales.filter((it) => it !== preferred && v.is(Locale, it)))
  if (others.size > MAX_LOCALES) throw new Refusal(`it has more than ${MAX_LOCALES} locales`)
  for (const locale of others) {
    try {
      token.locales.push([locale, (await readOne(locale)).token])
    } catch (error) {
      refuse(batch.refused, `token ${principal} in ${locale}`, error)
    }
  }
  if (batch.refused.length === 0) token.imported_from = client.baseUrl
  return batch
}

/** All records of a block or transaction. */
async function readList(client: Client, { kind, id }: Identifier): Promise<Batch> {
  const batch = emptyBatch()
  const { blockActivity, transactionActivity } = client.replies
  const request = kind === 'block' ? blockActivity : transactionActivity
  const readPage = (paging: Paging) => retry(OUTAGES, () => request(id, paging))
  for await (const { page, offset, rows } of readAll(readPage)) {
    const { total } = page.value
    batch.isComplete = kind === 'block' && page.coverage === undefined
    if (total === 0) throw new Refusal('the service has no records of it')
    if (total > MAX_RECORDS) {
      throw new Refusal(`it has more than ${MAX_RECORDS.toLocaleString('en')} records`)
    }
    for (const [index, { raw }] of rows.entries()) {
      const place = `${kind} ${id}, record ${offset + index + 1}`
      const record = orRefuse(batch.refused, place, () => readRecordOf(id, raw, place))
      if (record !== undefined) batch.records.push(record)
    }
  }
  if (new Set(batch.records.map(({ block_hash }) => block_hash)).size > 1) {
    throw new RequestError('changed', 'The block was replaced while it was read.')
  }
  return batch
}

function readRecordOf(id: string, raw: unknown, place: string): ImportedRecord {
  const record = readRecord(raw, place)
  const { tx_id, block_hash, block_height } = record
  if ([tx_id, block_hash, String(block_height)].includes(id)) return record
  throw new Refusal('the service sent a record of another block or transaction')
}
