import type { BlockDetails } from '../../../contract/schemas/chain.ts'

/** So few movements need half the height. */
const FEW_MOVEMENTS = 40

/** In pixels: how high each figure of a block is, so that nothing moves when a reader changes to the other. */
export function figureHeights({ movements }: Pick<BlockDetails, 'movements'>) {
  return movements < FEW_MOVEMENTS ? LOW : HIGH
}

const HIGH = { wide: 240, phone: 320, className: 'min-h-60 phone:min-h-80' }
const LOW = { wide: 120, phone: 160, className: 'min-h-30 phone:min-h-40' }
