import { queryOptions } from '@tanstack/react-query'
import type { BlockListOptions } from '../../contract/directory.ts'
import type { Paging } from '../../contract/paging.ts'
import { requests } from '../../contract/requests.ts'
import type { Api } from '../api.ts'
import { isStale } from '../queryClient.ts'
import { directoryQuery } from './directory.ts'

/**
 * A page of the blocks. Every new block moves them unless they end below a height, so a page is requested
 * again only when the reader asks for the new ones.
 */
export function blockListQuery(api: Api, options: BlockListOptions, paging: Paging) {
  return queryOptions({
    queryKey: ['blocks', options.before ?? null, paging.offset, paging.limit],
    queryFn: ({ signal }) => api.request(requests.blocks(options, paging), { signal }),
    staleTime: ({ state }) => (isStale(state.data) ? 0 : Number.POSITIVE_INFINITY),
    placeholderData: (previous) => previous,
  })
}

const NEW_BLOCK_INTERVAL_MS = 30_000

/** The newest block, and the number of blocks, as they are now. */
export function newestBlockQuery(api: Api) {
  return queryOptions({
    queryKey: ['newest block'],
    queryFn: ({ signal }) => api.request(requests.blocks({}, { offset: 0, limit: 1 }), { signal }),
    staleTime: 0,
    refetchInterval: NEW_BLOCK_INTERVAL_MS,
  })
}

/** The nearest indexed blocks on either side. */
export function neighboursQuery(api: Api, height: number) {
  return directoryQuery(['neighbours', height], (signal) =>
    api.request(requests.neighbours(height), { signal }),
  )
}

/** The transactions of a block. */
export function blockTransactionsQuery(api: Api, height: number) {
  return directoryQuery(['block transactions', height], (signal) =>
    api.request(requests.blockTransactions(height), { signal }),
  )
}
