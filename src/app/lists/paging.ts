import { ENDPOINTS, type EndpointName } from '../../contract/client.ts'
import {
  type Endpoint,
  isInPath,
  type RefusedParameter,
  readParameters,
} from '../../contract/endpoint.ts'
import { parseInteger } from '../../contract/identifiers.ts'
import { DEFAULT_PAGING, type Paging } from '../../contract/schemas/page.ts'
import type { Sort } from '../ui/DataTable.tsx'

export const PAGE_SIZES = [25, 50, 100] as const
const PAGE_SIZE = PAGE_SIZES[0]

/** Rendering 1,000 rows takes the service 400 ms. */
const MAX_PAGE_SIZE = Math.max(...PAGE_SIZES)

/**
 * Reads the paging parameters of a page's URL. Invalid values fall back to the default and are listed in
 * `refused`.
 */
export function readPaging(search: URLSearchParams): {
  paging: Paging
  refused: RefusedParameter[]
} {
  const paging = { offset: DEFAULT_PAGING.offset, limit: PAGE_SIZE as number }
  const refused: RefusedParameter[] = []
  for (const name of ['offset', 'limit'] as const) {
    const text = search.get(name)
    if (text === null) continue
    const min = name === 'limit' ? 1 : 0
    const value = parseInteger(text, min)
    if (value === undefined) refused.push({ name, text, accepted: `a whole number from ${min}` })
    else paging[name] = value
  }
  return { paging: { ...paging, limit: Math.min(paging.limit, MAX_PAGE_SIZE) }, refused }
}

/** The changed query string of a page. An undefined value removes a parameter; the first page has no offset. */
export function changeSearch(
  search: URLSearchParams,
  changes: Record<string, string | number | undefined>,
): string {
  const changed = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') changed.delete(name)
    else changed.set(name, String(value))
  }
  if (changed.get('offset') === '0') changed.delete('offset')
  if (changed.get('limit') === String(PAGE_SIZE)) changed.delete('limit')
  // Ids are easier to read with their colons.
  return changed.size === 0 ? '?' : `?${changed}`.replaceAll('%3A', ':')
}

/** The same, for changes that make another list: it begins at its first page, without an open row. */
export function filterSearch(search: URLSearchParams, changes: Parameters<typeof changeSearch>[1]) {
  const names = Object.keys(changes)
  const isEnded =
    endsOrder(search, names) || ('type' in changes && !isOrdered(search, changes.type))
  const order = isEnded && !names.includes('order_by') ? { order_by: undefined } : {}
  return changeSearch(search, { ...changes, ...order, offset: undefined, row: undefined })
}

/** Whether another value of these filters may be a list that cannot be in the order of this one: that of amounts. */
export function endsOrder(search: URLSearchParams, filters: readonly string[]): boolean {
  if (search.get('order_by') !== 'amount') return false
  return filters.some((filter) => ['rune', 'from', 'to'].includes(filter))
}

/** Whether movements of a type can be sorted: all of the rune that is chosen, transfers and burns of its own page. */
function isOrdered(search: URLSearchParams, type: string | number | undefined): boolean {
  return search.has('rune') || type === 'transfer' || type === 'burn'
}

/** The offset of the last page if all pages start at multiples of `limit`. */
export function lastOffset(total: number, limit: number): number {
  return Math.max(0, Math.floor((total - 1) / limit) * limit)
}

/** The parameters of the URL of a page that shows a list. */
export function parametersOf(name: EndpointName): string[] {
  const { path, parameters }: Endpoint = ENDPOINTS[name]
  return Object.keys(parameters).filter((parameter) => !isInPath(path, parameter))
}

export function readFilters(name: EndpointName, search: URLSearchParams) {
  const endpoint: Endpoint = ENDPOINTS[name]
  const names = parametersOf(name).filter(
    (parameter) => parameter !== 'offset' && parameter !== 'limit',
  )
  const given = [...search].filter(([name, value]) => names.includes(name) && value !== '')
  const filters: Record<string, string> = Object.fromEntries(given)
  // Parameters of the path are missing here, so they are refused too.
  const { refused } = readParameters(endpoint, filters)
  const refusedFilters = refused.filter(({ name }) => name in filters)
  const { order_by, from, to } = filters
  // No index has the amounts of a span in their order.
  if (order_by === 'amount' && (from ?? to) !== undefined)
    refusedFilters.push({ name: 'order_by', text: order_by, accepted: 'without a span' })
  for (const { name } of refusedFilters) delete filters[name]
  return { filters, refused: refusedFilters }
}

/** What the URL of a page asks of its list; `refused` has what is not accepted. */
export function readList(name: EndpointName, search: URLSearchParams) {
  const { filters, refused } = readFilters(name, search)
  const { paging, refused: refusedPaging } = readPaging(search)
  return { filters, paging, refused: [...refused, ...refusedPaging] }
}

/** The path of a page that is a list, with its filters and the page of the list. */
export function listPath(path: string, search: URLSearchParams): string {
  return path + changeSearch(search, {}).replace(/^\?$/, '')
}

/** The link to a view of a page: without the parameters of the current one, but for the page size and what it keeps. */
export function viewLink(
  search: URLSearchParams,
  view: string | undefined,
  keeps: readonly string[] = [],
): string {
  const remaining = [...search].filter(([name]) => name === 'limit' || keeps.includes(name))
  return changeSearch(new URLSearchParams(remaining), { view })
}

type SortOptions = {
  /** The column that the list is sorted by if the URL names none. */
  byDefault?: string
  /** The direction that the API has without `order`. */
  own?: 'asc' | 'desc'
  /** Whether the API can reverse it. */
  hasOrder?: boolean
}

/** The link of the head of a column: it sorts in the own direction of the column, then reversed, then as before. */
export function sortBy(column: string, search: URLSearchParams, options: SortOptions = {}): Sort {
  const { byDefault, own = 'asc', hasOrder = true } = options
  const reverse = own === 'asc' ? 'desc' : 'asc'
  const isSorted = column === (search.get('order_by') ?? byDefault)
  const isReversed = isSorted && search.get('order') === reverse
  const isLast = isReversed || (isSorted && !hasOrder)
  const isAscending = (isReversed ? reverse : own) === 'asc'
  const to = changeSearch(search, {
    order_by: isLast || column === byDefault ? undefined : column,
    order: isSorted && !isLast ? reverse : undefined,
    offset: undefined,
  })
  return { to, direction: isSorted ? (isAscending ? 'ascending' : 'descending') : undefined }
}
