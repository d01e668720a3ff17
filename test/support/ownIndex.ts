import { openDatabase } from '../../src/service/database/openDatabase.ts'
import { generateBlocks, importInto, writeLines } from './importing.ts'
import { insertBlock } from './ledgerBlocks.ts'
import { ownDatabase } from './ownDatabase.ts'

const ADDRESS = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3'

/**
 * The URL of a database with data that are not the snapshot's: blocks as an indexer writes them, an
 * imported block that is complete, one that is partial, and tokens that share symbols and names.
 */
export function ownIndex(): Promise<string> {
  return ownDatabase(ownIndex, fillIndex)
}

async function fillIndex(url: string): Promise<void> {
  const records = generateBlocks(2, 120)
  const partial = records.filter(({ location }) => location.block_height === 850_001)
  const complete = records.filter(({ location }) => location.block_height === 850_002)
  await importInto(url, [writeLines([...partial.slice(0, 100), ...tokens()])])
  await importInto(url, [writeLines(complete), '--complete'])
  const now = Math.floor(Date.now() / 1000)
  const blocks = Array.from({ length: 60 }, (_, index) => {
    const height = 850_010 + index * 2
    const hash = height.toString(16).padStart(64, '0')
    return { height, hash, records: 1 + index, timestamp: now - (60 - index) * 600 }
  })
  const store = openDatabase(url, { connections: 1, timeoutMs: 0 })
  await store.transaction(async (query) => {
    for (const block of blocks) await insertBlock(query, block)
  })
  await store.close()
}

function tokens(): object[] {
  return ['LONG', 'long', 'LONG', 'SHORT', 'OTHER'].map((symbol, index) => ({
    name: index < 2 ? 'Long coin' : `Coin ${index}`,
    symbol,
    asset_identifier: `${ADDRESS}.coin-${index}::coin`,
  }))
}
