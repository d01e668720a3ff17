import { useSearchParams } from 'react-router-dom'
import { Band } from '../../figures/Band.tsx'
import { Crosshair } from '../../figures/Crosshair.tsx'
import { Panel } from '../../figures/Panel.tsx'
import { PanelTitle } from '../../figures/PanelTitle.tsx'
import { PlainColumns } from '../../figures/PlainColumns.tsx'
import { PAGE_PALETTE } from '../../figures/palette.ts'
import { TimeTicks } from '../../figures/TimeTicks.tsx'
import { DAY_SECONDS, spanOf } from '../../figures/timeColumns.ts'
import type { Point } from '../../figures/useActivePoint.ts'
import { ValueLine } from '../../figures/ValueLine.tsx'
import { lineScale, valueScale } from '../../figures/valueScale.ts'
import { filterSearch } from '../../lists/paging.ts'
import { useLanguage } from '../../ui/language.ts'
import {
  counted,
  Digits,
  formatDecimal,
  Numeral,
  trimDecimal,
  useFormatCount,
} from '../../ui/numbers.tsx'
import { isoDay } from '../../ui/Time.tsx'
import type { AddressColumn } from './addressColumns.ts'

type Props = { columns: AddressColumn[]; runeName: string | undefined }

// In pixels.
const TITLE = 20
const BALANCE = 104
const MOVEMENTS = 72
const LABELS = 20
const GAP = 8

/** What the address had of a rune, above the movements of all its runes, on one axis of time. */
export function OverTimeDrawing({ columns, runeName }: Props) {
  const hasBalance = columns[0]?.rune !== undefined
  const points = usePoints(columns)
  const sentence = useSentence(columns, runeName)
  const top = hasBalance ? TITLE + BALANCE + GAP : 0
  const end = top + TITLE + MOVEMENTS
  return (
    <Crosshair
      sentence={sentence}
      points={points}
      tooltip={(index) => {
        const column = columns[index]
        return column && <Tooltip column={column} />
      }}
      className={`me-16 mt-2 ${hasBalance ? 'h-61' : 'h-28'}`}
    >
      {(active) => (
        <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
          <Band
            point={active === undefined ? undefined : points[active]}
            palette={PAGE_PALETTE}
            lineEnd={end}
          />
          {hasBalance && <BalancePanel columns={columns} />}
          <MovementsPanel columns={columns} y={top} />
          <TimeTicks y={end + LABELS - 4} columns={columns} palette={PAGE_PALETTE} />
        </svg>
      )}
    </Crosshair>
  )
}

function BalancePanel({ columns }: Pick<Props, 'columns'>) {
  const balances = columns.map(({ rune }) => rune?.balance ?? '0')
  // For the drawing; what is exact is in the tooltip.
  const values = balances.map(Number)
  const scale = lineScale(values, BALANCE)
  return (
    <>
      <PanelTitle
        title="Balance"
        y={13}
        palette={PAGE_PALETTE}
        ends={{ first: balances[0] ?? '0', last: balances.at(-1) ?? '0' }}
        names={{ first: 'series.first_balance', last: 'series.last_balance' }}
      />
      <Panel y={TITLE} scale={scale} palette={PAGE_PALETTE}>
        <ValueLine
          values={values}
          scale={scale}
          palette={PAGE_PALETTE}
          isUnfinished={columns.at(-1)?.isUnfinished === true}
          hasArea
        />
      </Panel>
    </>
  )
}

function MovementsPanel({ columns, y }: Pick<Props, 'columns'> & { y: number }) {
  const values = columns.map(({ movements }) => movements)
  const scale = valueScale(values, MOVEMENTS)
  return (
    <>
      <PanelTitle title="Movements of all its runes" y={y + 13} palette={PAGE_PALETTE} />
      <Panel y={y + TITLE} scale={scale} palette={PAGE_PALETTE}>
        <PlainColumns
          values={values}
          scale={scale}
          palette={PAGE_PALETTE}
          isUnfinished={columns.at(-1)?.isUnfinished === true}
        />
      </Panel>
    </>
  )
}

/** A column leads to its movements. */
function usePoints(columns: AddressColumn[]): Point[] {
  const [search] = useSearchParams()
  const describe = useDescription()
  const width = 1 / columns.length
  return columns.map((column, index) => ({
    key: String(column.first),
    text: describe(column),
    to: column.movements === 0 ? undefined : filterSearch(search, blocksOf(column)),
    box: { x: index * width, y: 0, width, height: 1 },
  }))
}

/** As the filters of the movements name them. */
function blocksOf({ step, first, last }: AddressColumn) {
  const [from, to] = [first, last].map((place) =>
    step === 'day' ? isoDay(place * DAY_SECONDS) : String(place),
  )
  return { from, to }
}

/** "5 Nov 2026: balance 1,234.5; 3 movements" */
function useDescription() {
  const format = useFormatCount()
  const language = useLanguage()
  return (column: AddressColumn) => {
    const { rune, movements } = column
    const balance = rune && `balance ${formatDecimal(trimDecimal(rune.balance), language)}; `
    return `${spanOf(column, format)}: ${balance ?? ''}${movements === 0 ? 'no movement' : counted(movements, 'movement', format)}`
  }
}

/** "Balance of DOG•GO from 0 to 1,234.5; movements of all its runes: 214, most of them 20 on 5 Nov 2026" */
function useSentence(columns: AddressColumn[], runeName: string | undefined): string {
  const format = useFormatCount()
  const language = useLanguage()
  const [first, last] = [columns[0]?.rune, columns.at(-1)?.rune].map(
    (rune) => rune && formatDecimal(trimDecimal(rune.balance), language),
  )
  const [busiest] = [...columns].sort((one, two) => two.movements - one.movements)
  const total = columns.reduce((sum, { movements }) => sum + movements, 0)
  const balance = first === undefined ? '' : `Balance of ${runeName}: ${first} to ${last}. `
  const most = busiest && `Most: ${format(busiest.movements)}, ${spanOf(busiest, format)}`
  return `${balance}Movements of all its runes: ${format(total)}. ${most ?? ''}`
}

function Tooltip({ column }: { column: AddressColumn }) {
  const format = useFormatCount()
  const { rune, movements } = column
  return (
    <>
      <p className="font-semibold">{spanOf(column, format)}</p>
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-0.5">
        {rune !== undefined && (
          <>
            <dt className="text-muted">Balance</dt>
            <dd className="font-semibold">
              <Digits name="period.balance" digits={trimDecimal(rune.balance)} />
            </dd>
            <dt className="text-muted">Movements of it</dt>
            <dd className="font-semibold">
              <Numeral name="period.rune_movements" value={rune.movements} />
            </dd>
          </>
        )}
        <dt className="text-muted">{rune === undefined ? 'Movements' : 'Of all its runes'}</dt>
        <dd className="font-semibold">
          <Numeral name="period.movements" value={movements} />
        </dd>
      </dl>
    </>
  )
}
