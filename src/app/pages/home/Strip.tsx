import { Link } from 'react-router-dom'
import type { Pulse } from '../../../contract/schemas/home.ts'
import { Band } from '../../figures/Band.tsx'
import { ClippedColumns } from '../../figures/ClippedColumns.tsx'
import { Crosshair } from '../../figures/Crosshair.tsx'
import { FigureTable } from '../../figures/FigureTable.tsx'
import { Panel, percent, TimeLabels } from '../../figures/Panel.tsx'
import { PAGE_PALETTE } from '../../figures/palette.ts'
import type { Point } from '../../figures/useActivePoint.ts'
import { type ValueScale, valueScale } from '../../figures/valueScale.ts'
import { blockLink } from '../../links.ts'
import { Count, counted, Numeral, useFormatCount } from '../../ui/numbers.tsx'
import { Day, formatShortUtcDay, formatUtcDay } from '../../ui/Time.tsx'

type Part = Pulse['results'][number]
type Props = {
  pulse: Pulse
  /** The oldest block that is shown above. */
  shownFrom: number
}

// In pixels.
const TOP = 4
const HEIGHT = 52
const LABELS = 16

/** The movements of all blocks. Each part leads to its blocks. */
export function Strip({ pulse: { step, results }, shownFrom }: Props) {
  const format = useFormatCount()
  const counts = results.map(({ movements }) => movements)
  const scale = valueScale(counts, HEIGHT)
  const points = usePoints(results)
  const [first, last] = [results[0], results.at(-1)]
  const title = `Movements in each ${step === 1 ? 'block' : `${format(step)} blocks`} of the index`
  if (first === undefined || last === undefined) return null
  const heights = last.to - first.from + 1
  return (
    <section aria-label={title} className="mt-3 border-t border-line pt-2">
      <div className="flex flex-wrap items-center gap-x-4 text-xs text-muted me-12 phone:me-9">
        <span>
          All <Count name="pulse.blocks" value={heights} one="block" />
          {step > 1 && (
            <>
              , <Numeral name="pulse.step" value={step} /> a column
            </>
          )}
        </span>
        <Busiest parts={results} />
        <span className="ms-auto phone:hidden">shown above</span>
      </div>
      <Crosshair
        sentence={title}
        points={points}
        tooltip={(index) => results[index] && <PartTooltip part={results[index]} />}
        tooltipAt="above"
        className="me-12 h-18 phone:me-9"
      >
        {(active) => (
          <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
            <ShownAbove part={Math.min(1, (last.to - shownFrom + 1) / heights)} />
            <Band
              point={active === undefined ? undefined : points[active]}
              palette={PAGE_PALETTE}
            />
            <Panel y={TOP} scale={scale} palette={PAGE_PALETTE}>
              <Columns parts={results} step={step} scale={scale} />
              <ClippedColumns
                totals={counts}
                width={(1 - GAP) / counts.length}
                scale={scale}
                palette={PAGE_PALETTE}
              />
            </Panel>
            <TimeLabels
              y={TOP + HEIGHT + LABELS - 3}
              labels={datesOf(results)}
              palette={PAGE_PALETTE}
            />
          </svg>
        )}
      </Crosshair>
      <FigureTable
        caption={title}
        columns={['Blocks', ['Movements', 'pulse.movements']]}
        rows={results.map((part) => [heightsText(part, format), format(part.movements)])}
      />
    </section>
  )
}

/** A column may be narrower than a finger. */
function Busiest({ parts }: { parts: Part[] }) {
  const [{ from, to } = {}] = parts.toSorted((one, other) => other.movements - one.movements)
  if (from === undefined || to === undefined) return null
  return (
    <Link to={partLink({ from, to })} className="link py-1">
      Busiest: <Numeral name="pulse.busiest_from" value={from} />
      {from !== to && (
        <>
          {' to '}
          <Numeral name="pulse.busiest_to" value={to} />
        </>
      )}
    </Link>
  )
}

function ShownAbove({ part }: { part: number }) {
  return (
    <rect
      x={percent(1 - part)}
      width={percent(part)}
      height={TOP + HEIGHT}
      fill={PAGE_PALETTE.highlight}
      stroke={PAGE_PALETTE.edge}
      rx="3"
    />
  )
}

/** What is left free between two columns. */
const GAP = 0.2

function Columns({ parts, step, scale }: { parts: Part[]; step: number; scale: ValueScale }) {
  const width = percent((1 - GAP) / parts.length)
  return parts.map(({ from, to, movements }, index) => {
    const y = Number(scale.y(movements).toFixed(2))
    const shape = {
      x: percent((index + GAP / 2) / parts.length),
      width,
      y,
      height: Number((scale.height - y).toFixed(2)),
    }
    const isUnfinished = to - from + 1 < step
    return movements === 0 ? null : (
      <g key={from}>
        <rect
          {...shape}
          fill={movements > scale.top ? PAGE_PALETTE.ink : PAGE_PALETTE.muted}
          stroke={PAGE_PALETTE.edge}
        />
        {isUnfinished && <rect {...shape} fill={PAGE_PALETTE.unfinished} />}
      </g>
    )
  })
}

const MAX_LABELS = 6

/** The days of some parts, each once. */
function datesOf(parts: Part[]) {
  const labels = Array.from({ length: MAX_LABELS }, (_, label) => {
    const index = Math.floor((label * parts.length) / MAX_LABELS)
    const { timestamp = 0 } = parts[index] ?? {}
    const [first = 0, last = 0] = [parts[0]?.timestamp, parts.at(-1)?.timestamp]
    const text = last - first < YEAR ? formatShortUtcDay(timestamp) : formatUtcDay(timestamp)
    return { text, at: (index + 0.5) / parts.length, isMinor: label % 3 !== 0 }
  })
  return labels.filter(({ text }, index) => labels.findIndex((one) => one.text === text) === index)
}

const YEAR = 300 * 86_400

function usePoints(parts: Part[]): Point[] {
  const format = useFormatCount()
  const width = 1 / parts.length
  return parts.map((part, index) => ({
    key: String(part.from),
    text: `${heightsText(part, format)}, ${formatUtcDay(part.timestamp)}: ${counted(part.movements, 'movement', format)}`,
    to: partLink(part),
    box: { x: index * width, y: 0, width, height: 1 },
  }))
}

function partLink({ from, to }: Pick<Part, 'from' | 'to'>): string {
  return from === to ? blockLink(from) : `/blocks?before=${to + 1}`
}

function heightsText({ from, to }: Part, format: (count: number) => string): string {
  return from === to ? `Block ${format(from)}` : `Blocks ${format(from)} to ${format(to)}`
}

function PartTooltip({ part: { from, to, timestamp, movements } }: { part: Part }) {
  return (
    <p className="text-muted">
      <span className="font-semibold text-ink">
        {from === to ? 'Block ' : 'Blocks '}
        <Numeral name="pulse.from" value={from} />
        {from !== to && (
          <>
            {' to '}
            <Numeral name="pulse.to" value={to} />
          </>
        )}
      </span>
      {' · '}
      <Day name="pulse.timestamp" seconds={timestamp} />
      {' · '}
      <span className="text-ink">
        <Count name="pulse.movements" value={movements} one="movement" />
      </span>
    </p>
  )
}
