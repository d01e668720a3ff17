import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { nameOfRune } from '../../../contract/activity.ts'
import type { Balance, BalancePage } from '../../../contract/balances.ts'
import type { Paging } from '../../../contract/paging.ts'
import type { RequestError } from '../../../contract/requestError.ts'
import { NeedsWholeHistory } from '../../activity/NeedsWholeHistory.tsx'
import { RuneName } from '../../activity/RuneName.tsx'
import { DownloadList } from '../../analysis/DownloadList.tsx'
import { BALANCE_COLUMNS } from '../../analysis/engine/exportColumns.ts'
import { useApi } from '../../appContext.ts'
import { Failure } from '../../errors/Failure.tsx'
import { StoredDataNotices } from '../../errors/StoredDataNotices.tsx'
import { addressLink } from '../../links.ts'
import { PagedList } from '../../lists/PagedList.tsx'
import { rangeInWords } from '../../lists/RangeText.tsx'
import { readPaging } from '../../pageSizes.ts'
import { balancesQuery } from '../../queries/runes.ts'
import { type CardColumn, CardTable } from '../../ui/CardTable.tsx'
import { useLanguage } from '../../ui/language.ts'
import { MissingValue } from '../../ui/MissingValue.tsx'
import { Amount, Count } from '../../ui/numbers.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

type Props = { address: string; paging: Paging; isSnapshot: boolean }

const MAX_SHOWN_BALANCES = 5

/** The largest balances of an address, and a link to all. */
export function LargestBalances({ address, paging, isSnapshot }: Props) {
  const balances = useQuery(balancesQuery(useApi(), address, paging))
  const { data: reply, error } = balances
  const page = reply?.value
  if (error?.status === 501) return <Unknown error={error} isSnapshot={isSnapshot} />
  return (
    <Section>
      {error && page === undefined && <Failure error={error} />}
      {error === null && page === undefined && <Skeleton lines={3} label="Loading the balances" />}
      <StoredDataNotices query={balances} />
      {page?.total === 0 && NONE}
      {page !== undefined && page.total > 0 && (
        <>
          <BalanceTable
            address={address}
            page={page}
            rows={page.results.slice(0, MAX_SHOWN_BALANCES)}
          />
          <Link to={addressLink(address, { view: 'balances' })} className="button">
            {page.total > MAX_SHOWN_BALANCES ? (
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
export function AllBalances({ address, paging, isSnapshot }: Props) {
  const api = useApi()
  const { refused } = readPaging(useSearchParams()[0])
  const queryFor = (paging: Paging) => balancesQuery(api, address, paging)
  const balances = useQuery(queryFor(paging))
  const name = `address-${address}-balances`
  if (balances.error?.status === 501)
    return <Unknown error={balances.error} isSnapshot={isSnapshot} />
  return (
    <Section>
      <Link to={addressLink(address)} className="button">
        Back to activity
      </Link>
      <PagedList
        unit="balance"
        name={name}
        list={balances}
        refused={refused}
        linkTo={(paging) => addressLink(address, { view: 'balances', ...paging })}
        queryFor={queryFor}
        empty={NONE}
        download={
          <DownloadList
            things="all balances"
            name={name}
            columns={BALANCE_COLUMNS}
            request={(paging, signal) => api.replies.balances(address, { ...paging, signal })}
          />
        }
      >
        {(page) => <BalanceTable address={address} page={page} rows={page.results} />}
      </PagedList>
    </Section>
  )
}

const NONE = <p>This address holds no runes.</p>

type UnknownProps = { error: RequestError; isSnapshot: boolean }

function Unknown({ error, isSnapshot }: UnknownProps) {
  return (
    <Section>
      <NeedsWholeHistory missing="Balances" error={error} isSnapshot={isSnapshot} />
    </Section>
  )
}

function Section({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="balances" className="space-y-3">
      <h2 id="balances" className="text-xl font-semibold">
        Balances
      </h2>
      {children}
    </section>
  )
}

type BalanceTableProps = { address: string; page: BalancePage; rows: Balance[] }

function BalanceTable({ address, page, rows }: BalanceTableProps) {
  const language = useLanguage()
  return (
    <CardTable
      caption={rangeInWords('Balances', { ...page, results: rows }, language)}
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
        <Link to={`${addressLink(address, { rune: rune.id })}#activity`} className="link">
          Show <span className="sr-only">activity of {nameOfRune(rune)}</span>
        </Link>
      ),
    },
  ]
}
