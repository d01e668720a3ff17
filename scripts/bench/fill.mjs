import { createHash } from 'node:crypto'
import { runnerImport } from 'vite'

/** What the figures are read from: one large block, one large transaction, many ordinary blocks. */
export const LARGE_BLOCK = 900_000
export const LARGE_BLOCK_RECORDS = 20_000
export const LARGE_TRANSACTION = 900_001
export const LARGE_TRANSACTION_RECORDS = 5_000
const FIRST_BLOCK = 800_000
const BLOCKS = 1_000
const BLOCK_RECORDS = 500
const TOKENS = 1_000
const RUNES = 200

export const hashOf = (kind, height) =>
  `00000000${createHash('sha256').update(`${kind} ${height}`).digest('hex').slice(8)}`
export const transactionOf = (height, index) =>
  createHash('sha256').update(`transaction ${height} ${index}`).digest('hex')
export const principalOf = (index) => `SP${String(index).padStart(38, '0')}.bench-token-${index}`

/** Fills an empty SQLite file, or a PostgreSQL database with an indexer's tables. */
export async function fill(url) {
  const { module: open } = await runnerImport('./src/service/database/open.ts')
  const store = open.openDatabase(url, { connections: 1, timeout: 0 })
  if ('fillIfNew' in store) await store.fillIfNew(insertAll)
  else {
    const { module: indexer } = await runnerImport('./test/support/indexerTables.ts')
    const { module: prepare } = await runnerImport('./src/service/database/prepare.ts')
    for (const statement of indexer.INDEXER_TABLES.split(';\n')) await store.query(statement, [])
    await prepare.prepareTokens(store)
    await store.transaction(insertAll)
    await prepare.prepareRunes(store)
    await store.query('VACUUM ANALYZE', [])
  }
  await store.close()
}

async function insertAll(query) {
  const { module: rows } = await runnerImport('./src/service/database/rowWriter.ts')
  const writer = rows.createRowWriter(query)
  await insertRunes(writer)
  const insert = ledgerWriter(writer)
  for (let block = 0; block < BLOCKS; block++) {
    await insertBlock(insert, FIRST_BLOCK + block, BLOCK_RECORDS, 5)
  }
  await insertBlock(insert, LARGE_BLOCK, LARGE_BLOCK_RECORDS, 8)
  await insertBlock(insert, LARGE_TRANSACTION, LARGE_TRANSACTION_RECORDS, Infinity)
  await insertTokens(writer)
  await writer.flush()
}

async function insertRunes(writer) {
  const columns = ['id', 'number', 'name', 'spaced_name', 'divisibility', 'symbol']
  const insert = writer.into('runes', columns)
  for (let number = 0; number < RUNES; number++) {
    const name = `BENCHRUNE${String.fromCharCode(65 + (number % 26), 65 + Math.floor(number / 26))}`
    const spaced_name = name.replace('RUNE', '•RUNE•')
    await insert({
      id: `840000:${number}`,
      number,
      name,
      spaced_name,
      divisibility: number % 10,
      symbol: '¤',
    })
  }
}

function ledgerWriter(writer) {
  return writer.into('ledger', [
    'rune_id',
    'block_hash',
    'block_height',
    'tx_index',
    'event_index',
    'tx_id',
    'output',
    'address',
    'receiver_address',
    'amount',
    'operation',
    'timestamp',
  ])
}

/** A block of `records` records, `each` of them in a transaction. */
async function insertBlock(insert, height, records, each) {
  for (let index = 0; index < records; index++) {
    const tx_index = each === Infinity ? 1 : 1 + Math.floor(index / each)
    const isSend = index % 2 === 1
    await insert({
      rune_id: `840000:${(height + tx_index) % RUNES}`,
      block_hash: hashOf('block', height),
      block_height: height,
      tx_index,
      event_index: index,
      tx_id: transactionOf(height, tx_index),
      output: index % 7,
      address: `bc1qbench${hashOf('address', index % 997).slice(8, 50)}`,
      receiver_address: isSend ? `bc1qbench${hashOf('address', index % 991).slice(8, 50)}` : null,
      amount: String(1_000_000n + BigInt(index) ** 4n),
      operation: isSend ? 'send' : 'receive',
      timestamp: 1_700_000_000 + (height - FIRST_BLOCK) * 600,
    })
  }
}

async function insertTokens(writer) {
  const insert = writer.into('tokens', [
    'principal',
    'status',
    'name',
    'symbol',
    'decimals',
    'total_supply',
    'sender_address',
    'asset_identifier',
  ])
  const insertDocument = writer.into('token_metadata', [
    'principal',
    'locale',
    'position',
    'token_description',
    'has_document',
    'sip',
    'name',
    'description',
  ])
  for (let index = 0; index < TOKENS; index++) {
    const principal = principalOf(index)
    const name = `Bench Token ${index}`
    const description = `${name}, made to be measured. `.repeat(5)
    await insert({
      principal,
      status: 'ready',
      name,
      symbol: `BT${index}`,
      decimals: 6,
      total_supply: String(10n ** 15n + BigInt(index)),
      sender_address: principal.split('.')[0],
      asset_identifier: `${principal}::bench-token-${index}`,
    })
    await insertDocument({
      principal,
      locale: '',
      position: 0,
      token_description: description,
      has_document: 1,
      sip: 16,
      name,
      description,
    })
  }
}
