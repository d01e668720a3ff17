import {
  ArrowDownLeft,
  ArrowUpRight,
  Asterisk,
  CircleQuestionMark,
  Flame,
  type LucideIcon,
  Plus,
} from 'lucide-react'
import type { Operation } from '../../contract/activity.ts'
import { UntrustedText } from '../ui/UntrustedText.tsx'

type Look = { Icon: LucideIcon; colours: string }

const LOOKS: Record<Operation, Look> = {
  etching: { Icon: Asterisk, colours: 'bg-etching-soft text-etching' },
  mint: { Icon: Plus, colours: 'bg-mint-soft text-mint' },
  burn: { Icon: Flame, colours: 'bg-burn-soft text-burn' },
  send: { Icon: ArrowUpRight, colours: 'bg-send-soft text-send' },
  receive: { Icon: ArrowDownLeft, colours: 'bg-receive-soft text-receive' },
}
const UNKNOWN: Look = { Icon: CircleQuestionMark, colours: 'bg-sunken' }

/** An operation with its icon and colour. Unknown operations share a neutral look. */
export function OperationBadge({ operation }: { operation: string }) {
  const { Icon, colours } = isOperation(operation) ? LOOKS[operation] : UNKNOWN
  return (
    <span
      className={`inline-flex max-w-60 items-center gap-1 rounded-full py-0.5 ps-1.5 pe-2.5 text-sm font-semibold ${colours}`}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0">
        <UntrustedText text={operation.slice(0, 60)} />
      </span>
    </span>
  )
}

function isOperation(operation: string): operation is Operation {
  return Object.hasOwn(LOOKS, operation)
}
