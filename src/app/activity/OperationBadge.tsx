import type { Operation } from '../../contract/activity.ts'
import { ForeignText } from '../ui/ForeignText.tsx'
import { Icon } from '../ui/icons.tsx'

const COLOURS: Record<Operation, string> = {
  etching: 'bg-etching-soft text-etching',
  mint: 'bg-mint-soft text-mint',
  burn: 'bg-burn-soft text-burn',
  send: 'bg-send-soft text-send',
  receive: 'bg-receive-soft text-receive',
}

/** The operation as word, icon and colour; one that is not known is shown as itself. */
export function OperationBadge({ operation }: { operation: string }) {
  const known = isOperation(operation) ? operation : undefined
  return (
    <span
      className={`inline-flex max-w-60 items-center gap-1 rounded-full py-0.5 ps-1.5 pe-2.5 text-[0.8125rem] font-medium ${known ? `whitespace-nowrap ${COLOURS[known]}` : 'bg-sunken'}`}
    >
      <Icon name={known ?? 'unknown'} />
      {known ?? <ForeignText text={operation.slice(0, 60)} />}
    </span>
  )
}

function isOperation(operation: string): operation is Operation {
  return Object.hasOwn(COLOURS, operation)
}
