import type { Token } from '../../../contract/schemas/token.ts'
import { languageName } from '../../ui/language.ts'

/** A token in one locale and, if it has loaded, in its default locale, to tell what is translated. */
export type LocalizedToken = {
  token: Token
  locale: string | undefined
  original: Token | undefined
}

/**
 * The language of the text that `read` returns, if it is known, and whether the text is the default one.
 * Services replace each text that a locale lacks by the default one without saying so, so a text that
 * equals the default one counts as untranslated.
 */
export function renditionOf(
  { token, locale, original }: LocalizedToken,
  read: (token: Token) => string | undefined,
) {
  const preferred = token.metadata?.localization?.default
  if (locale === undefined || locale.toLowerCase() === preferred?.toLowerCase()) {
    return { lang: knownLanguage(preferred), isUntranslated: false }
  }
  if (original === undefined) return { lang: undefined, isUntranslated: false }
  const isUntranslated = read(token) === read(original)
  return { lang: knownLanguage(isUntranslated ? preferred : locale), isUntranslated }
}

/** The tag of a language, if it is one: tags are untrusted. */
export function knownLanguage(tag: string | undefined): string | undefined {
  return tag !== undefined && languageName(tag, 'en') ? tag : undefined
}

export const nameIn = ({ metadata }: Token) => metadata?.name?.trim() || undefined

export const descriptionIn = ({ metadata, description }: Token) =>
  metadata?.description?.trim() || description?.trim() || undefined

/** Thumbnails and cached copies first, then the image, then the canonical one. */
export function imageAddresses({ metadata, ...token }: Token): (string | undefined)[] {
  return [
    token.image_thumbnail_uri,
    metadata?.cached_thumbnail_image,
    token.image_uri,
    metadata?.cached_image,
    metadata?.image,
    token.image_canonical_uri,
  ]
}
