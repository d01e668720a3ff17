import { QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { ActivityPage, type ActivityQuery } from '../contract/activity.ts'
import type { PageOptions, Reply } from '../contract/client.ts'
import {
  About,
  BlockPage,
  BlockTransactions,
  Namesakes,
  Neighbours,
  type SearchOptions,
  SearchResults,
  TransactionPosition,
} from '../contract/directory.ts'
import { BalancePage, Etching, HolderPage } from '../contract/etching.ts'
import { type Block, blockText, type RuneIdentifier, runeText } from '../contract/identifiers.ts'
import type { Paging } from '../contract/paging.ts'
import { RequestError } from '../contract/requestError.ts'
import { requests } from '../contract/requests.ts'
import { type RuneListOptions, RunePage } from '../contract/runeList.ts'
import { Token } from '../contract/token.ts'
import { type TokenListOptions, TokenPage } from '../contract/tokenList.ts'
import type { Api } from './api.ts'
import { queryRetryDelayMs, shouldRetryQuery } from './retryPolicy.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: RequestError
  }
}

/** Creates the query cache of one tab or, on the server, of one request. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Refetch stale responses when the connection returns, and every ten seconds, because browsers
        // report the connection before it works.
        staleTime: ({ state }) => (isStale(state.data) ? 0 : 60_000),
        refetchInterval: ({ state }) => isStale(state.data) && 10_000,
        refetchOnReconnect: true,
        // Failures are retried after their own delays, not when the page gets the focus.
        refetchOnWindowFocus: ({ state }) => state.status !== 'error',
        // Fail when offline, so that the page can say so, instead of waiting silently.
        networkMode: 'always',
        // Show a failure of server rendering or of a loader first, instead of retrying at once.
        retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > 10_000,
        retry: shouldRetryQuery,
        retryDelay: queryRetryDelayMs,
      },
    },
  })
}

/** Whether a reply is from a cache because its source could not be reached. */
function isStale(reply: unknown): boolean {
  return typeof reply === 'object' && reply !== null && 'readAt' in reply
}

/** A token in one locale. While another locale of it loads, the previous one stays. */
export function tokenQuery(api: Api, principal: string, locale: string | undefined) {
  return queryOptions({
    queryKey: ['token', principal, locale ?? null],
    queryFn: ({ signal }) => api.replies.token(principal, { locale, signal }),
    // Property names are untrusted: merging into the previous reply would lose one named __proto__.
    structuralSharing: false,
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === principal ? previous : undefined,
  })
}

/** A page of a transaction's activity. While another page of it loads, the previous one stays. */
export function transactionActivityQuery(api: Api, txId: string, paging: Paging) {
  return activityQuery('transaction', txId, paging, (options) =>
    api.replies.transactionActivity(txId, options),
  )
}

/** A page of a block's activity. While another page of it loads, the previous one stays. */
export function blockActivityQuery(api: Api, block: Block, paging: Paging) {
  return activityQuery('block', blockText(block), paging, (options) =>
    api.replies.blockActivity(blockText(block), options),
  )
}

/** A page of a rune's activity. While another page of it loads, the previous one stays. */
export function runeActivityQuery(api: Api, rune: string, query: ActivityQuery) {
  return activityQuery('rune activity', rune, query, (options) =>
    api.replies.etchingActivity(rune, options),
  )
}

/** A page of an address's activity, of all runes or of one. */
export function addressActivityQuery(
  api: Api,
  address: string,
  { rune, ...query }: ActivityQuery & { rune: string | undefined },
) {
  return rune === undefined
    ? activityQuery('address', address, query, (options) =>
        api.replies.addressActivity(address, options),
      )
    : activityQuery('address', `${address} ${rune}`, query, (options) =>
        api.replies.etchingActivity(rune, { ...options, address }),
      )
}

function activityQuery(
  kind: 'transaction' | 'block' | 'rune activity' | 'address',
  id: string,
  { offset, limit, operation }: ActivityQuery,
  read: (options: PageOptions) => Promise<Reply<ActivityPage>>,
) {
  return queryOptions({
    queryKey: [kind, id, offset, limit, operation ?? null],
    queryFn: ({ signal }) => read({ offset, limit, operation, signal }),
    // Never show the records of one list under the heading of another.
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === id ? previous : undefined,
  })
}

/** A page of the tokens. While another page of the same list loads, the previous one stays. */
export function tokenListQuery(api: Api, options: TokenListOptions, paging: Paging) {
  const list = JSON.stringify(options)
  return queryOptions({
    queryKey: ['tokens', list, paging.offset, paging.limit],
    queryFn: ({ signal }) => api.replies.tokens({ ...options, ...paging, signal }),
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === list ? previous : undefined,
  })
}

/** A page of the runes. While another page of the same list loads, the previous one stays. */
export function runeListQuery(api: Api, options: RuneListOptions, paging: Paging) {
  const list = JSON.stringify(options)
  return queryOptions({
    queryKey: ['runes', list, paging.offset, paging.limit],
    queryFn: ({ signal }) => api.request(requests.runes(options, paging), { signal }),
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === list ? previous : undefined,
  })
}

