import type { QueryClient } from '@tanstack/react-query'
import { preloadAll } from '../onDemand.tsx'
import { isReply } from '../pageState.ts'
import type { Message } from './message.ts'
import { offerUpdates } from './offerUpdates.tsx'

/**
 * Lets Cairn outlive the connection: fetches the code of all pages, installs the service worker and
 * gives it what was read without it. Where a browser has no workers, or allows none here, the code
 * is fetched and no more.
 */
export async function keepReading(queryClient: QueryClient): Promise<void> {
  await untilRead(queryClient)
  await preloadAll()
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  if (workers === undefined) return
  offerUpdates(await workers.register(workerAddress()))
  const { active } = await workers.ready
  if (active !== null) handOver(queryClient, active)
}

/** What the page still asks for goes before what it may need later. */
async function untilRead(queryClient: QueryClient): Promise<void> {
  while (queryClient.isFetching() > 0) await nextChange(queryClient)
}

function nextChange(queryClient: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = queryClient.getQueryCache().subscribe(() => {
      unsubscribe()
      resolve()
    })
  })
}

declare global {
  // What of Trusted Types is used here; TypeScript knows none of it yet.
  var trustedTypes:
    | {
        createPolicy(
          name: string,
          rules: { createScriptURL: (url: string) => string },
        ): { createScriptURL(url: string): string }
      }
    | undefined
}

const WORKER = '/sw.js'

/** The worker's address, by the one policy that the page may have, and which lets nothing else pass. */
function workerAddress(): string {
  const policy = globalThis.trustedTypes?.createPolicy('cairn', {
    createScriptURL(url) {
      if (url !== WORKER) throw new TypeError(`${url} is no script of Cairn`)
      return url
    },
  })
  return policy?.createScriptURL(WORKER) ?? WORKER
}

/**
 * Answers that came in the page, or before there was a worker, never passed it. A page that it does
 * not control yet goes on telling what it reads.
 */
function handOver(queryClient: QueryClient, worker: ServiceWorker): void {
  const queries = queryClient.getQueryCache()
  for (const { state } of queries.getAll()) tell(worker, state.data, state.dataUpdatedAt)
  if (navigator.serviceWorker.controller !== null) return
  queries.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { data, dataUpdatedAt } = event.query.state
    tell(worker, data, dataUpdatedAt)
  })
}

function tell(worker: ServiceWorker, answer: unknown, readAt: number): void {
  // What has a time was kept already, and is not read now.
  if (!isReply(answer) || answer.readAt !== undefined) return
  const { url, text } = answer
  const message: Message = { type: 'keep', answers: [{ url, text, readAt }] }
  worker.postMessage(message)
}
