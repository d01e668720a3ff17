import { Link, type LinkProps, useSearchParams } from 'react-router-dom'
import { filterSearch } from './paging.ts'

type SearchLinkProps = Omit<LinkProps, 'to'> & {
  changes: Record<string, string | number | undefined>
  hash?: string | undefined
}

/** A link to the first page of the list with other filters. */
export function SearchLink({ changes, hash, ...link }: SearchLinkProps) {
  const [search] = useSearchParams()
  const to = filterSearch(search, changes) + (hash === undefined ? '' : `#${hash}`)
  return <Link to={to} preventScrollReset={hash === undefined} {...link} />
}
