import { createRoot, type Root } from 'react-dom/client'
import { announce } from '../ui/announcer.tsx'
import { Notice } from '../ui/Notice.tsx'
import type { Message } from './message.ts'

const PATIENCE = 3000
const HOUR = 3_600_000

/**
 * Looks for a newer Cairn as long as the page is open, and offers one that is ready. Nothing is
 * replaced until the reader says so.
 */
export function offerUpdates(registration: ServiceWorkerRegistration): void {
  if (registration.waiting !== null) offer(registration.waiting, registration)
  offerInstalling()
  registration.addEventListener('updatefound', offerInstalling)
  function offerInstalling() {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      // Where none was before there is nothing to replace, and it does not wait.
      if (worker.state === 'installed' && registration.active !== null) offer(worker, registration)
    })
  }
  // Without a connection there is no newer one either.
  setInterval(() => registration.update().catch(() => {}), HOUR)
}

let root: Root | undefined

function offer(worker: ServiceWorker, registration: ServiceWorkerRegistration): void {
  root ??= createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <Offer onUse={() => takeOver(worker, registration)} onLeave={() => root?.render(null)} />,
  )
  announce('A new version of Cairn is ready')
}

function takeOver(worker: ServiceWorker, registration: ServiceWorkerRegistration): void {
  // In another tab the reader may have agreed before.
  reloadIfActive()
  worker.addEventListener('statechange', reloadIfActive)
  const message: Message = { type: 'take over' }
  worker.postMessage(message)
  // Chromium may let the older worker go on for a minute. Without it the page comes from the network.
  setTimeout(async () => {
    await registration.unregister()
    location.reload()
  }, PATIENCE)
  function reloadIfActive() {
    if (worker.state === 'activated') location.reload()
  }
}

type Props = { onUse: () => void; onLeave: () => void }

function Offer({ onUse, onLeave }: Props) {
  return (
    <div className="fixed inset-x-4 bottom-4 z-10 mx-auto max-w-md rounded-lg bg-surface raised">
      <Notice tone="information" title="A new version of Cairn is ready">
        <div className="flex flex-wrap gap-2">
          <button type="button" className="button" onClick={onUse}>
            Use it
          </button>
          <button type="button" className="button" onClick={onLeave}>
            Not now
          </button>
        </div>
      </Notice>
    </div>
  )
}
