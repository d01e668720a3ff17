import { QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { ActivityPage } from '../contract/activity.ts'
import type { PageOptions, Reply } from '../contract/client.ts'
import {
  About,
  BlockTransactions,
  Namesakes,
  Neighbours,
  Place,
  SearchResults,
} from '../contract/directory.ts'
import { type Block, blockText } from '../contract/identifiers.ts'
import type { Paging } from '../contract/paging.ts'
import type { RequestError } from '../contract/requestError.ts'
import { requests } from '../contract/requests.ts'
import { Token } from '../contract/token.ts'
import type { Api } from './api.ts'
import { queryRetryDelayMs, shouldRetryQuery } from './retryPolicy.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: RequestError
  }
}

/** The cache of one reader (or, on a server, of one request). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A stale response is requested again when the connection returns, and every ten seconds,
        // because browsers announce the connection before it works.
        staleTime: ({ state }) => (isStale(state.data) ? 0 : 60_000),
        refetchInterval: ({ state }) => isStale(state.data) && 10_000,
        refetchOnReconnect: true,
        // Failures are retried after their own delays, not whenever the page gets the focus.
        refetchOnWindowFocus: ({ state }) => state.status !== 'error',
        // Offline is a failure with its own words, not a reason to wait without any.
        networkMode: 'always',
        // A failure that came with the page, or of the request that the loader sent, is shown as it came.
        retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > 10_000,
        retry: shouldRetryQuery,
        retryDelay: queryRetryDelayMs,
      },
    },
  })
}

/** Whether a cache sent a response because its source could not be read. */
function isStale(reply: unknown): boolean {
  return typeof reply === 'object' && reply !== null && 'readAt' in reply
}

/** A token in one locale; while another locale of the same token loads, the last one stays. */
export function tokenQuery(api: Api, principal: string, locale: string | undefined) {
  return queryOptions({
    queryKey: ['token', principal, locale ?? null],
    queryFn: ({ signal }) => api.replies.token(principal, { locale, signal }),
    // Strangers name the properties: merged into the last answer, one named __proto__ would be lost.
    structuralSharing: false,
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === principal ? previous : undefined,
  })
}

/** A page of a transaction's activity; while another page of it loads, the last one stays. */
export function transactionActivityQuery(api: Api, txId: string, paging: Paging) {
  return activityQuery('transaction', txId, paging, (options) =>
    api.replies.transactionActivity(txId, options),
  )
}

/** A page of a block's activity; while another page of it loads, the last one stays. */
export function blockActivityQuery(api: Api, block: Block, paging: Paging) {
  return activityQuery('block', blockText(block), paging, (options) =>
    api.replies.blockActivity(blockText(block), options),
  )
}

function activityQuery(
  kind: 'transaction' | 'block',
  id: string,
  { offset, limit }: Paging,
  read: (options: PageOptions) => Promise<Reply<ActivityPage>>,
) {
  return queryOptions({
    queryKey: [kind, id, offset, limit],
    queryFn: ({ signal }) => read({ offset, limit, signal }),
    // Rows of one transaction or block must never stand under the heading of another.
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === id ? previous : undefined,
  })
}

/** What the instance holds. */
export function aboutQuery(api: Api) {
  return directoryQuery(['about'], (signal) => api.request(requests.about(), { signal }))
}

/** The nearest blocks on either side that are held. */
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

/** Other tokens of the same symbol or name. */
export function namesakesQuery(api: Api, principal: string) {
  return directoryQuery(['namesakes', principal], (signal) =>
    api.request(requests.namesakes(principal), { signal }),
  )
}

/** What only adds to a page: other services have no directory, and the page does without at once. */
function directoryQuery<Value>(
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

export function searchQuery(api: Api, query: string) {
  return queryOptions({
    queryKey: ['search', query],
    queryFn: ({ signal }) => api.request(requests.search(query), { signal }),
  })
}

/** What a text that is still being written may lead to; the last answer stays while the next one comes. */
export function suggestQuery(api: Api, query: string) {
  return queryOptions({
    queryKey: ['suggestions', query],
    queryFn: ({ signal }) => api.request(requests.suggest(query), { signal }),
    placeholderData: (previous) => previous,
    retry: false,
  })
}

/** Where in its block's list a transaction begins. Other services cannot tell, and are asked once. */
export function placeQuery(api: Api, txId: string) {
  return queryOptions({
    ...directoryQuery(['place', txId], (signal) => api.request(requests.place(txId), { signal })),
    retryOnMount: false,
  })
}

/** The answer at a path, for showing what the service says. */
export function answerQuery(api: Api, path: string) {
  return queryOptions({
    queryKey: ['answer', path],
    queryFn: ({ signal }) => api.request(requests.any(path), { signal }),
  })
}

/** The schema that reads a query's reply. */
export function schemaOf([name]: QueryKey): v.GenericSchema {
  return SCHEMAS.get(name) ?? v.unknown()
}

const SCHEMAS = new Map<unknown, v.GenericSchema>([
  ['token', Token],
  ['transaction', ActivityPage],
  ['block', ActivityPage],
  ['about', About],
  ['neighbours', Neighbours],
  ['block transactions', BlockTransactions],
  ['namesakes', Namesakes],
  ['search', SearchResults],
  ['suggestions', SearchResults],
  ['place', Place],
])
