import { Link } from 'react-router-dom'
import { ActivityTable } from '../../activity/ActivityTable.tsx'
import { AddressLink } from '../../activity/AddressLink.tsx'
import { plural } from '../../activity/activitySummary.ts'
import { RuneName } from '../../activity/RuneName.tsx'
import { transactionLink } from '../../links.ts'
import { rangeInWords } from '../../lists/RangeText.tsx'
import { type CardColumn, CardTable } from '../../ui/CardTable.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { useLanguage } from '../../ui/language.ts'
import { MissingValue } from '../../ui/MissingValue.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { type Filter, isEmpty } from '../engine/filter.ts'
import { GROUPINGS, type Group, type Grouping } from '../engine/groupRecords.ts'
import { SORT_COLUMNS, type Sort } from '../engine/sort.ts'
import { TAB, TABS } from '../ViewLinks.tsx'
import { Sum } from './NetView.tsx'
import { RecordFilterForm } from './RecordFilterForm.tsx'
import { ResultPager } from './ResultPager.tsx'
import { useAnalysisQuery } from './useAnalysis.ts'
import type { ViewProps } from './viewProps.ts'

/** All records of a list, filtered, sorted and grouped. */
export function RecordsView(props: ViewProps) {
  const { state, linkTo } = props
  return (
    <section aria-labelledby="records-heading" className="space-y-4">
      <h2 id="records-heading" className="text-lg font-semibold">
        {isEmpty(state.filter) ? 'All records' : 'Filtered records'}
      </h2>
      <RecordFilterForm {...props} fields="records" />
      <nav aria-label="Group records" className={TABS}>
        <span className="px-2 text-muted max-sm:w-full">Group by</span>
        {[undefined, ...GROUPINGS].map((grouping) => (
          <Link
            key={grouping ?? 'none'}
            to={linkTo({ grouping })}
            preventScrollReset
            aria-current={grouping === state.grouping ? 'true' : undefined}
            className={TAB}
          >
            {grouping === undefined ? 'No grouping' : GROUPING_NAMES[grouping]}
          </Link>
        ))}
      </nav>
      {state.grouping === undefined ? (
        <Records {...props} />
      ) : (
        <Groups key={state.grouping} {...props} grouping={state.grouping} />
      )}
    </section>
  )
}

const GROUPING_NAMES: Record<Grouping, string> = {
  rune: 'Rune',
  operation: 'Operation',
  address: 'Address',
  transaction: 'Transaction',
}

function Records({ analysis, subject, state, paging, linkTo, path }: ViewProps) {
  const { filter, sort } = state
  const { data: rows, isBusy } = useAnalysisQuery(
    analysis,
    ['rows', filter, sort, paging],
    (worker) => worker.rows(filter, sort, paging),
  )
  if (rows === undefined) return <Skeleton lines={12} label="Filtering the records" />
  if (rows.total === 0) {
    const isComplete = analysis.progress.phase === 'complete'
    return (
      <p aria-busy={isBusy}>
        {isEmpty(filter)
          ? `${isComplete ? 'This list has no records' : 'No records loaded yet'}.`
          : `No ${isComplete ? 'records' : 'loaded records'} match the filter.`}
      </p>
    )
  }
  const pager = (place: 'top' | 'bottom') => (
    <ResultPager
      place={place}
      page={rows}
      paging={paging}
      unit="record"
      linkTo={(paging) => linkTo({}, paging)}
    />
  )
  return (
    <div aria-busy={isBusy} className="space-y-4">
      {pager('top')}
      <ActivityTable
        page={{ ...paging, total: rows.total, results: rows.results.map(({ row }) => row) }}
        subject={subject}
        change={rows.change}
        excerpt={{
          sources: rows.results.map(({ position, row }) => ({
            position,
            page: { offset: position - 1, limit: 1, total: rows.total, results: [row] },
          })),
          listPath: path,
          sortOf: (column) => {
            const name = column.toLowerCase()
            if (!SORT_COLUMNS.some((it) => it === name)) return
            return {
              to: linkTo({ sort: nextSort(sort, name) }),
              sorted: name === sort.column ? sort.direction : undefined,
            }
          },
        }}
      />
      {pager('bottom')}
    </div>
  )
}

