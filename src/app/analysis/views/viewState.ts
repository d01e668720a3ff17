import { DEFAULT_PAGING, type Paging } from '../../../contract/paging.ts'
import { parseDecimal } from '../engine/decimal.ts'
import type { Filter } from '../engine/filter.ts'
import { GROUPINGS, type Grouping } from '../engine/groupRecords.ts'
import { isListOrder, LIST_ORDER, SORT_COLUMNS, type Sort } from '../engine/sort.ts'
import { VIEWS, type View } from '../ViewLinks.tsx'

/** The state of a view, which the URL contains. */
export type ViewState = { view: View; filter: Filter; sort: Sort; grouping: Grouping | undefined }

/** Reads the state from the URL's parameters. `refused` lists the malformed ones. */
export function readViewState(search: URLSearchParams): { state: ViewState; refused: string[] } {
  const refused: string[] = []
  const read = <Value>(name: string, parse: (text: string) => Value | undefined) => {
    const text = search.get(name)
    if (text === null || text === '') return
    const value = parse(text)
    if (value === undefined) refused.push(`${name}=${text}`)
    return value
  }
  const filter = {
    address: read('address', (text) => text.trim()),
    min: read('min', parseAmount),
    max: read('max', parseAmount),
    output: read('output', parseOutput),
    text: read('text', (text) => text.trim()),
  }
  const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '')
  const state = {
    view: read('view', (text) => VIEWS.find((view) => view === text)) ?? 'records',
    filter: {
      operations: search.getAll('op').filter((text) => text.trim() !== ''),
      runes: search.getAll('rune').filter((text) => text.trim() !== ''),
      ...Object.fromEntries(given),
    },
    sort: read('sort', parseSort) ?? LIST_ORDER,
    grouping: read('group', (text) => GROUPINGS.find((grouping) => grouping === text)),
  } as const
  return { state, refused }
}

/** The URL of a state, without default values. */
export function linkToView(
  path: string,
  { view, filter, sort, grouping }: ViewState,
  { offset, limit }: Paging,
): string {
  const { operations, runes, ...parts } = filter
  const search = new URLSearchParams({ view })
  for (const operation of operations) search.append('op', operation)
  for (const rune of runes) search.append('rune', rune)
  for (const [name, value] of Object.entries(parts)) search.set(name, value)
  if (!isListOrder(sort))
    search.set('sort', sort.direction === 'descending' ? `-${sort.column}` : sort.column)
  if (grouping !== undefined) search.set('group', grouping)
  if (offset !== DEFAULT_PAGING.offset) search.set('offset', String(offset))
  if (limit !== DEFAULT_PAGING.limit) search.set('limit', String(limit))
  return `${path}?${search}`
}

function parseAmount(text: string): string | undefined {
  return text.startsWith('-') || parseDecimal(text) === undefined ? undefined : text
}

function parseOutput(text: string): string | undefined {
  return /^((0x)?[0-9a-f]{64}:)?[0-9]{1,9}$/i.test(text.trim()) ? text.trim() : undefined
}

function parseSort(text: string): Sort | undefined {
  const column = SORT_COLUMNS.find((column) => column === text.replace(/^-/, ''))
  return column && { column, direction: text.startsWith('-') ? 'descending' : 'ascending' }
}
