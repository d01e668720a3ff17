import {
  type DehydratedState,
  dehydrate,
  hydrate,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import * as v from 'valibot'
import { type RawReply, readReply } from '../contract/client.ts'
import { RequestError } from '../contract/requestError.ts'
import { parseJson, replySchema } from './api.ts'

export type PageState = {
  /** The path and query of the page, its origin, and the operator's settings for images. */
  address: string
  /** What was sent with the form of the page. */
  formText?: string | undefined
  origin: string
  gateway: string | undefined
  /** Undefined if the service has images itself: then no others load. */
  imageHosts: string[] | undefined
  /** What the router's loaders returned, by route. */
  loaderData: Record<string, unknown>
  queries: DehydratedState['queries']
}

export const STATE_ID = 'state'

/** The state as JSON for a script element. Every `<` is escaped, because `</script` would end it. */
export function serialisePageState(state: PageState): string {
  return JSON.stringify(state).replace(/</g, '\\u003c')
}

/** The state in the page; undefined if the page is not server-rendered. */
export function readPageState(document: Document): PageState | undefined {
  const text = document.getElementById(STATE_ID)?.textContent
  return text ? JSON.parse(text) : undefined
}

/** The query cache as JSON. Responses are stored as raw text, so that no digits are lost. */
export function dehydrateQueries(queryClient: QueryClient): DehydratedState['queries'] {
  const { queries } = dehydrate(queryClient, {
    shouldDehydrateQuery: ({ state }) => replyOf(state.data ?? state.error) !== undefined,
    serializeData: replyOf,
  })
  return queries.map(({ state, ...query }) => ({
    ...query,
    // Without times, the same page has the same bytes and ETag.
    dehydratedAt: 0,
    state: { ...state, ...NO_FETCH_HISTORY },
  }))
}

/** Fills the query cache from the state of the page, so that nothing is requested twice. */
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
    const data = await readReply(reply, replySchema(queryKey[0]), parseJson)
    return { data, dataUpdatedAt: Date.now() }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return { error, errorUpdatedAt: Date.now() }
  }
}

const NO_FETCH_HISTORY = {
  dataUpdatedAt: 0,
  errorUpdatedAt: 0,
  errorUpdateCount: 0,
  fetchFailureReason: null,
}

/** The raw response in a query's data or error, if it has one. */
export function replyOf(result: unknown): RawReply | undefined {
  const reply = v.safeParse(RawReplySchema, result)
  return reply.success ? reply.output : undefined
}

const RawReplySchema = v.object({
  url: v.string(),
  status: v.number(),
  text: v.string(),
  retryAfter: v.optional(v.number()),
  age: v.optional(v.number()),
  block: v.optional(v.number()),
})
