import type { MovementType } from '../../contract/schemas/movement.ts'
import { PAGE_PALETTE } from './palette.ts'

/** The colour of a type of movement, beside its name. */
export function Swatch({ type }: { type: MovementType }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 8 8" className="size-2">
      <rect width="8" height="8" rx="2" fill={PAGE_PALETTE[type]} stroke={PAGE_PALETTE.edge} />
    </svg>
  )
}
