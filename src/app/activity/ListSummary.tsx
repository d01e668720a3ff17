import { Link } from 'react-router-dom'
import type { ActivityPage } from '../../contract/activity.ts'
import type { Reply } from '../../contract/client.ts'
import { checkLedger } from '../analysis/engine/checkLedger.ts'
import type { Subject } from '../analysis/engine/subject.ts'
import { Incomplete } from '../lists/Incomplete.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Count } from '../ui/numbers.tsx'
import { UntrustedText } from '../ui/UntrustedText.tsx'
import { orderOf, recordsOf, summarise } from './activitySummary.ts'

type Props = {
  reply: Reply<ActivityPage>
  subject: Subject['kind']
  /** The path of the whole list. */
  path: string
  canCheck: boolean
}

/** How many records a list has, how many of each operation, and what is missing. */
export function ListSummary({ reply, subject, path, canCheck }: Props) {
  const { value: page, coverage } = reply
  const withoutAmount = recordsOf(page).filter(
    ({ amount, operation }) => amount === undefined && operation !== 'etching',
  ).length
  const unreadable = page.results.filter(({ kind }) => kind === 'unreadable').length
  const isWhole = unreadable === 0 && page.results.length === page.total
  return (
    <>
      <p>
        <strong className="text-lg">
          <Count value={page.total} one="record" />
        </strong>
        {isWhole && ': '}
        {isWhole && <UntrustedText text={summarise(page)} />}
        <span className="text-muted">
          {page.total > 1 && `, ${orderOf(subject)}`}
          {!isWhole && unreadable < page.results.length && (
            <>
              {' · on this page '}
              <UntrustedText text={summarise(page)} />
            </>
          )}
        </span>
        {isWhole && canCheck && coverage !== 'partial' && <Verdict page={page} path={path} />}
      </p>
      {coverage === 'partial' && (
        <Incomplete>
          Some records may be missing; the count covers only those that this service has.
        </Incomplete>
      )}
      {withoutAmount > 0 && (
        <p className="text-sm text-muted">
          The service gives no amount for{' '}
          {withoutAmount === 1 ? 'one record' : `${withoutAmount} records`} on this page.
        </p>
      )}
      {unreadable > 0 && (
        <Notice
          tone="warning"
          title={`${unreadable} of ${page.results.length} ${page.results.length === 1 ? 'record' : 'records'} on this page could not be read`}
        >
          <p>Each row gives the reason. Its details show the raw record.</p>
        </Notice>
      )}
    </>
  )
}

/**
 * The result of the check, for a list that fits on one page. Links to the check. Nothing if the balance
 * cannot be checked, as that of an etching.
 */
function Verdict({ page, path }: { page: ActivityPage; path: string }) {
  const [worst] = checkLedger(page.results.map((row, index) => ({ position: index + 1, row })))
  if (worst === undefined || worst.kind === 'unknown') return null
  return (
    <>
      {' · '}
      <Link to={`${path}?view=check`} className="link">
        {VERDICTS[worst.kind]}
      </Link>
    </>
  )
}

const VERDICTS = {
  unbalanced: 'amounts do not add up',
  balanced: 'amounts add up',
} as const
