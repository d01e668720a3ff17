import { ArrowRight, Flame, type LucideIcon, Pickaxe, Plus, RotateCcw } from 'lucide-react'
import type { MovementType } from '../../contract/schemas/movement.ts'

type Look = { name: string; many: string; icon: LucideIcon; className: string; fill: string }

/** What a type of movement is called, and how it looks. */
export const MOVEMENT_LOOKS: Record<MovementType, Look> = {
  transfer: {
    name: 'Transfer',
    many: 'Transfers',
    icon: ArrowRight,
    className: 'bg-transfer-soft text-transfer',
    fill: 'fill-transfer-fill',
  },
  mint: {
    name: 'Mint',
    many: 'Mints',
    icon: Plus,
    className: 'bg-mint-soft text-mint',
    fill: 'fill-mint-fill',
  },
  burn: {
    name: 'Burn',
    many: 'Burns',
    icon: Flame,
    className: 'bg-burn-soft text-burn',
    fill: 'fill-burn-fill',
  },
  etching: {
    name: 'Etching',
    many: 'Etchings',
    icon: Pickaxe,
    className: 'bg-etching-soft text-etching',
    fill: 'fill-etching-fill',
  },
  change: {
    name: 'Change',
    many: 'Change',
    icon: RotateCcw,
    className: 'bg-change-soft text-change',
    fill: 'fill-change-fill',
  },
}

export function TypeBadge({ type }: { type: MovementType }) {
  const { name, icon: Icon, className } = MOVEMENT_LOOKS[type]
  return (
    <span
      className={`inline-flex h-5.5 items-center gap-1.25 rounded-sm ps-1.5 pe-2 text-xs font-medium whitespace-nowrap forced-colors:border ${className}`}
    >
      <Icon size={13} strokeWidth={2.25} aria-hidden="true" />
      {name}
    </span>
  )
}
