import { unixSeconds } from '../bitcoin/unixSeconds.ts'
import { numberOf, type Query, type Store, textOf } from '../database/database.ts'
import type { StacksNode, StacksTip } from '../stacks/node.ts'
import { type BlockOfContracts, findContracts } from './findContracts.ts'
import { type Branch, MAX_STORED_BLOCKS, writeBranch } from './writeBlocks.ts'

/** `reorganisation`: the node has left the blocks from `from` down to the one above `ancestor`. */
export type Followed = {
  reorganisation: { from: number; to: number; ancestor: number } | undefined
}

/**
 * Reads the blocks of a node from its newest one back to one that is stored, and writes what they deploy. The first
 * time, and if too many are missing, it begins anew with the newest ones. Undefined if the node lacks its newest block.
 * @throws {StacksNodeError}
 */
export async function followBlocks(
  node: StacksNode,
  store: Store,
  tip: StacksTip,
): Promise<Followed | undefined> {
  const stored = await readStored(store.query)
  if (stored.newest?.id === tip.id) return { reorganisation: undefined }
  const branch = await readBranch(node, tip, stored)
  if (branch === undefined) return
  await writeBranch(store, branch, unixSeconds())
  const [from, { ancestor }] = [stored.newest?.height ?? 0, branch]
  const hasLeft = ancestor !== undefined && ancestor < from
  return { reorganisation: hasLeft ? { from, to: tip.height, ancestor } : undefined }
}

type Stored = { newest: StacksTip | undefined; heights: ReadonlyMap<string, number> }

async function readStored(query: Query): Promise<Stored> {
  const rows = await query('SELECT height, id FROM stacks_blocks ORDER BY height DESC')
  const blocks = rows.map((row) => ({ height: numberOf(row, 'height'), id: textOf(row, 'id') }))
  return { newest: blocks[0], heights: new Map(blocks.map(({ id, height }) => [id, height])) }
}

/** Undefined if the node lacks the newest block. */
async function readBranch(
  node: StacksNode,
  tip: StacksTip,
  { newest, heights }: Stored,
): Promise<Branch | undefined> {
  const blocks: BlockOfContracts[] = []
  let next = tip.id
  for (;;) {
    const ancestor = heights.get(next)
    if (ancestor !== undefined) return { blocks, ancestor }
    const isEnough = newest === undefined || blocks.length >= MAX_STORED_BLOCKS
    if (isEnough && blocks.length > 0) return { blocks, ancestor: undefined }
    const tenure = await node.tenure(next, newest?.id)
    if (tenure === undefined) return blocks.length > 0 ? { blocks, ancestor: undefined } : undefined
    for (const block of tenure) {
      // A branch may leave the stored one within a tenure.
      if (heights.has(next)) break
      blocks.push(findContracts(block))
      next = block.parentId
    }
  }
}
