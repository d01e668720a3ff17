import { useSearchParams } from 'react-router-dom'
import type { RuneHistory } from '../../../contract/schemas/rune.ts'
import { changeSearch } from '../../lists/paging.ts'
import { SearchLink } from '../../lists/Toolbar.tsx'
import { COLUMN_WIDTH, StackedColumns } from '../../movements/StackedColumns.tsx'
import { Legends } from '../../movements/Strata.tsx'
import { SHOWN_TYPES } from '../../movements/TypeBadge.tsx'
import { useFormatCount } from '../../ui/numbers.tsx'
import { Segmented } from '../../ui/Tabs.tsx'
import { formatUtcDay } from '../../ui/Time.tsx'
import { ageInDays, type HistoryColumn, historyColumns } from './historyColumns.ts'

const [COLUMNS_HEIGHT, LINE_HEIGHT, LABEL_HEIGHT] = [32, 24, 12]

export const PERIODS = ['30', '90', '365', 'all'] as const
type Period = (typeof PERIODS)[number]
export const DEFAULT_PERIOD = '90'
const PERIOD_NAMES = { '30': '30 d', '90': '90 d', '365': '1 y', all: 'All' }

type Props = {
  history: RuneHistory
  period: Period
  etchings: number
}

/** What happened on each day, and how many held the rune. A column leads to the movements of its days. */
export function HistoryFigure({ history, period, etchings }: Props) {
  const age = ageInDays(history)
  const days = period === 'all' ? age : Math.min(Number(period), age)
  const columns = historyColumns(history, days, etchings)
  const describe = useDescription()
  const [search] = useSearchParams()
  const step = Math.ceil(days / columns.length)
  const picked = columns.find((column) => isPicked(column, search))
  // The day of the etching alone is no history.
  if (age < 2) return null
  const hasHolders = columns.some(({ holders = 0 }) => holders > 0)
  const used = SHOWN_TYPES.filter((_, type) => columns.some(({ counts }) => counts[type] !== 0))
  return (
    <figure className="mt-1 print:hidden phone:mt-0.5" aria-label="History">
      {hasHolders && <HolderLine columns={columns} />}
      <Columns columns={columns} />
      <figcaption className="mt-0.5 flex h-7 items-center phone:h-5 gap-x-4 text-xs whitespace-nowrap text-muted">
        {/* What does not fit in the line is left out. */}
        <span className="flex h-4 min-w-0 grow flex-wrap gap-x-4 overflow-hidden phone:gap-x-3">
          {hasHolders && (
            <span className="inline-flex items-center gap-1.5">
              <svg aria-hidden="true" viewBox="0 0 14 2" className="h-0.5 w-3.5">
                <rect width="14" height="2" className="fill-ink" />
              </svg>
              Holders
            </span>
          )}
          <Legends types={used} />
        </span>
        <span className="sr-only">{describe(...columns)}</span>
        <span className="phone:hidden">
          {picked === undefined
            ? `${nameOf(columns)}, ${step === 1 ? 'a column a day' : `${step} days a column`}`
            : describe(picked)}
        </span>
        <Periods age={age} period={period} />
      </figcaption>
    </figure>
  )
}

/** The number of holders as a line, with its first and last value. One that is always the same stands once. */
function HolderLine({ columns }: { columns: HistoryColumn[] }) {
  const format = useFormatCount()
  const known = columns.flatMap(({ holders }, index) =>
    holders === undefined ? [] : [{ holders, x: (index + 0.5) / columns.length }],
  )
  const values = known.map(({ holders }) => holders)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const y = (holders: number) =>
    LINE_HEIGHT - 2 - ((holders - low) / Math.max(1, high - low)) * (LINE_HEIGHT - 2 - LABEL_HEIGHT)
  // Above the highest point of the line that is below the label.
  const labelY = (part: typeof known) => Math.min(...part.map(({ holders }) => y(holders))) - 3
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined) return null
  // Both values stand before it.
  const isShort = low < high && first.x > 1 - ROOM
  return (
    <svg aria-hidden="true" className="h-6 w-full overflow-visible fill-muted text-xs tabular-nums">
      <svg
        aria-hidden="true"
        viewBox={`0 0 1 ${LINE_HEIGHT}`}
        preserveAspectRatio="none"
        className="overflow-visible"
      >
        <polyline
          points={known.map(({ holders, x }) => `${x},${y(holders).toFixed(1)}`).join(' ')}
          vectorEffect="non-scaling-stroke"
          className="fill-none stroke-ink [stroke-width:1.5]"
        />
      </svg>
      {low < high && first.x < ROOM && (
        <text y={labelY(known.filter(({ x }) => x < ROOM))}>{format(first.holders)}</text>
      )}
      {low < high && first.x >= ROOM && (
        <text
          x={`${first.x * 100}%`}
          y={Math.max(9, y(first.holders) + 4)}
          dx="-6"
          textAnchor="end"
        >
          {format(first.holders)}
          {isShort && ` → ${format(last.holders)}`}
        </text>
      )}
      {!isShort && (
        <text x="100%" y={labelY(known.filter(({ x }) => x > 1 - ROOM))} textAnchor="end">
          {format(last.holders)}
        </text>
      )}
    </svg>
  )
}

