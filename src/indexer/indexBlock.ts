import type { Block } from '../bitcoin/block.ts'
import { etchedName } from '../bitcoin/runestone.ts'
import { readAlikeNames } from './alikeNames.ts'
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
  await prepareNames(state, block)
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

/** Until a block may etch a name, all names that can look alike are in the database. */
async function prepareNames(state: IndexState, { transactions }: Block): Promise<void> {
  if (!transactions.some(({ runestone }) => etchedName(runestone) !== undefined)) return
  state.names ??= await readAlikeNames(state.query, state.tip.next.rune)
}
