/** @jsxImportSource satori/jsx */
import { axisLabel, type ValueScale, valueScale } from '../../app/figures/valueScale.ts'
import type { BlockSummary } from '../../contract/schemas/chain.ts'
import { countText } from './cardNumbers.ts'
import type { CardPalette } from './cardPalette.ts'
import { FIGURE_HEIGHT, FIGURE_WIDTH } from './cardSize.ts'

type Props = {
  /** Newest first. */
  blocks: BlockSummary[]
  palette: CardPalette
}

const [AXIS_WIDTH, LABELS_HEIGHT] = [44, 20]
const TYPES = ['transfer', 'mint', 'burn', 'etching'] as const

/** The movements of the newest blocks by type, the newest at the right. */
export function BlockColumns({ blocks, palette }: Props) {
  const ordered = [...blocks].reverse()
  const [width, height] = [FIGURE_WIDTH - AXIS_WIDTH, FIGURE_HEIGHT - LABELS_HEIGHT]
  const scale = valueScale(
    ordered.map(({ movements }) => movements),
    height,
  )
  const label = { position: 'absolute', fontSize: 11, color: palette.muted } as const
  const [first, last] = [ordered[0], ordered.at(-1)]
  return (
    <div
      style={{ display: 'flex', position: 'relative', width: FIGURE_WIDTH, height: FIGURE_HEIGHT }}
    >
      <svg aria-hidden="true" width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        {scale.ticks.map((tick) => (
          <path
            d={`M0,${scale.y(tick)}H${width}`}
            stroke={tick === 0 ? palette.muted : palette.line}
          />
        ))}
        {ordered.flatMap((block, index) =>
          partsOf(block, scale).map(({ type, y, height }) => (
            <rect
              x={((index + 0.14) * width) / ordered.length}
              width={(0.72 * width) / ordered.length}
              y={y}
              height={height}
              rx="2"
              fill={palette[type]}
            />
          )),
        )}
        {ordered.map(({ movements }, index) =>
          movements <= scale.top ? null : (
            <path
              d={breakAcross((index * width) / ordered.length, width / ordered.length)}
              fill="none"
              stroke={palette.ground}
              strokeWidth="3"
            />
          ),
        )}
      </svg>
      {ordered.map(({ movements }, index) => {
        const isAtLeft = index > ordered.length / 2
        const edge = ((index + (isAtLeft ? 0.1 : 0.9)) * width) / ordered.length
        const place = isAtLeft ? { right: FIGURE_WIDTH - edge } : { left: edge }
        return movements <= scale.top ? null : (
          <div style={{ ...label, ...place, top: -2, color: palette.ink, fontWeight: 600 }}>
            {countText(movements)}
          </div>
        )
      })}
      {scale.ticks.map((tick) => (
        <div style={{ ...label, left: width + 8, top: scale.y(tick) - 8 }}>
          {axisLabel(tick, countText)}
        </div>
      ))}
      <div style={{ ...label, left: 0, bottom: 0 }}>{blockText(first)}</div>
      <div style={{ ...label, right: AXIS_WIDTH, bottom: 0 }}>{blockText(last)}</div>
    </div>
  )
}

/** Across a column that the scale cuts off, whose number is beside it. */
function breakAcross(x: number, width: number): string {
  const points = [0, 0.25, 0.5, 0.75, 1].map((part, index) => {
    return `${(x + part * width).toFixed(1)},${index % 2 === 0 ? 18 : 14}`
  })
  return `M${points.join('L')}`
}

function blockText(block: BlockSummary | undefined): string {
  return block === undefined ? '' : `block ${countText(block.block_height)}`
}

/** From below, with a gap of a pixel. */
function partsOf({ counts }: BlockSummary, scale: ValueScale) {
  let sum = 0
  return TYPES.flatMap((type) => {
    const bottom = scale.y(sum)
    sum += counts[`${type}s`]
    const y = scale.y(sum)
    return bottom - y < 0.5 ? [] : [{ type, y, height: Math.max(1, bottom - y - 1) }]
  })
}
