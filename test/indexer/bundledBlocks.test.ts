import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import { readHeader } from '../../src/bitcoin/block.ts'
import {
  hexOf,
  numberOf,
  optionalCharacterOf,
  type Row,
  type Store,
  textOf,
} from '../../src/database/database.ts'
import { OPERATIONS_BY_KIND } from '../../src/database/kinds.ts'
import { openStore } from '../../src/database/openStore.ts'
import { readSortableAmount } from '../../src/database/sortableAmount.ts'
import { encodeHash, sha256d } from '../../src/demo/encodeTransaction.ts'
import { readBlocksFile } from '../../src/indexer/blocksFile.ts'
import { indexBundledBlocks } from '../../src/indexer/indexBundled.ts'
import { newFile, openTemporary } from '../support/indexFollower.ts'
import { readIndexTables } from '../support/indexTables.ts'

const FILE = resolve('src/indexer/data/blocks.ndjson.gz')

const Terms = v.object({
  amount: v.nullable(v.string()),
  cap: v.nullable(v.string()),
  height_start: v.nullable(v.string()),
  height_end: v.nullable(v.string()),
  offset_start: v.nullable(v.string()),
  offset_end: v.nullable(v.string()),
})
const Expected = v.object({
  blocks: v.array(
    v.object({
      height: v.number(),
      hash: v.string(),
      timestamp: v.number(),
      records: v.record(v.string(), v.number()),
    }),
  ),
  records: v.object({ total: v.number() }),
  holdings: v.number(),
  addresses_holding: v.number(),
  unspent_outputs: v.number(),
  runes: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      spaced_name: v.string(),
      symbol: v.nullable(v.string()),
      divisibility: v.number(),
      turbo: v.boolean(),
      cenotaph: v.boolean(),
      premine: v.string(),
      terms: v.nullable(Terms),
      minted: v.string(),
      mints: v.number(),
      burned: v.string(),
      burns: v.number(),
      supply: v.string(),
      records: v.number(),
      unspent_outputs: v.number(),
      holders: v.number(),
      top_holders: v.array(v.object({ address: v.string(), balance: v.string() })),
      etching_tx: v.nullable(v.string()),
    }),
  ),
  addresses: v.array(
    v.object({
      address: v.string(),
      balances: v.array(v.object({ rune: v.string(), balance: v.string() })),
    }),
  ),
})
const ExpectedRecord = v.object({
  block_height: v.number(),
  tx_index: v.number(),
  event_index: v.number(),
  tx_id: v.string(),
  rune: v.string(),
  operation: v.string(),
  address: v.nullable(v.string()),
  receiver_address: v.nullable(v.string()),
  amount: v.nullable(v.string()),
  vout: v.nullable(v.number()),
})
const Proof = v.object({
  height: v.number(),
  transactions: v.number(),
  /** 64 hex digits each. */
  hashes: v.string(),
})

