/** @jsxImportSource satori/jsx */
import { line } from 'd3-shape'
import { lineScale } from '../../app/figures/valueScale.ts'
import { CardLines } from './CardLines.tsx'
import { countText } from './cardNumbers.ts'
import type { CardPalette } from './cardPalette.ts'
import { FIGURE_HEIGHT, FIGURE_WIDTH } from './cardSize.ts'

/** The holders of a rune at the end of days or blocks. */
export type HoldersOverTime = {
  /** `at`: seconds or a height, from left to right. */
  points: { at: number; holders: number }[]
  /** When the first and the last of them was. */
  labels: [first: string, last: string]
}

type Point = HoldersOverTime['points'][number]

const NOTHING: Point = { at: 0, holders: 0 }

type Props = { holders: HoldersOverTime; palette: CardPalette }

const AXIS_WIDTH = 52
const LABELS_HEIGHT = 20
/** For the label of the last value. */
const ROOM = 18

export function HoldersCurve({ holders: { points, labels }, palette }: Props) {
  const [width, height] = [FIGURE_WIDTH - AXIS_WIDTH, FIGURE_HEIGHT - LABELS_HEIGHT]
  const scale = lineScale(
    points.map(({ holders }) => holders),
    height,
    { room: ROOM },
  )
  const [first = NOTHING, last = first] = [points[0], points.at(-1)]
  const x = (at: number) => 4 + ((at - first.at) / (last.at - first.at || 1)) * (width - 8)
  const draw = line<Point>(
    ({ at }) => x(at),
    ({ holders }) => scale.y(holders),
  ).digits(1)
  const lines = [
    <path d={draw(points) ?? ''} fill="none" stroke={palette.ink} strokeWidth="2" />,
    ...[first, last].map(({ at, holders }) => (
      <circle cx={x(at)} cy={scale.y(holders)} r="3.5" fill={palette.ink} />
    )),
  ]
  return (
    <CardLines {...{ width, height, scale, palette, lines }} ends={labels}>
      <div
        style={{
          position: 'absolute',
          right: AXIS_WIDTH,
          top: Math.max(0, scale.y(last.holders) - 22),
          color: palette.ink,
          fontWeight: 600,
          fontSize: 12,
        }}
      >
        {`${countText(last.holders)} ${last.holders === 1 ? 'holder' : 'holders'}`}
      </div>
    </CardLines>
  )
}
