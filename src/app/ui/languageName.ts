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
