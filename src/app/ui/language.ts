import { createContext, use, useDeferredValue, useSyncExternalStore } from 'react'

/**
 * The browser's language, for numbers and names. On the server and during hydration it is `en`.
 */
export function useBrowserLanguage(): string {
  const language = useSyncExternalStore(subscribeToLanguage, readLanguage, () => 'en')
  // Deferred: an urgent update would discard server-rendered parts that are not hydrated yet.
  return useDeferredValue(language)
}

/** The language of the components below it. `Providers` sets it. */
export const LanguageContext = createContext('en')

export function useLanguage(): string {
  return use(LanguageContext)
}

/** `en` for `en-US`, which formats numbers in the same way: a change would render all of them again. */
function readLanguage(): string {
  return navigator.language === 'en-US' ? 'en' : navigator.language
}

function subscribeToLanguage(onChange: () => void): () => void {
  window.addEventListener('languagechange', onChange)
  return () => window.removeEventListener('languagechange', onChange)
}
