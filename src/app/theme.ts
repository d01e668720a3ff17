import { type Theme, themeCookie, themeIn } from './themeCookie.ts'
import { createStore } from './ui/createStore.ts'

const chosen = createStore<Theme | undefined>(undefined)
if (typeof document !== 'undefined') show(themeIn(document.cookie))

/** The theme that the reader chose; undefined for the system's, and during hydration. */
export const useTheme = chosen.use

/** Applies a theme and remembers it; undefined follows the system. Other tabs follow when they load a page. */
export function chooseTheme(theme: Theme | undefined): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API yet.
  document.cookie = themeCookie(theme)
  show(theme)
}

function show(theme: Theme | undefined): void {
  chosen.set(theme)
  if (theme === undefined) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const scheme of ['light', 'dark'] as const) {
    const color = document.getElementById(`${scheme}-color`)
    color?.setAttribute('media', themeColorMedia(scheme, theme))
  }
}

/** The media query under which the browser's own UI uses the colour of `scheme`. */
export function themeColorMedia(scheme: Theme, theme: Theme | undefined): string {
  if (theme === undefined) return `(prefers-color-scheme: ${scheme})`
  return theme === scheme ? 'all' : 'not all'
}
