import {
  type DehydratedState,
  dehydrate,
  hydrate,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { type RawReply, readReply } from '../contract/client.ts'
import { RequestError } from '../contract/requestError.ts'
import { parseJson } from './api.ts'
import { schemaOf } from './queries.ts'

/** What a rendered page carries for the browser, as JSON. */
export type PageState = {
  /** Where the page was rendered: its path and query, its origin, and the gateway of `ipfs:` there. */
  address: string
  origin: string
  gateway: string | undefined
  /** What the router's loaders returned, by route. */
  loaderData: Record<string, unknown>
  queries: DehydratedState['queries']
}

/** The id of the element that holds the state. */
export const STATE_ID = 'state'

/** The state that the service put into the page; undefined if it rendered none. */
export function readPageState(document: Document): PageState | undefined {
  const text = document.getElementById(STATE_ID)?.textContent
  return text ? JSON.parse(text) : undefined
}

/** The query cache as JSON can hold it: each response as it came, with all of its digits. */
export function dehydrateQueries(queryClient: QueryClient): DehydratedState['queries'] {
  const { queries } = dehydrate(queryClient, {
    shouldDehydrateQuery: ({ state }) => replyOf(state.data ?? state.error) !== undefined,
    serializeData: replyOf,
  })
  return queries.map(({ state, ...query }) => ({
    ...query,
    // The same page is the same bytes, for its ETag: times are those of the browser.
    dehydratedAt: 0,
    state: { ...state, ...NOT_REQUESTED_HERE },
  }))
}

/** Fills the query cache with what the page was rendered from, so that nothing is requested again. */
export async function hydrateQueries(
  queryClient: QueryClient,
  { queries }: PageState,
): Promise<void> {
  const revived = queries.map(async ({ state, ...query }) => {
    const reply = replyOf(state.data ?? state.error)
    return { ...query, state: { ...state, ...(reply && (await revive(reply, query.queryKey))) } }
  })
  hydrate(queryClient, { mutations: [], queries: await Promise.all(revived) })
}

async function revive(reply: RawReply, queryKey: QueryKey) {
  try {
    const data = await readReply(reply, schemaOf(queryKey), parseJson)
    return { data, dataUpdatedAt: Date.now() }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return { error, errorUpdatedAt: Date.now() }
  }
}

const NOT_REQUESTED_HERE = {
  dataUpdatedAt: 0,
  errorUpdatedAt: 0,
  errorUpdateCount: 0,
  fetchFailureReason: null,
}

/** A response as it came, of a query's data or error. */
export function replyOf(result: unknown): RawReply | undefined {
  if (typeof result !== 'object' || result === null) return
  const { url, status, text, retryAfter, readAt }: Partial<Record<keyof RawReply, unknown>> = result
  if (typeof url !== 'string' || typeof status !== 'number' || typeof text !== 'string') return
  return {
    url,
    status,
    text,
    ...(typeof retryAfter === 'number' && { retryAfter }),
    ...(typeof readAt === 'number' && { readAt }),
  }
}
