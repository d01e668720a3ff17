import { type KeyboardEventHandler, type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { type Box, type Point, useActivePoint } from './useActivePoint.ts'

/** At the top of the drawing, above what it draws, as high as the point, or below it. */
type TooltipPlace = 'top' | 'above' | 'point' | 'below'

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
        <CrosshairControl
          sentence={sentence}
          points={points}
          at={active ?? start}
          keyboard={control.keyboard}
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

type ControlProps = Pick<Props, 'sentence' | 'points'> & {
  at: number
  keyboard: {
    onFocus: () => void
    onBlur: () => void
    onKeyDown: KeyboardEventHandler
  }
}

/** The tab stop of a figure, around all of it. */
export function CrosshairControl({ sentence, points, at, keyboard }: ControlProps) {
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={sentence}
      aria-valuemin={0}
      aria-valuemax={points.length - 1}
      aria-valuenow={at}
      aria-valuetext={points[at]?.text}
      className="pointer-events-none absolute inset-0 needs-scripts"
      {...keyboard}
    />
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
          <Link key={key} to={to} preventScrollReset tabIndex={-1} className="outline-none">
            <title>{text}</title>
            <rect {...box} fill="transparent" />
          </Link>
        ),
      )}
    </svg>
  )
}

type TooltipProps = { box: Box; at: TooltipPlace; children: ReactNode }

const TOOLTIP_PLACES = { top: 'top-2', above: 'bottom-full', point: '', below: '' }

/** Beside the point, at the side with more room; upon it, where neither has enough, or it has enough itself. */
export function Tooltip({ box, at, children }: TooltipProps) {
  const [hasRoom, setHasRoom] = useState(true)
  const place = hasRoom ? at : 'top'
  return (
    <div
      ref={(tooltip) => {
        if (tooltip !== null && at === 'above') setHasRoom(hasRoomAbove(tooltip))
      }}
      aria-hidden="true"
      // Set by scripts: no page is rendered with a tooltip.
      style={{ ...besideOf(box), ...HEIGHTS[place]?.(box) }}
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

/** Of tooltips that follow the height of their point: downwards, or in the lower half upwards. */
const HEIGHTS: Partial<Record<TooltipPlace, (box: Box) => object>> = {
  point: ({ y, height }) =>
    y < 0.5
      ? { top: `calc(${y * 100}% + 4px)` }
      : { bottom: `calc(${(1 - y - height) * 100}% + 4px)` },
  below: ({ y, height }) =>
    y + height / 2 < 0.5
      ? { top: `calc(${(y + height) * 100}% + 4px)` }
      : { bottom: `calc(${(1 - y) * 100}% + 4px)` },
}

/** The same below the drawing, where a thumb does not cover it. */
export function Readout({ point: { to }, children }: { point: Point; children: ReactNode }) {
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
