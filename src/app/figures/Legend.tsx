import type { MovementType } from '../../contract/schemas/movement.ts'
import { MOVEMENT_LOOKS, SHOWN_TYPES } from '../movements/TypeBadge.tsx'
import { PAGE_PALETTE } from './palette.ts'
import type { TypeCounts } from './TypeColumns.tsx'

/** What the colours stand for. */
export function Legend({ types = SHOWN_TYPES }: { types?: readonly MovementType[] }) {
  return types.map((type) => (
    <span key={type} className="inline-flex items-center gap-1.5">
      <svg aria-hidden="true" viewBox="0 0 8 8" className="size-2">
        <rect width="8" height="8" rx="2" fill={PAGE_PALETTE[type]} stroke={PAGE_PALETTE.edge} />
      </svg>
      {MOVEMENT_LOOKS[type].name}s
    </span>
  ))
}

/** The types that occur in some columns. */
export function typesIn(columns: readonly TypeCounts[]): MovementType[] {
  return SHOWN_TYPES.filter((_, type) => columns.some((counts) => counts[type] !== 0))
}
