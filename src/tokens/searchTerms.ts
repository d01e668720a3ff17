const MAX_TERM_LENGTH = 200

/**
 * Normalises a text for comparison: without case, accents, invisible characters, compatibility forms and
 * the `$` that some put before a symbol. Long texts are cut off, because a PostgreSQL index cannot hold
 * them.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/\s+/gu, ' ')
    .toLowerCase()
    .trim()
    .replace(/^\$(?=.)/, '')
    .slice(0, MAX_TERM_LENGTH)
    .replace(/\p{Cs}/gu, '\ufffd')
}

/** What the token is called, even if its name is unknown. */
export function titleOf(principal: string, name: string | undefined): string {
  const [, contractName = ''] = principal.split('.')
  return name?.trim() || contractName
}

type Named = {
  principal: string
  token: {
    name?: string | undefined
    symbol?: string | undefined
    asset_identifier?: string | undefined
  }
  /** Of its document. */
  defaultLocale: string | undefined
  locales: string[]
}

/** The search terms of a token with their ranks (see `token_terms` in database/tokenSchema.ts). */
export function termsOf({ principal, token, defaultLocale, locales }: Named) {
  const [, contractName = ''] = principal.split('.')
  const [, asset = ''] = token.asset_identifier?.split('::') ?? []
  const names = [titleOf(principal, token.name), token.symbol ?? '']
  const languages = [defaultLocale ?? [], locales].flat()
  const others = [contractName, ...languages.flatMap(languageNames)]
  const words = [...names, ...others].flatMap(wordsOf)
  const ranks = new Map<string, 0 | 1>()
  for (const text of [...words, ...others, asset]) ranks.set(fold(text), 1)
  for (const text of [...names.map((name) => wordsOf(name).join(' ')), ...names]) {
    ranks.set(fold(text), 0)
  }
  ranks.delete('')
  return [...ranks].map(([term, rank]) => ({ term, principal, rank }))
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u)
}

/** The names of a locale's language in English and in that language; empty if it is unknown. */
function languageNames(locale: string): string[] {
  try {
    return ['en', locale].flatMap(
      (language) =>
        new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(locale) ?? [],
    )
  } catch {
    return [] // RangeError: the tag is malformed.
  }
}
