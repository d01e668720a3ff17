import { percent } from '../../figures/Panel.tsx'
import { PAGE_PALETTE } from '../../figures/palette.ts'
import type { Point } from '../../figures/useActivePoint.ts'
import type { ValueScale } from '../../figures/valueScale.ts'
import { Count, counted, useFormatCount } from '../../ui/numbers.tsx'

// What waits for a block has a dashed outline on the scale of the blocks: nobody knows the next block.

/** The number of movements; undefined until it is read. */
export type Waiting = { total: number | undefined }

type Props = Waiting & {
  scale: ValueScale
  /** With its own, which is the last. */
  columns: number
}

const WIDTH = 0.72

export function PendingStone({ total, scale, columns }: Props) {
  const [left, width] = [(columns - 1) / columns, WIDTH / columns]
  const y = scale.y(total ?? 0)
  return (
    <g fill="none" strokeDasharray="3 2">
      <line
        x1={percent(left)}
        x2={percent(left)}
        y2={scale.height}
        stroke={PAGE_PALETTE.line}
        strokeDasharray="2 3"
      />
      {total !== undefined && total > 0 && (
        <rect
          x={percent(left + (1 / columns - width) / 2)}
          width={percent(width)}
          y={y}
          height={scale.height - y}
          rx={Math.min(5, (scale.height - y) / 2)}
          stroke={PAGE_PALETTE.muted}
        />
      )}
    </g>
  )
}

type LabelProps = Waiting & { columns: number; y: number; noteY: number }

export function PendingLabel({ total, columns, y, noteY }: LabelProps) {
  const format = useFormatCount()
  const look = {
    x: percent(1 - 0.5 / columns),
    dx: 3,
    textAnchor: 'middle',
    fontSize: 11,
    fill: PAGE_PALETTE.muted,
  } as const
  return (
    <>
      <text {...look} y={y}>
        pending
      </text>
      {total !== undefined && (
        <text {...look} y={noteY} data-value="pending.total">
          {format(total)}
        </text>
      )}
    </>
  )
}

export function pendingPoint(
  { total }: Waiting,
  width: number,
  format: (count: number) => string,
): Point {
  return {
    key: 'pending',
    text:
      total === undefined
        ? 'In no block yet'
        : `In no block yet: ${counted(total, 'movement', format)}`,
    to: '/pending',
    box: { x: 1 - width, y: 0, width, height: 1 },
  }
}

export function PendingTooltip({ total }: Waiting) {
  return (
    <>
      {total !== undefined && (
        <p className="font-semibold">
          <Count name="pending.total" value={total} one="movement" />
        </p>
      )}
      <p className="text-muted">in no block yet</p>
    </>
  )
}
