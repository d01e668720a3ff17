import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react'
import { Link, useNavigate } from 'react-router-dom'

/** A value of a figure, or several that belong together. */
export type Point = {
  key: string
  /** What it is, in words: "23 Nov 2026: 948 mints, 80 transfers". */
  text: string
  /** Where it leads. */
  to?: string | undefined
  /** Where it is in the figure, from 0 to 1. */
  box: Box
}

export type Box = { x: number; y: number; width: number; height: number }

/** At the top of the drawing, above what it draws, or as high as the point. */
type TooltipPlace = 'top' | 'above' | 'point'

type Props = {
  /** What the figure says, in a sentence. */
  sentence: string
  points: readonly Point[]
  /** The point that is shown first: the last one, or this. */
  start?: number
  /** What is said of a point beside it. */
  tooltip: (index: number) => ReactNode
  /** Where that is: where it covers no number of a column that is cut off. */
  tooltipAt?: TooltipPlace
  /** The drawing, with the point that is shown now. */
  children: (active: number | undefined) => ReactNode
  /** The height of the drawing, and the room beside it for the labels of its axis. */
  className: string
}

/**
 * A figure as one control: pointer, finger and arrow keys move from point to point, Enter or a click opens where the
 * point leads. Without scripts, each point is a link. Time runs to the right, whatever the direction of the page.
 */
export function Crosshair(props: Props) {
  const { sentence, points, tooltip, tooltipAt = 'top', children, className } = props
  const { start = points.length - 1 } = props
  const { active, ...control } = useActivePoint(points, start)
  const shown = points[active ?? start]
  if (shown === undefined) return null
  return (
    <div dir="ltr">
      <div className={`relative touch-pan-y ${className}`} {...control.pointer}>
        {children(active)}
        <Links points={points} />
        <div
          role="slider"
          tabIndex={0}
          aria-label={sentence}
          aria-valuemin={0}
          aria-valuemax={points.length - 1}
          aria-valuenow={active ?? start}
          aria-valuetext={shown.text}
          className="pointer-events-none absolute inset-0 needs-scripts"
          {...control.keyboard}
        />
        {active !== undefined && (
          <Tooltip box={shown.box} at={tooltipAt}>
            {tooltip(active)}
          </Tooltip>
        )}
      </div>
      <Readout point={shown}>{tooltip(active ?? start)}</Readout>
    </div>
  )
}

function Links({ points }: Pick<Props, 'points'>) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 1 1"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full"
    >
      {points.map(({ key, text, to, box }) =>
        to === undefined ? null : (
          <Link key={key} to={to} preventScrollReset tabIndex={-1}>
            <title>{text}</title>
            <rect {...box} fill="transparent" />
          </Link>
        ),
      )}
    </svg>
  )
}

function useActivePoint(points: readonly Point[], start: number) {
  const navigate = useNavigate()
  const [index, setIndex] = useState<number>()
  /** A finger shows a point first, and opens it when it is pressed again. */
  const isShownFirst = useRef(false)
  const active = index === undefined || index >= points.length ? undefined : index

  function open() {
    const { to } = points[active ?? start] ?? {}
    if (to !== undefined) navigate(to, { preventScrollReset: true })
  }

  const pointer = {
    onPointerDown(event: PointerEvent) {
      const pressed = nearestPoint(points, event)
      isShownFirst.current = event.pointerType === 'touch' && pressed !== active
      setIndex(pressed)
    },
    onPointerMove: (event: PointerEvent) => setIndex(nearestPoint(points, event)),
    onPointerLeave(event: PointerEvent) {
      if (event.pointerType !== 'touch') setIndex(undefined)
    },
    onClickCapture(event: MouseEvent) {
      if (isShownFirst.current) {
        event.preventDefault()
        event.stopPropagation()
      } else if (event.target instanceof Element && event.target.closest('a') === null) open()
    },
  }

  const keyboard = {
    onFocus: () => setIndex(active ?? start),
    onBlur: () => setIndex(undefined),
    onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Enter') open()
      else if (event.key === 'Escape') setIndex(undefined)
      else {
        const next = pointTowards(points, active ?? start, event.key)
        if (next === undefined) return
        setIndex(next)
      }
      event.preventDefault()
    },
  }
  return { active, pointer, keyboard }
}

/** The point whose box is nearest to a pointer. */
function nearestPoint(
  points: readonly Point[],
  { currentTarget, clientX, clientY }: PointerEvent,
): number {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  const distances = points.map(({ box }) =>
    Math.hypot(
      outside(clientX - left, box.x * width, box.width * width),
      outside(clientY - top, box.y * height, box.height * height),
    ),
  )
  return distances.indexOf(Math.min(...distances))
}