/**
 * A page of the blocks. Every new block moves them, so a page is requested again only when the reader
 * asks for the new ones.
 */
export function blockListQuery(api: Api, paging: Paging) {
  return queryOptions({
    queryKey: ['blocks', paging.offset, paging.limit],
    queryFn: ({ signal }) => api.request(requests.blocks(paging), { signal }),
    staleTime: ({ state }) => (isStale(state.data) ? 0 : Number.POSITIVE_INFINITY),
    placeholderData: (previous) => previous,
  })
}

const NEW_BLOCK_INTERVAL_MS = 30_000

/** The newest block, and the number of blocks, as they are now. */
export function newestBlockQuery(api: Api) {
  return queryOptions({
    queryKey: ['newest block'],
    queryFn: ({ signal }) => api.request(requests.blocks({ offset: 0, limit: 1 }), { signal }),
    staleTime: 0,
    refetchInterval: NEW_BLOCK_INTERVAL_MS,
  })
}

/** A rune, with its supply if the service knows it. Other services have no directory. */
export function runeQuery(api: Api, rune: RuneIdentifier) {
  return queryOptions({
    queryKey: ['rune', runeText(rune)],
    queryFn: async ({ signal }) => {
      try {
        return await api.request(requests.rune(rune), { signal })
      } catch (error) {
        if (!(error instanceof RequestError) || error.status !== 404) throw error
        return api.replies.etching(runeText(rune), { signal })
      }
    },
  })
}

/** A page of a rune's holders. While another page loads, the previous one stays. */
export function holdersQuery(api: Api, rune: string, { offset, limit }: Paging) {
  return queryOptions({
    queryKey: ['holders', rune, offset, limit],
    queryFn: ({ signal }) => api.replies.holders(rune, { offset, limit, signal }),
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === rune ? previous : undefined,
  })
}

/** A page of an address's balances. While another page loads, the previous one stays. */
export function balancesQuery(api: Api, address: string, { offset, limit }: Paging) {
  return queryOptions({
    queryKey: ['balances', address, offset, limit],
    queryFn: ({ signal }) => api.replies.balances(address, { offset, limit, signal }),
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === address ? previous : undefined,
  })
}

/** The first tokens that a Stacks address has deployed. */
export function deployedTokensQuery(api: Api, address: string) {
  return queryOptions({
    queryKey: ['deployed tokens', address],
    queryFn: ({ signal }) => api.replies.tokens({ address, signal }),
  })
}

/** What data the service has. */
export function aboutQuery(api: Api) {
  return directoryQuery(['about'], (signal) => api.request(requests.about(), { signal }))
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

/** Other tokens of the same symbol or name. */
export function namesakesQuery(api: Api, principal: string) {
  return directoryQuery(['namesakes', principal], (signal) =>
    api.request(requests.namesakes(principal), { signal }),
  )
}

/** An optional part of a page. Not retried: other services have no directory. */
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

/** A page of the results of a search. While another page of them loads, the previous one stays. */
export function searchQuery(api: Api, query: string, options: SearchOptions) {
  return queryOptions({
    queryKey: ['search', query, options],
    queryFn: ({ signal }) => api.request(requests.search(query, options), { signal }),
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === query ? previous : undefined,
  })
}

/** Suggestions for a text. While the next ones load, the previous ones stay. */
export function suggestQuery(api: Api, query: string) {
  return queryOptions({
    queryKey: ['suggestions', query],
    queryFn: ({ signal }) => api.request(requests.suggest(query), { signal }),
    placeholderData: (previous) => previous,
    retry: false,
  })
}

/** A transaction's offset in the list of its block. Requested once: other services do not have it. */
export function transactionPositionQuery(api: Api, txId: string) {
  return queryOptions({
    ...directoryQuery(['place', txId], (signal) =>
      api.request(requests.transactionPosition(txId), { signal }),
    ),
    retryOnMount: false,
  })
}

/** The raw response at a path. */
export function responseQuery(api: Api, path: string) {
  return queryOptions({
    queryKey: ['response', path],
    queryFn: ({ signal }) => api.request(requests.any(path), { signal }),
  })
}

/** The schema of a query's reply. */
export function schemaOf([name]: QueryKey): v.GenericSchema {
  return SCHEMAS.get(name) ?? v.unknown()
}

const SCHEMAS = new Map<unknown, v.GenericSchema>([
  ['token', Token],
  ['transaction', ActivityPage],
  ['block', ActivityPage],
  ['tokens', TokenPage],
  ['runes', RunePage],
  ['blocks', BlockPage],
  ['rune activity', ActivityPage],
  ['address', ActivityPage],
  ['rune', Etching],
  ['holders', HolderPage],
  ['balances', BalancePage],
  ['deployed tokens', TokenPage],
  ['about', About],
  ['neighbours', Neighbours],
  ['block transactions', BlockTransactions],
  ['namesakes', Namesakes],
  ['search', SearchResults],
  ['suggestions', SearchResults],
  ['place', TransactionPosition],
])
