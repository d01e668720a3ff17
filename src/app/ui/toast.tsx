import { useEffect } from 'react'
import { announce } from './announcer.tsx'
import { createStore } from './createStore.ts'

const message = createStore<{ text: string; detail: string | undefined } | undefined>(undefined)
const SHOWN_MS = 2500

/** Says for a moment, also to screen readers, what was copied or saved, or why not. */
export function toast(text: string, detail?: string): void {
  message.set({ text, detail })
  announce(detail === undefined ? text : `${text}, ${detail}`)
}

export function Toast() {
  const shown = message.use()
  useEffect(() => {
    if (shown === undefined) return
    const timer = setTimeout(() => message.set(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown])
  if (shown === undefined) return null
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-x-0 bottom-6 z-30 flex animate-[fade-in_120ms] justify-center px-4 print:hidden"
    >
      <p className="flex min-w-0 items-center gap-2 rounded-md bg-ink px-3.5 py-2 text-sm font-medium text-ground shadow-float">
        {shown.text}
        {shown.detail !== undefined && (
          <span className="min-w-0 truncate text-xs opacity-80">{shown.detail}</span>
        )}
      </p>
    </div>
  )
}
