import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { MovementType } from '../../contract/schemas/movement.ts'
import type { Palette } from './palette.ts'
import { BAR, PHONE_WIDTH, type RibbonShape, WIDTH } from './ribbonLayout.ts'
import type { Point } from './useActivePoint.ts'

/** What is not in a block yet is dashed. */
export type RibbonLook = 'solid' | 'dashed'

type Drawn = RibbonShape & {
  type: MovementType | undefined
  /** Of its point. */
  index: number
  point: Point | undefined
  /** Beside the one that is pointed at. */
  isDim: boolean
}

type Props = {
  ribbons: readonly Drawn[]
  look: RibbonLook
  palette: Palette
}

type BesideProps = Props & { bar: { y: number; height: number }; height: number }

/** Ribbons from a bar to what is at their right. */
export function RibbonsBeside({ bar, height, ...props }: BesideProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${height}`}
      preserveAspectRatio="none"
      className="size-full rtl:-scale-x-100"
    >
      <Shapes {...props} />
      <rect y={bar.y} width={BAR} height={bar.height} fill={props.palette.ink} />
    </svg>
  )
}

type DownProps = Props & { width: number; height: number }

/** Ribbons that run down from a bar, and turn off to the rows at their right. */
export function RibbonsDown({ width, height, ...props }: DownProps) {
  return (
    <svg
      aria-hidden="true"
      width={inRem(PHONE_WIDTH)}
      height={inRem(height)}
      viewBox={`0 0 ${PHONE_WIDTH} ${height}`}
      className="rtl:-scale-x-100"
    >
      <Shapes {...props} />
      <rect width={width} height={BAR} fill={props.palette.ink} />
    </svg>
  )
}

/** The rows beside it grow with the reader's font size. */
function inRem(pixels: number): string {
  return `${pixels / 16}rem`
}

/** Change is an outline, so that what changed hands stands out. */
function Shapes({ ribbons, look, palette }: Props) {
  return ribbons.map(({ path, type, isCut, index, point, isDim }) => {
    const isOutline = type === 'change'
    const isDashed = look === 'dashed' || isCut
    return (
      <g key={path} data-ribbon={index} opacity={isDim ? 0.35 : undefined}>
        <Linked point={point}>
          <path
            d={path}
            fill={type === undefined ? palette.muted : isOutline ? palette.surface : palette[type]}
            fillOpacity={look === 'dashed' ? 0.4 : 1}
            stroke={isOutline || look === 'dashed' ? palette.muted : palette.edge}
            strokeDasharray={isDashed ? '4 3' : undefined}
            vectorEffect="non-scaling-stroke"
          />
        </Linked>
      </g>
    )
  })
}

function Linked({ point, children }: { point: Point | undefined; children: ReactNode }) {
  if (point?.to === undefined) return children
  return (
    <Link to={point.to} preventScrollReset tabIndex={-1}>
      {children}
    </Link>
  )
}
