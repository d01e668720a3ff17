import { Link } from 'react-router-dom'
import { nameOfRune } from '../../../contract/activity.ts'
import { recordAnchor, transactionLink } from '../../links.ts'
import { Hash } from '../../ui/Hash.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Amount, Numeral } from '../../ui/numbers.tsx'
import { ShowAll } from '../../ui/ShowAll.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import type { CheckResult } from '../engine/analysis.ts'
import type { Verdict } from '../engine/checkLedger.ts'
import { PartialList } from './PartialList.tsx'
import { RecordFilterForm } from './RecordFilterForm.tsx'
import { ResultPager } from './ResultPager.tsx'
import { useAnalysisQuery } from './useAnalysis.ts'
import type { ViewProps } from './viewProps.ts'

/** Checks the records against the rules of the ledger. */
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
          The check runs once all records are loaded. If one were missing, the list might not add
          up.
        </p>
      </Notice>
    )
  }
  if (analysis.progress.isPartial) return <PartialList heading="Does it add up?" />
  if (!result) return <Skeleton lines={6} label="Checking the list" />
  return (
    <section aria-labelledby="check-heading" aria-busy={isBusy} className="space-y-4">
      <h2 id="check-heading" className="text-lg font-semibold">
        Does it add up?
      </h2>
      <p className="max-w-prose">
        The outputs of a transaction must receive what it sent, minted and premined, including
        change. Burned units reach no output: units minted and burned in the same transaction need
        not be received, and other burns are not checked.
      </p>
      <RecordFilterForm {...props} fields="checks" />
      <Conclusion result={result} />
      <details className="text-sm">
        <summary className="link min-h-6">The rules</summary>
        <ul className="max-w-prose list-disc space-y-1 ps-5 pt-1">
          <li>For each rune, an output receives exactly the amount sent to it.</li>
          <li>
            An output receives more only if units are created, by a mint or by the premine of an
            etching. Units that are minted and burned in the same transaction reach no output.
          </li>
          <li>A burn or an etching alone has no record to compare it with: it is not checked.</li>
          <li>If an amount or a record is missing, the verdict is “cannot be checked”.</li>
        </ul>
      </details>
      {result.total > 0 && (
        <>
          <ul className="panel divide-y divide-line">
            {result.results.map((verdict) => (
              <li key={`${verdict.tx_id} ${verdict.rune.id}`} className="space-y-1 px-4 py-3">
                <VerdictLine verdict={verdict} path={path} />
              </li>
            ))}
          </ul>
          <ResultPager
            place="bottom"
            page={result}
            paging={paging}
            unit="check"
            linkTo={(paging) => linkTo({}, paging)}
          />
        </>
      )}
    </section>
  )
}

function Conclusion({ result }: { result: CheckResult }) {
  const { total, counts, unreadable, unknownReasons } = result
  return (
    <Notice tone={counts.unbalanced > 0 ? 'warning' : 'information'} title={conclude(result)}>
      {counts.unbalanced > 0 && <p>The service’s records contradict each other.</p>}
      {total > 0 && (
        <p>
          Each rune of each transaction is checked separately: <Numeral value={counts.balanced} />{' '}
          {counts.balanced === 1 ? 'adds' : 'add'} up, <Numeral value={counts.unbalanced} />{' '}
          {counts.unbalanced === 1 ? 'does' : 'do'} not, <Numeral value={counts.unknown} /> cannot
          be checked.
        </p>
      )}
      {unknownReasons.length > 0 && (
        <ul className="list-disc ps-5">
          {unknownReasons.map(({ text, count }) => (
            <li key={text}>
              <Numeral value={count} /> because {text}
            </li>
          ))}
        </ul>
      )}
      {unreadable > 0 && (
        <p>
          <Numeral value={unreadable} /> {unreadable === 1 ? 'record' : 'records'} could not be read
          and may belong to any of these transactions.
        </p>
      )}
    </Notice>
  )
}

function conclude({ counts: { balanced, unbalanced, unknown }, unreadable }: CheckResult): string {
  if (unbalanced > 0) return 'Some amounts do not add up'
  if (balanced > 0)
    return unknown === 0 ? 'Everything checked adds up' : 'Everything that can be checked adds up'
  return unknown + unreadable === 0 ? 'Nothing to check' : 'Nothing can be checked'
}

const VERDICTS = {
  balanced: { text: 'Adds up', color: 'text-mint' },
  unbalanced: { text: 'Does not add up', color: 'text-burn' },
  unknown: { text: 'Cannot be checked', color: 'text-muted' },
} as const

const SUMS = ['received', 'sent', 'minted', 'premined', 'burned'] as const

function VerdictLine({ verdict, path }: { verdict: Verdict; path: string }) {
  const { text, color } = VERDICTS[verdict.kind]
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <strong className={color}>{text}</strong>
        <strong>
          <UntrustedText text={nameOfRune(verdict.rune)} />
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
    <ShowAll entries={positions} max={8}>
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
    </ShowAll>
  )
}