describe('The index of the bundled blocks', () => {
  const expected = v.parse(Expected, JSON.parse(readFixture('bundledBlocks.json').toString()))
  let store: Store
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-bundled-'))
    store = openStore(`file:${join(folder, 'runes.db')}`, 'import')
    const began = performance.now()
    await indexBundledBlocks(store, FILE)
    const first = performance.now() - began
    await indexBundledBlocks(store, FILE)
    const again = performance.now() - began - first
    console.log({ firstStartMs: Math.round(first), nextStartMs: Math.round(again) })
    return async () => {
      await store.close()
      rmSync(folder, { recursive: true })
    }
  })

  test('has the blocks', async () => {
    const rows = await store.query(
      `SELECT height, hash, timestamp, etchings AS etching, mints AS mint, burns AS burn,
              transfers + changes AS send,
              change_receives + receives + mint_receives + premine_receives + mixed_receives AS receive
         FROM blocks ORDER BY height`,
    )
    const blocks = rows.map(({ height, timestamp, hash: _, ...counts }, index) => {
      const total = Object.values(counts).reduce<number>((sum, count) => sum + Number(count), 0)
      return { height, hash: hexAt(rows, index), timestamp, records: { ...counts, total } }
    })
    expect(blocks).toEqual(expected.blocks)
  })

  test('has the runes with their figures and the greatest holders', async () => {
    const rows = await store.query('SELECT * FROM runes ORDER BY id')
    const runes = await Promise.all(rows.map((row) => describeRune(store, row)))
    expect(runes).toEqual(expected.runes)
  })

  test('has the unspent outputs and the balances', async () => {
    const [row] = await store.query(
      `SELECT (SELECT count(*) FROM outputs WHERE spender IS NULL) AS outputs,
              (SELECT count(*) FROM balances WHERE amount > '00') AS holdings,
              (SELECT count(*) FROM addresses WHERE runes > 0) AS holders`,
    )
    expect(row).toEqual({
      outputs: expected.unspent_outputs,
      holdings: expected.holdings,
      holders: expected.addresses_holding,
    })
    for (const { address, balances } of expected.addresses) {
      const found = await store.query(
        `SELECT r.height, r.tx_index, b.amount FROM balances b
           JOIN addresses a ON a.id = b.address JOIN runes r ON r.id = b.rune
          WHERE a.address = $1 AND b.amount > '00' ORDER BY r.id`,
        [address],
      )
      const described = found.map((balance) => {
        return { rune: runeIdOf(balance), balance: amountOf(balance) }
      })
      expect(described).toEqual(balances)
    }
  })

  test('has every record, in order', async () => {
    const lines = gunzipSync(readFixture('bundledRecords.ndjson.gz')).toString().trim().split('\n')
    const records = lines.map((line) => v.parse(ExpectedRecord, JSON.parse(line)))
    expect(records).toHaveLength(expected.records.total)
    expect(await readRecords(store)).toEqual(records)
  })

  test('is not indexed again, and is completed if the first start was killed', async () => {
    const file = newFile()
    const before = openTemporary(file)
    await indexBundledBlocks(before, FILE)
    const tables = await readIndexTables(before)
    // Killed before the last statement.
    await before.query("DELETE FROM meta WHERE name = 'indexes'")
    const after = openTemporary(file)
    await indexBundledBlocks(after, FILE)
    expect(await readIndexTables(after)).toEqual(tables)
    const [meta] = await after.query("SELECT value FROM meta WHERE name = 'indexes'")
    expect(meta).toEqual({ value: 'complete' })
  })
})

describe('The bundled blocks', () => {
  test('are proven to be in the blocks whose headers they have', () => {
    const headers = readLines(readFileSync(FILE)).map((line) =>
      readHeader(Buffer.from(v.parse(v.object({ header: v.string() }), line).header, 'hex')),
    )
    const proofs = readLines(readFixture('bundledProofs.ndjson.gz'))
    for (const [index, { block }] of readBlocksFile(FILE).entries()) {
      const { transactions, hashes } = v.parse(Proof, proofs[index])
      const kept = new Map(block.transactions.map((it) => [it.index, it.txid]))
      expect(merkleRoot(kept, transactions, hashes.match(/.{64}/g) ?? [])).toBe(
        headers[index]?.merkleRoot,
      )
      expect(block.hash).toBe(headers[index]?.hash)
    }
    expect(proofs).toHaveLength(6)
    for (const [index, header] of headers.slice(1).entries()) {
      expect(header.parent).toBe(headers[index]?.hash)
    }
  })
})

function readFixture(name: string): Buffer {
  return readFileSync(join('test/fixtures', name))
}

