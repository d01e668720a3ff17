import { useSearchParams } from 'react-router-dom'
import type { RuneHistory } from '../../../contract/schemas/rune.ts'
import { useEndOfIndex } from '../../endOfIndex.tsx'
import { Band } from '../../figures/Band.tsx'
import { Crosshair, type Point } from '../../figures/Crosshair.tsx'
import { FigureTable } from '../../figures/FigureTable.tsx'
import { Legend, typesIn } from '../../figures/Legend.tsx'
import { Panel, TimeLabels } from '../../figures/Panel.tsx'
import { PAGE_PALETTE } from '../../figures/palette.ts'
import { countsText, TypeColumns, totalOf } from '../../figures/TypeColumns.tsx'
import { ValueLine } from '../../figures/ValueLine.tsx'
import { valueScale } from '../../figures/valueScale.ts'
import { changeSearch, filterSearch } from '../../lists/paging.ts'
import { useLateStart } from '../../movements/CoverageNote.tsx'
import { formatDecimal, Numeral, useFormatCount } from '../../ui/numbers.tsx'
import { Segmented } from '../../ui/Tabs.tsx'
import { formatShortUtcDay, formatUtcDay } from '../../ui/Time.tsx'
import { LifeTooltip } from './LifeTooltip.tsx'
import { ageInDays, type LifeColumn, lifeColumns } from './lifeColumns.ts'

export const PERIODS = ['7', '28', 'all'] as const
type Period = (typeof PERIODS)[number]
export const DEFAULT_PERIOD = '28'
const PERIOD_NAMES = { '7': '7 d', '28': '28 d', all: 'All' }

/** Fewer points than this are no figure. */
const MIN_POINTS = 3

type Props = {
  history: RuneHistory
  period: Period
  etchings: number
  /** Whether the rune is older than the index. */
  isOlder: boolean
}

/** What happened on each day, and how many held the rune. A column leads to the movements of its days. */
export function LifeFigure({ history, period, etchings, isOlder }: Props) {
  const age = ageInDays(history)
  const days = period === 'all' ? age : Math.min(Number(period), age)
  const columns = lifeColumns(history, days, etchings)
  if (columns.length < MIN_POINTS) return null
  const step = Math.ceil(days / columns.length)
  return (
    <figure
      aria-label="History"
      className="panel relative mt-4 px-4 pt-3 pb-3 phone:mt-2 phone:px-3 print:hidden"
    >
      <figcaption className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
        <span className="text-lg font-semibold text-ink phone:grow">
          {days === age ? <Beginning isOlder={isOlder} /> : `The last ${days} days`}
        </span>
        <span className="grow phone:hidden">
          {step === 1 ? 'a column a day' : `${step} days a column`}, UTC
        </span>
        <span className="flex flex-wrap gap-x-4 phone:order-last phone:w-full">
          <Legend types={typesIn(columns.map(({ counts }) => counts))} />
        </span>
        <Periods age={age} period={period} />
      </figcaption>
      <Drawing columns={columns} />
      <LifeTable columns={columns} />
    </figure>
  )
}

function Beginning({ isOlder }: Pick<Props, 'isOlder'>) {
  const from = useLateStart()
  if (!isOlder || from === undefined) return 'Since the etching'
  return (
    <>
      Since <Numeral name="index.from" value={from} />
    </>
  )
}

// In pixels.
const TITLE = 20
const GAP = 8
const HOLDERS = 80
const MOVEMENTS = 88
const LABELS = 20

function Drawing({ columns }: { columns: LifeColumn[] }) {
  const holders = columns.map((column) => column.holders)
  const counts = columns.map((column) => column.counts)
  const hasHolders = holders.some((count = 0) => count > 0)
  const top = hasHolders ? TITLE + HOLDERS + GAP + TITLE : TITLE
  const scales = {
    holders: valueScale(
      holders.map((count = 0) => count),
      HOLDERS,
    ),
    movements: valueScale(counts.map(totalOf), MOVEMENTS),
  }
  const palette = PAGE_PALETTE
  const points = usePoints(columns)
  const sentence = useSentence(columns)
  return (
    <Crosshair
      sentence={sentence}
      points={points}
      tooltip={(index) => {
        const column = columns[index]
        return column && <LifeTooltip column={column} before={columns[index - 1]} />
      }}
      className={`me-14 mt-1 ${hasHolders ? 'h-59' : 'h-32'}`}
    >
      {(active) => (
        <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
          <Band
            point={active === undefined ? undefined : points[active]}
            palette={palette}
            lineEnd={top + MOVEMENTS}
          />
          {hasHolders && (
            <>
              <HolderTitle holders={holders} />
              <Panel y={TITLE} scale={scales.holders} palette={palette}>
                <ValueLine values={holders} scale={scales.holders} palette={palette} isUnfinished />
              </Panel>
            </>
          )}
          <PanelTitle y={top - TITLE} text="Movements" />
          <Panel y={top} scale={scales.movements} palette={palette}>
            <TypeColumns columns={counts} scale={scales.movements} palette={palette} isUnfinished />
          </Panel>
          <Days y={top + MOVEMENTS + LABELS - 4} columns={columns} />
        </svg>
      )}
    </Crosshair>
  )
}

