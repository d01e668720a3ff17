import type { Operation } from '../../contract/activity.ts'
import { UntrustedText } from '../ui/UntrustedText.tsx'

type Look = { icon: string; colours: string }

const LOOKS: Record<Operation, Look> = {
  etching: { icon: 'before:icon-asterisk', colours: 'bg-etching-soft text-etching' },
  mint: { icon: 'before:icon-plus', colours: 'bg-mint-soft text-mint' },
  burn: { icon: 'before:icon-flame', colours: 'bg-burn-soft text-burn' },
  send: { icon: 'before:icon-arrow-up-right', colours: 'bg-send-soft text-send' },
  receive: { icon: 'before:icon-arrow-down-left', colours: 'bg-receive-soft text-receive' },
}
const UNKNOWN: Look = { icon: 'before:icon-circle-question-mark', colours: 'bg-sunken' }

/** An operation with its icon and colour. Unknown operations share a neutral look. */
export function OperationBadge({ operation }: { operation: string }) {
  const isKnown = isOperation(operation)
  const { icon, colours } = isKnown ? LOOKS[operation] : UNKNOWN
  return (
    <span
      className={`${icon} inline-flex max-w-60 items-center gap-1 rounded-full py-0.5 ps-1.5 pe-2.5 text-sm font-semibold before:size-4 ${colours}`}
    >
      {isKnown ? (
        operation
      ) : (
        <span className="min-w-0">
          <UntrustedText text={operation.slice(0, 60)} />
        </span>
      )}
    </span>
  )
}

function isOperation(operation: string): operation is Operation {
  return Object.hasOwn(LOOKS, operation)
}
