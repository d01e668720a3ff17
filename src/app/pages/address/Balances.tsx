import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Balance, BalancePage } from '../../../contract/etching.ts'
import type { Paging } from '../../../contract/paging.ts'
import { NeedsWholeHistory } from '../../activity/NeedsWholeHistory.tsx'
import { RuneName } from '../../activity/RuneName.tsx'
import { DownloadList } from '../../analysis/DownloadList.tsx'
import { BALANCE_COLUMNS } from '../../analysis/engine/exportColumns.ts'
import { useApi } from '../../appContext.ts'
import { Failure, NotRenewed, ReadBefore } from '../../errors/Failure.tsx'
import { addressLink } from '../../links.ts'
import { Pager } from '../../lists/Pager.tsx'
import { PastTheEnd } from '../../lists/PastTheEnd.tsx'
import { balancesQuery } from '../../queries.ts'
import { type CardColumn, CardTable } from '../../ui/CardTable.tsx'
import { MissingValue } from '../../ui/MissingValue.tsx'
import { Amount, Count } from '../../ui/numbers.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

type Props = { address: string; paging: Paging; isSnapshot: boolean }

const MAX_SHOWN = 5

/** The largest balances of an address, and a link to all. */
export function LargestBalances(props: Props) {
  const { address } = props
  return (
    <Section {...props}>
      {(page) => (
        <>
          <BalanceTable address={address} page={page} rows={page.results.slice(0, MAX_SHOWN)} />
          <Link to={addressLink(address, { view: 'balances' })} className="button">
            {page.total > MAX_SHOWN ? (
              <>
                All <Count value={page.total} one="balance" />
              </>
            ) : (
              'Download balances'
            )}
          </Link>
        </>
      )}
    </Section>
  )
}

/** A page of all balances of an address. */
export function AllBalances(props: Props) {
  const api = useApi()
  const { address, paging } = props
  const linkTo = (paging: Paging) => addressLink(address, { view: 'balances', ...paging })
  return (
    <Section {...props}>
      {(page) => (
        <>
          <Link to={addressLink(address)} className="button">
            Back to activity
          </Link>
          {page.results.length === 0 ? (
            <PastTheEnd unit="balance" page={page} linkTo={linkTo} />
          ) : (
            <>
              <Pager place="top" unit="balance" page={page} requested={paging} linkTo={linkTo} />
              <BalanceTable address={address} page={page} rows={page.results} />
              <Pager place="bottom" unit="balance" page={page} requested={paging} linkTo={linkTo} />
              <DownloadList
                things="all balances"
                name={`address-${address}-balances`}
                columns={BALANCE_COLUMNS}
                request={(paging, signal) => api.replies.balances(address, { ...paging, signal })}
              />
            </>
          )}
        </>
      )}
    </Section>
  )
}

type SectionProps = Props & { children: (page: BalancePage) => ReactNode }

/** The heading, and loading, failures and empty lists. */
function Section({ address, paging, isSnapshot, children }: SectionProps) {
  const balances = useQuery(balancesQuery(useApi(), address, paging))
  const { data: reply, error, refetch, isPlaceholderData } = balances
  const isUnknown = error?.status === 501
  return (
    <section
      aria-labelledby="balances"
      aria-busy={isPlaceholderData}
      className="space-y-3 transition-opacity aria-busy:opacity-50"
    >
      <h2 id="balances" className="text-xl font-semibold">
        Balances
      </h2>
      {isUnknown && <NeedsWholeHistory things="Balances" error={error} isSnapshot={isSnapshot} />}
      {error && !isUnknown && reply === undefined && <Failure error={error} />}
      {error && reply !== undefined && <NotRenewed error={error} />}
      {reply?.readAt !== undefined && <ReadBefore readAt={reply.readAt} onRetry={refetch} />}
      {!error && reply === undefined && <Skeleton lines={3} label="Loading the balances" />}
      {reply?.value.total === 0 && <p>This address holds no runes.</p>}
      {reply !== undefined && reply.value.total > 0 && children(reply.value)}
    </section>
  )
}

type BalanceTableProps = { address: string; page: BalancePage; rows: Balance[] }

function BalanceTable({ address, page, rows }: BalanceTableProps) {
  const { offset, total } = page
  return (
    <CardTable
      caption={`Balances ${offset + 1} to ${offset + rows.length} of ${total}`}
      columns={columnsFor(address)}
      rows={rows}
      keyOf={({ rune }) => rune.id}
    />
  )
}

function columnsFor(address: string): CardColumn<Balance>[] {
  return [
    { heading: 'Rune', cell: ({ rune }) => <RuneName rune={rune} /> },
    {
      heading: 'Balance',
      isNumber: true,
      cell: ({ balance }) =>
        balance === undefined ? <MissingValue label="not given" /> : <Amount digits={balance} />,
    },
    {
      heading: 'Activity',
      isNumber: true,
      cell: ({ rune }) => (
        <Link to={addressLink(address, { rune: rune.id })} className="link">
          Show <span className="sr-only">activity of {rune.spaced_name ?? rune.id}</span>
        </Link>
      ),
    },
  ]
}
