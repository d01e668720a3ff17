import { DemoChain } from '../../src/demo/demoChain.ts'
import { readBlocksFile } from '../../src/indexer/blocksFile.ts'
import { BLOCKS_FILE, DEMO_TIME } from './fillDatabases.ts'
import { Ledger } from './model/ledger.ts'
import { modelOf } from './randomChain.ts'

export async function modelOfBundled(): Promise<Ledger> {
  const ledger = new Ledger('main')
  for (const { block, commitments } of readBlocksFile(BLOCKS_FILE)) ledger.add(block, commitments)
  return ledger
}

export async function modelOfDemo(): Promise<Ledger> {
  return modelOf(new DemoChain(DEMO_TIME).node, new Map())
}