function PanelTitle({ y, text }: { y: number; text: string }) {
  return (
    <text y={y + 13} fontSize="12" fontWeight="600" fill={PAGE_PALETTE.ink}>
      {text}
    </text>
  )
}

/** "Holders 88 → 1,546" */
function HolderTitle({ holders }: { holders: (number | undefined)[] }) {
  const formatCount = useFormatCount()
  const known = holders.filter((count) => count !== undefined)
  const [first = 0, last = 0] = [known[0], known.at(-1)]
  return (
    <>
      <PanelTitle y={0} text="Holders" />
      <text x="52" y="13" fontSize="12" fill={PAGE_PALETTE.muted}>
        <tspan data-value="history.first_holders">{formatCount(first)}</tspan>
        {first !== last && (
          <>
            {' → '}
            <tspan data-value="history.last_holders">{formatCount(last)}</tspan>
          </>
        )}
      </text>
    </>
  )
}

/** A column leads to its movements, and one that is shown already back to all. */
function usePoints(columns: LifeColumn[]): Point[] {
  const [search] = useSearchParams()
  const describe = useDescription()
  const width = 1 / columns.length
  return columns.map((column, index) => {
    const { blocks, firstDay } = column
    // The end of the newest day moves on.
    const isShown = blocks !== undefined && search.get('from') === String(blocks.from)
    const filter = { from: undefined, to: undefined, view: undefined, ...(!isShown && blocks) }
    return {
      key: String(firstDay),
      text: describe(column),
      to: blocks && filterSearch(search, filter),
      box: { x: index * width, y: 0, width, height: 1 },
    }
  })
}

const TIME_LABELS = 5

function Days({ y, columns }: { y: number; columns: LifeColumn[] }) {
  const end = useEndOfIndex()
  const formatCount = useFormatCount()
  const last = columns.length - 1
  const step = Math.max(1, Math.ceil(columns.length / TIME_LABELS))
  const indexes = columns.map((_, index) => index).filter((index) => index % step === 0)
  // The last one has the most to say.
  const spaced = indexes.filter((index) => last - index > step * 0.7)
  const ending = end === undefined ? ', so far' : `, to ${formatCount(end)}`
  const labels = [...spaced, last].map((index, place) => {
    const { firstDay = 0 } = columns[index] ?? {}
    const text = place === 0 ? formatUtcDay(firstDay) : formatShortUtcDay(firstDay)
    return {
      text: index === last ? text + ending : text,
      at: (index + 0.5) / columns.length,
      isMinor: place % 2 === 1 && index !== last,
    }
  })
  return <TimeLabels y={y} labels={labels} palette={PAGE_PALETTE} />
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
function nameOf(columns: LifeColumn[]): string {
  const days = [columns[0]?.firstDay ?? 0, columns.at(-1)?.lastDay ?? 0].map(formatUtcDay)
  return [...new Set(days)].join(' – ')
}

/** "5 Nov 2026: 75 transfers, 41 mints, 6 burns; 749 holders" */
function useDescription() {
  const format = useFormatCount()
  return (...columns: LifeColumn[]) => {
    const known = columns.flatMap(({ holders }) => holders ?? [])
    const holders = [...new Set([known[0] ?? 0, known.at(-1) ?? 0])]
    const unit = holders[0] === 1 && holders.length === 1 ? 'holder' : 'holders'
    return `${nameOf(columns)}: ${countsIn(columns, format)}; ${holders.map(format).join(' to ')} ${unit}`
  }
}

/** The same of all columns, with the busiest. */
function useSentence(columns: LifeColumn[]): string {
  const format = useFormatCount()
  const describe = useDescription()
  const [busiest] = [...columns].sort((one, two) => totalOf(two.counts) - totalOf(one.counts))
  if (busiest === undefined) return ''
  return `${describe(...columns)}. Most movements: ${format(totalOf(busiest.counts))}, ${nameOf([busiest])}`
}

function countsIn(columns: LifeColumn[], format: (count: number) => string): string {
  const sumOf = (type: number) =>
    columns.reduce((total, { counts }) => total + (counts[type] ?? 0), 0)
  return countsText([sumOf(0), sumOf(1), sumOf(2), sumOf(3)], format) || 'no movement'
}

const COLUMNS = [
  'Days',
  ['Transfers', 'history.transfers'],
  ['Mints', 'history.mints'],
  ['Burns', 'history.burns'],
  ['Etchings', 'history.etchings'],
  ['Holders', 'history.holders'],
  ['Supply', 'history.supply'],
] as const

function LifeTable({ columns }: { columns: LifeColumn[] }) {
  const format = useFormatCount()
  return (
    <FigureTable
      caption="History by day"
      columns={COLUMNS}
      rows={columns.map((column) => {
        const { counts, holders = 0, supply = '0' } = column
        return [
          nameOf([column]),
          ...counts.map(format),
          format(holders),
          formatDecimal(supply, 'en'),
        ]
      })}
    />
  )
}
