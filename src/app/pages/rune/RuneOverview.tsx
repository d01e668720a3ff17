import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import type { RuneDetails, RuneHistory, RuneMilestone } from '../../../contract/schemas/rune.ts'
import { WhenLoaded } from '../../errors/WhenLoaded.tsx'
import { MIN_COLUMNS } from '../../figures/timeColumns.ts'
import { viewLink } from '../../lists/paging.ts'
import { MovementTable } from '../../movements/MovementTable.tsx'
import { endpointQuery } from '../../query.ts'
import type { Load } from '../../source.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { TableSkeleton } from '../../ui/Skeleton.tsx'
import { HistoryFigure, KEPT_PARAMETERS, type Period } from './HistoryFigure.tsx'
import { HoldersBySize, WhoHolds } from './HoldingPanels.tsx'
import { ageInDays, historyColumns } from './historyColumns.ts'
import { MintPanel } from './MintPanel.tsx'
import { runeEtchingFacts } from './RuneFacts.tsx'

/** How many movements are shown. */
const LATEST = 6

type Subject = { rune: string; period: Period }

function overviewQueries({ rune, period }: Subject) {
  const days = period === 'all' ? {} : { days: period }
  return {
    history: endpointQuery('runeHistory', { rune, ...days, step: 'auto' }),
    milestones: endpointQuery('runeMilestones', { rune }),
    distribution: endpointQuery('runeDistribution', { rune }),
    latest: endpointQuery('runeMovements', { rune, limit: LATEST }),
  }
}

export async function loadOverview(load: Load, subject: Subject): Promise<void> {
  const { history, milestones, distribution, latest } = overviewQueries(subject)
  await Promise.all([load(history), load(milestones), load(distribution), load(latest)])
}

type Props = Subject & { details: RuneDetails; pendingMints: number | undefined }

/** The history of a rune, its mint and its holders. */
export function RuneOverview({ pendingMints, ...props }: Props) {
  // Phones have one column, with what decides on a mint first. A figure is about as high as the panels beside it, so
  // the movements below have the whole width; below the few facts of a rune without one, they are beside the panels.
  return (
    <div className="group/overview mt-4 flex flex-col gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_21.5rem] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-6 phone:mt-3 phone:gap-3">
      <div className="min-w-0 max-lg:contents">
        <History {...props} />
      </div>
      <div className="flex min-w-0 flex-col gap-4 max-lg:contents lg:col-start-2 lg:row-span-2 lg:group-has-[figure]/overview:row-span-1">
        <MintPanel rune={props.details} pendingMints={pendingMints} />
        <Distribution {...props} />
      </div>
      <Latest {...props} />
    </div>
  )
}

type PartProps = Omit<Props, 'pendingMints'>

/** About as high as the history. */
const HISTORY_SKELETON = <TableSkeleton rows={12} />

function History(props: PartProps) {
  const queries = overviewQueries(props)
  const history = useQuery(queries.history)
  const milestones = useQuery(queries.milestones)
  return (
    <WhenLoaded query={history} skeleton={HISTORY_SKELETON}>
      {(history) => (
        <WhenLoaded query={milestones} skeleton={HISTORY_SKELETON}>
          {({ results }) => <FigureOrFacts {...props} history={history} milestones={results} />}
        </WhenLoaded>
      )}
    </WhenLoaded>
  )
}

type FigureProps = PartProps & { history: RuneHistory; milestones: RuneMilestone[] }

/** The terms of its etching in place of a figure of too little. */
function FigureOrFacts({ details, history, milestones, period }: FigureProps) {
  const age = ageInDays(history)
  const days = period === 'all' ? age : Math.min(Number(period), age)
  const { etchings } = details.counts
  const shown = historyColumns(history, days, etchings)
  if (shown.columns.length < MIN_COLUMNS || hasFewPeriods(details, history)) {
    return <Facts title="Etching" facts={runeEtchingFacts(details)} />
  }
  return (
    <HistoryFigure
      {...shown}
      milestones={milestones}
      period={period}
      age={age}
      etchings={etchings}
      isOlder={details.is_older === true}
    />
  )
}

/** Whether it moved in fewer days or blocks than a figure needs. */
function hasFewPeriods({ movements }: RuneDetails, { before, results }: RuneHistory): boolean {
  // How many are before those of the history is not known.
  const most = before === undefined ? results.length : movements
  return most < MIN_COLUMNS
}

function Latest(props: PartProps) {
  const [search] = useSearchParams()
  const latest = useQuery(overviewQueries(props).latest)
  const { movements } = props.details
  if (movements === 0) return null
  return (
    <section
      data-wide
      className="min-w-0 max-lg:order-last lg:col-start-1 lg:row-start-2 lg:group-has-[figure]/overview:col-span-2"
    >
      <header className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="text-lg font-semibold">
          {movements === 1 ? 'Its one movement' : 'Latest movements'}
        </h2>
        {movements > LATEST && (
          <Link
            to={viewLink(search, 'movements', KEPT_PARAMETERS)}
            className="text-sm font-medium hover:underline"
          >
            All <Numeral name="rune.movements" value={movements} />{' '}
            <span className="sr-only">movements </span>→
          </Link>
        )}
      </header>
      <WhenLoaded query={latest} skeleton={<TableSkeleton rows={LATEST} />}>
        {(page) => (
          <MovementTable
            subject="rune"
            page={{ ...page, continues: false, continued: false }}
            isBusy={latest.isPlaceholderData}
          />
        )}
      </WhenLoaded>
    </section>
  )
}

function Distribution(props: PartProps) {
  const distribution = useQuery(overviewQueries(props).distribution)
  return (
    <WhenLoaded query={distribution} skeleton={<TableSkeleton rows={LATEST} />}>
      {(distribution) => (
        <>
          <WhoHolds distribution={distribution} holders={props.details.holders} />
          <HoldersBySize distribution={distribution} />
        </>
      )}
    </WhenLoaded>
  )
}
