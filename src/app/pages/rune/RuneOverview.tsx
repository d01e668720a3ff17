import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import type { RuneDetails } from '../../../contract/schemas/rune.ts'
import { viewLink } from '../../lists/paging.ts'
import { MovementTable } from '../../movements/MovementTable.tsx'
import { endpointQuery } from '../../query.ts'
import type { Load } from '../../source.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { HoldersBySize, WhoHolds } from './HoldingPanels.tsx'
import { KEPT_PARAMETERS, LifeFigure, MIN_COLUMNS, type Period } from './LifeFigure.tsx'
import { ageInDays, lifeColumns } from './lifeColumns.ts'
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

/** The life of a rune, its mint and its holders. */
export function RuneOverview({ rune, period, details, pendingMints }: Props) {
  const distribution = useQuery(overviewQueries({ rune, period }).distribution).data?.value
  const { holders } = details
  // Phones have one column, with what decides on a mint first.
  return (
    <div className="mt-4 flex flex-col gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_21.5rem] lg:items-start lg:gap-6 phone:mt-3 phone:gap-3">
      <div className="flex min-w-0 flex-col gap-5 max-lg:contents">
        <Life rune={rune} period={period} details={details} />
        <Latest rune={rune} period={period} details={details} />
      </div>
      <div className="flex min-w-0 flex-col gap-4 max-lg:contents max-lg:*:first:order-first">
        <MintPanel rune={details} pendingMints={pendingMints} />
        {distribution !== undefined && (
          <>
            <WhoHolds distribution={distribution} holders={holders} />
            <HoldersBySize distribution={distribution} />
          </>
        )}
      </div>
    </div>
  )
}

type LifeProps = Omit<Props, 'pendingMints'>

/** The terms of its etching in place of a figure of too little. */
function Life({ rune, period, details }: LifeProps) {
  const queries = overviewQueries({ rune, period })
  const history = useQuery(queries.history).data?.value
  const milestones = useQuery(queries.milestones).data?.value.results ?? []
  if (history === undefined) return null
  const age = ageInDays(history)
  const days = period === 'all' ? age : Math.min(Number(period), age)
  const { etchings } = details.counts
  const columns = lifeColumns(history, days, etchings)
  if (columns.columns.length < MIN_COLUMNS)
    return <Facts title="Etching" facts={runeEtchingFacts(details)} />
  const isOlder = details.is_older === true
  return (
    <LifeFigure
      {...columns}
      milestones={milestones}
      period={period}
      age={age}
      etchings={etchings}
      isOlder={isOlder}
    />
  )
}

function Latest({ rune, period, details: { movements } }: LifeProps) {
  const [search] = useSearchParams()
  const { latest } = overviewQueries({ rune, period })
  const { data, isPlaceholderData } = useQuery(latest)
  if (data === undefined || movements === 0) return null
  const { results } = data.value
  return (
    <section className="min-w-0 max-lg:order-last">
      <header className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="text-lg font-semibold">
          {movements === 1 ? 'Its one movement' : 'Latest movements'}
        </h2>
        {movements > results.length && (
          <Link
            to={viewLink(search, 'movements', KEPT_PARAMETERS)}
            className="text-sm font-medium hover:underline"
          >
            All <Numeral name="rune.movements" value={movements} />{' '}
            <span className="sr-only">movements </span>→
          </Link>
        )}
      </header>
      <MovementTable
        subject="rune"
        page={{ ...data.value, continues: false, continued: false }}
        isBusy={isPlaceholderData}
      />
    </section>
  )
}
