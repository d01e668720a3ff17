import { DEFAULT_PAGING, type Paging } from '../../../contract/paging.ts'
import { isView, type View } from '../../views.ts'
import { parseDecimal } from '../engine/decimal.ts'
import type { Filter } from '../engine/filter.ts'
import { GROUPINGS, type Grouping } from '../engine/groups.ts'
import { AS_READ, isAsRead, SORT_COLUMNS, type Sort } from '../engine/sort.ts'

/** What of a whole list is shown, as the address says it. */
export type Shown = { view: View; filter: Filter; sort: Sort; grouping: Grouping | undefined }

/**
 * Reads what an address asks for. What it cannot mean is left out and named in `refused`, to be told
 * to the reader.
 */
export function readShown(search: URLSearchParams): { shown: Shown; refused: string[] } {
  const refused: string[] = []
  const read = <Value>(name: string, parse: (text: string) => Value | undefined) => {
    const text = search.get(name)
    if (text === null || text === '') return
    const value = parse(text)
    if (value === undefined) refused.push(`${name}=${text}`)
    return value
  }
  const filter = {
    operations: search.getAll('op').filter(isGiven),
    runes: search.getAll('rune').filter(isGiven),
    address: read('address', (text) => text.trim()),
    min: read('min', parseAmount),
    max: read('max', parseAmount),
    output: read('output', parseOutput),
    text: read('text', (text) => text.trim()),
  }
  const shown = {
    view: read('view', (text) => (isView(text) ? text : undefined)) ?? 'records',
    filter: withoutUndefined(filter),
    sort: read('sort', parseSort) ?? AS_READ,
    grouping: read('group', (text) => GROUPINGS.find((grouping) => grouping === text)),
  } as const
  return { shown, refused }
}

/** The address of a list at `path` so shown; what is as usual is left out. */
export function shownLink(
  path: string,
  { view, filter, sort, grouping }: Shown,
  { offset, limit }: Paging,
): string {
  const { operations, runes, ...parts } = filter
  const search = new URLSearchParams({ view })
  for (const operation of operations) search.append('op', operation)
  for (const rune of runes) search.append('rune', rune)
  for (const [name, value] of Object.entries(parts)) search.set(name, value)
  if (!isAsRead(sort))
    search.set('sort', sort.direction === 'descending' ? `-${sort.column}` : sort.column)
  if (grouping !== undefined) search.set('group', grouping)
  if (offset !== DEFAULT_PAGING.offset) search.set('offset', String(offset))
  if (limit !== DEFAULT_PAGING.limit) search.set('limit', String(limit))
  return `${path}?${search}`
}

function isGiven(text: string): boolean {
  return text.trim() !== ''
}

function withoutUndefined({
  operations,
  runes,
  ...parts
}: {
  operations: string[]
  runes: string[]
} & Record<string, string | string[] | undefined>): Filter {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined && value !== '')
  return { operations, runes, ...Object.fromEntries(given) }
}

/** Digits, however they are grouped: "1,234.5", "1 234.5". */
/** An amount, its thousands grouped or not: "1,5" is none, because nobody knows whose comma it is. */
export const GROUPED = /\s*([0-9]+|[0-9]{1,3}([\s,_'][0-9]{3})+)(\.[0-9]+)?\s*/

function parseAmount(text: string): string | undefined {
  const digits = text.replace(/[\s,_']/g, '')
  const isGrouped = new RegExp(`^${GROUPED.source}$`).test(text)
  return isGrouped && parseDecimal(digits) !== undefined ? digits : undefined
}

function parseOutput(text: string): string | undefined {
  return /^((0x)?[0-9a-f]{64}:)?[0-9]{1,9}$/i.test(text.trim()) ? text.trim() : undefined
}

function parseSort(text: string): Sort | undefined {
  const column = SORT_COLUMNS.find((column) => column === text.replace(/^-/, ''))
  return column && { column, direction: text.startsWith('-') ? 'descending' : 'ascending' }
}
