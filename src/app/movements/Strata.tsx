import { type PointerEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { MovementCounts, MovementType } from '../../contract/schemas/movement.ts'
import { filterSearch } from '../lists/paging.ts'
import { MOVEMENT_LOOKS } from './TypeBadge.tsx'

type Props = {
  /** The numbers of transfers, mints, burns and etchings in each part, in order. */
  strata: [number, number, number, number][]
  step: number
}

const TYPES: MovementType[] = ['transfer', 'mint', 'burn', 'etching']
const HEIGHT = 56
/** In units of the drawing. */
const COLUMN = 10

/**
 * A block as thin columns, stacked by type. Dragging over them selects the transactions, in the URL.
 */
export function Strata({ strata, step }: Props) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [drag, setDrag] = useState<{ from: number; to: number }>()
  const svg = useRef<SVGSVGElement>(null)
  const highest = Math.max(1, ...strata.map(sumOf))
  const used = TYPES.filter((_, type) => strata.some((part) => (part[type] ?? 0) > 0))
  const selection = drag ?? selectionIn(search, step)

  function partAt({ clientX }: PointerEvent): number {
    const box = svg.current?.getBoundingClientRect()
    if (box === undefined || box.width === 0) return 0
    const part = Math.floor(((clientX - box.left) / box.width) * strata.length)
    return Math.max(0, Math.min(strata.length - 1, part))
  }

  function end() {
    if (drag === undefined) return
    const [from, to] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)]
    setDrag(undefined)
    const isAll = from === 0 && to === strata.length - 1
    navigate(
      filterSearch(search, {
        first_tx: isAll ? undefined : from * step,
        last_tx: isAll ? undefined : (to + 1) * step - 1,
        view: undefined,
      }),
      { preventScrollReset: true },
    )
  }

  return (
    <figure className="mt-3 print:hidden" aria-label="The movements in the order of the block">
      <svg
        ref={svg}
        aria-hidden="true"
        viewBox={`0 0 ${strata.length * COLUMN} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-14 w-full cursor-crosshair phone:h-10 touch-pan-y border-b border-line"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setDrag({ from: partAt(event), to: partAt(event) })
        }}
        onPointerMove={(event) => drag && setDrag({ ...drag, to: partAt(event) })}
        onPointerUp={end}
        onPointerCancel={() => setDrag(undefined)}
      >
        {selection !== undefined && (
          <rect
            x={Math.min(selection.from, selection.to) * COLUMN}
            width={(Math.abs(selection.to - selection.from) + 1) * COLUMN}
            height={HEIGHT}
            className="fill-accent-soft"
          />
        )}
        {strata.map((part, index) => (
          <Column
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity.
            key={index}
            x={index * COLUMN}
            part={part}
            height={(HEIGHT - 2) * Math.sqrt(sumOf(part) / highest)}
          />
        ))}
      </svg>
      <figcaption className="mt-1 flex flex-wrap gap-x-4 text-xs text-muted">
        {used.map((type) => (
          <Legend key={type} type={type} />
        ))}
        <span className="ms-auto needs-scripts phone:hidden">
          first transaction → last · drag to select
        </span>
      </figcaption>
    </figure>
  )
}

function sumOf(part: readonly number[]): number {
  return part.reduce((sum, count) => sum + count, 0)
}

type ColumnProps = { x: number; part: readonly number[]; height: number }

/** The height of a column grows with the square root, so that one large transaction does not flatten all others. */
function Column({ x, part, height }: ColumnProps) {
  const scale = height / Math.max(1, sumOf(part))
  let bottom = HEIGHT
  return TYPES.map((type, index) => {
    const count = part[index] ?? 0
    if (count === 0) return null
    const layer = Math.max(1.5, count * scale)
    bottom -= layer
    return (
      <rect
        key={type}
        x={x + 1}
        y={Math.max(0, bottom)}
        width={COLUMN - 2}
        height={layer - 0.75}
        className={MOVEMENT_LOOKS[type].fill}
      />
    )
  })
}

export function Legend({ type }: { type: MovementType }) {
  const { many, fill } = MOVEMENT_LOOKS[type]
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg aria-hidden="true" viewBox="0 0 8 8" className="size-2">
        <rect width="8" height="8" rx="2" className={fill} />
      </svg>
      {many}
    </span>
  )
}

function selectionIn(search: URLSearchParams, step: number) {
  const [first, last] = [search.get('first_tx'), search.get('last_tx')].map((text) =>
    text !== null && /^[0-9]{1,9}$/.test(text) ? Math.floor(Number(text) / step) : undefined,
  )
  return first === undefined || last === undefined ? undefined : { from: first, to: last }
}

type TypeBarProps = {
  counts: MovementCounts
  most: number
}

export function TypeBar({ counts, most }: TypeBarProps) {
  const { transfers, mints, burns, etchings } = counts
  let x = 0
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      className="block h-2 w-full min-w-24"
    >
      {[transfers, mints, burns, etchings].map((count, index) => {
        const type = TYPES[index]
        if (count === 0 || type === undefined) return null
        const width = (count / most) * 100
        x += width
        return (
          <rect
            key={type}
            x={x - width}
            width={width}
            height="8"
            className={MOVEMENT_LOOKS[type].fill}
          />
        )
      })}
    </svg>
  )
}
