import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import {
  createContext,
  data,
  type LoaderFunctionArgs,
  RouterContextProvider,
} from 'react-router-dom'
import type { RequestError } from '../contract/requestError.ts'
import type { Head } from './PageHead.tsx'

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

/** What the service needs to know about a page before it loads data. */
export type PageHandle = {
  /** The query parameters that select what the page shows. */
  parameters: readonly string[]
  /** The path of the page's data as JSON. `id` is the identifier in the page's path. */
  dataPath?: (id: string, search: URLSearchParams) => string | undefined
  /** The path to redirect to, if the query names something with a page of its own. */
  redirectPath?: (search: URLSearchParams, origin: string) => string | undefined
}

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

type PageRequest = Source & { id: string; search: URLSearchParams }

/**
 * The `loader` of a page. `read` loads its data and returns its head, with the HTTP status and `Retry-After`
 * that go with it. `id` is the identifier in its path.
 */
export function pageLoader(read: (request: PageRequest) => Head | Promise<Head>) {
  return async ({ params: { id = '' }, request, context }: LoaderFunctionArgs) => {
    const search = new URL(request.url).searchParams
    const head = await read({ ...context.get(sourceContext), id, search })
    const { status = 200, retryAfter } = head
    const headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
    return data(head, { status, headers })
  }
}

/**
 * The status and `Retry-After` of a page that shows only this failure: the service's own status, 502 for
 * an unreadable response, 503 for no response.
 */
export function pageStatus(error: RequestError | null) {
  if (error === null) return { status: 200 }
  const { status = 503, retryAfter } = error
  return { status: status < 400 ? 502 : status, retryAfter }
}
