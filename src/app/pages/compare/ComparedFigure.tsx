import { Band } from '../../figures/Band.tsx'
import {
  ClippedLineValues,
  type ComparedLine,
  CompareLines,
  LineSample,
} from '../../figures/CompareLines.tsx'
import { Crosshair } from '../../figures/Crosshair.tsx'
import { FigureTable } from '../../figures/FigureTable.tsx'
import { Panel, TimeLabels } from '../../figures/Panel.tsx'
import { PanelTitle } from '../../figures/PanelTitle.tsx'
import { PAGE_PALETTE } from '../../figures/palette.ts'
import { MIN_COLUMNS } from '../../figures/timeColumns.ts'
import { lineScale, valueScale } from '../../figures/valueScale.ts'
import { RuneSymbol } from '../../runes/RuneName.tsx'
import { useLanguage } from '../../ui/language.ts'
import { counted, formatPercent, Numeral, Percent, useFormatCount } from '../../ui/numbers.tsx'
import { type Compared, type ComparedPoint, comparedColumns } from './comparedColumns.ts'

// In pixels.
const TITLE = 20
const HEIGHT = 104
const GAP = 12
const LABELS = 20
/** For a point at the greatest value. */
const ROOM = 6
/** Of two panels, and of three. */
const CLASSES = ['h-68', 'h-102']

type Columns = ReturnType<typeof comparedColumns>

/** Runes by days since their etching. */
export function ComparedFigure({ compared }: { compared: readonly Compared[] }) {
  const columns = comparedColumns(compared)
  if (columns.count < MIN_COLUMNS) {
    return (
      <p className="panel px-4 py-3 text-sm text-muted">Fewer than three days: nothing to draw.</p>
    )
  }
  const { size } = columns
  return (
    <figure
      aria-label="Days since each etching"
      className="panel min-w-0 px-4 pt-3 pb-3 phone:px-3 print:hidden"
    >
      <figcaption className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
        <h2 className="text-lg font-semibold text-ink">Days since each etching</h2>
        <span>{size > 1 && `${size} days a point, `}a hollow point is a day that is not over</span>
      </figcaption>
      <Drawing compared={compared} columns={columns} />
      <ComparedTable compared={compared} columns={columns} />
    </figure>
  )
}

type Props = { compared: readonly Compared[]; columns: Columns }

function Drawing({ compared, columns }: Props) {
  const describe = useDescription()
  const { size, count, series } = columns
  const panels = panelsOf(columns)
  const end = panels.length * (TITLE + HEIGHT + GAP) - GAP
  const points = Array.from({ length: count }, (_, index) => ({
    key: String(index),
    text: `${daysOf(index, size)}: ${compared
      .flatMap(({ rune }, place) => {
        const point = series[place]?.[index]
        return point === undefined ? [] : `${rune.spaced_name} ${describe(point)}`
      })
      .join('; ')}`,
    box: { x: index / count, y: 0, width: 1 / count, height: 1 },
  }))
  return (
    <Crosshair
      sentence={`Holders, movements and mints of ${compared.map(({ rune }) => rune.spaced_name).join(', ')} by days since each etching, ${points.at(-1)?.text ?? ''}`}
      points={points}
      // The last day that all of them have.
      start={Math.min(...series.map(({ length }) => length)) - 1}
      tooltip={(index) => <Tooltip compared={compared} columns={columns} index={index} />}
      className={`me-16 mt-1 ${CLASSES[panels.length - 2]}`}
    >
      {(active) => (
        <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
          <Band
            point={active === undefined ? undefined : points[active]}
            palette={PAGE_PALETTE}
            lineEnd={end}
          />
          {panels.map(({ title, lines, axis, isClipped }, place) => {
            const top = place * (TITLE + HEIGHT + GAP)
            const values = lines.flatMap((line) => line.values)
            const scale = isClipped
              ? valueScale(values, HEIGHT, { room: ROOM })
              : lineScale(values, HEIGHT, { room: ROOM, top: axis?.top })
            return (
              <g key={title}>
                <PanelTitle title={title} y={top + 13} palette={PAGE_PALETTE} />
                <Panel y={top + TITLE} scale={scale} unit={axis?.unit} palette={PAGE_PALETTE}>
                  <CompareLines
                    lines={lines}
                    count={count}
                    scale={scale}
                    palette={PAGE_PALETTE}
                    active={active}
                  />
                  <ClippedLineValues
                    lines={lines}
                    count={count}
                    scale={scale}
                    palette={PAGE_PALETTE}
                  />
                </Panel>
              </g>
            )
          })}
          <TimeLabels y={end + LABELS - 4} labels={labelsOf(columns)} palette={PAGE_PALETTE} />
        </svg>
      )}
    </Crosshair>
  )
}

