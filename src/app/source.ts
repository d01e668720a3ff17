import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { createContext, RouterContextProvider } from 'react-router-dom'
import type { RequestError } from '../contract/requestError.ts'

declare module 'react-router' {
  interface Future {
    v8_middleware: true
  }
}

export type Source = {
  origin: string
  load: Load
}

/**
 * Fills the query cache. On the server it waits for the result. In a browser it only starts the request,
 * so that navigation is not delayed, and resolves to an empty result. Never rejects: components show
 * failures.
 */
export type Load = <Data, Key extends QueryKey>(
  query: FetchQueryOptions<Data, RequestError, Data, Key>,
) => Promise<Loaded<Data>>

export type Loaded<Data> = { data?: Data | undefined; error: RequestError | null }

export const sourceContext = createContext<Source>()

export function provideSource(source: Source): RouterContextProvider {
  return new RouterContextProvider(new Map([[sourceContext, source]]))
}

/** `Load` for browsers. It does not retry failed queries: components do. */
export function loadInBackground(queryClient: QueryClient): Load {
  return async (query) => {
    const hasFailed = queryClient.getQueryState(query.queryKey)?.status === 'error'
    if (!hasFailed) void queryClient.prefetchQuery(query)
    return { error: null }
  }
}
