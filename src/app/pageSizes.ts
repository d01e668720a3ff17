import { DEFAULT_PAGING, parsePagingValue } from '../contract/paging.ts'

export const PAGE_SIZES = [20, 50, 100] as const

/** The maximum number of records on a page. Rendering 1,000 takes the service 400 ms. */
export const MAX_PAGE_SIZE = Math.max(...PAGE_SIZES)

/**
 * Reads the paging parameters. `requested` has the values as given; `paging` limits the page size to
 * `MAX_PAGE_SIZE`. Invalid values fall back to the default and are listed in `refused`.
 */
export function readPaging(search: URLSearchParams) {
  const requested = { ...DEFAULT_PAGING }
  const refused: string[] = []
  for (const name of ['offset', 'limit'] as const) {
    const text = search.get(name)
    if (text === null) continue
    const value = parsePagingValue(name, text, Number.MAX_SAFE_INTEGER)
    if (value === undefined) refused.push(`${name}=${text}`)
    else requested[name] = value
  }
  const paging = { ...requested, limit: Math.min(requested.limit, MAX_PAGE_SIZE) }
  return { paging, requested, refused }
}
