import { useQuery } from '@tanstack/react-query'
import type { RuneDetails, RuneHolderPage } from '../../../contract/schemas/rune.ts'
import { useLastPeriod } from '../../endOfIndex.tsx'
import { EndpointList } from '../../lists/List.tsx'
import { FIRST_RECEIVED, LAST_RECEIVED, Owner } from '../../movements/columns.tsx'
import type { EndpointQuery } from '../../query.ts'
import { amountColumn } from '../../ui/amountColumn.tsx'
import { Share } from '../../ui/Bar.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Numeral, Percent } from '../../ui/numbers.tsx'
import { useSince } from './RuneStats.tsx'

type ListProps = { query: EndpointQuery<RuneHolderPage>; rune: RuneDetails }

export function HolderList({ query, rune }: ListProps) {
  const holders = useQuery(query).data?.value
  const concentration = holders && <Concentration page={holders} />
  return (
    <>
      <EndpointList
        query={query}
        toolbar={{ children: <div className="phone:hidden">{concentration}</div> }}
        things="holders"
        empty={{ title: 'Nobody holds this rune' }}
      >
        {(page, isBusy) => <Holders page={page} isBusy={isBusy} rune={rune} />}
      </EndpointList>
      <div className="mt-3 wide:hidden">{concentration}</div>
    </>
  )
}

type Props = { page: RuneHolderPage; isBusy: boolean; rune: RuneDetails }

function Holders({ page: { results, concentration }, isBusy, rune }: Props) {
  const since = useSince(rune)
  const last = useLastPeriod()
  return (
    <DataTable
      caption="Holders of the rune, largest balance first"
      rows={results}
      isBusy={isBusy}
      keyOf={({ address }) => address}
      columns={[
        {
          heading: 'Rank',
          area: 'name',
          isNumber: true,
          className: 'w-20 text-muted',
          cell: ({ rank }) => rank !== undefined && <Numeral name="holder.rank" value={rank} />,
        },
        {
          heading: 'Address',
          area: 'name',
          cell: ({ address }) => <Owner address={address} />,
        },
        amountColumn(results, since('Balance'), ({ balance }) => balance, {
          name: 'holder.balance',
        }),
        {
          heading: 'Share of supply',
          area: 'detail',
          label: 'Share',
          isNumber: true,
          cell: ({ share }) =>
            share !== undefined && (
              <Share name="holder.share" percent={share} largest={concentration[0]?.share} />
            ),
        },
        {
          ...amountColumn(results, `Change, ${last('24 h')}`, ({ day_change }) => day_change, {
            name: 'holder.day_change',
            isSigned: true,
            area: 'none',
          }),
          isMinor: true,
        },
        amountColumn(results, `Change, ${last('7 days')}`, ({ week_change }) => week_change, {
          name: 'holder.week_change',
          isSigned: true,
          area: 'aside',
          label: '7 days',
        }),
        FIRST_RECEIVED,
        LAST_RECEIVED,
      ]}
    />
  )
}

function Concentration({ page: { concentration, without_address } }: Pick<Props, 'page'>) {
  const largest = concentration.map(({ holders, share }) => ({
    name: `concentration.largest_${holders}` as const,
    part: holders === 1 ? 'the largest holder has' : `the largest ${holders} have`,
    share,
  }))
  const parts = [
    ...largest,
    {
      name: 'concentration.without_address' as const,
      part: 'outputs without an address have',
      share: without_address?.share ?? '0',
    },
  ].filter(({ share }) => Number(share) > 0)
  if (parts.length === 0) return null
  return (
    <p className="text-sm text-muted">
      {parts.map(({ name, part, share }, index) => (
        <span key={part}>
          {index === 0 ? part.charAt(0).toUpperCase() + part.slice(1) : `, ${part}`}{' '}
          <span className="font-medium text-ink">
            <Percent name={name} value={share} />
          </span>
        </span>
      ))}
      .
    </p>
  )
}
