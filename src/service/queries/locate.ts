import { type BlockIdentifier, parseRune, type RuneIdentifier } from '../../contract/identifiers.ts'
import type { RuneLabel } from '../../contract/schemas/runeLabel.ts'
import {
  hexOf,
  MAX_INTEGER,
  numberOf,
  optionalNumberOf,
  optionalTextOf,
  type Row,
} from '../../database/database.ts'
import { readCounts } from '../../database/kinds.ts'
import { PAIRS, selectPairs } from '../../database/rows.ts'
import { HttpProblem, notFound } from '../http/httpProblem.ts'
import type { Index } from './indexReader.ts'
import { LOOK_ALIKES, RUNE_LABEL, runeLabelOf } from './labels.ts'

/** A block. Its records are those with ids from `first` up to `end`, its transactions from `firstTx` to `endTx`. */
export type LocatedBlock = ReturnType<typeof blockOf>

/** Undefined if the index does not have the block. */
export async function locateBlock(
  index: Index,
  block: BlockIdentifier,
): Promise<LocatedBlock | undefined> {
  if (block.kind === 'height' && block.height > MAX_INTEGER) return
  const [row] =
    block.kind === 'height'
      ? await index.query(`${SELECT_BLOCKS} WHERE b.height = $1`, [block.height])
      : await index.query(`${SELECT_BLOCKS} WHERE b.hash = $1`, [Buffer.from(block.hash, 'hex')])
  return row && blockOf(row)
}

/** Blocks with what precedes them: add a condition on `b`. */
export const SELECT_BLOCKS = `
  SELECT b.*, coalesce(p.next_record, 0) AS first_record, coalesce(p.next_tx, 0) AS first_tx
    FROM blocks b LEFT JOIN blocks p ON p.height = b.height - 1`

export function blockOf(row: Row) {
  return {
    height: numberOf(row, 'height'),
    hash: hexOf(row, 'hash'),
    timestamp: numberOf(row, 'timestamp'),
    first: numberOf(row, 'first_record'),
    end: numberOf(row, 'next_record'),
    firstTx: numberOf(row, 'first_tx'),
    endTx: numberOf(row, 'next_tx'),
    counts: readCounts(row),
  }
}

/** @throws {HttpProblem} 404 */
export async function expectBlock(index: Index, block: BlockIdentifier): Promise<LocatedBlock> {
  const located = await locateBlock(index, block)
  if (located !== undefined) return located
  throw notFound(
    `the index has no such block; it goes from ${index.firstHeight} to ${index.tip.height}`,
  )
}

/** A transaction with records, those with ids from `first` up to `end`, or one of which something was refused. */
export type LocatedTransaction = Awaited<ReturnType<typeof expectTransaction>>

/** Undefined if the transaction has no records, and nothing of it was refused. */
export async function locateTransaction(index: Index, txId: string) {
  return (await locateWithRecords(index, txId)) ?? locateRefused(index, txId)
}

async function locateWithRecords({ query }: Index, txId: string) {
  const [row] = await query(
    `SELECT t.*, b.hash, b.timestamp FROM txs t JOIN blocks b ON b.height = t.height
      WHERE t.txid = $1`,
    [Buffer.from(txId, 'hex')],
  )
  if (row === undefined) return
  const first = numberOf(row, 'first_record')
  return {
    key: numberOf(row, 'id'),
    place: placeOf(row),
    height: numberOf(row, 'height'),
    blockHash: hexOf(row, 'hash'),
    first,
    end: first + numberOf(row, 'records'),
    flaw: optionalTextOf(row, 'flaw'),
  }
}

/** Rows of `refusals` with their blocks: add a condition on `f`. */
export const SELECT_REFUSALS = `
  SELECT f.*, b.hash, b.timestamp FROM refusals f JOIN blocks b ON b.height = f.height`

/** A transaction without records has no key. */
export const NO_KEY = -1

async function locateRefused({ query }: Index, txId: string) {
  const [row] = await query(`${SELECT_REFUSALS} WHERE f.txid = $1 LIMIT 1`, [
    Buffer.from(txId, 'hex'),
  ])
  if (row === undefined) return
  return {
    key: NO_KEY,
    place: placeOf(row),
    height: numberOf(row, 'height'),
    blockHash: hexOf(row, 'hash'),
    first: 0,
    end: 0,
    flaw: optionalTextOf(row, 'flaw'),
  }
}

