import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { RuneMilestone } from '../../../contract/schemas/rune.ts'
import type { TypeCounts } from '../../figures/TypeColumns.tsx'
import { blockLink } from '../../links.ts'
import { filterSearch } from '../../lists/paging.ts'
import { SHOWN_TYPES } from '../../movements/TypeBadge.tsx'
import { Count, Numeral } from '../../ui/numbers.tsx'
import { formatUtcDay, startOfIsoDay } from '../../ui/Time.tsx'
import { countMovements } from './historyColumns.ts'

type Props = {
  milestones: RuneMilestone[]
  /** The number of movements of the etching. */
  etchings: number
}

/** The milestones of a rune in words, with the numbers that they have in the figure. */
export function Milestones({ milestones, etchings }: Props) {
  if (milestones.length === 0) return null
  const etched = milestones.find(({ kind }) => kind === 'etched')
  return (
    <section className="-mx-4 mt-3 border-t border-line px-4 pt-2.5 phone:-mx-3 phone:px-3">
      <h3 className="text-sm font-semibold">What happened</h3>
      <ol className="mt-1 grid grid-cols-3 gap-x-4 gap-y-0.5 text-sm max-xl:grid-cols-2 phone:grid-cols-1">
        {milestones.map((milestone, index) => (
          <li
            key={`${milestone.kind} ${milestone.value} ${milestone.first_height}`}
            className="grid grid-cols-[1.125rem_minmax(0,1fr)] gap-x-2.5 py-1"
          >
            <span
              data-axis
              className="mt-px flex size-4.5 items-center justify-center rounded-full bg-ink text-xs font-semibold text-surface forced-colors:border"
            >
              {index + 1}
            </span>
            <Milestone
              milestone={milestone}
              etchings={milestone.date === etched?.date ? etchings : 0}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** `etchings` is the number of movements of the etching on its day. */
function Milestone({ milestone, etchings }: { milestone: RuneMilestone; etchings: number }) {
  const [search] = useSearchParams()
  const { kind, first_height, last_height, date, day } = milestone
  const heights = { from: first_height, to: last_height }
  const to =
    kind === 'etched'
      ? blockLink(first_height)
      : filterSearch(search, { view: 'movements', ...heights })
  return (
    <span>
      <Link to={to} className="font-medium hover:underline">
        <Title milestone={milestone} />
      </Link>
      <span className="block text-xs text-muted">
        <span data-value="milestone.date">{formatUtcDay(startOfIsoDay(date))}</span>
        {' · '}
        {day === undefined ? (
          <Block {...milestone} />
        ) : (
          <Movements counts={countMovements([day], etchings)} />
        )}
      </span>
    </span>
  )
}

function Title({ milestone: { kind, value = 0 } }: { milestone: RuneMilestone }): ReactNode {
  const number = <Numeral name="milestone.value" value={value} />
  const movements = <Count name="milestone.value" value={value} one="movement" />
  switch (kind) {
    case 'etched':
      return 'Etched'
    case 'mint-opened':
      return 'Mint opened'
    case 'holders':
      return <>{number} holders</>
    case 'half-minted':
      return 'Half minted'
    case 'minted-out':
      return 'Fully minted'
    case 'busiest-day':
      return <>Busiest day: {movements}</>
    case 'unusual-day':
      return <>Busy day: {movements}</>
  }
}

function Block({ first_height }: Pick<RuneMilestone, 'first_height'>) {
  return (
    <>
      block <Numeral name="milestone.first_height" value={first_height} />
    </>
  )
}

/** "1,005 transfers, 441 mints" */
function Movements({ counts }: { counts: TypeCounts }) {
  const present = SHOWN_TYPES.map((type, index) => ({ type, count: counts[index] ?? 0 })).filter(
    ({ count }) => count > 0,
  )
  return present.map(({ type, count }, index) => (
    <span key={type}>
      {index > 0 && ', '}
      <Count name={`milestone.${type}s`} value={count} one={type} />
    </span>
  ))
}
