import { Fragment, type ReactNode } from 'react'
import { useFormatCount } from '../ui/numbers.tsx'
import type { Palette } from './palette.ts'
import { axisLabel, type ValueScale } from './valueScale.ts'

type Props = {
  /** Its place in the drawing, in pixels from the top. */
  y: number
  scale: ValueScale
  /** After the values of its axis. */
  unit?: string | undefined
  palette: Palette
  children: ReactNode
}

/**
 * A part of a drawing with a value axis of its own, as wide as the drawing. The labels of the axis are at its right,
 * outside of the drawing.
 */
export function Panel({ y, scale, unit = '', palette, children }: Props) {
  const formatCount = useFormatCount()
  return (
    <svg aria-hidden="true" y={y} width="100%" height={scale.height} overflow="visible">
      {scale.ticks.map((tick) => (
        <Fragment key={tick}>
          <line
            x2="100%"
            y1={scale.y(tick)}
            y2={scale.y(tick)}
            stroke={tick === 0 ? palette.muted : palette.line}
          />
          <text
            data-axis
            x="100%"
            dx="8"
            y={scale.y(tick)}
            dy="4"
            fontSize="11"
            fill={palette.muted}
          >
            {axisLabel(tick, formatCount)}
            {unit}
          </text>
        </Fragment>
      ))}
      {children}
    </svg>
  )
}

type LabelsProps = {
  y: number
  /** With their places from 0 to 1. What is minor is left out on phones. */
  labels: { text: string; at: number; isMinor?: boolean }[]
  palette: Palette
}

/** The labels of the axis of time. */
export function TimeLabels({ y, labels, palette }: LabelsProps) {
  return labels.map(({ text, at, isMinor }) => (
    <text
      key={text}
      data-axis
      x={percent(at)}
      y={y}
      textAnchor={anchorAt(at)}
      fontSize="11"
      fill={palette.muted}
      {...(isMinor && { className: 'phone:hidden' })}
    >
      {text}
    </text>
  ))
}

/** How a label is anchored that must stay within the drawing. */
function anchorAt(at: number): 'start' | 'middle' | 'end' {
  return at < 0.06 ? 'start' : at > 0.94 ? 'end' : 'middle'
}

export function percent(part: number): string {
  return `${Number((part * 100).toFixed(3))}%`
}
