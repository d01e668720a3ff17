import { Fragment, type ReactNode } from 'react'
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
  /** Those that have a number in the figure. */
  milestones: RuneMilestone[]
  /** Those before the figure. */
  earlier: RuneMilestone[]
  /** The number of movements of the etching. */
  etchings: number
}

/** The milestones of a rune in words, with the numbers that they have in the figure. */
export function Milestones({ milestones, earlier, etchings }: Props) {
  if (milestones.length + earlier.length === 0) return null
  const etched = [...earlier, ...milestones].find(({ kind }) => kind === 'etched')
  return (
    <section className="-mx-4 mt-3 border-t border-line px-4 pt-2.5 phone:-mx-3 phone:px-3">
      <h3 className="text-sm font-semibold">What happened</h3>
      <Earlier milestones={earlier} />
      <ol
        className={`mt-1 grid gap-x-4 gap-y-0.5 text-sm max-xl:grid-cols-2 phone:grid-cols-1 ${milestones.length === 4 ? 'grid-cols-2' : 'grid-cols-3'}`}
      >
        {milestones.map((milestone, index) => (
          <li
            key={keyOf(milestone)}
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

/** "Earlier: etched 31 Oct 2026, 100 holders 2 Nov 2026" */
function Earlier({ milestones }: Pick<Props, 'milestones'>) {
  if (milestones.length === 0) return null
  return (
    <p className="mt-1 text-xs text-muted">
      Earlier:{' '}
      {milestones.map((milestone, index) => (
        <Fragment key={keyOf(milestone)}>
          {index > 0 && ', '}
          <MilestoneLink milestone={milestone} className="lowercase hover:underline" />{' '}
          <Day date={milestone.date} />
        </Fragment>
      ))}
    </p>
  )
}

function keyOf({ kind, value, first_height }: RuneMilestone): string {
  return `${kind} ${value} ${first_height}`
}

/** `etchings` is the number of movements of the etching on its day. */
function Milestone({ milestone, etchings }: { milestone: RuneMilestone; etchings: number }) {
  const { date, day } = milestone
  return (
    <span>
      <MilestoneLink milestone={milestone} className="font-medium hover:underline" />
      <span className="block text-xs text-muted">
        <Day date={date} />
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

type LinkProps = { milestone: RuneMilestone; className: string }

function MilestoneLink({ milestone, className }: LinkProps) {
  const [search] = useSearchParams()
  const { kind, first_height, last_height } = milestone
  const to =
    kind === 'etched'
      ? blockLink(first_height)
      : filterSearch(search, { view: 'movements', from: first_height, to: last_height })
  return (
    <Link to={to} className={className}>
      <Title milestone={milestone} />
    </Link>
  )
}

function Day({ date }: Pick<RuneMilestone, 'date'>) {
  return <span data-value="milestone.date">{formatUtcDay(startOfIsoDay(date))}</span>
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
      return <>Busiest whole day: {movements}</>
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
