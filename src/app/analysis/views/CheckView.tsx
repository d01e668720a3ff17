import { recordAnchor, transactionLink } from '../../links.ts'
import { Capped } from '../../ui/Capped.tsx'
import { ForeignText } from '../../ui/ForeignText.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { Verdict } from '../engine/check.ts'
import { nameOf } from '../engine/wholeRecord.ts'
import type { CheckResult } from '../engine/wholeSet.ts'
import { useAsked, type ViewProps } from './asking.ts'
import { FilterForm } from './FilterForm.tsx'
import { WindowPager } from './WindowPager.tsx'

/** Whether the records agree with each other, by the ledger's rules. */
export function CheckView(props: ViewProps) {
  const { shown, asked, paging, linkTo, path } = props
  const { filter } = asked
  const { data: result, isBusy } = useAsked(shown, ['check', filter, paging], (set) =>
    set.check(filter, paging),
  )
  if (shown.progress.phase !== 'complete') {
    return (
      <Notice tone="information" title="Cannot be checked yet">
        <p>
          Whether a list adds up can only be said when all of it was read: one record that is
          missing would make a right list look wrong.
        </p>
      </Notice>
    )
  }
  if (!result) return <Skeleton lines={6} label="Checking the list" />
  return (
    <section aria-labelledby="check-heading" aria-busy={isBusy} className="stack-4">
      <h2 id="check-heading" className="text-lg font-semibold">
        Does it add up?
      </h2>
      <FilterForm {...props} fields="of checks" />
      <Conclusion result={result} />
      <details className="text-sm">
        <summary className="link min-h-6">The rules</summary>
        <ul className="max-w-prose list-disc stack-1 ps-5 pt-1">
          <li>Each output receives exactly what is sent to it, of each rune.</li>
          <li>
            It may receive more only where units are new: as many as the mint says, or the premine
            of an etching. What is minted and burned at once is received nowhere.
          </li>
          <li>
            Where an amount or a record is missing nothing is claimed: the verdict is “cannot be
            checked”.
          </li>
          <li>A burn by itself cannot be checked: no other record says how much it was.</li>
        </ul>
      </details>
      {result.total > 0 && (
        <>
          <ul className="panel divided">
            {result.results.map((verdict) => (
              <li key={`${verdict.tx_id} ${verdict.rune.id}`} className="stack-1 px-4 py-3">
                <VerdictLine verdict={verdict} path={path} />
              </li>
            ))}
          </ul>
          <WindowPager
            place="bottom"
            found={result}
            paging={paging}
            things="checks"
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
      {counts.unbalanced > 0 && <p>The records of the service contradict each other there.</p>}
      {total > 0 && (
        <p>
          Each rune of each transaction is checked on its own: <Numeral value={counts.balanced} />{' '}
          add up, <Numeral value={counts.unbalanced} /> contradict themselves,{' '}
          <Numeral value={counts.unknown} /> cannot be checked.
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
  if (balanced === 0) {
    return unknown + unreadable === 0 ? 'There is nothing to check' : 'It cannot be checked'
  }
  return unknown === 0 ? 'It adds up' : 'What can be checked adds up'
}

const WORDS = {
  balanced: ['adds up', 'text-mint'],
  unbalanced: ['does not add up', 'text-burn'],
  unknown: ['cannot be checked', 'text-muted'],
} as const

function VerdictLine({ verdict, path }: { verdict: Verdict; path: string }) {
  const [words, look] = WORDS[verdict.kind]
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <strong className={look}>{words}</strong>
        <strong>
          <ForeignText text={nameOf(verdict.rune)} />
        </strong>
        <span className="whitespace-nowrap">
          <Hash text={verdict.tx_id} label="transaction id" to={transactionLink(verdict.tx_id)} />
        </span>
        <span className="text-sm text-muted">
          <Sums verdict={verdict} />
        </span>
      </p>
      {verdict.reasons.map(({ text, positions }) => (
        <p key={text} className="text-sm">
          Because {text}
          {positions.length > 0 && (
            <>
              : <Positions positions={positions} path={path} />
            </>
          )}
          .
        </p>
      ))}
    </>
  )
}

function Sums({ verdict }: { verdict: Verdict }) {
  const sums = [
    ['received', verdict.received],
    ['sent', verdict.sent],
    ['minted', verdict.minted],
    ['premined', verdict.premined],
    ['burned', verdict.burned],
  ] as const
  return sums.map(
    ([word, sum]) =>
      sum !== undefined &&
      /[1-9]/.test(sum) && (
        <span key={word} className="me-3">
          <Numeral value={sum} /> {word}
        </span>
      ),
  )
}

function Positions({ positions, path }: { positions: number[]; path: string }) {
  return (
    <Capped entries={positions} most={8}>
      {(shown) =>
        shown.map((position, index) => (
          <span key={position}>
            {index > 0 && ', '}
            <a href={`${path}#${recordAnchor(position)}`} className="link">
              record <Numeral value={position} />
            </a>
          </span>
        ))
      }
    </Capped>
  )
}
