import { ticks } from 'd3-array'
import { useSearchParams } from 'react-router-dom'
import type { BlockDetails } from '../../../contract/schemas/chain.ts'
import { Band } from '../../figures/Band.tsx'
import { Crosshair } from '../../figures/Crosshair.tsx'
import { FigureTable } from '../../figures/FigureTable.tsx'
import { Panel, TimeLabels } from '../../figures/Panel.tsx'
import { PanelTitle } from '../../figures/PanelTitle.tsx'
import { PAGE_PALETTE } from '../../figures/palette.ts'
import { countsText, TypeColumns, type TypeCounts, totalOf } from '../../figures/TypeColumns.tsx'
import { TypeRows } from '../../figures/TypeRows.tsx'
import type { Point } from '../../figures/useActivePoint.ts'
import { valueScale } from '../../figures/valueScale.ts'
import { filterSearch } from '../../lists/paging.ts'
import { SHOWN_TYPES } from '../../movements/TypeBadge.tsx'
import { Numeral, useFormatCount } from '../../ui/numbers.tsx'
import { figureHeights } from './figureHeights.ts'

// In pixels.
const TOP = 24
const LABELS = 18
/** What the columns leave of the height of the figure: a title, labels, and the panel around it. */
const AROUND = 70

/** The movements in the order of the block, from the first transaction to the last. */
export function BlockOrder({ block }: { block: BlockDetails }) {
  const { parts, part_size: partSize } = block
  const { wide, phone } = figureHeights(block)
  const format = useFormatCount()
  return (
    <>
      <div className="phone:hidden">
        <Drawing parts={parts} partSize={partSize} height={wide - AROUND} />
      </div>
      <div className="wide:hidden">
        <Drawing parts={parts} partSize={partSize} height={phone - AROUND} />
      </div>
      <FigureTable
        caption="Movements in the order of the block"
        columns={[
          'Positions',
          ...SHOWN_TYPES.map((type) => [`${type}s`, `part.${type}s`] as const),
        ]}
        rows={parts.map((counts, index) => [
          rangeText(rangeOf(index, partSize), format),
          ...counts.map(format),
        ])}
      />
    </>
  )
}

type Props = { parts: BlockDetails['parts']; partSize: number }

function Drawing({ parts, partSize, height }: Props & { height: number }) {
  const scale = valueScale(parts.map(totalOf), height)
  const points = usePoints(parts, partSize)
  const format = useFormatCount()
  return (
    <div className="panel px-4 pt-2 pb-3 phone:px-3">
      <Crosshair
        sentence={`Movements in ${format(parts.length)} parts of the block, in its order`}
        points={points}
        tooltip={(index) => {
          const counts = parts[index]
          return counts && <PartTooltip counts={counts} range={rangeOf(index, partSize)} />
        }}
        tooltipAt="above"
        className={`me-10 ${HEIGHT_CLASSES[height] ?? ''}`}
      >
        {(active) => (
          <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
            <Band
              point={active === undefined ? undefined : points[active]}
              palette={PAGE_PALETTE}
              lineEnd={TOP + height}
            />
            <PanelTitle
              title={partSize === 1 ? 'Movements per transaction' : 'Movements by position'}
              y={13}
              palette={PAGE_PALETTE}
            />
            <TimeLabels
              y={TOP + height + LABELS - 4}
              labels={positionTicks(parts.length, partSize, format)}
              palette={PAGE_PALETTE}
            />
            <Panel y={TOP} scale={scale} palette={PAGE_PALETTE}>
              <TypeColumns
                columns={parts}
                scale={scale}
                palette={PAGE_PALETTE}
                isUnfinished={false}
              />
            </Panel>
          </svg>
        )}
      </Crosshair>
    </div>
  )
}

/** With the title and the labels. */
const HEIGHT_CLASSES: Record<number, string> = {
  50: 'h-[98px]',
  90: 'h-[138px]',
  170: 'h-[218px]',
  250: 'h-[298px]',
}

const TICKS = 6

/** Positions in the block, at equal distances: 0, 5, 10 … */
function positionTicks(parts: number, partSize: number, format: (count: number) => string) {
  return ticks(0, parts * partSize - 1, TICKS)
    .filter((position) => position % partSize === 0)
    .map((position) => ({
      text: format(position),
      at: (position / partSize + 0.5) / parts,
    }))
}

/** The positions of the first and the last transaction of a part. */
function rangeOf(part: number, size: number): [first: number, last: number] {
  return [part * size, (part + 1) * size - 1]
}

function rangeText([first, last]: [number, number], format: (count: number) => string): string {
  return first === last ? format(first) : `${format(first)} to ${format(last)}`
}

function positionsWord([first, last]: [number, number]): string {
  return first === last ? 'Position' : 'Positions'
}

/** A part leads to its movements, and one that is shown already back to all. */
function usePoints(parts: Props['parts'], partSize: number): Point[] {
  const [search] = useSearchParams()
  const format = useFormatCount()
  const width = 1 / parts.length
  return parts.map((counts, index) => {
    const [first, last] = rangeOf(index, partSize)
    const isShown = search.get('first_tx') === String(first)
    const filter = isShown ? [undefined, undefined] : [first, last]
    return {
      key: String(first),
      text: `${positionsWord([first, last])} ${rangeText([first, last], format)}: ${countsText(counts, format) || 'no movement'}`,
      to: filterSearch(search, { first_tx: filter[0], last_tx: filter[1], view: undefined }),
      box: { x: index * width, y: 0, width, height: 1 },
    }
  })
}

type TooltipProps = { counts: TypeCounts; range: [number, number] }

function PartTooltip({ counts, range }: TooltipProps) {
  const [first, last] = range
  return (
    <>
      <p>
        <span className="font-semibold">
          {positionsWord(range)} <Numeral name="part.first_tx" value={first} />
          {last > first && (
            <>
              {' '}
              to <Numeral name="part.last_tx" value={last} />
            </>
          )}
        </span>{' '}
        <span className="text-muted">in the block</span>
      </p>
      <TypeRows subject="part" counts={counts} />
    </>
  )
}
