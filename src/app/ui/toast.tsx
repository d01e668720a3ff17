import { Check } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { announce } from './announcer.tsx'

type Message = { text: string; detail: string | undefined }

let message: Message | undefined
const listeners = new Set<() => void>()
const SHOWN_MS = 2500

/** Says for a moment, also to screen readers, what was copied or saved. */
export function toast(text: string, detail?: string): void {
  message = { text, detail }
  announce(text)
  for (const listener of listeners) listener()
}

function hide(): void {
  message = undefined
  for (const listener of listeners) listener()
}

export function Toast() {
  const shown = useSyncExternalStore(
    subscribe,
    () => message,
    () => undefined,
  )
  useEffect(() => {
    if (shown === undefined) return
    const timer = setTimeout(hide, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown])
  if (shown === undefined) return null
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-x-0 bottom-6 z-30 flex animate-[fade-in_120ms] justify-center px-4 print:hidden"
    >
      <p className="flex items-center gap-2 rounded-md bg-ink px-3.5 py-2 text-sm font-medium text-ground shadow-float">
        <Check size={16} />
        {shown.text}
        {shown.detail !== undefined && (
          <span className="font-mono text-xs opacity-80">{shown.detail}</span>
        )}
      </p>
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
