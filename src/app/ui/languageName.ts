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
