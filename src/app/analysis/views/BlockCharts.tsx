import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { PAGING_RULES } from '../../../contract/paging.ts'
import { OperationBadge } from '../../activity/OperationBadge.tsx'
import { RuneName } from '../../activity/RuneName.tsx'
import { recordAnchor } from '../../links.ts'
import { Absent } from '../../ui/Absent.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { isEmpty } from '../engine/filter.ts'
import { LIST_ORDER } from '../engine/sort.ts'
import type { Interval, RuneCount, Summary } from '../engine/summarise.ts'
import type { ViewProps } from './AnalysisView.tsx'
import { Bar, BarLink } from './BarLink.tsx'
import { DataTable } from './DataTable.tsx'
import { FilterForm } from './FilterForm.tsx'
import { useAnalysisQuery } from './useAnalysis.ts'

/** The records of a block, counted. Every bar is a link to the records that it counts. */
export function BlockCharts(props: ViewProps) {
  const { analysis, state } = props
  const { filter } = state
  const { data: summary, isBusy } = useAnalysisQuery(analysis, ['summary', filter], (worker) =>
    worker.summary(filter),
  )
  if (summary === undefined) return <Skeleton lines={12} label="Counting the records" />
  return (
    <section aria-labelledby="charts-heading" aria-busy={isBusy} className="space-y-4">
      <h2 id="charts-heading" className="text-lg font-semibold">
        Charts
      </h2>
      <FilterForm {...props} fields="records" />
      {summary.records === 0 ? (
        <p>{isEmpty(filter) ? 'There are no records to count.' : 'No record passes the filter.'}</p>
      ) : (
        <>
          <OperationChart {...props} summary={summary} />
          <IntervalChart {...props} summary={summary} />
          <div className="grid gap-4 lg:grid-cols-2">
            <RuneChart {...props} summary={summary} unit="records" runes={summary.byRecords} />
            <RuneChart
              {...props}
              summary={summary}
              unit="transactions"
              runes={summary.byTransactions}
            />
          </div>
          {summary.largest.length > 0 && <LargestMoves {...props} summary={summary} />}
        </>
      )}
    </section>
  )
}

type ChartProps = ViewProps & { summary: Summary }
type PanelProps = { id: string; heading: string; description: ReactNode; children: ReactNode }

function Panel({ id, heading, description, children }: PanelProps) {
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface"
    >
      <div className="space-y-1 p-3">
        <h3 id={id} className="font-semibold">
          {heading}
        </h3>
        <p className="max-w-prose text-sm text-muted">{description}</p>
      </div>
      {children}
    </section>
  )
}

const FILLS = new Map([
  ['etching', 'fill-etching'],
  ['mint', 'fill-mint'],
  ['burn', 'fill-burn'],
  ['send', 'fill-send'],
  ['receive', 'fill-receive'],
])
const OTHER_FILL = 'fill-muted'

const OPERATION_COLUMN = {
  heading: 'Operation',
  className: 'whitespace-nowrap',
  cell: ({ operation }: { operation: string }) => <OperationBadge operation={operation} />,
}

// A service may send others: those with most records have a row or column.
const MAX_OPERATIONS = 8

function OperationChart({ summary, state: { filter }, linkTo }: ChartProps) {
  const { operations, minting, transferring, both, transactions } = summary
  const most = Math.max(...operations.map(({ records }) => records))
  const recordsOf = (operation: string, grouping?: 'transaction') =>
    linkTo({ view: 'records', filter: { ...filter, operations: [operation] }, grouping })
  return (
    <Panel
      id="operations"
      heading="Mints and transfers"
      description={
        <>
          Of <Numeral value={transactions} /> transactions <Numeral value={minting} /> mint,{' '}
          <Numeral value={transferring} /> transfer (send), and <Numeral value={both} /> do both.
        </>
      }
    >
      <DataTable
        caption="Records and transactions by operation"
        rows={operations.slice(0, MAX_OPERATIONS)}
        keyOf={({ operation }) => operation}
        columns={[
          OPERATION_COLUMN,
          {
            heading: 'Records',
            className: 'w-full',
            cell: ({ operation, records }) => (
              <BarLink
                to={recordsOf(operation)}
                value={records}
                share={records / most}
                fill={FILLS.get(operation) ?? OTHER_FILL}
              />
            ),
          },
          {
            heading: 'Transactions',
            isNumber: true,
            cell: ({ operation, transactions }) => (
              <Link to={recordsOf(operation, 'transaction')} className="link">
                <Numeral value={transactions} />
              </Link>
            ),
          },
        ]}
      />
    </Panel>
  )
}

