// Compares where the shapes of a panel are with where its axis has the values of the model.
import { groupBy } from '../model/facts.ts'
import type { Drawing, Panel } from './measureFigure.ts'
import { grouped, type ModelPanel } from './modelFigure.ts'

/** What differs. */
export function comparePanels({ panels, width }: Drawing, expected: ModelPanel[]): string[] {
  if (panels.length !== expected.length) return [`${panels.length} panels are drawn`]
  return expected.flatMap((model, index) => {
    const panel = panels[index]
    if (panel === undefined) return []
    const axis = axisOf(panel)
    const drawn =
      model.kind === 'columns'
        ? compareColumns(panel, model, axis)
        : compareLines(panel, model, { ...axis, width })
    return [...compareAxis(panel, axis), ...drawn].map((problem) => `panel ${index}: ${problem}`)
  })
}

/** Whether two places are within a pixel, measured to a tenth. */
export function isNear(one: number, two: number, tolerance = 1): boolean {
  return Math.round(Math.abs(one - two) * 10) / 10 <= tolerance
}

type Axis = { yOf: (value: number) => number; valueAt: (y: number) => number }

/** A linear axis through the lowest and the highest tick. */
function axisOf({ ticks }: Panel): Axis {
  const [low, high] = [ticks[0], ticks.at(-1)]
  const [from, to] = [low, high].map((tick) => valueOfLabel(tick?.text ?? ''))
  const start = low?.y ?? 0
  const pixels = ((high?.y ?? 0) - start) / ((to ?? 0) - (from ?? 0))
  return {
    yOf: (value) => start + (value - (from ?? 0)) * pixels,
    valueAt: (y) => (from ?? 0) + (y - start) / pixels,
  }
}

/** "1,500", "2 million", "2 × 10³⁸", "50%" */
function valueOfLabel(text: string): number {
  const [count = '', word = ''] = text.replaceAll(/[,%]/g, '').split(/ (?:× 10)?/)
  const exponent = [...word].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(digit)).join('')
  return Number(`${count}e${WORDS[word] ?? Number(exponent)}`)
}

const WORDS: Record<string, number> = { million: 6, billion: 9, trillion: 12 }
const LABEL_DISTANCE = 4

/** From 0, at equal distances of 1, 2 or 5 times a power of ten, each label beside its line. */
function compareAxis({ ticks }: Panel, { yOf }: Axis): string[] {
  const values = ticks.map(({ text }) => valueOfLabel(text))
  const [zero, step = 0] = values
  const isEven = values.every((value, index) => isNear(value / step, index, 0))
  const isRound = /^[125]e/.test(step.toExponential())
  const isThere = ticks.every(
    ({ y, labelY }, index) =>
      isNear(y, yOf(values[index] ?? 0)) && isNear(y, labelY, LABEL_DISTANCE),
  )
  if (ticks.length > 1 && zero === 0 && isEven && isRound && isThere) return []
  return [`the axis is ${ticks.map(({ text, y }) => `${text} at ${y}`)}`]
}

type ModelColumns = Extract<ModelPanel, { kind: 'columns' }>
type Part = { fill: string; from: number; to: number }

/** Each part of a column is where the axis has its first and its last value. */
function compareColumns(panel: Panel, model: ModelColumns, axis: Axis): string[] {
  const { columns } = model
  const columnAt = (x: number) => Math.floor(x * columns.length)
  const bars = groupBy(panel.bars, ({ x }) => columnAt(x))
  const cut = panel.totals.map(({ x }) => columnAt(x))
  const problems = columns.flatMap((_, index) => {
    const own = bars.get(index) ?? []
    const isCut = cut.includes(index)
    const highest = axis.valueAt(Math.min(...own.map(({ top }) => top)))
    const end = isCut ? highest : Number.POSITIVE_INFINITY
    const fill = isCut ? model.cutFill : undefined
    const parts = partsOf(model, index)
      .filter(({ from }) => from < end)
      .map((part) => ({ ...part, fill: fill ?? part.fill, to: Math.min(end, part.to) }))
    return compareParts(own, parts, axis).map((problem) => `column ${index}: ${problem}`)
  })
  return [...problems, ...compareCut(panel, model, cut)]
}

/** From below. What is hatched lies over all of them. */
function partsOf({ columns, isUnfinished }: ModelColumns, index: number): Part[] {
  let end = 0
  const parts = (columns[index] ?? []).map(({ fill, count }) => {
    end += count
    return { fill, from: end - count, to: end }
  })
  const isHatched = isUnfinished && index === columns.length - 1
  const hatched = isHatched ? [{ fill: 'unfinished', from: 0, to: end }] : []
  return [...parts, ...hatched].filter(({ from, to }) => from < to)
}

