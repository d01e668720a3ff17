// Where the shapes of a figure are, in CSS pixels of the page.
import type { Page } from 'playwright-core'

/** `x` is a part of the width of the figure. */
type Bar = { fill: string; x: number; top: number; bottom: number }
type Place = { x: number; y: number }
type Label = { x: number; text: string }

/** A part of a figure with a value axis of its own. */
export type Panel = {
  ticks: { text: string; y: number; labelY: number }[]
  bars: Bar[]
  /** For each line, its points, and the outline of what is filled below it. */
  lines: { points: Place[]; area: Place[] }[]
  /** Of the columns that the scale cuts off. */
  totals: Label[]
  /** Of the points of lines that it cuts off. */
  cut: Label[]
}

export type Drawing = {
  width: number
  panels: Panel[]
  /** Below the panels: of the axis of time. */
  labels: Label[]
  /** Of a treemap. */
  tiles: { width: number; height: number; text: string }[]
  /** Of its values, where they lead. */
  links: string[]
}

/** Measures the figure that has the focus. */
export function measureFigure(page: Page): Promise<Drawing> {
  return page.evaluate(() => {
    const figure = document.activeElement?.parentElement ?? undefined
    const [drawing = figure, links] = figure?.querySelectorAll(':scope > svg') ?? []
    if (drawing === undefined) throw new Error('a figure has the focus')
    const { left, width } = drawing.getBoundingClientRect()
    const all = (root: Element, selector: string) => [...root.querySelectorAll(selector)]
    const partOf = (x: number) => (x - left) / width
    const isSeen = (element: Element) => element.checkVisibility()
    const labelOf = (text: Element) => ({
      x: Number.parseFloat(text.getAttribute('x') ?? '') / 100,
      text: text.textContent,
    })
    /** A number is beside its column, whose break is as wide. */
    const totalOf = (number: Element) => {
      const across = number.closest('g')?.querySelector('svg')
      const [x = 0, broken = 0] = ['x', 'width'].map((name) => {
        return Number.parseFloat(across?.getAttribute(name) ?? '')
      })
      return { x: (x + broken / 2) / 100, text: number.textContent }
    }
    const middleOf = (element: Element | undefined) => {
      const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {}
      return (top + bottom) / 2
    }
    const barOf = (bar: Element) => {
      const box = bar.getBoundingClientRect()
      const x = partOf((box.left + box.right) / 2)
      const fill = bar.closest('[fill]')?.getAttribute('fill') ?? ''
      return { fill, x, top: box.top, bottom: box.bottom }
    }
    const placesOf = (path: Element) => {
      const matrix = path instanceof SVGGraphicsElement ? path.getScreenCTM() : null
      const numbers = path.getAttribute('d')?.match(/[\d.]+/g) ?? []
      return numbers.flatMap((number, index) => {
        if (index % 2 === 1) return []
        const point = new DOMPoint(Number(number), Number(numbers[index + 1]))
        const { x, y } = point.matrixTransform(matrix ?? undefined)
        return [{ x: partOf(x), y }]
      })
    }
    const lineOf = (line: Element) => ({
      points: all(line, 'path:not([stroke="none"])').flatMap(placesOf),
      area: all(line, 'path[stroke="none"]').flatMap(placesOf),
    })
    const panels = all(drawing, 'svg:has(> line + text)').map((panel) => {
      const texts = all(panel, ':scope > line + text')
      return {
        ticks: all(panel, ':scope > line').map((line, index) => ({
          text: texts[index]?.textContent ?? '',
          y: middleOf(line),
          labelY: middleOf(texts[index]),
        })),
        bars: all(panel, 'rect').map(barOf),
        lines: all(panel, 'svg[preserveAspectRatio="none"]').map(lineOf),
        totals: all(panel, '[data-value="column.movements"]').map(totalOf),
        cut: all(panel, 'text:has([data-value="line.movements"])').map((value) => ({
          ...labelOf(value),
          text: value.textContent.replace('▲', '').trim(),
        })),
      }
    })
    const tiles = all(drawing, ':scope > g > svg > rect').map((tile) => {
      const box = tile.getBoundingClientRect()
      const text = tile.parentElement?.querySelector('tspan')?.textContent ?? ''
      return { width: box.width, height: box.height, text }
    })
    return {
      width,
      panels,
      labels: all(drawing, ':scope > text[data-axis]').filter(isSeen).map(labelOf),
      tiles,
      links: all(links ?? drawing, 'svg a')
        .filter(isSeen)
        .map((link) => link.getAttribute('href') ?? ''),
    }
  })
}
