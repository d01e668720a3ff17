import { ActivityTable } from '../../activity/ActivityTable.tsx'
import { RuneName } from '../../activity/RuneName.tsx'
import { transactionLink } from '../../links.ts'
import { Absent } from '../../ui/Absent.tsx'
import { ForeignText } from '../../ui/ForeignText.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { isEmpty } from '../engine/filter.ts'
import { GROUPINGS, type Group, type Grouping } from '../engine/groups.ts'
import { SORT_COLUMNS, type Sort } from '../engine/sort.ts'
import { useAsked, type ViewProps } from './asking.ts'
import { FiguresTable } from './FiguresTable.tsx'
import { FilterForm } from './FilterForm.tsx'
import { Sum } from './NetView.tsx'
import { rowsOf, WindowPager } from './WindowPager.tsx'

/** The records of the whole list: some of them, in another order, or by what they share. */
export function RecordsView(props: ViewProps) {
  const { asked, linkTo } = props
  return (
    <section aria-labelledby="records-heading" className="stack-4">
      <h2 id="records-heading" className="text-lg font-semibold">
        {isEmpty(asked.filter) ? 'All records' : 'Filtered records'}
      </h2>
      <FilterForm {...props} fields="of records" />
      <nav aria-label="Group the records" className="flex flex-wrap items-center gap-x-1 text-sm">
        <span className="text-muted">Group by</span>
        {[undefined, ...GROUPINGS].map((grouping) => (
          <a
            key={grouping ?? 'none'}
            href={linkTo({ grouping })}
            aria-current={grouping === asked.grouping ? 'true' : undefined}
            className="view"
          >
            {grouping ?? 'nothing'}
          </a>
        ))}
      </nav>
      {asked.grouping === undefined ? (
        <Records {...props} />
      ) : (
        <Groups {...props} grouping={asked.grouping} />
      )}
    </section>
  )
}

function Records({ shown, subject, asked, paging, linkTo, path }: ViewProps) {
  const { filter, sort } = asked
  const { data: found, isBusy } = useAsked(shown, ['records', filter, sort, paging], (set) =>
    set.rows(filter, sort, paging),
  )
  if (found === undefined) return <Skeleton lines={12} label="Looking through the records" />
  const pager = (place: 'top' | 'bottom') => (
    <WindowPager
      place={place}
      found={found}
      paging={paging}
      things={found.total === 1 ? 'record' : 'records'}
      linkTo={(paging) => linkTo({}, paging)}
    />
  )
  if (found.total === 0) {
    const isWhole = shown.progress.phase === 'complete'
    return (
      <p aria-busy={isBusy}>
        {isEmpty(filter)
          ? `${isWhole ? 'This list has no records' : 'No record was read so far'}.`
          : `No record ${isWhole ? 'of this list' : 'that was read so far'} passes these filters.`}
      </p>
    )
  }
  return (
    <div aria-busy={isBusy} className="stack-4">
      {pager('top')}
      <ActivityTable
        page={{ ...paging, total: found.total, results: found.results.map(({ row }) => row) }}
        subject={subject.kind}
        excerpt={{
          places: found.results.map(({ position, row }) => ({
            position,
            page: { offset: position - 1, limit: 1, total: found.total, results: [row] },
          })),
          listPath: path,
          headingOf: (heading) => {
            const column = heading.toLowerCase()
            return {
              to: linkTo({ sort: turn(sort, column) }),
              sorted: column === sort.column ? sort.direction : undefined,
            }
          },
        }}
      />
      {pager('bottom')}
    </div>
  )
}

/** By another column, or by the same in the other direction. */
function turn(sort: Sort, text: string): Sort {
  const column = SORT_COLUMNS.find((column) => column === text) ?? 'record'
  // Of amounts the largest are sought.
  const first = column === 'amount' ? 'descending' : 'ascending'
  if (sort.column !== column) return { column, direction: first }
  return { column, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' }
}

const HEADINGS: Record<Grouping, string> = {
  rune: 'Rune id',
  operation: 'Operation',
  address: 'Address that acted',
  transaction: 'Transaction',
}

function Groups({ shown, asked, paging, linkTo, grouping }: ViewProps & { grouping: Grouping }) {
  const { filter } = asked
  const { data: found, isBusy } = useAsked(shown, ['groups', grouping, filter, paging], (set) =>
    set.groups(filter, grouping, paging),
  )
  if (found === undefined) return <Skeleton lines={12} label="Grouping the records" />
  return (
    <>
      <div aria-busy={isBusy} className="panel overflow-hidden">
        <ScrollRegion label="Groups">
          <FiguresTable
            caption={`Records by ${grouping} and rune, ${rowsOf(paging, found)}`}
            columns={[
              HEADINGS[grouping],
              ...(grouping === 'rune' ? [] : ['Rune']),
              { number: 'Records' },
              { number: 'Transactions' },
              'Sums by operation',
            ]}
          >
            {found.results.map((group) => (
              <GroupRow
                key={`${group.key} ${group.rune.id}`}
                group={group}
                grouping={grouping}
                link={linkTo({ grouping: undefined, filter: narrow(filter, group, grouping) })}
              />
            ))}
          </FiguresTable>
        </ScrollRegion>
      </div>
      <WindowPager
        place="bottom"
        found={found}
        paging={paging}
        things="groups"
        linkTo={(paging) => linkTo({}, paging)}
      />
    </>
  )
}

/** The filter that leaves a group's records. */
function narrow(filter: ViewProps['asked']['filter'], group: Group, grouping: Grouping) {
  const runes = [group.rune.id]
  if (grouping === 'operation') return { ...filter, runes, operations: [group.key] }
  if (grouping === 'address') {
    // On the other side of a record the address may stand, too: it acted by these.
    const operations = group.sums.map(({ operation }) => operation)
    return { ...filter, runes, operations, ...(group.key !== '' && { address: group.key }) }
  }
  if (grouping === 'transaction') return { ...filter, runes, text: group.key }
  return { ...filter, runes }
}

type GroupRowProps = { group: Group; grouping: Grouping; link: string }

function GroupRow({ group, grouping, link }: GroupRowProps) {
  return (
    <tr>
      <td>
        {grouping === 'rune' ? (
          <RuneName rune={group.rune} />
        ) : (
          <GroupKey group={group} grouping={grouping} />
        )}
      </td>
      {grouping !== 'rune' && (
        <td>
          <RuneName rune={group.rune} />
        </td>
      )}
      <td className="text-end">
        <a href={link} className="link">
          <Numeral value={group.records} />
        </a>
      </td>
      <td className="text-end">
        <Numeral value={group.transactions} />
      </td>
      <td>
        <ul>
          {group.sums.map(({ operation, records, sum }) => (
            <li key={operation} className="flex justify-between gap-4">
              <span className="text-muted">
                <Numeral value={records} /> <ForeignText text={operation.slice(0, 60)} />
              </span>
              <span className="text-end">
                <Sum digits={sum} />
              </span>
            </li>
          ))}
        </ul>
      </td>
    </tr>
  )
}

function GroupKey({ group: { key }, grouping }: Pick<GroupRowProps, 'group' | 'grouping'>) {
  if (key === '') return <Absent label="none given" />
  if (grouping === 'operation') return <ForeignText text={key.slice(0, 60)} />
  const to = grouping === 'transaction' ? { to: transactionLink(key) } : {}
  return (
    <span className="whitespace-nowrap">
      <Hash text={key} label={grouping} {...to} />
    </span>
  )
}