/** The operations along the block, from its last transaction to its first. */
function IntervalChart({ summary, linkTo }: ChartProps) {
  const limit = Math.min(summary.intervals[0]?.length ?? 1, PAGING_RULES.limit.max)
  const recordsOf = ({ offset }: Interval) =>
    linkTo({ view: 'records', grouping: undefined, sort: LIST_ORDER }, { offset, limit })
  return (
    <Panel
      id="intervals"
      heading="Operations along the block"
      description="The records in intervals of equal length, the block's last transactions first. Each bar shows the operations of an interval, and links to its records."
    >
      <DataTable
        caption="Records by operation along the block"
        rows={summary.intervals}
        keyOf={({ offset }) => offset}
        columns={[
          {
            heading: 'Records',
            className: 'w-full sm:min-w-64',
            cell: (interval) => (
              <Link to={recordsOf(interval)} className="link flex min-h-6 items-center gap-2">
                <span className="min-w-24 whitespace-nowrap">
                  <Numeral value={interval.offset + 1} />–
                  <Numeral value={interval.offset + interval.length} />
                </span>
                <Bar parts={partsOf(interval)} />
              </Link>
            ),
          },
          ...summary.operations.slice(0, MAX_OPERATIONS).map(({ operation }) => ({
            heading: <OperationBadge operation={operation} />,
            isNumber: true,
            cell: ({ operations }: Interval) => <Numeral value={operations.get(operation) ?? 0} />,
          })),
        ]}
      />
    </Panel>
  )
}

/** In one order along the block; operations without a colour of their own are one part at the end. */
function partsOf({ operations, length }: Interval) {
  const known = [...FILLS].map(([operation, fill]) => ({
    share: (operations.get(operation) ?? 0) / length,
    fill,
  }))
  const rest = 1 - known.map(({ share }) => share).reduce((a, b) => a + b, 0)
  return [...known, { share: rest, fill: OTHER_FILL }].filter(({ share }) => share > 1e-9)
}

type RuneChartProps = ChartProps & { unit: 'records' | 'transactions'; runes: RuneCount[] }

function RuneChart({ summary, state: { filter }, linkTo, unit, runes }: RuneChartProps) {
  const [top] = runes
  if (top === undefined) return
  return (
    <Panel
      id={`runes-by-${unit}`}
      heading={`Runes by ${unit}`}
      description={
        <>
          {summary.runes > runes.length && (
            <>
              The first <Numeral value={runes.length} /> of <Numeral value={summary.runes} /> runes.{' '}
            </>
          )}
          First is <RuneName rune={top.rune} /> in <Numeral value={top[unit]} /> of{' '}
          <Numeral value={summary[unit]} /> {unit}.
        </>
      }
    >
      <DataTable
        caption={`Table of runes by ${unit}`}
        rows={runes}
        keyOf={({ rune }) => rune.id}
        columns={[
          { heading: 'Rune', cell: ({ rune }) => <RuneName rune={rune} /> },
          {
            heading: unit === 'records' ? 'Records' : 'Transactions',
            className: 'w-1/2',
            cell: (count) => (
              <BarLink
                to={linkTo({
                  view: 'records',
                  filter: { ...filter, runes: [count.rune.id] },
                  grouping: unit === 'transactions' ? 'transaction' : undefined,
                })}
                value={count[unit]}
                share={count[unit] / top[unit]}
                fill="fill-accent"
              />
            ),
          },
        ]}
      />
    </Panel>
  )
}

/** The largest sends and burns of the runes with most records. */
function LargestMoves({ summary, state: { filter }, linkTo, path }: ChartProps) {
  const rows = summary.largest.flatMap(({ rune, moves }) =>
    moves.map((move) => ({ ...move, rune })),
  )
  type Row = (typeof rows)[number]
  const largerThan = ({ rune, operation, amount }: Row) =>
    linkTo({
      view: 'records',
      filter: { ...filter, runes: [rune.id], operations: [operation], min: amount },
      sort: { column: 'amount', direction: 'descending' },
      grouping: undefined,
    })
  const addressColumn = (heading: string, side: 'from' | 'to') => ({
    heading,
    className: 'whitespace-nowrap',
    cell: ({ [side]: address }: Row) =>
      address === undefined ? <Absent /> : <Hash text={address} label="address" />,
  })
  return (
    <Panel
      id="largest-moves"
      heading="Largest moves"
      description="The largest sends and burns of each rune, without change. Each rune has its own scale: amounts of two runes do not compare."
    >
      <DataTable
        caption="Largest moves of each rune"
        rows={rows}
        keyOf={({ position }) => position}
        columns={[
          { heading: 'Rune', cell: ({ rune }) => <RuneName rune={rune} /> },
          {
            heading: 'Amount',
            className: 'min-w-64 whitespace-nowrap',
            cell: (move) => (
              <BarLink
                to={largerThan(move)}
                value={move.amount}
                share={move.share}
                fill={FILLS.get(move.operation) ?? OTHER_FILL}
              />
            ),
          },
          OPERATION_COLUMN,
          addressColumn('From', 'from'),
          addressColumn('To', 'to'),
          {
            heading: 'Record',
            isNumber: true,
            cell: ({ position }) => (
              <Link to={`${path}#${recordAnchor(position)}`} className="link">
                <Numeral value={position} />
              </Link>
            ),
          },
        ]}
      />
    </Panel>
  )
}