function compareParts(bars: Panel['bars'], parts: Part[], { yOf }: Axis): string[] {
  const visible = groupBy(
    bars.filter(({ top, bottom }) => top < bottom),
    ({ fill }) => nameOf(fill),
  )
  const unknown = [...visible.keys()].filter((fill) => !parts.some((part) => part.fill === fill))
  const wrong = parts.flatMap(({ fill, from, to }) => {
    const own = visible.get(fill) ?? []
    const top = Math.min(...own.map((bar) => bar.top))
    const bottom = Math.max(...own.map((bar) => bar.bottom))
    const isRight = isNear(top, yOf(to)) && isNear(bottom, yOf(from))
    const drawn = `${fill} is from ${bottom} to ${top}`
    return isRight ? [] : [`${drawn}, and must be ${yOf(from)} to ${yOf(to)}`]
  })
  return [...unknown.map((fill) => `${fill} is drawn, and must not be`), ...wrong]
}

/** "var(--color-mint-fill)", "url(#unfinished)" */
function nameOf(fill: string): string {
  return /(?:color-|#)(\w+)/.exec(fill)?.[1] ?? fill
}

const MAX_CUT = 2

/** A column that is cut off is higher than all others, and has its value beside it. */
function compareCut({ totals }: Panel, { columns }: ModelColumns, cut: number[]): string[] {
  const sums = columns.map((layers) => layers.reduce((sum, { count }) => sum + count, 0))
  const most = Math.max(...sums.filter((_, index) => !cut.includes(index)))
  const hidden = cut.map((index) => sums[index] ?? 0)
  const said = totals.map(({ text }) => text)
  const isRight =
    cut.length <= MAX_CUT &&
    hidden.every((sum) => sum > most) &&
    String(said) === String(hidden.map(grouped))
  return isRight ? [] : [`${said} are cut off, and must be ${hidden}`]
}

type LineAxis = Axis & { width: number }

type ModelLines = Extract<ModelPanel, { kind: 'lines' }>

/**
 * Each line goes through all of its values, and what is filled lies between it and zero. What is cut off is at the
 * top, higher than all others, and says its value.
 */
function compareLines(
  panel: Panel,
  { lines: expected, isCut = false }: ModelLines,
  axis: LineAxis,
) {
  const { lines, cut } = panel
  const count = Math.max(...expected.map((values) => values.length))
  const index = ({ x }: { x: number }) => Math.round(x * count - 0.5)
  const hidden = cut.map((label) => `${index(label)}: ${label.text}`)
  const isHidden = (at: number, value = 0) => hidden.includes(`${at}: ${grouped(value)}`)
  const shown = expected.flatMap((values) => values.filter((value, at) => !isHidden(at, value)))
  const top = Math.min(...lines.flatMap(({ points }) => points.map(({ y }) => y)))
  const yOf = (at: number, value = Number.NaN) => (isHidden(at, value) ? top : axis.yOf(value))
  const problems = expected.flatMap((values, line) => {
    const { points = [], area = [] } = lines[line] ?? {}
    const isOn = (point: Place) => {
      const at = index(point)
      const x = (at + 0.5) / count
      return isNear(point.x * axis.width, x * axis.width) && isNear(point.y, yOf(at, values[at]))
    }
    const reached = new Set(points.map(index))
    const missing = [...values.keys()].filter((value) => !reached.has(value))
    return [
      ...points.filter((point) => !isOn(point)),
      ...area.filter((point) => !isOn(point) && !isNear(point.y, axis.yOf(0))),
    ]
      .map((point) => `line ${line} is at ${point.y} for ${values[index(point)]}`)
      .concat(missing.map((value) => `line ${line} leaves out ${values[value]}`))
  })
  const known = expected.flatMap((values) => values.filter((value, at) => isHidden(at, value)))
  const isRight =
    (isCut || hidden.length === 0) &&
    hidden.length <= MAX_CUT &&
    known.length === hidden.length &&
    known.every((value) => value > Math.max(...shown))
  return [
    ...problems,
    ...(isRight ? [] : [`${hidden} are cut off`]),
    ...(lines.length === expected.length ? [] : [`${lines.length} lines are drawn`]),
  ]
}

type Place = Panel['lines'][number]['points'][number]