/** How far a place is outside of an interval. */
function outside(place: number, start: number, length: number): number {
  return Math.max(0, start - place, place - start - length)
}

/** The point that a key leads to; undefined if the key means nothing here. */
function pointTowards(points: readonly Point[], from: number, key: string): number | undefined {
  const last = points.length - 1
  switch (key) {
    case 'Home':
      return 0
    case 'End':
      return last
    case 'PageUp':
      return Math.max(0, from - PAGE)
    case 'PageDown':
      return Math.min(last, from + PAGE)
    default: {
      const direction = DIRECTIONS[key]
      return direction && neighbourOf(points, from, direction)
    }
  }
}

const PAGE = 7
const DIRECTIONS: Partial<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The nearest point in a direction: what is aside of it counts twice. */
function neighbourOf(
  points: readonly Point[],
  from: number,
  [right, down]: readonly [number, number],
): number | undefined {
  const start = points[from]
  if (start === undefined) return
  const distances = points.map((point, index) => {
    const [x, y] = offset(start.box, point.box)
    const along = x * right + y * down
    if (index === from || along <= 1e-9) return Number.POSITIVE_INFINITY
    return along + 2 * Math.abs(x * down + y * right)
  })
  const nearest = Math.min(...distances)
  if (nearest !== Number.POSITIVE_INFINITY) return distances.indexOf(nearest)
  // At an edge, the page scrolls up or down; other arrow keys would lead to another page.
  return down === 0 ? from : undefined
}

function offset(from: Box, to: Box): [x: number, y: number] {
  return [
    to.x + to.width / 2 - from.x - from.width / 2,
    to.y + to.height / 2 - from.y - from.height / 2,
  ]
}

type TooltipProps = { box: Box; at: TooltipPlace; children: ReactNode }

const TOOLTIP_PLACES = { top: 'top-2', above: 'bottom-full', point: '' }

/** Beside the point, at the side with more room; upon it, where neither has enough, or it has enough itself. */
function Tooltip({ box, at, children }: TooltipProps) {
  const [hasRoom, setHasRoom] = useState(true)
  const place = hasRoom ? at : 'top'
  return (
    <div
      ref={(tooltip) => {
        if (tooltip !== null && at === 'above') setHasRoom(hasRoomAbove(tooltip))
      }}
      aria-hidden="true"
      // Set by scripts: no page is rendered with a tooltip.
      style={{ ...besideOf(box), ...(place === 'point' && heightOf(box)) }}
      className={`floating pointer-events-none absolute z-10 w-max max-w-88 px-3 py-2 text-xs phone:hidden ${TOOLTIP_PLACES[place]}`}
    >
      {children}
    </div>
  )
}

/** In pixels. */
const SITE_HEADER = 56

/** Whether a tooltip above its drawing is below the header of the site. */
function hasRoomAbove({ offsetHeight, parentElement }: HTMLElement): boolean {
  const { top = 0 } = parentElement?.getBoundingClientRect() ?? {}
  return top - offsetHeight >= SITE_HEADER
}

/** The part of the width that a tooltip needs. */
const ROOM = 0.35

function besideOf({ x, width }: Box) {
  const [before, after] = [x, 1 - x - width]
  if (width > ROOM || Math.max(before, after) < ROOM) return { left: `${(x + width * 0.3) * 100}%` }
  return before > after
    ? { right: `calc(${(1 - x) * 100}% + 8px)` }
    : { left: `calc(${(x + width) * 100}% + 8px)` }
}

/** From the top of a point down, or in the lower half from its bottom up. */
function heightOf({ y, height }: Box) {
  return y < 0.5
    ? { top: `calc(${y * 100}% + 4px)` }
    : { bottom: `calc(${(1 - y - height) * 100}% + 4px)` }
}

/** The same below the drawing, where a thumb does not cover it. */
function Readout({ point: { to }, children }: { point: Point; children: ReactNode }) {
  return (
    <div
      aria-hidden="true"
      className="mt-2 flex min-h-14 items-center justify-between gap-3 rounded-md bg-sunken px-3 py-2 text-xs wide:hidden"
    >
      <div className="min-w-0 grow">{children}</div>
      {to !== undefined && (
        <Link to={to} preventScrollReset tabIndex={-1} className="button shrink-0">
          {whatOpens(to)}
        </Link>
      )}
    </div>
  )
}

function whatOpens(path: string): string {
  if (/^\/block\/\d+$/.test(path)) return 'Open block'
  return /^\/tx\/\w+$/.test(path) ? 'Open transaction' : 'List'
}