type ComparedPanel = {
  title: string
  lines: ComparedLine[]
  /** Where it does not end with the greatest value. */
  axis?: { top: number; unit: string }
  /** Whether outliers are cut off. */
  isClipped?: true
}

/** Of all mints, in per cent: lines that end below it, or all at the top, say less than the table. */
const LEAST_MINTED = 1

/** Without a panel of mints where it would say nothing. */
function panelsOf({ size, series }: Columns): ComparedPanel[] {
  const linesOf = (pointValue: (point: ComparedPoint) => number | undefined) =>
    series.map((points, index) => ({
      key: String(index),
      values: points.flatMap((point) => pointValue(point) ?? []),
      isUnfinished: true,
    }))
  const minted = linesOf((point) => (point.minted === undefined ? undefined : Number(point.minted)))
  const ends = minted.flatMap(({ values }) => values.at(-1) ?? [])
  return [
    { title: 'Holders', lines: linesOf(({ holders }) => holders) },
    {
      title: size === 1 ? 'Movements a day' : `Movements in ${size} days`,
      lines: linesOf(({ movements }) => movements),
      isClipped: true,
    },
    ...(ends.every((end) => end < LEAST_MINTED) || ends.every((end) => end === 100)
      ? []
      : [{ title: 'Minted, of all mints', lines: minted, axis: { top: 100, unit: '%' } }]),
  ]
}

const TIME_LABELS = 5

function labelsOf({ size, count }: Columns) {
  const step = Math.max(1, Math.ceil(count / TIME_LABELS))
  return Array.from({ length: count }, (_, index) => index)
    .filter((index) => index % step === 0)
    .map((index) => ({
      text: index === 0 ? 'day 0' : String(index * size),
      at: (index + 0.5) / count,
    }))
}

/** "Day 12", "Days 24–31" */
function daysOf(index: number, size: number): string {
  const first = index * size
  return size === 1 ? `Day ${first}` : `Days ${first}–${first + size - 1}`
}

/** "84 holders, 46 movements, 38.00% minted" */
function useDescription() {
  const language = useLanguage()
  const format = useFormatCount()
  return ({ holders, movements, minted }: ComparedPoint) => {
    const texts = [counted(holders, 'holder', format), counted(movements, 'movement', format)]
    if (minted !== undefined) texts.push(`${formatPercent(minted, language)} minted`)
    return texts.join(', ')
  }
}

function Tooltip({ compared, columns: { series, size }, index }: Props & { index: number }) {
  const hasMints = series.some(([first]) => first?.minted !== undefined)
  return (
    <table className="tabular-nums [&_:is(td,th)]:ps-3 phone:[&_:is(td,th)]:ps-2 [&_:is(td,th)]:text-end">
      <thead>
        <tr className="text-muted">
          <th data-axis className="ps-0! text-start! font-semibold text-ink">
            {daysOf(index, size)}
          </th>
          <th className="font-normal">holders</th>
          <th className="font-normal">movements</th>
          {hasMints && <th className="font-normal">minted</th>}
        </tr>
      </thead>
      <tbody>
        {compared.map(({ rune }, place) => {
          const point = series[place]?.[index]
          return (
            point && (
              <tr key={rune.id}>
                <th scope="row" className="ps-0! text-start! font-normal">
                  <span className="inline-flex items-center gap-1.5">
                    <LineSample index={place} palette={PAGE_PALETTE} />
                    <RuneSymbol symbol={rune.symbol} />
                    <span className="max-w-40 truncate phone:sr-only">{rune.spaced_name}</span>
                  </span>
                </th>
                <td className="font-semibold">
                  <Numeral name="point.holders" value={point.holders} />
                </td>
                <td className="font-semibold">
                  <Numeral name="point.movements" value={point.movements} />
                </td>
                {hasMints && (
                  <td className="font-semibold">
                    {point.minted !== undefined && (
                      <Percent name="point.minted" value={point.minted} />
                    )}
                  </td>
                )}
              </tr>
            )
          )
        })}
      </tbody>
    </table>
  )
}

function ComparedTable({ compared, columns: { series, size, count } }: Props) {
  const language = useLanguage()
  const format = useFormatCount()
  const headings = compared.flatMap(
    ({ rune: { spaced_name } }) =>
      [
        [`Holders of ${spaced_name}`, 'compared.holders'],
        [`Movements of ${spaced_name}`, 'compared.movements'],
        [`${spaced_name} minted`, 'compared.minted'],
      ] as const,
  )
  return (
    <FigureTable
      caption="Runes by days since their etching"
      columns={['Days', ...headings]}
      rows={Array.from({ length: count }, (_, index) => [
        daysOf(index, size),
        ...series.flatMap((points) => {
          const point = points[index]
          if (point === undefined) return ['', '', '']
          const { holders, movements, minted } = point
          return [
            format(holders),
            format(movements),
            minted === undefined ? '' : formatPercent(minted, language),
          ]
        }),
      ])}
    />
  )
}