/** Sorts by another column, or reverses the direction of the current one. */
function nextSort(sort: Sort, name: string): Sort {
  const column = SORT_COLUMNS.find((column) => column === name) ?? 'record'
  if (sort.column === column)
    return { column, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' }
  // Readers want the largest amounts first.
  return { column, direction: column === 'amount' ? 'descending' : 'ascending' }
}

type GroupsProps = ViewProps & { grouping: Grouping }

function Groups({ analysis, state: { filter }, paging, linkTo, grouping }: GroupsProps) {
  const language = useLanguage()
  const { data: groups, isBusy } = useAnalysisQuery(
    analysis,
    ['groups', filter, grouping, paging],
    (worker) => worker.groups(filter, grouping, paging),
  )
  if (groups === undefined) return <Skeleton lines={12} label="Grouping the records" />
  const columns: CardColumn<Group>[] = [
    ...(grouping === 'rune' ? [] : [KEY_COLUMNS[grouping]]),
    { heading: 'Rune', cell: ({ rune }) => <RuneName rune={rune} /> },
    {
      heading: 'Records',
      isNumber: true,
      cell: (group) => (
        <Link
          to={linkTo({ grouping: undefined, filter: filterOfGroup(filter, group, grouping) })}
          className="link"
        >
          <Numeral value={group.records} />
        </Link>
      ),
    },
    {
      heading: 'Transactions',
      isNumber: true,
      cell: ({ transactions }) => <Numeral value={transactions} />,
    },
    { heading: 'Sums by operation', cell: ({ sums }) => <Sums sums={sums} /> },
  ]
  return (
    <>
      <div aria-busy={isBusy}>
        <CardTable
          caption={`Records by ${grouping === 'rune' ? 'rune' : `${grouping} and rune`}, ${rangeInWords('rows', { ...groups, offset: paging.offset }, language)}`}
          columns={columns}
          rows={groups.results}
          keyOf={({ key, rune }) => `${key} ${rune.id}`}
        />
      </div>
      <ResultPager
        place="bottom"
        page={groups}
        paging={paging}
        unit="group"
        linkTo={(paging) => linkTo({}, paging)}
      />
    </>
  )
}

const KEY_COLUMNS: Record<Exclude<Grouping, 'rune'>, CardColumn<Group>> = {
  operation: {
    heading: 'Operation',
    cell: ({ key }) => <UntrustedText text={key.slice(0, 60)} />,
  },
  address: {
    heading: 'Address',
    className: 'whitespace-nowrap',
    cell: ({ key }) =>
      key === '' ? <MissingValue label="not given" /> : <AddressLink address={key} />,
  },
  transaction: {
    heading: 'Transaction',
    className: 'whitespace-nowrap',
    cell: ({ key }) => <Hash text={key} label="transaction id" to={transactionLink(key)} />,
  },
}

/** The filter for a group's records. */
function filterOfGroup(filter: Filter, { key, rune, sums }: Group, grouping: Grouping): Filter {
  const runes = [rune.id]
  if (grouping === 'operation') return { ...filter, runes, operations: [key] }
  if (grouping === 'transaction') return { ...filter, runes, text: key }
  if (grouping === 'rune') return { ...filter, runes }
  // The address filter matches both sides of a record. The operations narrow it to those of the group.
  const operations = sums.map(({ operation }) => operation)
  return { ...filter, runes, operations, ...(key !== '' && { address: key }) }
}

function Sums({ sums }: Pick<Group, 'sums'>) {
  return (
    <ul className="cards:w-full">
      {sums.map(({ operation, records, sum }) => (
        <li key={operation} className="flex justify-between gap-x-4 cards:flex-wrap">
          <span className="text-muted">
            <Numeral value={records} />{' '}
            <UntrustedText text={plural(operation.slice(0, 60), records)} />
          </span>
          <span className="ms-auto max-w-full text-end whitespace-nowrap">
            {operation === 'etching' ? <MissingValue /> : <Sum digits={sum} />}
          </span>
        </li>
      ))}
    </ul>
  )
}
