import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { announce } from '../ui/announcer.tsx'
import { Notice } from '../ui/Notice.tsx'

const TITLE = 'A new version of Cairn is ready'

/** Registers the service worker, and asks before a newer one replaces it. */
export function UpdatePrompt() {
  const queryClient = useQueryClient()
  const [update, setUpdate] = useState<{ activate: () => void }>()
  // Service workers are outside React.
  useEffect(() => {
    async function register() {
      // Imported here because Workbox does not load on the server.
      const { registerServiceWorker } = await import('./registerServiceWorker.ts')
      await registerServiceWorker(queryClient, (activate) => {
        setUpdate({ activate })
        announce(TITLE)
      })
    }
    // Browsers may forbid service workers: pages work without.
    if (import.meta.env.PROD && 'serviceWorker' in navigator) register().catch(() => {})
  }, [queryClient])

  if (update === undefined) return null
  return (
    <div className="fixed inset-x-4 bottom-4 z-10 mx-auto max-w-md rounded-lg bg-surface shadow-lg">
      <Notice tone="information" title={TITLE}>
        <div className="flex flex-wrap gap-2">
          <button type="button" className="button" onClick={update.activate}>
            Update
          </button>
          <button type="button" className="button" onClick={() => setUpdate(undefined)}>
            Not now
          </button>
        </div>
      </Notice>
    </div>
  )
}
