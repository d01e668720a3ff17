import type { NodeChain } from '../bitcoin/node.ts'
import { hexOf, type Query } from '../database/database.ts'
import { MAX_REORGANISATION } from '../database/schema.ts'
import { CannotFollow } from '../following/faults.ts'
import type { IndexState } from './indexState.ts'
import type { NodeReader } from './nodeReader.ts'
import { canUndo, undoBlocks } from './undoBlocks.ts'

const TOO_DEEP = `The chain of the Bitcoin node differs from the index by more than ${MAX_REORGANISATION} blocks. Check that it is the right node. If it is, rebuild the index with: npm run index -- --rebuild`

/**
 * Takes back the blocks that the node's chain does not have, and returns the state after it; undefined if
 * there are none. A node that is behind has the same chain.
 * @throws {CannotFollow} if they are too many.
 */
export async function reorganise(
  state: IndexState,
  node: NodeReader,
  chain: NodeChain,
): Promise<IndexState | undefined> {
  const { tip, firstHeight, store } = state
  const newest = Math.min(tip.height, chain.height)
  if (tip.hash === chain.hash || newest < firstHeight) return
  let common = newest
  while (common >= firstHeight) {
    const hash = await node.blockHash(common)
    // Its chain became shorter after it told its height.
    if (hash === undefined) return
    if (hash === (await readBlockHash(store.query, common))) break
    common--
    if (tip.height - common > MAX_REORGANISATION) throw new CannotFollow('too-deep', TOO_DEEP)
  }
  if (common === newest) return
  if (!(await canUndo(state, common))) throw new CannotFollow('too-deep', TOO_DEEP)
  return undoBlocks(state, common)
}

async function readBlockHash(query: Query, height: number): Promise<string | undefined> {
  const [row] = await query('SELECT hash FROM blocks WHERE height = $1', [height])
  return row && hexOf(row, 'hash')
}
