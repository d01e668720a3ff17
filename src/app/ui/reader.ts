import { createContext, use, useDeferredValue, useSyncExternalStore } from 'react'

/**
 * The reader's own language, for numbers and names. Neutral English wherever there is no browser,
 * so that a page can be rendered elsewhere and taken over here.
 */
export function useBrowserLanguage(): string {
  const language = useSyncExternalStore(subscribeToLanguage, readLanguage, () => 'en')
  // In its own time: at once it would tear down what of a rendered page still waits for its code.
  return useDeferredValue(language)
}

/** The language for what is below: asked of the browser once, by the shell. */
export const LanguageContext = createContext('en')

export function useLanguage(): string {
  return use(LanguageContext)
}

/** American English writes numbers as the neutral one does: naming it would draw them all again. */
function readLanguage(): string {
  return navigator.language === 'en-US' ? 'en' : navigator.language
}

/** The current minute in unix milliseconds, or undefined where a page is not being looked at. */
export function useMinute(): number | undefined {
  return useSyncExternalStore(
    subscribeToMinute,
    () => Math.floor(Date.now() / MINUTE) * MINUTE,
    () => undefined,
  )
}

const MINUTE = 60_000

function subscribeToLanguage(onChange: () => void): () => void {
  window.addEventListener('languagechange', onChange)
  return () => window.removeEventListener('languagechange', onChange)
}

function subscribeToMinute(onChange: () => void): () => void {
  const timer = setInterval(onChange, MINUTE)
  return () => clearInterval(timer)
}
