import { useSearchParams } from 'react-router-dom'
import type { RuneMilestone } from '../../../contract/schemas/rune.ts'
import { Band } from '../../figures/Band.tsx'
import { Crosshair } from '../../figures/Crosshair.tsx'
import { type Flag, Flags } from '../../figures/Flags.tsx'
import { Panel } from '../../figures/Panel.tsx'
import { PanelTitle } from '../../figures/PanelTitle.tsx'
import { PAGE_PALETTE } from '../../figures/palette.ts'
import { TimeTicks } from '../../figures/TimeTicks.tsx'
import { TypeColumns, totalOf } from '../../figures/TypeColumns.tsx'
import type { Point } from '../../figures/useActivePoint.ts'
import { ValueLine } from '../../figures/ValueLine.tsx'
import { lineScale, type ValueScale, valueScale } from '../../figures/valueScale.ts'
import { filterSearch } from '../../lists/paging.ts'
import { HistoryTooltip } from './HistoryTooltip.tsx'
import { type HistoryColumn, isWithin } from './historyColumns.ts'
import { useDescription, useSentence } from './historyWords.ts'

type Props = {
  columns: HistoryColumn[]
  /** Those within the columns, which number them. */
  milestones: RuneMilestone[]
  isOlder: boolean
}

// In pixels.
const TITLE = 20
const GAP = 8
const HEIGHTS = { supply: 116, holders: 100, movements: 104 }
/** For a flag above the greatest value. */
const ROOM = 22
const LABELS = 20
/** Of the panels with their titles, and the labels below. */
const CLASSES: Record<string, string> = {
  'supply holders movements': 'h-104',
  'supply movements': 'h-72',
  'holders movements': 'h-68',
  movements: 'h-36',
}

type PanelName = keyof typeof HEIGHTS

/** Panels on one axis of time: the supply and the holders, where they are known, and the movements. */
export function HistoryDrawing({ columns, milestones, isOlder }: Props) {
  const points = usePoints(columns, isOlder)
  const sentence = useSentence(columns, isOlder)
  const names = panelsOf(columns, isOlder)
  const tops = topsOf(names)
  const end = tops.movements + HEIGHTS.movements
  return (
    <Crosshair
      sentence={sentence}
      points={points}
      tooltip={(index) => {
        const column = columns[index]
        return (
          column && <HistoryTooltip column={column} before={columns[index - 1]} isOlder={isOlder} />
        )
      }}
      // Not upon the numbers of columns that are cut off.
      tooltipAt={names.length === 1 ? 'above' : 'top'}
      className={`me-16 mt-1 ${CLASSES[names.join(' ')]}`}
    >
      {(active) => (
        <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
          <Band
            point={active === undefined ? undefined : points[active]}
            palette={PAGE_PALETTE}
            lineEnd={end}
          />
          {names.map((name) => (
            <HistoryPanel
              key={name}
              name={name}
              y={tops[name]}
              columns={columns}
              milestones={milestones}
              isFirst={name === names[0]}
            />
          ))}
          <TimeTicks y={end + LABELS - 4} columns={columns} palette={PAGE_PALETTE} />
        </svg>
      )}
    </Crosshair>
  )
}

/** Without a panel for what was always nothing. */
function panelsOf(columns: HistoryColumn[], isOlder: boolean): PanelName[] {
  const names: (PanelName | false)[] = [
    !isOlder && columns.some(({ supply = '0' }) => Number(supply) > 0) && 'supply',
    !isOlder && columns.some(({ holders = 0 }) => holders > 0) && 'holders',
    'movements',
  ]
  return names.filter((name) => name !== false)
}

/** Where each panel begins, below its title. */
function topsOf(names: PanelName[]): Record<PanelName, number> {
  const tops = { supply: 0, holders: 0, movements: 0 }
  let y = TITLE
  for (const name of names) {
    tops[name] = y
    y += HEIGHTS[name] + GAP + TITLE
  }
  return tops
}

