import type { Query } from '../database/database.ts'
import { bumpDataVersion } from '../database/dataVersion.ts'
import { createRowWriter } from '../database/rowWriter.ts'
import { ledgerWriter } from '../snapshot/runeTables.ts'
import { type Batch, ImportError } from './batch.ts'
import { inChunks } from './inChunks.ts'
import { learnRunes } from './learnRunes.ts'
import type { ImportedRecord } from './readRecord.ts'
import type { Target } from './withTarget.ts'
import { writeTokens } from './writeTokens.ts'

/** What was written of a batch, and what was not. */
export type Written = Awaited<ReturnType<typeof writeBatch>>

/**
 * Writes a batch in one transaction. Written again it changes nothing. Tokens in a database of their own
 * are committed first: if the program is killed in between, they are written again.
 * @throws {ImportError} if the ledger belongs to an indexer.
 */
export function writeBatch(target: Target, batch: Batch) {
  return target.onRunes(async (query) => {
    const { isIndexed, onTokens } = target
    const current = { ...batch, refused: [...batch.refused], records: currentOf(batch.records) }
    const ledger = await writeRunes(query, current, isIndexed)
    const nameless = batch.runes.filter(({ id }) => id === undefined)
    const runes = [...ledger.runes, ...nameless]
    const entries = { tokens: batch.tokens, runes }
    await (onTokens === undefined
      ? writeTokens(query, entries)
      : onTokens((query) => writeTokens(query, entries)))
    const { refused, unknown } = current
    return { ...ledger, tokens: batch.tokens.length, runes: runes.length, unknown, refused }
  })
}

/** Without records of blocks and transactions that later ones of the same batch replace. */
function currentOf(records: ImportedRecord[]): ImportedRecord[] {
  const hashes = new Map(records.map((record) => [record.block_height, record.block_hash]))
  const valid = records.filter((record) => hashes.get(record.block_height) === record.block_hash)
  const blocks = new Map(valid.map((record) => [record.tx_id, record.block_hash]))
  return valid.filter((record) => blocks.get(record.tx_id) === record.block_hash)
}

async function writeRunes(query: Query, batch: Batch, isIndexed: boolean) {
  const { length } = [...batch.records, ...batch.runes]
  if (length === 0) return { runes: [], records: 0, replaced: [] }
  if (isIndexed) throw new ImportError(INDEXED)
  const { changed, accepted } = await learnRunes(query, batch)
  const replaced = await replaceBlocks(query, accepted)
  if (accepted.length > 0 && batch.wholeBlock !== undefined) {
    await query('DELETE FROM ledger WHERE block_height = $1', [batch.wholeBlock])
  }
  await writeTransactions(query, accepted)
  await bumpDataVersion(query, 'runes')
  return { runes: changed, records: accepted.length, replaced }
}

const INDEXED =
  'The ledger of RUNES_DATABASE_URL belongs to an indexer, which alone writes into it. Name a database made with npm run db:prepare.'

/** Of each height only one block is stored: another hash replaces it. Returns a sentence for each. */
async function replaceBlocks(query: Query, records: ImportedRecord[]): Promise<string[]> {
  const replaced: string[] = []
  const hashes = new Map(records.map((record) => [record.block_height, record.block_hash]))
  for (const [height, hash] of hashes) {
    const rows = await query(
      'DELETE FROM ledger WHERE block_height = $1 AND block_hash <> $2 RETURNING block_hash',
      [height, hash],
    )
    const [first] = rows
    if (first === undefined) continue
    replaced.push(`Replaced block ${height}: it had ${rows.length} records as ${first.block_hash}.`)
  }
  return replaced
}

async function writeTransactions(query: Query, records: ImportedRecord[]): Promise<void> {
  const transactions = new Map<string, ImportedRecord[]>()
  for (const record of records) {
    const transaction = transactions.get(record.tx_id) ?? []
    transactions.set(record.tx_id, transaction)
    transaction.push(record)
  }
  const ids = [...transactions.keys()]
  await inChunks(query, ids, (list) => `DELETE FROM ledger WHERE tx_id IN (${list})`)
  const writer = createRowWriter(query)
  const insert = ledgerWriter(writer)
  for (const transaction of transactions.values()) {
    for (const record of numbered(transaction)) await insert(record)
  }
  await writer.flush()
}

/** The contract does not number records: unless all have numbers they count down, newest first. */
function numbered(records: ImportedRecord[]): ImportedRecord[] {
  const own = new Set(records.flatMap(({ event_index }) => event_index ?? []))
  if (own.size === records.length) return records
  return records.map((record, index) => ({ ...record, event_index: records.length - 1 - index }))
}
