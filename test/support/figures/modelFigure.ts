// A figure as the model knows it, and the words that figures use.
import type { Expected } from '../audit/compareFigures.ts'

export type ModelPoint = {
  /** "23 Nov 2026: 948 mints, 80 transfers" */
  text: string
  tooltip: Expected
  /** Where Enter leads, as `linkTo` writes it. */
  to: string | undefined
  /** Of a tile, how many movements it stands for. */
  movements?: number
}

/** A part of a column, by the colour that it has. */
type Layer = { fill: string; count: number }

export type ModelPanel =
  | {
      kind: 'columns'
      columns: Layer[][]
      isUnfinished: boolean
      /** The colour of a column that the scale cuts off, where it is another one. */
      cutFill?: string
    }
  | {
      kind: 'lines'
      lines: number[][]
      /** Whether the scale may cut off outliers. */
      isCut?: boolean
    }

/** Two panels on one axis of time have the same points. */
export type ModelFigure = {
  kind: FigureKind
  /** A treemap chooses which tiles it joins. */
  pointsOf: (texts: Set<string>) => ModelPoint[]
  panels: ModelPanel[]
}

/** All figures with a crosshair, and where pages have them. */
export const FIGURES = {
  'latest blocks': 'section[aria-labelledby="latest-blocks"] > figure > div > [dir="ltr"]',
  'all blocks': 'section[aria-label^="Movements in each"] > [dir="ltr"]',
  treemap: 'figure[aria-label="The movements of the block"] > div > div:not(.panel) > [dir="ltr"]',
  'order of a block':
    'figure[aria-label="The movements of the block"] > div > .panel > [dir="ltr"]',
  'history of a rune': 'figure[aria-label="History"] > [dir="ltr"]',
  'an address over time': 'figure[aria-label="Over time"] > [dir="ltr"]',
  'runes side by side': 'figure[aria-label="Days since each etching"] > [dir="ltr"]',
  // Its ribbons are measured with the small drawings.
  ribbons: 'figure[aria-label="Who gave how much to whom"] > [role="slider"]',
} as const
export type FigureKind = keyof typeof FIGURES

const TYPES = ['transfer', 'mint', 'burn', 'etching'] as const

/** Transfers, mints, burns and etchings. */
export type Counts = readonly number[]

export function columnOf(counts: Counts): Layer[] {
  return TYPES.map((fill, type) => ({ fill, count: counts[type] ?? 0 }))
}

/** Of a tooltip, which leaves out types that do not occur. */
export function typeFigures(subject: string, counts: Counts): Expected {
  return Object.fromEntries(
    TYPES.map((type, index) => [`${subject}.${type}s`, [counts[index] || undefined]]),
  )
}

/** "80 transfers, 948 mints" */
export function countsText(counts: Counts): string {
  const said = TYPES.map((type, index) => counted(counts[index] ?? 0, type))
  return said.filter((text) => !text.startsWith('0 ')).join(', ')
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}

/** "1,234.5": all digits, without zeros at the end of a fraction. */
export function grouped(value: number | string): string {
  const [whole = '', fraction = ''] = String(value).split('.')
  const places = fraction.replace(/0+$/, '')
  return BigInt(whole).toLocaleString('en-US') + (places === '' ? '' : `.${places}`)
}

/** A date or a height, as a column of a figure is called. */
export function placeText(place: string | number): string {
  return typeof place === 'number' ? `Block ${grouped(place)}` : dayText(Date.parse(place) / 1000)
}

/** "5 Nov 2026", in UTC. */
export function dayText(seconds: number): string {
  const [, day, month, year] = new Date(seconds * 1000).toUTCString().split(' ')
  return `${Number(day)} ${month} ${year}`
}

/** A path with its parameters in alphabetical order. */
export function linkTo(
  path: string,
  parameters: Record<string, string | number | undefined> = {},
): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
  const sorted = given.map(([name, value]) => `${name}=${value}`).sort()
  return [path, ...(sorted.length === 0 ? [] : [sorted.join('&')])].join('?')
}

/** The same of a URL. */
export function linkOf(url: string, base: string): string {
  const { pathname, searchParams } = new URL(url, base)
  return linkTo(pathname, Object.fromEntries(searchParams))
}
