// Drawings without a crosshair, each beside the numbers that it shows: how long their shapes are.
import type { Page } from 'playwright-core'
import { FIGURES } from './modelFigure.ts'

/** Where they are. Nothing else of a page is drawn. */
export const SMALL_DRAWINGS = {
  'days of a rune': 'svg[role="img"]',
  ring: 'svg[viewBox="0 0 16 16"]',
  bar: 'svg[viewBox="0 0 100 4"]',
  'types in a block': 'svg[viewBox="0 0 100 8"].w-full',
  'shares of holders': 'svg.h-7',
  'holders by size': 'ul:has(svg.h-3\\.5)',
  flow: 'figure[aria-label="Who gave how much to whom"] > div > div',
} as const
type SmallKind = keyof typeof SMALL_DRAWINGS

/** Icons, marks of addresses, and what stands beside the names of a legend. */
const SIGNS = 'svg.lucide, svg[class*="text-mark-"], svg.size-2, svg.size-2\\.5, svg[width="22"]'

/** For each drawing of a page, how long each of its shapes is, relative to each other or to the whole. */
export type SmallFigures = Partial<Record<SmallKind, number[][]>> & {
  /** What those with a text say. */
  said?: string[]
}

export type SmallDrawing = {
  /** One that is not known is called so. */
  kind: string
  text: string | null
  /** In pixels. `whole` is missing where lengths are only compared with each other. */
  lengths: number[]
  whole: number | undefined
}

export function readSmall(page: Page): Promise<SmallDrawing[]> {
  const others = `${SIGNS}, ${Object.values(FIGURES).join(', ')}`
  return page.evaluate(measureSmall, { kinds: Object.entries(SMALL_DRAWINGS), others })
}

/** What differs from the model. */
export function compareSmall(shown: SmallDrawing[], { said = [], ...expected }: SmallFigures) {
  const models: Record<string, number[][]> = expected
  const kinds = new Set([...shown.map(({ kind }) => kind), ...Object.keys(models)])
  const texts = shown.flatMap(({ text }) => text ?? [])
  const problems = [...kinds].flatMap((kind) => {
    const own = shown.filter((drawing) => drawing.kind === kind)
    const model = models[kind] ?? []
    return own.length === model.length
      ? own.flatMap((drawing, index) => compareLengths(drawing, model[index] ?? []))
      : [`${own.length} × ${kind} are drawn, and must be ${model.length}`]
  })
  return String(texts) === String(said)
    ? problems
    : [...problems, `${texts} is said, and must be ${said}`]
}

/** In pixels: what is thinner would not be seen. */
const MIN_LENGTHS: Record<string, number> = { flow: 1.5, 'holders by size': 2 }

function compareLengths({ kind, lengths, whole }: SmallDrawing, parts: number[]): string[] {
  const pixels = whole ?? Math.max(...lengths) / Math.max(...parts)
  const expected = parts.map((part) => Math.max(part * pixels, MIN_LENGTHS[kind] ?? 0))
  const isRight =
    lengths.length === parts.length &&
    lengths.every((length, index) => Math.abs(length - (expected[index] ?? Number.NaN)) <= 1)
  return isRight ? [] : [`${kind}: lengths are ${lengths}, and must be ${expected}`]
}

type Options = { kinds: [kind: string, selector: string][]; others: string }

/** Runs in the page. */
function measureSmall({ kinds, others }: Options): SmallDrawing[] {
  const widthOf = (element: Element | null) => element?.getBoundingClientRect().width ?? 0
  const measures: Record<string, (root: Element) => Pick<SmallDrawing, 'lengths' | 'whole'>> = {
    'days of a rune': (root) => ({ lengths: daysIn(root), whole: undefined }),
    ring: (root) => {
      const dashes = root.querySelector('[stroke-dasharray]')?.getAttribute('stroke-dasharray')
      const [length = 0, whole] = dashes?.split(' ').map(Number) ?? []
      return { lengths: [length], whole }
    },
    // Behind some bars is the whole.
    bar: (root) => ({
      lengths: [widthOf(root.lastElementChild)],
      whole: widthOf(root),
    }),
    'holders by size': (root) => ({
      lengths: [...root.querySelectorAll('svg')].map((bar) => widthOf(bar)),
      whole: undefined,
    }),
    flow: (root) => ({
      lengths: [...root.querySelectorAll('svg[preserveAspectRatio="none"] path')]
        .filter(isSeen)
        .map(thicknessOf),
      whole: undefined,
    }),
  }
  const inSvg = (root: Element) => ({
    lengths: [...root.children].filter(isFilled).map((bar) => widthOf(bar)),
    whole: widthOf(root),
  })
  const drawings = [...document.querySelectorAll('main svg')].filter(
    (svg) => isSeen(svg) && svg.closest(others) === null && !svg.parentElement?.closest('svg'),
  )
  const roots = drawings.map((svg) => {
    const known = kinds.flatMap(([kind, selector]) => {
      const root = svg.closest(selector)
      return root === null ? [] : [{ kind, root }]
    })
    return known[0] ?? { kind: `unknown drawing (${svg.getAttribute('class')})`, root: svg }
  })
  return roots
    .filter(({ root }, index) => roots.findIndex((one) => one.root === root) === index)
    .map(({ kind, root }) => ({
      kind,
      text: root.getAttribute('aria-label'),
      ...(measures[kind] ?? inSvg)(root),
    }))

  function isSeen(element: Element): boolean {
    return element.checkVisibility()
  }

  function isFilled(shape: Element): boolean {
    const fill = shape.getAttribute('fill') ?? ''
    return fill !== 'none' && !fill.startsWith('url')
  }

  /** For each type, how high each day is. */
  function daysIn(root: Element): number[] {
    const [, count = '0'] = /each of (\d+) days/.exec(root.getAttribute('aria-label') ?? '') ?? []
    const { left, width } = root.getBoundingClientRect()
    return [...root.querySelectorAll('g')].flatMap((layer) => {
      const heights = Array.from({ length: Number(count) }, () => 0)
      for (const bar of layer.children) {
        const box = bar.getBoundingClientRect()
        const day = Math.floor((((box.left + box.right) / 2 - left) / width) * heights.length)
        heights[day] = box.height
      }
      return heights
    })
  }

  /** Of a ribbon, beside what it leads to. */
  function thicknessOf(ribbon: Element): number {
    const [, thickness = '0'] = /v([\d.]+)/.exec(ribbon.getAttribute('d') ?? '') ?? []
    const matrix = ribbon instanceof SVGGraphicsElement ? ribbon.getScreenCTM() : null
    return Number(thickness) * (matrix?.d ?? 0)
  }
}
