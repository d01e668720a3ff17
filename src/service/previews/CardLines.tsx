/** @jsxImportSource satori/jsx */
import type { JSXNode } from 'satori/jsx'
import { axisLabel, type ValueScale } from '../../app/figures/valueScale.ts'
import { countText } from './cardNumbers.ts'
import type { CardPalette } from './cardPalette.ts'
import { FIGURE_HEIGHT, FIGURE_WIDTH } from './cardSize.ts'

type Props = {
  /** Of the lines; the labels of the value axis are at their right. */
  width: number
  height: number
  scale: ValueScale
  /** Below the first and the last value. */
  ends: readonly [first: string, last: string]
  palette: CardPalette
  lines: JSXNode
  children: JSXNode
}

/** A grid with a value axis for lines over time. */
export function CardLines({ width, height, scale, ends, palette, lines, children }: Props) {
  const label = { position: 'absolute', fontSize: 11, color: palette.muted } as const
  return (
    <div
      style={{ display: 'flex', position: 'relative', width: FIGURE_WIDTH, height: FIGURE_HEIGHT }}
    >
      <svg
        aria-hidden="true"
        width={width}
        height={height + 4}
        viewBox={`0 0 ${width} ${height + 4}`}
      >
        {scale.ticks.map((tick) => (
          <path
            d={`M0,${scale.y(tick)}H${width}`}
            stroke={tick === 0 ? palette.muted : palette.line}
          />
        ))}
        {lines}
      </svg>
      {scale.ticks.map((tick) => (
        <div style={{ ...label, left: width + 8, top: scale.y(tick) - 8 }}>
          {axisLabel(tick, countText)}
        </div>
      ))}
      <div style={{ ...label, left: 0, bottom: 0 }}>{ends[0]}</div>
      <div style={{ ...label, right: FIGURE_WIDTH - width, bottom: 0 }}>{ends[1]}</div>
      {children}
    </div>
  )
}
