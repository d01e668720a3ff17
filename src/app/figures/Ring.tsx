import type { Palette } from './palette.ts'

type Props = {
  /** From 0 to 1. */
  part: number
  palette: Palette
}

const RADIUS = 6
const AROUND = 2 * Math.PI * RADIUS

/** How much of something is done, as an arc from the top, clockwise. */
export function Ring({ part, palette }: Props) {
  const length = Math.min(1, part) * AROUND
  const circle = { cx: 8, cy: 8, r: RADIUS, fill: 'none', strokeWidth: 3 }
  return (
    <svg aria-hidden="true" width="16" height="16" viewBox="0 0 16 16" className="shrink-0">
      <circle {...circle} stroke={palette.line} />
      <circle
        {...circle}
        stroke={palette.accent}
        strokeDasharray={`${length.toFixed(2)} ${AROUND.toFixed(2)}`}
        transform="rotate(-90 8 8)"
      />
    </svg>
  )
}
