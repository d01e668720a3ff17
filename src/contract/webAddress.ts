const DOMAINS =
  'com|org|net|info|io|fi|fund|finance|app|xyz|vip|cc|co|dev|site|online|top|club|link|gg|ai|live|pro|network|ly'
const LABEL = '[\\p{L}\\p{N}_-]+'
/** A URL, a host that begins with www, or one in a domain that names of tokens use. Many words end domains too. */
const WEB_ADDRESS = new RegExp(
  `https?://|(?<![\\p{L}\\p{N}])www\\.${LABEL}|(?<![\\p{L}\\p{N}.])(?:${LABEL}\\.)+(?:${DOMAINS})(?![\\p{L}\\p{N}_.-])`,
  'iu',
)

/** Which of the name and the symbol of a token contain a web address: often the mark of spam, not always. */
export function webAddressesIn(token: {
  name?: string | undefined
  symbol?: string | undefined
}): ('name' | 'symbol')[] {
  return (['name', 'symbol'] as const).filter((field) =>
    WEB_ADDRESS.test(plain(token[field] ?? '')),
  )
}

/** Without the forms of letters and dots that browsers take for plain ones. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('。', '.')
}
