import { Link } from 'react-router-dom'
import { OPERATIONS, type Operation } from '../../contract/activity.ts'
import { TAB, TABS } from '../analysis/ViewLinks.tsx'

type Props = {
  /** The operations that the list can have. */
  operations?: readonly Operation[]
  operation: Operation | undefined
  linkTo: (operation: Operation | undefined) => string
}

/** Links to the records of one operation. */
export function OperationFilter({ operations = OPERATIONS, operation, linkTo }: Props) {
  return (
    <nav aria-label="Operations" className={TABS}>
      <span className="px-2 text-muted">Show</span>
      {[undefined, ...operations].map((choice) => (
        <Link
          key={choice ?? 'all'}
          to={linkTo(choice)}
          preventScrollReset
          aria-current={choice === operation ? 'true' : undefined}
          className={TAB}
        >
          {choice === undefined ? 'All' : NAMES[choice]}
        </Link>
      ))}
    </nav>
  )
}

const NAMES: Record<Operation, string> = {
  etching: 'Etching',
  mint: 'Mints',
  burn: 'Burns',
  send: 'Sends',
  receive: 'Receives',
}
