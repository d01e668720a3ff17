import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { createContext, data, RouterContextProvider } from 'react-router-dom'
import type { RequestError } from '../contract/requestError.ts'
import type { Api } from './api.ts'
import type { Head } from './PageHead.tsx'

declare module 'react-router' {
  interface Future {
    v8_middleware: true
  }
}

/** What loaders read from. */
export type Source = {
  api: Api
  /** The explorer's own address, `https://host`. */
  origin: string
  load: Load
}

/**
 * Fills the query cache. The service waits for the result; a browser only starts the request, so that
 * navigation is not held back, and the result is empty. Never rejects: components show failures.
 */
export type Load = <Data, Key extends QueryKey>(
  query: FetchQueryOptions<Data, RequestError, Data, Key>,
) => Promise<Loaded<Data>>

export type Loaded<Data> = { data?: Data | undefined; error: RequestError | null }

/** What the service knows of a page before it loads anything. */
export type PageHandle = {
  /** The query parameters that select what the page shows. */
  parameters: readonly string[]
  /** Where the page's data are as JSON. `id` is what the path names. */
  dataPath?: (id: string, search: URLSearchParams) => string | undefined
  /** Where the page redirects to, if what it is asked for has a page of its own. */
  redirectPath?: (search: URLSearchParams, origin: string) => string | undefined
}

export const sourceContext = createContext<Source>()

export function provideSource(source: Source): RouterContextProvider {
  return new RouterContextProvider(new Map([[sourceContext, source]]))
}

/** Starts requests without waiting for them, as browsers do. When a failure is retried is up to components. */
export function loadInBackground(queryClient: QueryClient): Load {
  return async (query) => {
    const hasFailed = queryClient.getQueryState(query.queryKey)?.status === 'error'
    if (!hasFailed) void queryClient.prefetchQuery(query)
    return { error: null }
  }
}

/** A loader's result: the page's head, and the HTTP status and `Retry-After` that go with it. */
export function respondWith(head: Head) {
  const { status = 200, retryAfter } = head
  return data(head, {
    status,
    ...(retryAfter !== undefined && { headers: { 'Retry-After': String(retryAfter) } }),
  })
}
