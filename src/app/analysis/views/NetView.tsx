import { Link } from 'react-router-dom'
import { AddressLink } from '../../activity/AddressLink.tsx'
import { RuneName } from '../../activity/RuneName.tsx'
import { rangeInWords } from '../../lists/RangeText.tsx'
import { type CardColumn, CardTable } from '../../ui/CardTable.tsx'
import { useLanguage } from '../../ui/language.ts'
import { MissingValue } from '../../ui/MissingValue.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Amount, Numeral, useFormatCount } from '../../ui/numbers.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { Nets } from '../engine/analysis.ts'
import { isEmpty, NO_FILTER } from '../engine/filter.ts'
import type { NetRow } from '../engine/netByAddress.ts'
import { viewName } from '../ViewLinks.tsx'
import { PartialList } from './PartialList.tsx'
import { RecordFilterForm } from './RecordFilterForm.tsx'
import { ResultPager } from './ResultPager.tsx'
import { useAnalysisQuery } from './useAnalysis.ts'
import type { ViewProps } from './viewProps.ts'

/** How much of each rune every address gained or lost. On the page of an address, only that address. */
export function NetView(props: ViewProps) {
  const { analysis, subject, state, paging, linkTo } = props
  const isOfOne = subject.kind === 'address'
  const { filter } = state
  const heading = viewName('net', subject)
  const language = useLanguage()
  const { data: nets, isBusy } = useAnalysisQuery(analysis, ['nets', filter, paging], (worker) =>
    worker.nets(filter, paging),
  )
  if (analysis.progress.isPartial) return <PartialList heading={heading} />
  if (nets === undefined) return <Skeleton lines={12} label="Calculating the net changes" />
  return (
    <section aria-labelledby="net-heading" aria-busy={isBusy} className="space-y-4">
      <h2 id="net-heading" className="text-lg font-semibold">
        {heading}
      </h2>
      <p className="max-w-prose text-sm text-muted">
        Net change = received − sent − burned, exact, for each rune separately. What{' '}
        {isOfOne ? 'the' : 'an'} address sends back to itself (change) counts as neither sent nor
        received.
      </p>
      <RecordFilterForm {...props} fields={isOfOne ? 'netsByRune' : 'nets'} />
      {nets.results.some(({ net }) => net === undefined) && (
        <Notice tone="warning" title="Some net changes are unknown">
          <p>The service gives no amount for some of their records.</p>
        </Notice>
      )}
      {nets.leftOut.unreadable + nets.leftOut.unknown > 0 && <LeftOut {...nets.leftOut} />}
      {nets.total === 0 ? (
        <p>{describeNone(props)}</p>
      ) : (
        <>
          <CardTable
            caption={`${isOfOne ? heading : `${heading} and rune`}, ${rangeInWords('rows', { ...nets, offset: paging.offset }, language)}`}
            columns={isOfOne ? columnsByRune(linkTo) : columnsByAddress(subject, linkTo)}
            rows={nets.results}
            keyOf={({ rune, address }) => `${rune.id} ${address}`}
          />
          <ResultPager
            place="bottom"
            page={nets}
            paging={paging}
            unit="net change"
            linkTo={(paging) => linkTo({}, paging)}
          />
        </>
      )}
    </section>
  )
}

/** Why the table is missing. */
function describeNone({ analysis: { progress }, subject, state }: ViewProps): string {
  if (progress.phase !== 'complete' && progress.read === 0) return 'No records loaded yet.'
  if (!isEmpty(state.filter)) return 'No net changes match the filter.'
  return subject.kind === 'address'
    ? 'The address neither gained nor lost anything.'
    : 'No address gained or lost anything.'
}

function columnsByAddress(
  { kind }: ViewProps['subject'],
  linkTo: ViewProps['linkTo'],
): CardColumn<NetRow>[] {
  return [
    {
      heading: 'Address',
      isTitle: true,
      className: 'whitespace-nowrap',
      cell: ({ address }) => <AddressLink address={address} />,
    },
    NET_COLUMN,
    ...(kind === 'rune' ? [] : [RUNE_COLUMN]),
    ...SUM_COLUMNS,
    recordsColumn(({ rune, address }) =>
      linkTo({ view: 'records', filter: { ...NO_FILTER, runes: [rune.id], address } }),
    ),
  ]
}

/** Long amounts can push the last columns out of the window: what matters most comes first. */
function columnsByRune(linkTo: ViewProps['linkTo']): CardColumn<NetRow>[] {
  return [
    { ...RUNE_COLUMN, isTitle: true },
    NET_COLUMN,
    ...SUM_COLUMNS,
    recordsColumn(({ rune }) =>
      linkTo({ view: 'records', filter: { ...NO_FILTER, runes: [rune.id] } }),
    ),
  ]
}

const RUNE_COLUMN: CardColumn<NetRow> = {
  heading: 'Rune',
  cell: ({ rune }) => <RuneName rune={rune} />,
}

const NET_COLUMN: CardColumn<NetRow> = {
  heading: 'Net change',
  isNumber: true,
  className: 'font-semibold',
  cell: ({ net }) => <Sum digits={net} before={net?.startsWith('-') ? '' : '+'} />,
}

const SUM_COLUMNS: CardColumn<NetRow>[] = [
  { heading: 'Received', isNumber: true, cell: ({ received }) => <Sum digits={received} /> },
  { heading: 'Sent', isNumber: true, cell: ({ sent }) => <Sum digits={sent} /> },
  { heading: 'Burned', isNumber: true, cell: ({ burned }) => <Sum digits={burned} /> },
]

function recordsColumn(recordsOf: (row: NetRow) => string): CardColumn<NetRow> {
  return {
    heading: 'Records',
    isNumber: true,
    cell: (row) => (
      <Link to={recordsOf(row)} className="link">
        <Numeral value={row.records} />
      </Link>
    ),
  }
}

function LeftOut({ unreadable, unknown }: Nets['leftOut']) {
  const formatCount = useFormatCount()
  const count = unreadable + unknown
  return (
    <Notice
      tone="warning"
      title={`${formatCount(count)} ${count === 1 ? 'record' : 'records'} not counted`}
    >
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
        Any units moved by these records are missing below.
      </p>
    </Notice>
  )
}

type SumProps = { digits: string | undefined; before?: string }

export function Sum({ digits, before = '' }: SumProps) {
  if (digits === undefined) return <MissingValue label="unknown" />
  if (!/[1-9]/.test(digits)) return <span className="text-muted">0</span>
  return <Amount digits={digits} before={before} />
}
