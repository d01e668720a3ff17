import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { type RawReply, readReply } from '../contract/client.ts'
import { RequestError } from '../contract/requestError.ts'
import { parseJson } from './api.ts'
import { schemaOf } from './queries.ts'

/**
 * What a rendered page carries for the browser: the service's replies that it was made from, under
 * the keys of their queries. Replies rather than the cache itself: they hold what the cache would
 * hold twice, keep every digit, and the same page is the same bytes (an ETag needs that).
 */
export type PageState = Place & { replies: { key: QueryKey; reply: RawReply }[] }

/** Where a page was rendered: its address (path and query), its origin, and the gateway of `ipfs:` there. */
export type Place = { address: string; origin: string; gateway: string | undefined }

/** The id of the element that holds the state, as JSON. */
export const STATE_ID = 'state'

/** The state that the service put into the page, or undefined where it rendered none. */
export function readPageState(document: Document): PageState | undefined {
  const text = document.getElementById(STATE_ID)?.textContent
  return text ? JSON.parse(text) : undefined
}

export function freeze(queryClient: QueryClient, place: Place): PageState {
  const replies = queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state }) => {
      const reply = replyOf(state.data ?? state.error)
      return reply === undefined ? [] : [{ key: queryKey, reply }]
    })
  return { ...place, replies }
}

/** Fills the cache with what the page was made from, so that nothing is asked for again. */
export async function thaw(queryClient: QueryClient, { replies }: PageState): Promise<void> {
  for (const { key, reply } of replies) {
    try {
      queryClient.setQueryData(key, await readReply(reply, schemaOf(key), parseJson))
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      queryClient
        .getQueryCache()
        .build(queryClient, { queryKey: key })
        .setState({ status: 'error', error, errorUpdatedAt: Date.now() })
    }
  }
}

function replyOf(result: unknown): RawReply | undefined {
  if (!(result instanceof RequestError || isReply(result))) return
  const { url, status, text } = result
  if (url === undefined || status === undefined || text === undefined) return
  return { url, status, text }
}

/** Whether a query's result is a response of the service. */
export function isReply(result: unknown): result is RawReply {
  return typeof result === 'object' && result !== null && 'status' in result && 'text' in result
}
