import { useVisit } from './finding/useVisit.ts'
import { type Head, useSurroundings } from './surroundings.ts'
import { splitUnseen } from './ui/unseen.ts'

/** What the page says of itself in the document's head; its kind and the site's name are added to its title. */
export function PageHead(head: Head) {
  const { origin, onHead } = useSurroundings()
  const { kind = '', path, answerPath, status = 200 } = head
  const title = spellUnseen(head.title)
  const page = title.startsWith(kind) ? title : `${title} · ${kind}`
  const description = spellUnseen(head.description ?? ABOUT)
  onHead?.({ ...head, title, description })
  useVisit({ ...head, title })
  const canonical = path === undefined ? undefined : origin + path
  return (
    <>
      <title>{`${page} · Cairn`}</title>
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

function spellUnseen(text: string): string {
  return splitUnseen(text).join('')
}

const ABOUT = 'An explorer for SIP-010 tokens and Bitcoin rune activity, exact to the last digit.'

/** Where the picture of the page at `path` is. */
function previewPath(path: string): string {
  const [pathname = '', search] = path.split('?')
  const picture = `/previews${pathname === '/' ? '/home' : pathname}.png`
  return search === undefined ? picture : `${picture}?${search}`
}
