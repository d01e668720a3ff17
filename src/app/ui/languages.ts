/**
 * The name of the language `tag` in `language`, or undefined when the tag is malformed or nobody
 * knows it: `Intl` throws on the one and echoes the other.
 */
export function languageName(tag: string, language: string): string | undefined {
  try {
    const name = new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(tag)
    return name === tag ? undefined : name
  } catch {
    return // RangeError: the tag is malformed, so it has no name.
  }
}
