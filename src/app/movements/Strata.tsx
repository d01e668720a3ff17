import { type PointerEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { MovementCounts, MovementType } from '../../contract/schemas/movement.ts'
import { filterSearch } from '../lists/paging.ts'
import { COLUMN_WIDTH, StackedColumns } from './StackedColumns.tsx'
import { countOf, MOVEMENT_LOOKS, SHOWN_TYPES } from './TypeBadge.tsx'

type Props = {
  /** The numbers of transfers, mints, burns and etchings in each part, in order. */
  strata: [number, number, number, number][]
  step: number
}

const HEIGHT = 56

/** A block as thin columns, stacked by type. Dragging over them selects the transactions, in the URL. */
export function Strata({ strata, step }: Props) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [drag, setDrag] = useState<{ from: number; to: number }>()
  const svg = useRef<SVGSVGElement>(null)
  const used = SHOWN_TYPES.filter((_, type) => strata.some((part) => (part[type] ?? 0) > 0))
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
        viewBox={`0 0 ${strata.length * COLUMN_WIDTH} ${HEIGHT}`}
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
            x={Math.min(selection.from, selection.to) * COLUMN_WIDTH}
            width={(Math.abs(selection.to - selection.from) + 1) * COLUMN_WIDTH}
            height={HEIGHT}
            className="fill-accent-soft"
          />
        )}
        <StackedColumns columns={strata} height={HEIGHT} />
      </svg>
      <figcaption className="mt-1 flex flex-wrap gap-x-4 text-xs text-muted">
        <Legends types={used} />
        <span className="ms-auto needs-scripts phone:hidden">
          first transaction → last · drag to select
        </span>
      </figcaption>
    </figure>
  )
}

/** What the colours stand for. */
export function Legends({ types = SHOWN_TYPES }: { types?: MovementType[] }) {
  return types.map((type) => (
    <span key={type} className="inline-flex items-center gap-1.5">
      <svg aria-hidden="true" viewBox="0 0 8 8" className="size-2">
        <rect width="8" height="8" rx="2" className={MOVEMENT_LOOKS[type].fill} />
      </svg>
      {MOVEMENT_LOOKS[type].name}s
    </span>
  ))
}

function selectionIn(search: URLSearchParams, step: number) {
  const [first, last] = [search.get('first_tx'), search.get('last_tx')].map((text) =>
    text !== null && /^[0-9]{1,9}$/.test(text) ? Math.floor(Number(text) / step) : undefined,
  )
  return first === undefined || last === undefined ? undefined : { from: first, to: last }
}

export function TypeBar({ counts, most }: { counts: MovementCounts; most: number }) {
  let x = 0
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      className="block h-2 w-full min-w-24"
    >
      {SHOWN_TYPES.map((type) => {
        const count = countOf(counts, type)
        if (count === 0) return null
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
