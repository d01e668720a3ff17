import { type Query, textOf } from '../database/database.ts'
import { bumpDataVersion } from '../database/dataVersion.ts'
import { createRowWriter } from '../database/rowWriter.ts'
import { ledgerWriter } from '../snapshot/runeTables.ts'
import { type Batch, ImportError, type Refused } from './batch.ts'
import { inChunks } from './inChunks.ts'
import { learnRunes } from './learnRunes.ts'
import type { LedgerRecord } from './readRecord.ts'
import type { Target } from './withTarget.ts'
import { writeTokens } from './writeTokens.ts'

/** Records that were stored of a block under another hash. */
export type ReplacedBlock = { height: number; hash: string; records: number }

/** What was written of a batch, and what was not. */
export type Written = {
  records: number
  tokens: number
  runes: number
  unknown: number
  refused: Refused[]
  replaced: ReplacedBlock[]
}

/**
 * Writes a batch in one transaction. Written again it changes nothing. Tokens in a database of their own
 * are committed first: if the program is killed in between, they are written again.
 * @throws {ImportError} if the ledger belongs to an indexer.
 */
export function writeBatch(target: Target, batch: Batch): Promise<Written> {
  return target.onRunes(async (query) => {
    const { isIndexed, onTokens } = target
    const current = { ...batch, refused: [...batch.refused], records: currentOf(batch.records) }
    const ledger = await writeRunes(query, current, isIndexed)
    const nameless = batch.runes.map(({ value }) => value).filter(({ id }) => id === undefined)
    const runes = [...ledger.runes, ...nameless]
    const entries = { tokens: batch.tokens, runes }
    await (onTokens === undefined
      ? writeTokens(query, entries)
      : onTokens((query) => writeTokens(query, entries)))
    const { refused, unknown } = current
    return { ...ledger, tokens: batch.tokens.length, runes: runes.length, unknown, refused }
  })
}

type PlacedRecord = Batch['records'][number]

/** Without records of blocks and transactions that later ones of the same batch replace. */
function currentOf(records: PlacedRecord[]): PlacedRecord[] {
  const hashes = new Map(records.map(({ value: { row } }) => [row.block_height, row.block_hash]))
  const valid = records.filter(
    ({ value: { row } }) => hashes.get(row.block_height) === row.block_hash,
  )
  const blocks = new Map(valid.map(({ value: { row } }) => [row.tx_id, row.block_hash]))
  return valid.filter(({ value: { row } }) => blocks.get(row.tx_id) === row.block_hash)
}

async function writeRunes(query: Query, batch: Batch, isIndexed: boolean) {
  if (batch.records.length + batch.runes.length === 0)
    return { runes: [], records: 0, replaced: [] }
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

/** Of each height only one block is stored: another hash replaces it. */
async function replaceBlocks(query: Query, records: PlacedRecord[]): Promise<ReplacedBlock[]> {
  const replaced: ReplacedBlock[] = []
  const hashes = new Map(records.map(({ value: { row } }) => [row.block_height, row.block_hash]))
  for (const [height, hash] of hashes) {
    const rows = await query(
      'DELETE FROM ledger WHERE block_height = $1 AND block_hash <> $2 RETURNING block_hash',
      [height, hash],
    )
    const [first] = rows
    if (first) replaced.push({ height, hash: textOf(first, 'block_hash'), records: rows.length })
  }
  return replaced
}

async function writeTransactions(query: Query, records: PlacedRecord[]): Promise<void> {
  const transactions = new Map<string, LedgerRecord[]>()
  for (const { value } of records) {
    const transaction = transactions.get(value.row.tx_id) ?? []
    transactions.set(value.row.tx_id, transaction)
    transaction.push(value)
  }
  await inChunks(
    query,
    [...transactions.keys()],
    (list) => `DELETE FROM ledger WHERE tx_id IN (${list})`,
  )
  const writer = createRowWriter(query)
  const insert = ledgerWriter(writer)
  for (const transaction of transactions.values()) {
    const numbers = numbersOf(transaction)
    for (const [index, { row }] of transaction.entries()) {
      await insert({ ...row, event_index: numbers[index] })
    }
  }
  await writer.flush()
}

/** The contract does not number records: without numbers of their own they count down, newest first. */
function numbersOf(records: LedgerRecord[]): number[] {
  const own = new Set(records.flatMap(({ event_index }) => event_index ?? []))
  if (own.size === records.length) return [...own]
  return records.map((_, index) => records.length - 1 - index)
}
