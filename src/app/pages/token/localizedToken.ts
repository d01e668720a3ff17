import type { Token } from '../../../contract/schemas/token.ts'
import { languageName } from '../../ui/language.ts'
import type { ImageAddresses } from '../../ui/RemoteImage.tsx'

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

/** Thumbnails first. */
export function imageAddresses({ metadata, ...token }: Partial<Token> = {}): ImageAddresses {
  return {
    cached: [
      token.image_thumbnail_uri,
      metadata?.cached_thumbnail_image,
      token.image_uri,
      metadata?.cached_image,
    ],
    original: [metadata?.image, token.image_canonical_uri],
  }
}

/** The first one that is given. */
export function imageAddress(token: Token): string | undefined {
  const { cached, original } = imageAddresses(token)
  return [...cached, ...original].find(Boolean)
}
