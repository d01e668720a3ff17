import type { Reply } from '../contract/client.ts'
import type { RequestError } from '../contract/requestError.ts'
import type { ActivityPage } from '../contract/schemas/activity.ts'
import { useAppContext } from './appContext.ts'
import { previewPath } from './links.ts'
import { readPaging } from './lists/paging.ts'
import { useRecordVisit } from './search/savedLinks.ts'
import type { Loaded } from './source.ts'
import { splitInvisible } from './ui/invisibleCharacters.ts'
import { formatDecimal } from './ui/numbers.tsx'
import { cut } from './ui/UntrustedText.tsx'

export type Head = {
  kind?: string
  /** One text, or its parts: each of those is isolated from the direction of the others. */
  title: string | string[]
  description?: string | string[]
  /** The canonical path of the page, and the path of its data as JSON. */
  path?: string
  dataPath?: string | undefined
  /** The page's HTTP status, 200 when missing. */
  status?: number
  retryAfter?: number | undefined
}

export function PageHead(head: Head) {
  const { origin } = useAppContext()
  const { path, dataPath, status = 200 } = head
  const { title, site, description } = headTexts(head)
  useRecordVisit({ ...head, title: title.replace(ISOLATES, '') })
  const canonical = path === undefined ? undefined : origin + path
  return (
    <>
      <title>{title + site}</title>
      <meta name="description" content={description} />
      {status >= 400 && <meta name="robots" content="noindex" />}
      {dataPath !== undefined && <link rel="alternate" type="application/json" href={dataPath} />}
      {canonical !== undefined && <link rel="canonical" href={canonical} />}
      {canonical !== undefined && <meta property="og:url" content={canonical} />}
      {/* A picture of a search would show anyone's text in the operator's name. */}
      {path !== undefined && status < 400 && !/^\/search\b/.test(path) && (
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

/**
 * The status and `Retry-After` of a page that shows only this failure: the service's own status, 502 for
 * an unreadable response, 503 for no response.
 */
export function pageStatus(error: RequestError | null) {
  if (error === null) return { status: 200 }
  const { status = 503, retryAfter } = error
  return { status: status < 400 ? 502 : status, retryAfter }
}

/** The same of a page whose details may be missing. Services that have only the records respond with these. */
export function statusWithRecords(
  { error }: Loaded<unknown>,
  records: Loaded<Reply<ActivityPage>> | undefined,
) {
  const hasRecords = (records?.data?.value.total ?? 0) > 0
  return error?.kind === 'not-found' && hasRecords ? { status: 200 } : pageStatus(error)
}

/**
 * The title and the description, shortened, with invisible characters spelled out. They name a page of a
 * list after the first. `site` follows the title.
 */
export function headTexts({ kind = '', title, description = ABOUT, path }: Head) {
  const site = partsOf(title).join('').startsWith(kind) ? ' · Cairn' : ` · ${kind} · Cairn`
  const page = pageNumber(path)
  const end = page && `, page ${page}`
  return {
    title: shorten(title, MAX_TITLE_LENGTH - site.length - end.length) + end,
    site,
    description: shorten(
      page ? [`Page ${page}. `, ...partsOf(description)] : description,
      MAX_DESCRIPTION_LENGTH,
    ),
  }
}

/** The number of the page of a list; '' for the first page and for pages that are no list. */
function pageNumber(path = ''): string {
  const { offset, limit } = readPaging(new URLSearchParams(path.split('?')[1])).paging
  return offset === 0 ? '' : formatDecimal(String(Math.ceil(offset / limit) + 1), 'en')
}

const MAX_TITLE_LENGTH = 120
const MAX_DESCRIPTION_LENGTH = 300

/**
 * Shortens an untrusted text to `maxLength`, and spells out its invisible characters. Of several parts, those with
 * letters that are read from right to left are isolated, so that they reorder nothing around them.
 */
function shorten(text: string | string[], maxLength: number): string {
  const parts = partsOf(text).map((part) => splitInvisible(cut(part, MAX_INPUT_LENGTH)).join(''))
  const isolated = parts.map((part) =>
    parts.length > 1 && RIGHT_TO_LEFT.test(part) ? `\u2068${part}\u2069` : part,
  )
  const shown = cut(isolated.join(''), maxLength - 1)
  const isOpen = shown.lastIndexOf('\u2068') > shown.lastIndexOf('\u2069')
  return isOpen ? `${shown}\u2069` : shown
}

function partsOf(text: string | string[]): string[] {
  return typeof text === 'string' ? [text] : text
}

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const ISOLATES = /[\u2068\u2069]/g

// Far more than `maxLength`, because a long run of invisible characters becomes a few codes.
const MAX_INPUT_LENGTH = 10_000

const ABOUT = 'An explorer for Bitcoin runes and SIP-010 tokens, exact to the last digit.'
