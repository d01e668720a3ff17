import { QueryClient } from '@tanstack/react-query'
import type { RequestError } from '../contract/requestError.ts'
import type { Api } from './api.ts'
import { shouldRetryQuery } from './errors/failures.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: RequestError
  }
}

/** Creates the query cache of one tab or, on the server, of one request. */
export function createQueryClient(api: Api): QueryClient {
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
        // Show a failure of server rendering or of a loader first, instead of retrying at once.
        retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > 10_000,
        retry: shouldRetryQuery,
        retryDelay: (failures) => 500 * 2 ** failures,
      },
    },
  })
}

/** Whether a reply is from a cache because its source could not be reached. */
function isStale(reply: unknown): boolean {
  return typeof reply === 'object' && reply !== null && 'age' in reply && reply.age !== undefined
}
