import { unixSeconds } from '../bitcoin/unixSeconds.ts'
import { numberOf, type Query, type Store, textOf } from '../database/database.ts'
import type { StacksNode, StacksTip } from '../stacks/node.ts'
import { type BlockOfContracts, findContracts } from './findContracts.ts'
import { readWalk, writeWalk } from './walkBack.ts'
import { type Branch, MAX_STORED_BLOCKS, writeBranch } from './writeBlocks.ts'

/** `reorganisation`: the node has left the blocks from `from` down to the one above `ancestor`. */
export type Followed = {
  reorganisation: { from: number; to: number; ancestor: number } | undefined
}

/** Blocks that are to be written. `hasLeft`: the node has left stored ones. */
export type NewBranch = { blocks: Branch['blocks']; hasLeft: boolean }

type Options = { tip: StacksTip; floor: number; beforeWrite: (branch: NewBranch) => void }

/**
 * Reads the blocks of a node from its newest one back to one that is stored, and writes what they deploy. The first
 * time, and if too many are missing, it begins anew with the newest ones, and leaves those below to `walkBack`, down to
 * the one above `floor`. Undefined if the node lacks its newest block.
 * @throws {StacksNodeError}
 */
export async function followBlocks(
  node: StacksNode,
  store: Store,
  { tip, floor, beforeWrite }: Options,
): Promise<Followed | undefined> {
  const stored = await readStored(store.query)
  if (stored.newest?.id === tip.id) return { reorganisation: undefined }
  const branch = await readBranch(node, tip, stored)
  if (branch === undefined) return
  const { blocks, ancestor } = branch
  if (ancestor === undefined) await startWalk(store.query, branch, stored.lowest ?? floor)
  const from = stored.newest?.height ?? 0
  beforeWrite({ blocks, hasLeft: ancestor === undefined || ancestor < from })
  await writeBranch(store, branch, unixSeconds())
  const hasLeft = ancestor !== undefined && ancestor < from
  return { reorganisation: hasLeft ? { from, to: tip.height, ancestor } : undefined }
}

/** Goes on from a lower one that has not ended. */
async function startWalk(query: Query, { blocks }: Branch, floor: number): Promise<void> {
  const last = blocks.at(-1)
  if (last === undefined) return
  const before = await readWalk(query)
  const next = { height: last.height - 1, id: last.parentId }
  await writeWalk(query, { next, floor: before?.floor ?? floor })
}

type Stored = {
  newest: StacksTip | undefined
  lowest: number | undefined
  heights: ReadonlyMap<string, number>
}

async function readStored(query: Query): Promise<Stored> {
  const rows = await query('SELECT height, id FROM stacks_blocks ORDER BY height DESC')
  const blocks = rows.map((row) => ({ height: numberOf(row, 'height'), id: textOf(row, 'id') }))
  const [newest, lowest] = [blocks[0], blocks.at(-1)?.height]
  return { newest, lowest, heights: new Map(blocks.map(({ id, height }) => [id, height])) }
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
