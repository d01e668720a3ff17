import { Link } from 'react-router-dom'
import { AddressLink } from '../../activity/AddressLink.tsx'
import { RuneName } from '../../activity/RuneName.tsx'
import { MissingValue } from '../../ui/MissingValue.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Amount, Numeral } from '../../ui/numbers.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { Nets } from '../engine/analysis.ts'
import { isEmpty } from '../engine/filter.ts'
import type { NetRow } from '../engine/netByAddress.ts'
import { type Column, DataTable } from './DataTable.tsx'
import { FilterForm } from './FilterForm.tsx'
import { PartialList } from './PartialList.tsx'
import { describeRows, ResultPager } from './ResultPager.tsx'
import { useAnalysisQuery } from './useAnalysis.ts'
import type { ViewProps } from './viewProps.ts'

/** How much of each rune every address gained or lost. */
export function NetView(props: ViewProps) {
  const { analysis, state, paging, linkTo } = props
  const { filter } = state
  const { data: nets, isBusy } = useAnalysisQuery(analysis, ['nets', filter, paging], (worker) =>
    worker.nets(filter, paging),
  )
  if (analysis.progress.isPartial) return <PartialList heading="Net change by address" />
  if (nets === undefined) return <Skeleton lines={12} label="Calculating the net changes" />
  return (
    <section aria-labelledby="net-heading" aria-busy={isBusy} className="space-y-4">
      <h2 id="net-heading" className="text-lg font-semibold">
        Net change by address
      </h2>
      <p className="max-w-prose text-sm text-muted">
        Net change = received − sent − burned, exact, for each rune separately. What an address
        sends back to itself (change) counts as neither sent nor received.
      </p>
      <FilterForm {...props} fields="nets" />
      {nets.results.some(({ net }) => net === undefined) && (
        <Notice tone="warning" title="Some net changes are unknown">
          <p>The service gives no amount for some of their records.</p>
        </Notice>
      )}
      {nets.leftOut.unreadable + nets.leftOut.unknown > 0 && <LeftOut {...nets.leftOut} />}
      {nets.total === 0 ? (
        <p>
          {isEmpty(filter)
            ? 'No address gained or lost anything.'
            : 'No net changes match the filter.'}
        </p>
      ) : (
        <>
          <div className="overflow-hidden rounded-lg border border-line bg-surface">
            <DataTable
              caption={`Net change by address and rune, ${describeRows(paging, nets)}`}
              columns={columnsOf(linkTo)}
              rows={nets.results}
              keyOf={({ rune, address }) => `${rune.id} ${address}`}
            />
          </div>
          <ResultPager
            place="bottom"
            window={nets}
            paging={paging}
            things={nets.total === 1 ? 'net change' : 'net changes'}
            linkTo={(paging) => linkTo({}, paging)}
          />
        </>
      )}
    </section>
  )
}

function columnsOf(linkTo: ViewProps['linkTo']): Column<NetRow>[] {
  const sumColumn = (heading: string, name: 'received' | 'sent' | 'burned'): Column<NetRow> => ({
    heading,
    isNumber: true,
    cell: ({ [name]: digits }) => <Sum digits={digits} />,
  })
  return [
    {
      heading: 'Address',
      className: 'whitespace-nowrap',
      cell: ({ address }) => <AddressLink address={address} />,
    },
    {
      heading: 'Net change',
      isNumber: true,
      className: 'font-semibold',
      cell: ({ net }) => (
        <>
          {net !== undefined && /^[^-]*[1-9]/.test(net) && '+'}
          <Sum digits={net} />
        </>
      ),
    },
    { heading: 'Rune', cell: ({ rune }) => <RuneName rune={rune} /> },
    sumColumn('Received', 'received'),
    sumColumn('Sent', 'sent'),
    sumColumn('Burned', 'burned'),
    {
      heading: 'Records',
      isNumber: true,
      cell: ({ rune, address, records }) => (
        <Link
          to={linkTo({ view: 'records', filter: { operations: [], runes: [rune.id], address } })}
          className="link"
        >
          <Numeral value={records} />
        </Link>
      ),
    },
  ]
}

function LeftOut({ unreadable, unknown }: Nets['leftOut']) {
  const count = unreadable + unknown
  return (
    <Notice tone="warning" title={`${count} ${count === 1 ? 'record' : 'records'} not counted`}>
      <p>
        {unreadable > 0 && (
          <>
            <Numeral value={unreadable} /> could not be read.{' '}
          </>
        )}
        {unknown > 0 && (
          <>
            <Numeral value={unknown} /> {unknown === 1 ? 'has' : 'have'} an unknown operation.{' '}
          </>
        )}
        The units that they moved are missing below.
      </p>
    </Notice>
  )
}

export function Sum({ digits }: { digits: string | undefined }) {
  if (digits === undefined) return <MissingValue label="unknown" />
  return /[1-9]/.test(digits) ? <Amount digits={digits} /> : <span className="text-muted">0</span>
}
