import type { Sort } from '../ui/DataTable.tsx'
import { changeSearch } from './paging.ts'

type Options = {
  /** The column that the list is sorted by if the URL names none. */
  byDefault?: string
  /** The direction that the API has without `order`. */
  own?: 'asc' | 'desc'
}

/** The link of the head of a column: it sorts in the own direction of the column, then reversed, then as before. */
export function sortBy(column: string, search: URLSearchParams, options: Options = {}): Sort {
  const { byDefault, own = 'asc' } = options
  const reverse = own === 'asc' ? 'desc' : 'asc'
  const isSorted = column === (search.get('order_by') ?? byDefault)
  const isReversed = isSorted && search.get('order') === reverse
  const isAscending = (isReversed ? reverse : own) === 'asc'
  const to = changeSearch(search, {
    order_by: isReversed || column === byDefault ? undefined : column,
    order: isSorted && !isReversed ? reverse : undefined,
    offset: undefined,
  })
  return { to, direction: isSorted ? (isAscending ? 'ascending' : 'descending') : undefined }
}
