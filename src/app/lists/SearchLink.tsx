import { Link, type LinkProps, useSearchParams } from 'react-router-dom'
import { filterSearch } from './paging.ts'

type SearchLinkProps = Omit<LinkProps, 'to'> & {
  changes: Record<string, string | number | undefined>
}

/** A link to the first page of the list with other filters. */
export function SearchLink({ changes, ...link }: SearchLinkProps) {
  const [search] = useSearchParams()
  return <Link to={filterSearch(search, changes)} preventScrollReset {...link} />
}