type PanelProps = Pick<Props, 'columns' | 'milestones'> & {
  name: PanelName
  y: number
  /** The first panel has the flags of panels that are missing. */
  isFirst: boolean
}

function HistoryPanel({ name, y, columns, milestones, isFirst }: PanelProps) {
  const counts = columns.map((column) => column.counts)
  const values = columns.map((column) => drawnValue(name, column))
  const known = values.map((value = 0) => value)
  const scale = (name === 'movements' ? valueScale : lineScale)(known, HEIGHTS[name], {
    room: ROOM,
  })
  const isUnfinished = columns.at(-1)?.isUnfinished === true
  const options = { scale, palette: PAGE_PALETTE, isUnfinished }
  return (
    <>
      <PanelTitle
        title={TITLES[name]}
        y={y - TITLE + 13}
        palette={PAGE_PALETTE}
        ends={endsOf(name, columns)}
        names={{ first: `history.first_${name}`, last: `history.last_${name}` }}
      />
      <Panel y={y} scale={scale} palette={PAGE_PALETTE}>
        {name === 'movements' ? (
          <TypeColumns columns={counts} {...options} />
        ) : (
          <ValueLine
            values={values}
            {...options}
            stroke={name === 'supply' ? PAGE_PALETTE.mint : PAGE_PALETTE.ink}
            hasArea={name === 'supply'}
          />
        )}
        <Flags
          flags={flagsOf(milestones, columns, { values: known, scale, name, isFirst })}
          isOnLine={name !== 'movements'}
          height={scale.height}
          palette={PAGE_PALETTE}
        />
      </Panel>
    </>
  )
}

/** For a drawing; what is exact is in the tooltip. */
function drawnValue(
  name: PanelName,
  { supply, holders, counts }: HistoryColumn,
): number | undefined {
  if (name === 'movements') return totalOf(counts)
  return name === 'holders' ? holders : supply === undefined ? undefined : Number(supply)
}

const FLAG_PANELS: Record<RuneMilestone['kind'], PanelName> = {
  etched: 'supply',
  'mint-opened': 'supply',
  'half-minted': 'supply',
  'minted-out': 'supply',
  holders: 'holders',
  'busiest-day': 'movements',
  'unusual-day': 'movements',
}

type FlagOptions = { values: number[]; scale: ValueScale } & Pick<PanelProps, 'name' | 'isFirst'>

/** The milestones of a panel. Their numbers count those of all panels. */
function flagsOf(
  milestones: RuneMilestone[],
  columns: HistoryColumn[],
  { values, scale, name, isFirst }: FlagOptions,
): Flag[] {
  return milestones.flatMap((milestone, place) => {
    const panel = FLAG_PANELS[milestone.kind]
    const isHere = panel === name || (isFirst && panel === 'supply')
    const index = columns.findIndex((column) => isWithin(column, milestone))
    if (!isHere || index === -1) return []
    const y = scale.y(values[index] ?? 0)
    return [{ number: place + 1, at: (index + 0.5) / columns.length, y }]
  })
}

const TITLES = { supply: 'Supply', holders: 'Holders', movements: 'Movements' }

/** The first and the last known value of a line. */
function endsOf(name: PanelName, columns: HistoryColumn[]) {
  if (name === 'movements') return
  const known = columns.flatMap(({ holders, supply }) => {
    const value = name === 'holders' ? holders : supply
    return value === undefined ? [] : [String(value)]
  })
  const [first, last] = [known[0], known.at(-1)]
  return first === undefined || last === undefined ? undefined : { first, last }
}

/** A column leads to its movements. */
function usePoints(columns: HistoryColumn[], isOlder: boolean): Point[] {
  const [search] = useSearchParams()
  const describe = useDescription(isOlder)
  const width = 1 / columns.length
  return columns.map((column, index) => ({
    key: String(column.first),
    text: describe(column),
    to: column.blocks && filterSearch(search, { view: 'movements', ...column.blocks }),
    box: { x: index * width, y: 0, width, height: 1 },
  }))
}
