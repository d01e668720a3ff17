// Compares what a figure says and draws with the model.
import { compareFigures } from '../audit/compareFigures.ts'
import { comparePanels, isNear } from './comparePanels.ts'
import type { Drawing } from './measureFigure.ts'
import { linkOf, type ModelFigure, type ModelPoint } from './modelFigure.ts'
import type { Reading } from './readByKeyboard.ts'

/** In pixels: between two tiles. */
const TILE_GAP = 1.5

/** What differs; nothing if the figure tells the truth. */
export function compareFigure(figure: ModelFigure, readings: Reading[], drawing: Drawing) {
  const all = figure.pointsOf(new Set(readings.map(({ text }) => text)))
  const isMap = figure.kind === 'treemap'
  const points = isMap
    ? readings.flatMap(({ text }) => all.find((point) => point.text === text) ?? [])
    : all
  const said = readings.flatMap((reading, index) => comparePoint(reading, points[index], index))
  const links = drawing.links.map((link) => linkOf(link, 'http://cairn'))
  const expectedLinks = points.flatMap(({ to }) => to ?? [])
  return [
    ...(all.length === readings.length
      ? []
      : [`${readings.length} values are said, and must be ${all.map(({ text }) => text)}`]),
    ...said,
    ...(String(links) === String(expectedLinks)
      ? []
      : [`it leads to ${links}, and must lead to ${expectedLinks}`]),
    ...(isMap ? compareTiles(drawing, points) : comparePanels(drawing, figure.panels)),
    ...compareLabels(drawing, points),
  ]
}

function comparePoint(reading: Reading, point: ModelPoint | undefined, index: number): string[] {
  if (point === undefined) return [`"${reading.text}" is said, but not known`]
  const { figures, unnamed } = reading.tooltip
  // Days and addresses have no names; they are those that assistive technology says.
  const others = unnamed.filter((text) => !point.text.includes(text.trim()))
  const { problems } = compareFigures({ figures, unnamed: [] }, point.tooltip)
  return [
    ...(reading.index === index ? [] : [`value ${index} says that it is ${reading.index}`]),
    ...(reading.text === point.text
      ? []
      : [`"${reading.text}" is said, and must be "${point.text}"`]),
    ...[...others, ...problems].map((problem) => `the tooltip of "${point.text}": ${problem}`),
  ]
}

/** Areas are equal for each movement: no edge is further than a pixel from where that puts it. */
function compareTiles({ tiles }: Drawing, points: ModelPoint[]): string[] {
  const areas = tiles.map(({ width, height }) => (width + TILE_GAP) * (height + TILE_GAP))
  const movements = points.map((point) => point.movements ?? 0)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const each = sum(areas) / sum(movements)
  return tiles.flatMap(({ width, height, text }, index) => {
    const [area = 0, own = 0] = [areas[index], movements[index]]
    const isRight = isNear(area, own * each, 2 * (width + height))
    const digits = text.replaceAll(/\D/g, '')
    return isRight && (digits === '' || digits === String(own))
      ? []
      : [`tile ${index}, "${text}", is ${width} × ${height} for ${own} of ${each} each`]
  })
}

/** Below a value stands what it is of. */
function compareLabels({ labels }: Drawing, points: ModelPoint[]): string[] {
  return labels.flatMap(({ text, x }) => {
    const point = points[Math.round(x * points.length - 0.5)]
    const [name = ''] = text.toLowerCase().split(/, (?:so far|to )/)
    const isRight = ` ${point?.text.toLowerCase()}`.includes(` ${name}`)
    return isRight ? [] : [`"${text}" stands below "${point?.text}"`]
  })
}
