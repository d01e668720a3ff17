import { DatabaseError, type Store } from '../database/database.ts'
import { isReadable, readMeta } from '../database/meta.ts'
import { readBlocksFile } from './blocksFile.ts'
import { indexBlock } from './indexBlock.ts'
import { createIndexes, type IndexScope, openIndex } from './openIndex.ts'
import { verifyIndex } from './verifyIndex.ts'

const SCOPE: IndexScope = { network: 'main', firstHeight: 840_002 }

/**
 * Indexes and verifies the blocks in a file that begins with block 840,002, unless the database has them already.
 * @throws {DatabaseError} if it is another index or a wrong one, or if another program writes to it.
 */
export async function indexBundledBlocks(store: Store, file: string): Promise<void> {
  if (isReadable(await readMeta(store, 'runes'))) {
    await openIndex(store, SCOPE)
    return
  }
  const unlock = await store.lock('runes')
  try {
    const state = await openIndex(store, SCOPE)
    const isEmpty = state.tip.height < SCOPE.firstHeight
    for (const source of isEmpty ? readBlocksFile(file) : []) {
      await indexBlock(state, source, { isUndoable: false })
    }
    await state.write()
    await createIndexes(store)
    if ((await verifyIndex(store)) !== 0) {
      throw new DatabaseError('The index of the bundled blocks is wrong.')
    }
  } finally {
    unlock()
  }
}
