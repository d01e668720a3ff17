import type { MovementType } from '../../contract/schemas/movement.ts'
import { MOVEMENT_LOOKS, SHOWN_TYPES } from '../movements/TypeBadge.tsx'
import { Swatch } from './Swatch.tsx'
import type { TypeCounts } from './TypeColumns.tsx'

/** What the colours stand for. */
export function Legend({ types = SHOWN_TYPES }: { types?: readonly MovementType[] }) {
  return types.map((type) => (
    <span key={type} className="inline-flex items-center gap-1.5">
      <Swatch type={type} />
      {MOVEMENT_LOOKS[type].name}s
    </span>
  ))
}

/** The types that occur in some columns. */
export function typesIn(columns: readonly TypeCounts[]): MovementType[] {
  return SHOWN_TYPES.filter((_, type) => columns.some((counts) => counts[type] !== 0))
}
