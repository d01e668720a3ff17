import { Link } from 'react-router-dom'
import { PAGING_RULES } from '../../../contract/paging.ts'
import { OperationBadge } from '../../activity/OperationBadge.tsx'
import { RuneName } from '../../activity/RuneName.tsx'
import { CardTable } from '../../ui/CardTable.tsx'
import { splitInvisible } from '../../ui/invisibleCharacters.ts'
import { Count, Numeral } from '../../ui/numbers.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { isEmpty } from '../engine/filter.ts'
import { LIST_ORDER } from '../engine/sort.ts'
import type { Interval, RuneCount, Summary } from '../engine/summarise.ts'
import { Bar, BarLink } from './BarLink.tsx'
import { ChartPanel } from './ChartPanel.tsx'
import { LargestMoves } from './LargestMoves.tsx'
import { OPERATION_COLUMN } from './operationColumn.tsx'
import { OPERATION_FILLS, OTHER_FILL } from './operationFillClasses.ts'
import { RecordFilterForm } from './RecordFilterForm.tsx'
import { useAnalysisQuery } from './useAnalysis.ts'
import type { ViewProps } from './viewProps.ts'

/** Charts that count a block's records. Every bar links to the records that it counts. */
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
      <RecordFilterForm {...props} fields="records" />
      {summary.records === 0 ? (
        <p>{describeNone(props)}</p>
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

/** Why there are no charts. */
function describeNone({ analysis: { progress }, state }: ViewProps): string {
  if (progress.phase !== 'complete' && progress.read === 0) return 'No records loaded yet.'
  return isEmpty(state.filter) ? 'There are no records to count.' : 'No records match the filter.'
}

type ChartProps = ViewProps & { summary: Summary }
// Services may send unknown operations. The most frequent operations have a row or column.
const MAX_OPERATIONS = 8

function OperationChart({ summary, state: { filter }, linkTo }: ChartProps) {
  const { operations, minting, transferring, both, transactions } = summary
  const maxRecords = Math.max(...operations.map(({ records }) => records))
  const recordsOf = (operation: string, grouping?: 'transaction') =>
    linkTo({ view: 'records', filter: { ...filter, operations: [operation] }, grouping })
  return (
    <ChartPanel
      id="operations"
      heading="Mints and transfers"
      description={
        <>
          <Count value={transactions} one="transaction" />: <Numeral value={minting} /> with a mint,{' '}
          <Numeral value={transferring} /> with a transfer (send), <Numeral value={both} /> with
          both.
        </>
      }
    >
      <CardTable
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
                share={records / maxRecords}
                fill={OPERATION_FILLS.get(operation) ?? OTHER_FILL}
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
    </ChartPanel>
  )
}

/** The operations by position in the block, from its last transaction to its first. */
function IntervalChart({ summary, linkTo }: ChartProps) {
  const limit = Math.min(summary.intervals[0]?.length ?? 1, PAGING_RULES.limit.max)
  const recordsOf = ({ offset }: Interval) =>
    linkTo({ view: 'records', grouping: undefined, sort: LIST_ORDER }, { offset, limit })
  return (
    <ChartPanel
      id="intervals"
      heading="Operations by position in the block"
      description="The records in intervals of equal length, the last transactions first. Each bar shows the operations of an interval and links to its records."
    >
      <CardTable
        caption="Records by operation and position in the block"
        rows={summary.intervals}
        keyOf={({ offset }) => offset}
        columns={[
          {
            heading: 'Records',
            isTitle: true,
            className: 'w-full min-w-64 cards:min-w-0',
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
            key: `operation ${operation}`,
            heading: splitInvisible(Array.from(operation).slice(0, 60).join('')).join(''),
            headingBadge: <OperationBadge operation={operation} />,
            isNumber: true,
            cell: ({ operations }: Interval) => <Numeral value={operations.get(operation) ?? 0} />,
          })),
        ]}
      />
    </ChartPanel>
  )
}

/** The parts in the order of every bar. Operations without their own colour share the last part. */
function partsOf({ operations, length }: Interval) {
  const known = [...OPERATION_FILLS].map(([operation, fill]) => ({
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
    <ChartPanel
      id={`runes-by-${unit}`}
      heading={`Runes by ${unit}`}
      description={
        <>
          {summary.runes > runes.length && (
            <>
              Top <Numeral value={runes.length} /> of <Numeral value={summary.runes} /> runes.{' '}
            </>
          )}
          The most frequent is <RuneName rune={top.rune} />, in <Numeral value={top[unit]} /> of{' '}
          <Count value={summary[unit]} one={unit.slice(0, -1)} />.
        </>
      }
    >
      <CardTable
        caption={`Table of runes by ${unit}`}
        rows={runes}
        keyOf={({ rune }) => rune.id}
        columns={[
          { heading: 'Rune', isTitle: true, cell: ({ rune }) => <RuneName rune={rune} /> },
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
    </ChartPanel>
  )
}
