import { useSearchParams } from 'react-router-dom'
import type { RuneMilestone } from '../../../contract/schemas/rune.ts'
import { FigureTable } from '../../figures/FigureTable.tsx'
import { Legend, typesIn } from '../../figures/Legend.tsx'
import { columnLength, spanOf } from '../../figures/timeColumns.ts'
import { changeSearch } from '../../lists/paging.ts'
import { useLateStart } from '../../movements/CoverageNote.tsx'
import { useLanguage } from '../../ui/language.ts'
import { formatDecimal, Numeral, trimDecimal, useFormatCount } from '../../ui/numbers.tsx'
import { Segmented } from '../../ui/Tabs.tsx'
import { HistoryDrawing } from './HistoryDrawing.tsx'
import { type HistoryColumns, splitMilestones } from './historyColumns.ts'
import { Milestones } from './Milestones.tsx'

export const PERIODS = ['7', '28', 'all'] as const
export type Period = (typeof PERIODS)[number]
export const DEFAULT_PERIOD = '28'
/** The parameters that links to the other tabs of a rune keep. */
export const KEPT_PARAMETERS = ['period'] as const
const PERIOD_NAMES = { '7': '7 d', '28': '28 d', all: 'All' }

type Props = HistoryColumns & {
  milestones: RuneMilestone[]
  period: Period
  /** The days since the first movement. */
  age: number
  /** The number of movements of the etching. */
  etchings: number
  /** Whether the rune is older than the index: then its supply and its holders are not known. */
  isOlder: boolean
}

/** What happened over time: supply, holders and movements. A column leads to its movements. */
export function HistoryFigure(props: Props) {
  const { step, size, columns, milestones, period, age, etchings, isOlder } = props
  const { within, earlier } = splitMilestones(milestones, columns)
  const isByDay = step === 'day'
  const isWhole = !isByDay || period === 'all' || age <= Number(period)
  return (
    <figure aria-label="History" className="panel relative px-4 pt-3 pb-3 phone:px-3 print:hidden">
      <figcaption className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
        <h2 className="text-lg font-semibold text-ink phone:grow">
          {isWhole ? <Beginning isOlder={isOlder} /> : `The last ${period} days`}
        </h2>
        <span className="grow phone:hidden">{columnLength(step, size)}</span>
        <span className="flex flex-wrap gap-x-4 phone:order-last phone:w-full">
          <Legend types={typesIn(columns.map(({ counts }) => counts))} />
        </span>
        {isByDay && <Periods age={age} period={period} />}
      </figcaption>
      <HistoryDrawing columns={columns} milestones={within} isOlder={isOlder} />
      <HistoryTable step={step} columns={columns} isOlder={isOlder} />
      <Milestones milestones={within} earlier={earlier} etchings={etchings} />
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

function Periods({ age, period }: Pick<Props, 'age' | 'period'>) {
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

const MOVEMENTS = [
  ['Transfers', 'history.transfers'],
  ['Mints', 'history.mints'],
  ['Burns', 'history.burns'],
  ['Etchings', 'history.etchings'],
] as const
const HOLDINGS = [
  ['Holders', 'history.holders'],
  ['Supply', 'history.supply'],
] as const

function HistoryTable({ step, columns, isOlder }: Pick<Props, 'step' | 'columns' | 'isOlder'>) {
  const language = useLanguage()
  const format = useFormatCount()
  return (
    <FigureTable
      caption={`History by ${step}`}
      columns={[step === 'block' ? 'Blocks' : 'Days', ...MOVEMENTS, ...(isOlder ? [] : HOLDINGS)]}
      rows={columns.map((column) => {
        const { counts, holders = 0, supply = '0' } = column
        const holdings = isOlder
          ? []
          : [format(holders), formatDecimal(trimDecimal(supply), language)]
        return [spanOf(column, format), ...counts.map(format), ...holdings]
      })}
    />
  )
}
