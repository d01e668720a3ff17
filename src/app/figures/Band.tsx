import { percent } from './Panel.tsx'
import type { Palette } from './palette.ts'
import type { Point } from './useActivePoint.ts'

type Props = {
  point: Point | undefined
  palette: Palette
  /** How far down its line goes, in pixels; without it, there is none. */
  lineEnd?: number
}

/** What the crosshair stands on, behind the columns of a figure. */
export function Band({ point, palette, lineEnd }: Props) {
  if (point === undefined) return null
  const { x, width } = point.box
  const middle = percent(x + width / 2)
  return (
    <>
      <rect x={percent(x)} width={percent(width)} height="100%" fill={palette.highlight} rx="3" />
      {lineEnd !== undefined && (
        <line x1={middle} x2={middle} y2={lineEnd} stroke={palette.muted} />
      )}
    </>
  )
}
