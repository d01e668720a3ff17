import type { QueryClient } from '@tanstack/react-query'
import { untilIdle } from '../atRest.ts'
import { preloadAll } from '../onDemand.tsx'
import { replyOf } from '../pageState.ts'
import { trustScript } from '../trustScript.ts'
import type { Message } from './message.ts'
import { offerUpdates } from './offerUpdates.tsx'

/**
 * Lets Cairn outlive the connection: fetches the code of all pages, installs the service worker and
 * gives it what was read without it. Where a browser has no workers, or allows none here, the code
 * is fetched and no more.
 */
export async function keepReading(queryClient: QueryClient): Promise<void> {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  const controller = workers?.controller ?? null
  // At once, because readers leave pages early.
  if (controller !== null) tellAll(queryClient, controller)
  await untilRead(queryClient)
  await preloadAll(untilIdle)
  if (workers === undefined || isStopped) return
  registering = workers.register(trustScript('/sw.js'))
  offerUpdates(await registering)
  const { active } = await workers.ready
  if (controller === null && active !== null) goOnTelling(queryClient, active)
}

let isStopped = false
let registering: Promise<ServiceWorkerRegistration> | undefined

/** Installs no worker any more; resolves when one that was under way is there. */
export async function stopKeepingReading(): Promise<void> {
  isStopped = true
  await registering?.catch(() => {})
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

/** Answers that came in the page, or before there was a worker, never passed it. */
function tellAll(queryClient: QueryClient, worker: ServiceWorker): void {
  for (const { state } of queryClient.getQueryCache().getAll()) tell(worker, state)
}

/** A page that opened without the worker may never pass it: it tells all that it reads. */
function goOnTelling(queryClient: QueryClient, worker: ServiceWorker): void {
  tellAll(queryClient, worker)
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    tell(worker, event.query.state)
  })
}

type Read = { data: unknown; dataUpdatedAt: number }

function tell(worker: ServiceWorker, { data, dataUpdatedAt: readAt }: Read): void {
  const reply = replyOf(data)
  // What has a time was kept already, and is not read now.
  const wasKept = typeof data === 'object' && data !== null && 'readAt' in data
  if (reply === undefined || wasKept) return
  const { url, text } = reply
  const message: Message = { type: 'keep', answers: [{ url, text, readAt }] }
  worker.postMessage(message)
}
