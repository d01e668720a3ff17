import type { Token } from '../../../contract/token.ts'
import { languageName } from '../../ui/languages.ts'

/** A token in one locale, and its default text where that was read, to tell what is translated. */
export type Reading = { token: Token; locale: string | undefined; original: Token | undefined }

/** Of which language a text is, as far as that is known, and whether the default one stands for it. */
export type Rendition = { lang: string | undefined; isUntranslated: boolean }

/**
 * What became of a text of `reading`, which `read` takes from a token. Services fill what a locale
 * lacks with the default text, field by field, and do not say so: a text that is the same as the
 * default one is taken for it.
 */
export function renditionOf(
  { token, locale, original }: Reading,
  read: (token: Token) => string | undefined,
): Rendition {
  const preferred = token.metadata?.localization?.default
  if (locale === undefined || locale.toLowerCase() === preferred?.toLowerCase()) {
    return { lang: knownLanguage(preferred), isUntranslated: false }
  }
  const text = read(token)
  if (original === undefined || text === undefined) {
    return { lang: undefined, isUntranslated: false }
  }
  const isUntranslated = text === read(original)
  return { lang: knownLanguage(isUntranslated ? preferred : locale), isUntranslated }
}

/** The tag, if it is that of a language which has a name. */
function knownLanguage(tag: string | undefined): string | undefined {
  return tag !== undefined && languageName(tag, 'en') ? tag : undefined
}

export const nameIn = ({ metadata }: Token) => metadata?.name || undefined

export const descriptionIn = ({ metadata, description }: Token) =>
  metadata?.description || description || undefined

/** Right-to-left texts stand at the right; dates and amounts among them keep their direction. */
export function sideOf(lang: string | undefined): string {
  return lang !== undefined && RIGHT_TO_LEFT.test(lang) ? 'text-end' : ''
}

// Not every browser can tell by itself.
const RIGHT_TO_LEFT = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/i
