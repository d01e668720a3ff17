import { useVisit } from './search/useVisit.ts'
import { type Head, useSurroundings } from './surroundings.ts'
import { splitUnseen } from './ui/unseen.ts'

/** What the page says of itself in the document's head; its kind and the site's name are added to its title. */
export function PageHead(head: Head) {
  const { origin, onHead } = useSurroundings()
  const { kind = '', path, answerPath, status = 200 } = head
  const site = head.title.startsWith(kind) ? ' · Cairn' : ` · ${kind} · Cairn`
  const title = shorten(head.title, MAX_TITLE_LENGTH - site.length)
  const description = shorten(head.description ?? ABOUT, MAX_DESCRIPTION_LENGTH)
  onHead?.({ ...head, title, description })
  useVisit({ ...head, title })
  const canonical = path === undefined ? undefined : origin + path
  return (
    <>
      <title>{title + site}</title>
      <meta name="description" content={description} />
      {status >= 400 && <meta name="robots" content="noindex" />}
      {answerPath !== undefined && (
        <link rel="alternate" type="application/json" href={answerPath} />
      )}
      {canonical !== undefined && <link rel="canonical" href={canonical} />}
      {canonical !== undefined && <meta property="og:url" content={canonical} />}
      {path !== undefined && status < 400 && (
        <meta property="og:image" content={origin + previewPath(path)} />
      )}
      <meta property="og:site_name" content="Cairn" />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

const MAX_TITLE_LENGTH = 120
const MAX_DESCRIPTION_LENGTH = 300

/**
 * At most `maxLength` of an untrusted text of any length, cut between characters as people see them.
 * Its unseen characters are spelled out.
 */
function shorten(text: string, maxLength: number): string {
  const rest = text.length > MAX_SPELLED_LENGTH ? '…' : ''
  const spelled = splitUnseen(text.slice(0, MAX_SPELLED_LENGTH)).join('') + rest
  if (spelled.length <= maxLength) return spelled
  let end = 0
  for (const character of charactersOf(spelled.slice(0, maxLength + 1))) {
    if (end + character.length >= maxLength) break
    end += character.length
  }
  return `${spelled.slice(0, end).trimEnd()}…`
}

// Many unseen characters in a row become few words.
const MAX_SPELLED_LENGTH = 10_000

/** Firefox before 125 knows no graphemes: it gets code points. */
function charactersOf(text: string): Iterable<string> {
  if (!('Segmenter' in Intl)) return text
  return Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment)
}

const ABOUT = 'An explorer for SIP-010 tokens and Bitcoin rune activity, exact to the last digit.'

/** Where the picture of the page at `path` is. */
function previewPath(path: string): string {
  const [pathname = '', search] = path.split('?')
  const picture = `/previews${pathname === '/' ? '/home' : pathname}.png`
  return search === undefined ? picture : `${picture}?${search}`
}
