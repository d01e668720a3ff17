import { type DefaultOptions, QueryClient } from '@tanstack/react-query'
import type { RequestError } from '../contract/requestError.ts'
import type { Api } from './api.ts'
import { QUERY_RETRIES } from './errors/failures.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: RequestError
  }
}

/**
 * Creates the query cache of one tab or, on the server, of one request.
 * @param queries replaces options of all queries.
 */
export function createQueryClient(
  api: Api,
  queries: DefaultOptions<RequestError>['queries'] = {},
): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // For the queries of `endpointQuery`.
        queryFn: ({ queryKey: [name, path], signal }) => api.read(name, String(path), signal),
        // Refetch stale responses when the connection returns, and every ten seconds, because browsers
        // report the connection before it works.
        staleTime: ({ state }) => (isStale(state.data) ? 0 : 60_000),
        refetchInterval: ({ state }) => isStale(state.data) && 10_000,
        refetchOnReconnect: true,
        // Failures are retried after their own delays, not when the page gets the focus.
        refetchOnWindowFocus: ({ state }) => state.status !== 'error',
        // Fail when offline, so that the page can say so, instead of waiting silently.
        networkMode: 'always',
        ...QUERY_RETRIES,
        ...queries,
      },
    },
  })
}

/** Whether a reply is from a cache because its source could not be reached. */
function isStale(reply: unknown): boolean {
  return typeof reply === 'object' && reply !== null && 'age' in reply && reply.age !== undefined
}
