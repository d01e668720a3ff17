import type { Examples } from '../../contract/directory.ts'
import { EXAMPLES } from '../../contract/examples.ts'
import { SAMPLES } from '../../contract/samples.ts'
import { type Database, type Databases, type Row, textOf } from '../database/database.ts'
import { NEWEST_FIRST, readNewestBelow } from './activityScope.ts'

const MAX_FALLBACK_EXAMPLES = 3

/** Identifiers that the databases have: our examples, otherwise some of theirs. */
export async function findExamples({ tokens, runes }: Databases): Promise<Examples> {
  const [principals, transactions, blocks, runeIds, addresses] = await Promise.all([
    findHeld(EXAMPLES.tokens, (id) => hasRow(tokens, TOKEN, id)),
    findHeld(EXAMPLES.transactions, (id) => hasRow(runes, TRANSACTION, id)),
    findHeld(EXAMPLES.blocks, (id) => hasRow(runes, BLOCK, id)),
    findHeld(EXAMPLES.runes, (id) => hasRow(runes, RUNE, id)),
    findHeld(EXAMPLES.addresses, (id) => hasRow(runes, ADDRESS, id)),
  ])
  const hasOwn = blocks.some((height) => height !== SAMPLES.block_height)
  const newest = hasOwn && transactions.length > 0 ? [] : await readNewestBlocks(runes)
  const receipt = runeIds.length > 0 && addresses.length > 0 ? [] : await readNewestReceipt(runes)
  return {
    tokens: principals.length > 0 ? principals : await readFirstTokens(tokens),
    transactions: transactions.length > 0 ? transactions : newest.map(({ txId }) => txId),
    blocks: hasOwn ? blocks : [...newest.map(({ height }) => height), ...blocks],
    runes: runeIds.length > 0 ? runeIds : receipt.map((row) => textOf(row, 'rune_id')),
    addresses: addresses.length > 0 ? addresses : receipt.map((row) => textOf(row, 'address')),
  }
}

const TOKEN = "SELECT 1 AS found FROM tokens WHERE principal = $1 AND status = 'ready'"
const TRANSACTION =
  'SELECT 1 AS found FROM ledger WHERE tx_id >= $1 AND tx_id <= $1 ORDER BY tx_id LIMIT 1'
const BLOCK =
  'SELECT 1 AS found FROM ledger WHERE block_height >= $1 AND block_height <= $1 ORDER BY block_height DESC LIMIT 1'
const RUNE = 'SELECT 1 AS found FROM runes WHERE id = $1'
const ADDRESS =
  'SELECT 1 AS found FROM ledger WHERE address >= $1 AND address <= $1 ORDER BY address LIMIT 1'

async function findHeld<Id>(ids: Id[], isHeld: (id: Id) => Promise<boolean>): Promise<Id[]> {
  const held = await Promise.all(ids.map(isHeld))
  return ids.filter((_, index) => held[index])
}

async function hasRow({ query }: Database, sql: string, id: string | number): Promise<boolean> {
  return (await query(sql, [id])).length > 0
}

async function readFirstTokens({ query }: Database): Promise<string[]> {
  const rows = await query(
    `SELECT principal FROM tokens WHERE status = 'ready' ORDER BY principal LIMIT ${MAX_FALLBACK_EXAMPLES}`,
    [],
  )
  return rows.map((row) => textOf(row, 'principal'))
}

/** The rune and the address of the newest record of a receiver, if there is one. */
function readNewestReceipt({ query }: Database): Promise<Row[]> {
  return query(
    `SELECT rune_id, address FROM ledger
      WHERE block_height < $1 AND operation = 'receive' AND address IS NOT NULL
      ORDER BY ${NEWEST_FIRST}, block_hash DESC LIMIT 1`,
    [SAMPLES.block_height],
  )
}

/** The newest blocks, each with its first transaction in the list. One index seek per block. */
async function readNewestBlocks({ query }: Database) {
  const blocks: { height: number; txId: string }[] = []
  let below: number = SAMPLES.block_height
  while (blocks.length < MAX_FALLBACK_EXAMPLES) {
    const record = await readNewestBelow(query, below)
    if (record === undefined) break
    below = record.height
    blocks.push({ height: below, txId: record.txId })
  }
  return blocks
}
