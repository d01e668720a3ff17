import type { Block } from '../bitcoin/block.ts'
import { applyChanges, dayOf } from './applyChanges.ts'
import type { IndexState } from './indexState.ts'
import {
  type CommitmentReader,
  loadChanged,
  loadDueRunes,
  loadRunesById,
  readChain,
} from './readChain.ts'
import { applyBlock } from './rules.ts'

/** A block of a source, and how to read the commitments in it. */
export type SourceBlock = { block: Block; readCommitments: CommitmentReader }

/**
 * Applies the block after the tip to the state in memory; `state.write()` writes it. An undoable block can
 * be taken back by `undoBlocks`.
 */
export async function indexBlock(
  state: IndexState,
  { block, readCommitments }: SourceBlock,
  isUndoable: boolean,
): Promise<void> {
  const latestTimestamp = Math.max(block.timestamp, state.tip.latestTimestamp)
  const changes = applyBlock(block, await readChain(state, block, readCommitments))
  await loadChanged(state, changes, dayOf(latestTimestamp))
  const leaving = state.window.leaving(latestTimestamp)
  await loadRunesById(
    state,
    leaving.flatMap(({ movements }) => [...movements.keys()]),
  )
  const dueRunes = await loadDueRunes(state, block.height + 1)
  applyChanges(state, block, changes, { latestTimestamp, dueRunes, isUndoable })
}
