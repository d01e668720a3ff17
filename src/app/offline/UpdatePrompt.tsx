import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { replyOf } from '../pageState.ts'
import { announce } from '../ui/announcer.tsx'

const TITLE = 'A new version of Cairn is ready'

/** Registers the service worker, and offers to switch to a newer one. */
export function UpdatePrompt() {
  const queryClient = useQueryClient()
  const [update, setUpdate] = useState<{ activate: () => void }>()
  useEffect(() => {
    function onWaiting(activate: () => void) {
      setUpdate({ activate })
      announce(TITLE)
    }
    // Browsers may forbid service workers: pages work without.
    if (import.meta.env.PROD && 'serviceWorker' in navigator)
      registerServiceWorker(queryClient, onWaiting).catch(() => {})
  }, [queryClient])

  if (update === undefined) return null
  return (
    <div className="floating fixed inset-x-4 bottom-4 z-20 mx-auto flex max-w-md flex-wrap items-center gap-2 px-4 py-3 text-sm print:hidden">
      <p className="grow font-medium">{TITLE}</p>
      <button type="button" className="button primary" onClick={update.activate}>
        Update
      </button>
      <button type="button" className="button" onClick={() => setUpdate(undefined)}>
        Not now
      </button>
    </div>
  )
}

const UPDATE_INTERVAL_MS = 60 * 60 * 1000

/** @param onWaiting called when a newer one is installed; `activate` switches to it and reloads the page. */
async function registerServiceWorker(
  queryClient: QueryClient,
  onWaiting: (activate: () => void) => void,
): Promise<void> {
  // Workbox does not load on the server. Its main entry is compiled for browsers without classes.
  const { Workbox } = await import('workbox-window/Workbox.js')
  const workbox = new Workbox(trustedScriptUrl())
  workbox.addEventListener('waiting', () => {
    // Workbox reports only the first change of the controller, which may have been this page's first worker.
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload())
    onWaiting(() => workbox.messageSkipWaiting())
  })
  await workbox.register()
  setInterval(() => workbox.update().catch(() => {}), UPDATE_INTERVAL_MS)
  const { active } = await navigator.serviceWorker.ready
  // The responses on the page, for Workbox to cache: they may have come with the page, or before the service
  // worker was active.
  const queries = queryClient.getQueryCache().getAll()
  const urls = queries.flatMap(({ state }) => replyOf(state.data)?.url ?? [])
  active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: urls } })
}

declare global {
  // The part of Trusted Types used here. TypeScript does not declare it yet.
  var trustedTypes:
    | {
        createPolicy(
          name: string,
          rules: { createScriptURL: () => string },
        ): { createScriptURL: (url: string) => string }
      }
    | undefined
}

/** The only policy that pages allow makes no other URL than that of the service worker. */
function trustedScriptUrl(): string {
  const createScriptURL = () => '/serviceWorker.js'
  const policy = globalThis.trustedTypes?.createPolicy('cairn', { createScriptURL })
  return policy?.createScriptURL('') ?? createScriptURL()
}