function readLines(compressed: Buffer): unknown[] {
  const lines = gunzipSync(compressed).toString().trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

function hexAt(rows: Row[], index: number): string {
  const row = rows[index]
  return row === undefined ? '' : hexOf(row, 'hash')
}

function runeIdOf(row: Row): string {
  return `${row.height}:${row.tx_index}`
}

function amountOf(row: Row): string {
  return String(readSortableAmount(textOf(row, 'amount')))
}

async function describeRune(store: Store, row: Row) {
  const id = numberOf(row, 'id')
  const [output] = await store.query(
    'SELECT count(*) AS unspent FROM outputs WHERE rune = $1 AND spender IS NULL',
    [id],
  )
  const [etching] = await store.query('SELECT txid FROM txs WHERE id = $1', [row.tx ?? null])
  const holders = await store.query(
    `SELECT a.address, b.amount FROM balances b JOIN addresses a ON a.id = b.address
      WHERE b.rune = $1 AND b.amount > '00' ORDER BY b.amount DESC, a.address LIMIT 5`,
    [id],
  )
  const [records] = await store.query('SELECT count(*) AS count FROM ledger WHERE rune = $1', [id])
  const minted = BigInt(textOf(row, 'minted'))
  const burned = BigInt(textOf(row, 'burned'))
  return {
    id: runeIdOf(row),
    name: row.name,
    spaced_name: row.spaced_name,
    // A rune without a symbol is shown with this one.
    symbol: optionalCharacterOf(row, 'symbol') ?? '¤',
    divisibility: row.divisibility,
    turbo: row.turbo === 1,
    cenotaph: row.cenotaph === 1,
    premine: row.premine,
    terms: row.has_terms === 1 ? termsOf(row) : null,
    minted: row.minted,
    mints: row.mint_count,
    burned: row.burned,
    burns: row.burns,
    supply: String(BigInt(textOf(row, 'premine')) + minted - burned),
    records: records?.count,
    unspent_outputs: output?.unspent,
    holders: row.holders,
    top_holders: holders.map((holder) => {
      return { address: holder.address, balance: amountOf(holder) }
    }),
    etching_tx: etching === undefined ? null : hexOf(etching, 'txid'),
  }
}

function termsOf(row: Row) {
  return {
    amount: row.terms_amount,
    cap: row.terms_cap,
    height_start: row.terms_height_start,
    height_end: row.terms_height_end,
    offset_start: row.terms_offset_start,
    offset_end: row.terms_offset_end,
  }
}

async function readRecords(store: Store) {
  const rows = await store.query(
    `SELECT t.height AS block_height, t.tx_index AS place, l.id - t.first_record AS event_index,
            t.txid, r.height, r.tx_index, l.kind, a.address, b.address AS receiver_address,
            l.amount, l.vout
       FROM ledger l JOIN txs t ON t.id = l.tx JOIN runes r ON r.id = l.rune
       LEFT JOIN addresses a ON a.id = l.address LEFT JOIN addresses b ON b.id = l.receiver
      ORDER BY l.id`,
  )
  return rows.map((row) => ({
    block_height: row.block_height,
    tx_index: row.place,
    event_index: row.event_index,
    tx_id: hexOf(row, 'txid'),
    rune: runeIdOf(row),
    operation: OPERATIONS_BY_KIND[numberOf(row, 'kind')],
    address: row.address,
    receiver_address: row.receiver_address,
    amount: row.amount,
    vout: row.vout,
  }))
}

/**
 * The root of a block's tree of transaction ids, as it is shown, from some of its transactions and the hashes
 * of the branches without any, left before right.
 */
function merkleRoot(kept: Map<number, string>, count: number, hashes: string[]): string {
  const places = [...kept.keys()]
  const remaining = [...hashes]
  const visit = (level: number, place: number): Buffer => {
    const [start, end] = [place * 2 ** level, (place + 1) * 2 ** level]
    if (!places.some((it) => it >= start && it < end)) {
      return Buffer.from(remaining.shift() ?? '', 'hex')
    }
    if (level === 0) return encodeHash(kept.get(place) ?? '')
    const left = visit(level - 1, place * 2)
    const hasRight = (place * 2 + 1) * 2 ** (level - 1) < count
    const right = hasRight ? visit(level - 1, place * 2 + 1) : left
    return sha256d(Buffer.concat([left, right]))
  }
  const root = visit(Math.ceil(Math.log2(count)), 0)
  expect(remaining).toEqual([])
  return root.reverse().toString('hex')
}