/** @throws {HttpProblem} 404 */
export async function expectTransaction(index: Index, txId: string) {
  const located = await locateTransaction(index, txId)
  if (located !== undefined) return located
  throw notFound('no transaction of the index with this id moved runes')
}

/** Runes with the transaction and the block of their etching: add a condition on `r`. */
export const SELECT_RUNES = `
  SELECT r.*, r.id AS rune_key, r.height AS rune_height, r.tx_index AS rune_tx_index,
         t.txid, b.hash, b.timestamp, ${LOOK_ALIKES}
    FROM runes r LEFT JOIN txs t ON t.id = r.tx LEFT JOIN blocks b ON b.height = r.height`

/** Where the rune of such a row was etched. The first one has no transaction, and some are older than the index. */
export function locationOf(row: Row) {
  return {
    block_hash: row.hash === null ? undefined : hexOf(row, 'hash'),
    block_height: numberOf(row, 'rune_height'),
    tx_id: row.txid === null ? undefined : hexOf(row, 'txid'),
    tx_index: numberOf(row, 'rune_tx_index'),
    timestamp: optionalNumberOf(row, 'timestamp'),
  }
}

/** With its row of SELECT_RUNES. */
export type LocatedRune = Awaited<ReturnType<typeof expectRune>>

/**
 * By number only if the index knows numbers.
 * @throws {HttpProblem} 404
 */
export async function expectRune(index: Index, rune: RuneIdentifier) {
  const row = await readRuneRow(index, rune)
  if (row === undefined) throw new HttpProblem('rune-not-found')
  return {
    column: 'rune' as const,
    key: numberOf(row, 'id'),
    divisibility: numberOf(row, 'divisibility'),
    counts: readCounts(row),
    row,
  }
}

export async function readRuneRow(
  { query, isComplete }: Index,
  rune: RuneIdentifier,
): Promise<Row | undefined> {
  const [row] =
    rune.kind === 'name'
      ? await query(`${SELECT_RUNES} WHERE r.name = $1`, [rune.name])
      : rune.kind === 'id'
        ? await query(`${SELECT_RUNES} WHERE r.height = $1 AND r.tx_index = $2`, [
            inRange(rune.height),
            inRange(rune.txIndex),
          ])
        : await query(`${SELECT_RUNES} WHERE r.id = $1`, [inRange(rune.number)])
  // An index that begins late counts its runes from its own beginning. Only the first rune has its number.
  const hasNumber = isComplete || row?.height === 1
  return rune.kind !== 'number' || hasNumber ? row : undefined
}

/** A number that no row has, for those that drivers do not accept. */
export function inRange(value: number): number {
  return value > MAX_INTEGER ? -1 : value
}

export type LocatedAddress = NonNullable<Awaited<ReturnType<typeof locateAddress>>>

/** Undefined if the address never had a record. */
export async function locateAddress({ query }: Index, address: string) {
  const [row] = await query('SELECT * FROM addresses WHERE address = $1', [address])
  if (row === undefined) return
  return {
    column: 'address' as const,
    key: numberOf(row, 'id'),
    counts: readCounts(row),
    runes: numberOf(row, 'runes'),
    outputs: numberOf(row, 'outputs'),
  }
}

/** The place of a row that has `height`, `timestamp`, `txid` and `tx_index`, without 0x. */
export function placeOf(row: Row) {
  return {
    block_height: numberOf(row, 'height'),
    timestamp: numberOf(row, 'timestamp'),
    tx_id: hexOf(row, 'txid'),
    tx_index: numberOf(row, 'tx_index'),
  }
}

/** The labels of runes by their ids `<height>:<index>`; those that the index does not have are missing. */
export async function readLabelsById(
  index: Index,
  ids: Set<string>,
): Promise<Map<string, RuneLabel>> {
  const pairs = [...ids].flatMap((id) => {
    const rune = parseRune(id)
    return rune?.kind === 'id' ? [[inRange(rune.height), inRange(rune.txIndex)] as const] : []
  })
  const sql = `SELECT ${RUNE_LABEL} FROM ${PAIRS} JOIN runes r ON r.height = one AND r.tx_index = two`
  const labels = (await selectPairs(index.query, sql, pairs)).map((row) => {
    return runeLabelOf(row, index.isComplete)
  })
  return new Map(labels.map((label) => [label.id, label]))
}
