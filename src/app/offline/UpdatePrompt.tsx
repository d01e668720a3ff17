import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { announce } from '../ui/announcer.tsx'

const TITLE = 'A new version of Cairn is ready'

export function UpdatePrompt() {
  const queryClient = useQueryClient()
  const [update, setUpdate] = useState<{ activate: () => void }>()
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
