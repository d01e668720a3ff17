import type { Block, Outpoint } from '../bitcoin/block.ts'
import { applyChanges, dayOf } from './applyChanges.ts'
import type { IndexState } from './indexState.ts'
import { loadChanged, loadDueRunes, loadRunesById, readChain } from './readChain.ts'
import { applyBlock, type Commitment } from './rules.ts'

/** A block, and the spent outputs that may commit to the names that it etches. */
export type SourceBlock = { block: Block; commitments: ReadonlyMap<Outpoint, Commitment> }

/**
 * Applies the block after the tip to the state in memory; `state.write()` writes it. An undoable block can
 * be taken back by `undoBlocks`.
 */
export async function indexBlock(
  state: IndexState,
  { block, commitments }: SourceBlock,
  isUndoable: boolean,
): Promise<void> {
  const latestTimestamp = Math.max(block.timestamp, state.tip.latestTimestamp)
  const changes = applyBlock(block, { ...(await readChain(state, block)), commitments })
  await loadChanged(state, changes, dayOf(latestTimestamp))
  const leaving = state.window.leaving(latestTimestamp)
  await loadRunesById(
    state,
    leaving.flatMap(({ movements }) => [...movements.keys()]),
  )
  const dueRunes = await loadDueRunes(state, block.height + 1)
  applyChanges(state, block, changes, { latestTimestamp, dueRunes, isUndoable })
}
