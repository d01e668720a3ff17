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

/**
 * The name of the language `tag` in `language`; undefined if the tag is malformed (`Intl` throws) or
 * unknown (`Intl` returns the tag).
 */
export function languageName(tag: string, language: string): string | undefined {
  try {
    const name = new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(tag)
    return name === tag ? undefined : name
  } catch {
    return // RangeError: the tag is malformed, so it has no name.
  }
}

/** The direction of a right-to-left language; undefined for others, and if the language is not known. */
export function directionOf(tag: string | undefined): 'rtl' | undefined {
  return tag !== undefined && RIGHT_TO_LEFT.test(tag) ? 'rtl' : undefined
}

// Not every browser has `Intl.Locale.prototype.getTextInfo`.
const RIGHT_TO_LEFT = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/i
