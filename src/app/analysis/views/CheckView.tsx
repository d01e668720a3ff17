import { Link } from 'react-router-dom'
import { recordAnchor, transactionLink } from '../../links.ts'
import { Capped } from '../../ui/Capped.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Amount, Numeral } from '../../ui/numbers.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import type { CheckResult } from '../engine/analysis.ts'
import type { Verdict } from '../engine/checkLedger.ts'
import { nameOf } from '../engine/listRecord.ts'
import type { ViewProps } from './AnalysisView.tsx'
import { FilterForm } from './FilterForm.tsx'
import { useAnalysisQuery } from './useAnalysis.ts'
import { WindowPager } from './WindowPager.tsx'

/** Whether the records agree with each other by the rules of the ledger. */
export function CheckView(props: ViewProps) {
  const { analysis, state, paging, linkTo, path } = props
  const { filter } = state
  const { data: result, isBusy } = useAnalysisQuery(analysis, ['check', filter, paging], (worker) =>
    worker.check(filter, paging),
  )
  if (analysis.progress.phase !== 'complete') {
    return (
      <Notice tone="information" title="Not checked yet">
        <p>
          The list is checked once it is read to its end: a missing record would make a correct list
          look wrong.
        </p>
      </Notice>
    )
  }
  if (!result) return <Skeleton lines={6} label="Checking the list" />
  return (
    <section aria-labelledby="check-heading" aria-busy={isBusy} className="space-y-4">
      <h2 id="check-heading" className="text-lg font-semibold">
        Does it add up?
      </h2>
      <FilterForm {...props} fields="checks" />
      <Conclusion result={result} />
      <details className="text-sm">
        <summary className="link min-h-6">The rules</summary>
        <ul className="max-w-prose list-disc space-y-1 ps-5 pt-1">
          <li>Each output receives exactly what is sent to it, of each rune.</li>
          <li>
            It receives more only of new units: those that were minted, or the premine of an
            etching. Units that are minted and burned at once are received nowhere.
          </li>
          <li>Without all amounts and records the verdict is “cannot be checked”.</li>
          <li>A burn alone cannot be checked: no other record says how much it was.</li>
        </ul>
      </details>
      {result.total > 0 && (
        <>
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {result.results.map((verdict) => (
              <li key={`${verdict.tx_id} ${verdict.rune.id}`} className="space-y-1 px-4 py-3">
                <VerdictLine verdict={verdict} path={path} />
              </li>
            ))}
          </ul>
          <WindowPager
            place="bottom"
            window={result}
            paging={paging}
            things={result.total === 1 ? 'check' : 'checks'}
            linkTo={(paging) => linkTo({}, paging)}
          />
        </>
      )}
    </section>
  )
}

function Conclusion({ result: { total, counts, unreadable, doubts } }: { result: CheckResult }) {
  return (
    <Notice
      tone={counts.unbalanced > 0 ? 'warning' : 'information'}
      title={conclude(counts, unreadable)}
    >
      {counts.unbalanced > 0 && <p>Records of the service contradict each other.</p>}
      {total > 0 && (
        <p>
          Each rune of each transaction is checked on its own: <Numeral value={counts.balanced} />{' '}
          add up, <Numeral value={counts.unbalanced} /> do not, <Numeral value={counts.unknown} />{' '}
          cannot be checked.
        </p>
      )}
      {doubts.length > 0 && (
        <ul className="list-disc ps-5">
          {doubts.map(({ text, count }) => (
            <li key={text}>
              <Numeral value={count} /> because {text}
            </li>
          ))}
        </ul>
      )}
      {unreadable > 0 && (
        <p>
          <Numeral value={unreadable} /> {unreadable === 1 ? 'record' : 'records'} could not be
          read, and may belong to any of them.
        </p>
      )}
    </Notice>
  )
}

function conclude({ balanced, unbalanced, unknown }: CheckResult['counts'], unreadable: number) {
  if (unbalanced > 0)
    return unbalanced === 1 ? 'One does not add up' : `${unbalanced} do not add up`
  if (balanced > 0) return unknown === 0 ? 'It adds up' : 'What can be checked adds up'
  return unknown + unreadable === 0 ? 'There is nothing to check' : 'It cannot be checked'
}

const VERDICTS = {
  balanced: { text: 'adds up', color: 'text-mint' },
  unbalanced: { text: 'does not add up', color: 'text-burn' },
  unknown: { text: 'cannot be checked', color: 'text-muted' },
} as const

const SUMS = ['received', 'sent', 'minted', 'premined', 'burned'] as const

function VerdictLine({ verdict, path }: { verdict: Verdict; path: string }) {
  const { text, color } = VERDICTS[verdict.kind]
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <strong className={color}>{text}</strong>
        <strong>
          <UntrustedText text={nameOf(verdict.rune)} />
        </strong>
        <span className="whitespace-nowrap">
          <Hash text={verdict.tx_id} label="transaction id" to={transactionLink(verdict.tx_id)} />
        </span>
        {SUMS.filter((name) => /[1-9]/.test(verdict[name] ?? '')).map((name) => (
          <span key={name} className="max-w-full text-sm text-muted">
            <Amount digits={verdict[name] ?? ''} /> {name}
          </span>
        ))}
      </p>
      {verdict.reasons.map(({ text, positions }) => (
        <p key={text} className="text-sm">
          Because {text}
          {positions.length > 0 && ': '}
          <Positions positions={positions} path={path} />.
        </p>
      ))}
    </>
  )
}

function Positions({ positions, path }: { positions: number[]; path: string }) {
  return (
    <Capped entries={positions} most={8}>
      {(shown) =>
        shown.map((position, index) => (
          <span key={position}>
            {index > 0 && ', '}
            <Link to={`${path}#${recordAnchor(position)}`} className="link">
              record <Numeral value={position} />
            </Link>
          </span>
        ))
      }
    </Capped>
  )
}
