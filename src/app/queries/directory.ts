import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Reply } from '../../contract/client.ts'
import type { About } from '../../contract/directory.ts'
import { requests } from '../../contract/requests.ts'
import type { Api } from '../api.ts'

/** What data the service has. */
export function aboutQuery(api: Api) {
  return directoryQuery(['about'], (signal) => api.request(requests.about(), { signal }))
}

/**
 * The height of the newest block with rune records. Undefined if they come from another service, because
 * `about` describes the database.
 */
export function newestRuneBlock(about: About | undefined): number | undefined {
  return about?.upstream?.includes('runes') ? undefined : about?.highest_block_height
}

/** An optional part of a page. Not retried: other services have no directory. */
export function directoryQuery<Value>(
  queryKey: QueryKey,
  read: (signal: AbortSignal) => Promise<Reply<Value>>,
) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    select: ({ value }) => value,
    retry: false,
  })
}