/** The part of the width that a label needs. */
const ROOM = 0.15

function Columns({ columns }: { columns: HistoryColumn[] }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${columns.length * COLUMN_WIDTH} ${COLUMNS_HEIGHT}`}
      preserveAspectRatio="none"
      className="h-8 w-full border-b border-line phone:h-6"
    >
      {columns.map((column, index) => (
        <ColumnLink key={column.firstDay} column={column} x={index * COLUMN_WIDTH} />
      ))}
      <StackedColumns columns={columns.map(({ counts }) => counts)} height={COLUMNS_HEIGHT} />
    </svg>
  )
}

/** The whole height of a column leads to its movements. The filter of blocks is for other than pointers. */
function ColumnLink({ column, x }: { column: HistoryColumn; x: number }) {
  const describe = useDescription()
  const [search] = useSearchParams()
  const { blocks } = column
  if (blocks === undefined) return null
  const isShown = isPicked(column, search)
  return (
    <SearchLink
      changes={{ from: undefined, to: undefined, ...(!isShown && blocks), view: undefined }}
      tabIndex={-1}
      className="group outline-none"
    >
      <title>{describe(column)}</title>
      <rect
        x={x}
        width={COLUMN_WIDTH}
        height={COLUMNS_HEIGHT}
        className={isShown ? 'fill-accent-soft' : 'fill-transparent group-hover:fill-line'}
      />
    </SearchLink>
  )
}

/** The end of the newest day moves on. */
function isPicked({ blocks }: Pick<HistoryColumn, 'blocks'>, search: URLSearchParams): boolean {
  return blocks !== undefined && search.get('from') === String(blocks.from) && search.has('to')
}

function Periods({ age, period }: { age: number; period: Period }) {
  const [search] = useSearchParams()
  // A period is of use if the one before is too short.
  const useful = PERIODS.filter((_, index) => index === 0 || age > Number(PERIODS[index - 1]))
  if (useful.length < 2) return null
  return (
    <Segmented
      label="Period"
      options={useful.map((option) => ({
        to: changeSearch(search, { period: option === DEFAULT_PERIOD ? undefined : option }),
        name: PERIOD_NAMES[option],
        isCurrent: option === period,
      }))}
    />
  )
}

/** "20 Apr 2024", or "20 Apr 2024 – 26 Apr 2024". */
function nameOf(columns: HistoryColumn[]): string {
  const days = [columns[0]?.firstDay ?? 0, columns.at(-1)?.lastDay ?? 0].map(formatUtcDay)
  return [...new Set(days)].join(' – ')
}

/** "5 Nov 2026: 75 transfers, 41 mints, 6 burns; 749 holders" */
function useDescription() {
  const format = useFormatCount()
  return (...columns: HistoryColumn[]) => {
    const known = columns.flatMap(({ holders }) => holders ?? [])
    const holders = [...new Set([known[0] ?? 0, known.at(-1) ?? 0])]
    const unit = holders[0] === 1 && holders.length === 1 ? 'holder' : 'holders'
    return `${nameOf(columns)}: ${countsIn(columns, format)}; ${holders.map(format).join(' to ')} ${unit}`
  }
}

function countsIn(columns: HistoryColumn[], format: (count: number) => string): string {
  const texts = SHOWN_TYPES.map((type, index) => {
    const sum = columns.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0)
    // The movements of an etching are the outputs that got its premine.
    const count = type === 'etching' ? Math.min(1, sum) : sum
    return count === 0 ? [] : [`${format(count)} ${type}${count === 1 ? '' : 's'}`]
  })
  return texts.flat().join(', ')
}
