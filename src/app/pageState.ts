import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { type Reply, RequestError, readReply } from './api.ts'

/**
 * What a rendered page carries for the browser: the service's replies that it was made from, under
 * the keys of their queries. Replies rather than the cache itself: they hold what the cache would
 * hold twice, keep every digit, and the same page is the same bytes (an ETag needs that).
 */
export type PageState = Place & { replies: { key: QueryKey; reply: Reply }[] }

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
      queryClient.setQueryData(key, await readReply(reply))
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      queryClient
        .getQueryCache()
        .build(queryClient, { queryKey: key })
        .setState({ status: 'error', error, errorUpdatedAt: Date.now() })
    }
  }
}

function replyOf(result: unknown): Reply | undefined {
  if (result instanceof RequestError) return result.reply
  if (!isReply(result)) return
  const { as, url, status, text } = result
  return { as, url, status, text }
}

/** Whether a query's result is an answer of the service, as it came. */
export function isReply(result: unknown): result is Reply {
  return typeof result === 'object' && result !== null && 'as' in result && 'text' in result
}
