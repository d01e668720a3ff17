import { useAppContext } from './appContext.ts'
import { useVisit } from './search/useVisit.ts'
import { splitUnseen } from './ui/unseen.ts'

/** What a page says of itself to those that do not look at it: crawlers, chats, the tab. */
export type Head = {
  /** Of what kind the thing is: "Block". */
  kind?: string
  title: string
  description?: string
  /** The one address of this page, and where its data are as JSON. */
  path?: string
  dataPath?: string | undefined
  /** The page's HTTP status, 200 when missing. */
  status?: number
  /** Seconds after which trying again may help. */
  retryAfter?: number | undefined
}

/** The page's title, description and social tags. */
export function PageHead(head: Head) {
  const { origin } = useAppContext()
  const { path, dataPath, status = 200 } = head
  const { title, site, description } = headTexts(head)
  useVisit({ ...head, title })
  const canonical = path === undefined ? undefined : origin + path
  return (
    <>
      <title>{title + site}</title>
      <meta name="description" content={description} />
      {status >= 400 && <meta name="robots" content="noindex" />}
      {dataPath !== undefined && <link rel="alternate" type="application/json" href={dataPath} />}
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

/** The texts of a head at lengths that fit, without unseen characters. `site` is added to the title. */
export function headTexts({ kind = '', title, description = ABOUT }: Head) {
  const site = title.startsWith(kind) ? ' · Cairn' : ` · ${kind} · Cairn`
  return {
    title: shorten(title, MAX_TITLE_LENGTH - site.length),
    site,
    description: shorten(description, MAX_DESCRIPTION_LENGTH),
  }
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
