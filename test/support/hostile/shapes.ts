// Blocks that ask for the most, each of one kind. Sizes are what a block of four megabytes has place for, or
// what an indexer without bounds would need an hour for. `scale` makes them smaller: 1 is the full size.
import { EDICT_SHAPES } from './edictShapes.ts'
import { OUTPUT_SHAPES } from './outputShapes.ts'
import { RUNE_SHAPES } from './runeShapes.ts'
import { SCRIPT_SHAPES } from './scriptShapes.ts'
import type { Shape } from './shape.ts'

export const SHAPES: Shape[] = [...EDICT_SHAPES, ...OUTPUT_SHAPES, ...RUNE_SHAPES, ...SCRIPT_SHAPES]

/** @throws {RangeError} if a name is not in the table. */
export function pickShapes(names: string[]): Shape[] {
  return names.map((name) => {
    const shape = SHAPES.find((it) => it.name === name)
    if (shape === undefined) throw new RangeError(`No hostile block is named "${name}".`)
    return shape
  })
}
