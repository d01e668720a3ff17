import { type Query, type Store, textOf } from '../database/database.ts'
import { writeMeta } from '../database/meta.ts'
import type { StacksNode, StacksTip } from '../stacks/node.ts'
import { findContracts } from './findContracts.ts'
import { addContracts } from './writeBlocks.ts'

/** The blocks from `next` down to the one above `floor` are not read yet. */
export type Walk = { next: StacksTip; floor: number }

/**
 * Reads the deployments of one more tenure of the blocks that the follower has not seen. Returns whether some are left.
 * @throws {StacksNodeError}
 */
export async function walkBack(node: StacksNode, store: Store): Promise<boolean> {
  const walk = await readWalk(store.query)
  if (walk === undefined) return false
  const tenure = await node.tenure(walk.next.id, undefined)
  // Blocks from before Nakamoto cannot be read so.
  const blocks = tenure?.map(findContracts).filter(({ height }) => height > walk.floor) ?? []
  const last = blocks.at(-1)
  await store.transaction(async (query) => {
    await addContracts({ ...store, query }, blocks)
    await writeWalk(query, last && { next: beforeIt(last), floor: walk.floor })
  })
  return true
}

/** Undefined if no block is left. */
export async function readWalk(query: Query): Promise<Walk | undefined> {
  const [row] = await query("SELECT value FROM meta WHERE part = 'tokens' AND name = 'walk'")
  const [height, id, floor] = row === undefined ? [] : textOf(row, 'value').split(' ')
  if (height === undefined || id === undefined) return
  return { next: { height: Number(height), id }, floor: Number(floor) }
}

export async function writeWalk(query: Query, walk: Walk | undefined): Promise<void> {
  if (walk === undefined || walk.next.height <= walk.floor) {
    await query("DELETE FROM meta WHERE part = 'tokens' AND name = 'walk'")
    return
  }
  const { next, floor } = walk
  await writeMeta(query, 'tokens', { walk: `${next.height} ${next.id} ${floor}` })
}

function beforeIt({ height, parentId }: { height: number; parentId: string }): StacksTip {
  return { height: height - 1, id: parentId }
}
