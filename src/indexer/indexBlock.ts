import { applyChanges, BlockWriter } from './applyChanges.ts'
import type { IndexState } from './indexState.ts'
import { loadAtEnd, loadChanged } from './loadChanged.ts'
import { readChainWithin } from './readChain.ts'
import { applyBlockWithin, type SourceBlock } from './rules.ts'
import { type PartOptions, writeInParts } from './writeInParts.ts'

/**
 * Applies the block after the tip to the state in memory; `state.write()` writes it. An undoable block can
 * be taken back by `undoBlocks`. A block with many records is written at once, in parts.
 * @throws {LostLock} and what else a write throws.
 */
export async function indexBlock(
  state: IndexState,
  source: SourceBlock,
  options: PartOptions,
): Promise<void> {
  const { block, commitments } = source
  const { blockRecords } = state.limits
  const chain = await readChainWithin(state, block, blockRecords)
  const changes = chain && applyBlockWithin(block, { ...chain, commitments }, blockRecords)
  if (changes === undefined) return writeInParts(state, source, options)
  const writer = new BlockWriter(state, block)
  await loadChanged(
    state,
    changes.flatMap(({ records }) => records),
    writer.day,
  )
  const dueRunes = await loadAtEnd(state, writer)
  applyChanges(state, changes, writer, { dueRunes, isUndoable: options.isUndoable })
}
