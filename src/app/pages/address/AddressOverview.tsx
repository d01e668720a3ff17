import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import type { AddressDetails } from '../../../contract/schemas/address.ts'
import type { Pending } from '../../../contract/schemas/pending.ts'
import { AtEndOfIndex } from '../../endOfIndex.tsx'
import { StoredDataNotice } from '../../errors/StoredDataNotice.tsx'
import { WhenLoaded } from '../../errors/WhenLoaded.tsx'
import { viewLink } from '../../lists/paging.ts'
import { MovementTable } from '../../movements/MovementTable.tsx'
import { endpointQuery } from '../../query.ts'
import type { Load } from '../../source.ts'
import { type FigureName, Numeral } from '../../ui/numbers.tsx'
import { TableSkeleton } from '../../ui/Skeleton.tsx'
import { IfKnown, LargestBalances } from './Balances.tsx'
import { loadOverTime, OverTime } from './OverTime.tsx'

/** How many movements are shown. */
const LATEST = 6

/** How many balances are shown. */
const LARGEST = 5

/** How many balances are read: the figure offers the busiest of them. */
const READ = 10

type Subject = { address: string; chosen: string | undefined }

function overviewQueries({ address }: Subject) {
  return {
    balances: endpointQuery('addressBalances', { address, limit: READ }),
    latest: endpointQuery('addressMovements', { address, limit: LATEST }),
  }
}

/** The history is that of the busiest balance, unless the URL says otherwise. */
export async function loadAddressOverview(load: Load, { address, chosen }: Subject): Promise<void> {
  const { balances, latest } = overviewQueries({ address, chosen })
  const loading = load(latest)
  const { data } = await load(balances)
  await loadOverTime(load, { address, chosen, balances: data?.value.results ?? [] })
  await loading
}

type Props = Subject & {
  details: Partial<AddressDetails> & { pending?: Pending | undefined }
}

/** The largest balances of an address, its history, and its latest movements. */
export function AddressOverview(props: Props) {
  const balances = useQuery(overviewQueries(props).balances)
  return (
    <div className="mt-5 flex flex-col gap-6 phone:mt-3 phone:gap-5">
      <StoredDataNotice query={balances} />
      <WhenLoaded query={balances} skeleton={<TableSkeleton rows={LARGEST} />}>
        {({ results, total }) => (
          <>
            {total === 0 ? (
              <p className="panel px-4 py-2.5 text-sm text-muted">
                It holds no runes
                <IfKnown />
                <AtEndOfIndex />.
              </p>
            ) : (
              <section className="min-w-0">
                <Heading
                  title={total > LARGEST ? 'Largest balances' : 'Balances'}
                  all={
                    total > LARGEST ? { view: 'balances', name: 'address.runes', total } : undefined
                  }
                />
                <LargestBalances
                  rows={results.slice(0, LARGEST)}
                  isBusy={balances.isPlaceholderData}
                />
              </section>
            )}
            <OverTime {...props} balances={results} />
          </>
        )}
      </WhenLoaded>
      <Latest {...props} />
    </div>
  )
}

type HeadingProps = {
  title: string
  /** If there are more: their view. */
  all: { view: string; name: FigureName; total: number } | undefined
}

function Heading({ title, all }: HeadingProps) {
  const [search] = useSearchParams()
  return (
    <header className="mb-2 flex items-baseline justify-between gap-3">
      <h2 className="text-lg font-semibold">{title}</h2>
      {all && (
        <Link
          to={viewLink(search, all.view)}
          className="text-sm font-medium hover:underline phone:min-h-6"
        >
          All <Numeral name={all.name} value={all.total} />{' '}
          <span className="sr-only">{all.view} </span>→
        </Link>
      )}
    </header>
  )
}

function Latest(props: Props) {
  const latest = useQuery(overviewQueries(props).latest)
  const { movements = 0 } = props.details
  return (
    <section className="min-w-0">
      <Heading
        title={movements === 1 ? 'Its one movement' : 'Latest movements'}
        all={
          movements > LATEST
            ? { view: 'movements', name: 'address.movements', total: movements }
            : undefined
        }
      />
      <WhenLoaded query={latest} skeleton={<TableSkeleton rows={LATEST} />}>
        {(page) => (
          <MovementTable
            subject="address"
            page={page}
            isBusy={latest.isPlaceholderData}
            isFurther={props.details.runes !== 0}
          />
        )}
      </WhenLoaded>
    </section>
  )
}
