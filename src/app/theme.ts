import { useSyncExternalStore } from 'react'
import { type Theme, themeCookie, themeIn } from '../contract/themeCookie.ts'

/** The theme that the reader chose; undefined for the system's, and during hydration. */
export function useTheme(): Theme | undefined {
  return useSyncExternalStore(
    subscribe,
    () => chosen,
    () => undefined,
  )
}

/** Applies a theme in every open tab and remembers it; undefined follows the system. */
export function chooseTheme(theme: Theme | undefined): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API yet.
  document.cookie = themeCookie(theme)
  show(theme)
  const tabs = new BroadcastChannel(CHANNEL)
  // Send the theme itself, because another tab may still read the old cookie.
  tabs.postMessage(theme)
  tabs.close()
}

const CHANNEL = 'cairn.theme'

let chosen: Theme | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const tabs = new BroadcastChannel(CHANNEL)
  tabs.onmessage = ({ data }: MessageEvent<Theme | null | undefined>) => show(data ?? undefined)
  // A page from the back/forward cache may be older than the choice.
  addEventListener('pageshow', showRemembered)
  showRemembered()
  return () => {
    listeners.delete(listener)
    tabs.close()
    removeEventListener('pageshow', showRemembered)
  }
}

function showRemembered(): void {
  show(themeIn(document.cookie))
}

function show(theme: Theme | undefined): void {
  chosen = theme
  if (theme === undefined) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const scheme of ['light', 'dark'] as const) {
    const color = document.getElementById(`${scheme}-color`)
    color?.setAttribute('media', themeColorMedia(scheme, theme))
  }
  for (const listener of listeners) listener()
}

/** The media query under which the browser's own UI uses the colour of `scheme`. */
export function themeColorMedia(scheme: Theme, theme: Theme | undefined): string {
  if (theme === undefined) return `(prefers-color-scheme: ${scheme})`
  return theme === scheme ? 'all' : 'not all'
}
