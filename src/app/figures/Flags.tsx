import { percent } from './Panel.tsx'
import type { Palette } from './palette.ts'

/** A numbered place of a panel: `at` from 0 to 1, `y` in pixels from the top. */
export type Flag = { number: number; at: number; y: number }

type Props = {
  flags: readonly Flag[]
  /** Whether their places are points of a line, which are marked too. */
  isOnLine: boolean
  /** Of the panel, in pixels. */
  height: number
  palette: Palette
}

// In pixels.
const RADIUS = 8.5
const DISTANCE = 14
/** Flags that are nearer to each other than this part of the width may overlap on phones. */
const NEAR = 0.07
const STEP = 2 * RADIUS + 1

/** Numbers in circles near their places, none upon another. */
export function Flags({ flags, isOnLine, height, palette }: Props) {
  const placed = place(flags, height)
  return placed.map(({ number, at, y, centre }) => (
    <svg key={number} aria-hidden="true" x={percent(at)} overflow="visible">
      {isOnLine && <circle cy={y} r="3" fill={palette.ink} />}
      <circle cy={centre} r={RADIUS} fill={palette.ink} stroke={palette.surface} />
      <text
        data-axis
        y={centre}
        dy="3.8"
        textAnchor="middle"
        fontSize="11"
        fontWeight="600"
        fill={palette.surface}
      >
        {number}
      </text>
    </svg>
  ))
}

/** Above its place, or below it where there is no room above. */
function place(flags: readonly Flag[], height: number) {
  const placed: (Flag & { centre: number })[] = []
  for (const flag of flags) {
    const isFree = (centre: number) =>
      placed.every(
        (other) => Math.abs(other.at - flag.at) > NEAR || Math.abs(other.centre - centre) >= STEP,
      )
    const above = flag.y - DISTANCE
    const steps = Array.from({ length: Math.ceil(height / STEP) + 1 }, (_, step) => step * STEP)
    const candidates = [
      ...steps.map((step) => above - step).filter((centre) => centre >= RADIUS - 1),
      ...steps.map((step) => flag.y + DISTANCE + step).filter((centre) => centre < height),
    ]
    placed.push({ ...flag, centre: candidates.find(isFree) ?? flag.y + DISTANCE })
  }
  return placed
}
