import type { Operation } from '../../contract/activity.ts'
import { ForeignText } from '../ui/ForeignText.tsx'

const LOOKS: Record<Operation, string> = {
  etching: 'badge-etching',
  mint: 'badge-mint',
  burn: 'badge-burn',
  send: 'badge-send',
  receive: 'badge-receive',
}

/** The operation as word, shape and colour; one that is not known is shown as itself. */
export function OperationBadge({ operation }: { operation: string }) {
  if (isOperation(operation)) {
    return <span className={`badge ${LOOKS[operation]}`}>{operation}</span>
  }
  return (
    <span className="badge badge-unknown">
      <ForeignText text={operation.slice(0, 60)} />
    </span>
  )
}

function isOperation(operation: string): operation is Operation {
  return Object.hasOwn(LOOKS, operation)
}
