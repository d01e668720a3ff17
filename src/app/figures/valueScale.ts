import { max, ticks } from 'd3-array'

/** A linear scale of values from 0, in pixels from the top of a panel. */
export type ValueScale = {
  height: number
  /** The greatest value that is drawn to scale. */
  top: number
  ticks: number[]
  y: (value: number) => number
}

const TICKS = 3
/** In pixels: what a label needs. */
const TICK_ROOM = 24
const PADDING = 2
/** At most so many values are cut off, of eight at most one, and only if they are more than so many times the next one. */
const MAX_OUTLIERS = 2
const VALUES_PER_OUTLIER = 8
const OUTLIER_FACTOR = 10

/** What is free above the greatest value, in pixels. */
type Room = { room?: number }

/** For columns: outliers are cut off. */
export function valueScale(
  values: readonly number[],
  height: number,
  { room = PADDING }: Room = {},
): ValueScale {
  return scaleTo(topOf(values), values, { height, room })
}

/** For a line, of which nothing is cut off. `top` is the end of an axis that all values are below. */
export function lineScale(
  values: readonly number[],
  height: number,
  { room = PADDING, top = max(values) || 1 }: Room & { top?: number | undefined } = {},
): ValueScale {
  return scaleTo(top, values, { height, room })
}

function scaleTo(
  top: number,
  values: readonly number[],
  { height, room }: { height: number; room: number },
): ValueScale {
  const isWhole = values.every(Number.isInteger)
  return {
    height,
    top,
    ticks: ticks(0, top, Math.min(TICKS, Math.floor(height / TICK_ROOM))).filter(
      (tick) => !isWhole || Number.isInteger(tick),
    ),
    y: (value) => height - (Math.min(value, top) / top) * (height - room),
  }
}

/** Outliers would make all other values invisible: they are cut off. */
function topOf(values: readonly number[]): number {
  const [largest = 0, ...others] = [...values].sort((one, two) => two - one)
  const outliers = Math.min(MAX_OUTLIERS, Math.floor(values.length / VALUES_PER_OUTLIER))
  const next = others.slice(0, outliers).find((value) => value * OUTLIER_FACTOR < largest)
  return (next === undefined || next === 0 ? largest : next * 2) || 1
}

const WORDS = [
  ['trillion', 1e12],
  ['billion', 1e9],
  ['million', 1e6],
] as const
/** From here on, powers of ten are easier to read. */
const MAX_WORDED = 1e15

/** A value of an axis, which is a multiple of 1, 2 or 5: "1,500", "2 million", "2 × 10³⁸". */
export function axisLabel(value: number, format: (count: number) => string): string {
  if (value >= MAX_WORDED) return powerOfTen(value)
  const [word, size] = WORDS.find(([, size]) => value >= size) ?? ['', 1]
  const count = Number((value / size).toPrecision(6))
  return `${Number.isInteger(count) ? format(count) : count}${word === '' ? '' : ` ${word}`}`
}

function powerOfTen(value: number): string {
  const [factor = '', exponent = ''] = value.toExponential().split('e+')
  const power = [...exponent].map((digit) => SUPERSCRIPTS[Number(digit)]).join('')
  return `${Number(Number(factor).toPrecision(6))} × 10${power}`
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
