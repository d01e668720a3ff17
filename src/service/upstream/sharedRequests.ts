import { setTimeout } from 'node:timers/promises'
import type { ResponseStore } from './responseStore.ts'
import type { StoredResponse } from './storedResponse.ts'

type Load = () => Promise<StoredResponse>

/** Both reject if the request does. */
export type SharedRequest = {
  response: Promise<StoredResponse>
  /** Waits no longer than a reader may wait. Resolves to undefined if the response takes longer. */
  inTime: () => Promise<StoredResponse | undefined>
}

/**
 * Requests responses of an upstream service and stores them. Concurrent requests for the same response
 * share one, and its `waitMs`, which begins with the first of them.
 */
export function createSharedRequests(store: ResponseStore) {
  const requests = new Map<string, SharedRequest>()

  async function loadAndStore(request: string, load: Load): Promise<StoredResponse> {
    const response = await load()
    await store.put(request, response)
    return response
  }

  return function share(request: string, waitMs: number, load: Load): SharedRequest {
    const running = requests.get(request)
    if (running !== undefined) return running
    // Goes on even if no request waits for it any more.
    const response = loadAndStore(request, load).finally(() => requests.delete(request))
    const wait = setTimeout(waitMs, undefined, { ref: false })
    const started = { response, inTime: () => Promise.race([response, wait]) }
    requests.set(request, started)
    return started
  }
}
