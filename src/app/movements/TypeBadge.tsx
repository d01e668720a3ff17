import { ArrowRight, Flame, type LucideIcon, Pickaxe, Plus, RotateCcw } from 'lucide-react'
import {
  MOVEMENT_TYPES,
  type MovementCounts,
  type MovementType,
} from '../../contract/schemas/movement.ts'

type Look = {
  name: string
  icon: LucideIcon
  className: string
  fill: string
}

/** What a type of movement is called, and how it looks. */
export const MOVEMENT_LOOKS: Record<MovementType, Look> = {
  transfer: {
    name: 'Transfer',
    icon: ArrowRight,
    className: 'bg-transfer-soft text-transfer',
    fill: 'fill-transfer-fill',
  },
  mint: {
    name: 'Mint',
    icon: Plus,
    className: 'bg-mint-soft text-mint',
    fill: 'fill-mint-fill',
  },
  burn: {
    name: 'Burn',
    icon: Flame,
    className: 'bg-burn-soft text-burn',
    fill: 'fill-burn-fill',
  },
  etching: {
    name: 'Etching',
    icon: Pickaxe,
    className: 'bg-etching-soft text-etching',
    fill: 'fill-etching-fill',
  },
  change: {
    name: 'Change',
    icon: RotateCcw,
    className: 'bg-change-soft text-change',
    fill: 'fill-change-fill',
  },
}

/** The types of figures, which leave change out. */
export const SHOWN_TYPES = MOVEMENT_TYPES.filter((type) => type !== 'change')

/** The number of movements of a type. */
export function countOf(counts: MovementCounts, type: MovementType): number {
  const key: `${MovementType}s` = `${type}s`
  return counts[key]
}

/** Inside of what has `data-pending`, dashed: it is in no block yet. */
export function TypeBadge({ type }: { type: MovementType }) {
  const { name, icon: Icon, className } = MOVEMENT_LOOKS[type]
  return (
    <span
      className={`inline-flex h-5.5 items-center gap-1.25 rounded-sm ps-1.5 pe-2 text-xs font-medium whitespace-nowrap in-data-pending:border in-data-pending:border-dashed in-data-pending:bg-transparent forced-colors:border ${className}`}
    >
      <Icon size={13} strokeWidth={2.25} aria-hidden="true" />
      {name}
    </span>
  )
}
