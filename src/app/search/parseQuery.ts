import { BITCOIN_FORM, parseRune, STACKS_FORM } from '../../contract/identifiers.ts'
import { MAX_TEXT_LENGTH } from '../../contract/parameters.ts'
import {
  decodePercentEscapes,
  linkToAddress,
  linkToBlock,
  linkToOutput,
  linkToRuneId,
  linkToToken,
  linkToTransaction,
  runeLink,
} from '../links.ts'
import { readWhole } from '../ui/typedNumbers.ts'

const MAX_URL_LENGTH = 2048

/**
 * Links to the pages that a text can mean, most likely first. Understands principals (with or without an asset
 * name), transaction ids and outputs, block hashes and heights, rune ids, addresses, URLs of explorers, and any of
 * these after a word such as "block" or "tx". A text above the maximum length means nothing.
 * @param origin the explorer's own origin, whose URLs stay unchanged.
 */
export function parseQuery(query: string, origin: string): string[] {
  if (query.length > MAX_URL_LENGTH) return []
  const text = unwrap(query)
  if (/^https?:\/\//i.test(text)) return inUrl(text, origin)
  if (text.length > MAX_TEXT_LENGTH) return []
  const links = inText(text.replace(/^(block|height|tx|txid|transaction|output)\b[\s:#]+/i, ''))
  return links.length > 0 || !text.includes('/') ? links : inUrl(`https://${text}`, origin)
}

/** Removes invisible characters, and quotes, brackets and punctuation around the text. */
function unwrap(text: string): string {
  const visible = text.replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
  const start = visible.search(/[^\s"'“‘«<([`]/)
  let end = visible.length
  // A pattern that ends in $ would take quadratic time on a long run.
  while (end > start && /[\s"'”’»>)\]`,;.]/.test(visible.charAt(end - 1))) end--
  return start < 0 ? '' : visible.slice(start, end)
}

/** What the last segment of a URL means that means anything; else a value in its query. */
function inUrl(url: string, origin: string): string[] {
  if (!URL.canParse(url)) return []
  const { host, pathname, search, searchParams, hash } = new URL(url)
  // `URL` has escaped the characters that a header must not contain.
  if (host === new URL(origin).host && OWN_PAGE.test(pathname)) return [pathname + search + hash]
  const segments = `${pathname}/${hash}`.split(/[/#?]/).filter(Boolean).map(decodePercentEscapes)
  const meanings = [
    ...[...searchParams.values()].map((value) => inSegment(value, '')),
    ...segments.map((segment, index) => inSegment(segment, segments[index - 1] ?? '')),
  ]
  return meanings.findLast(({ length }) => length > 0) ?? []
}

const OWN_PAGE =
  /^\/(tokens?|tx|blocks?|runes?|address|output|names|search|api|settings|about)(\/|$)/

/** A bare number is a height or a rune only after `block` or `rune`: in /page/2 it is neither. */
function inSegment(segment: string, previous: string): string[] {
  // Other explorers write rune names in capitals, and their own segments in lower case.
  if (/^runes?$/i.test(previous) && segment === segment.toUpperCase()) return inRune(segment)
  const isNumber = /^[0-9]+$/.test(readWhole(segment))
  return isNumber && !/^(btc)?blocks?(-?height)?$|^height$/i.test(previous) ? [] : inText(segment)
}

function inRune(text: string): string[] {
  const rune = parseRune(text)
  return rune === undefined ? [] : [runeLink(rune.text)]
}

function inText(text: string): string[] {
  const id = text.replace(/\s/g, '')
  const transaction = linkToTransaction(HASH_AND_PART.exec(id)?.[1] ?? '')
  const link = linkToToken(text) ?? linkToOutput(id) ?? transaction ?? inAddress(text)
  if (link === undefined) return inNumber(text)
  // A block hash begins with zeros because of proof of work; a transaction id almost never does.
  return /^\/tx\/0{8}/.test(link) ? [link.replace('/tx/', '/block/'), link] : [link]
}

/** An id alone, an input `0:<id>` or an inscription `<id>i0`; an output whose index is too large. */
const HASH_AND_PART = /^(?:[0-9]+:)?((?:0x)?[0-9a-f]{64})(?:[:i][0-9]+)?$/i

/** A Bitcoin or Stacks address, of any checksum: its page says if it is mistyped. */
function inAddress(text: string): string | undefined {
  return BITCOIN_FORM.test(text) || STACKS_FORM.test(text) ? linkToAddress(text) : undefined
}

/** A height with any digit grouping, or a rune id. A number after # is the number of a rune. */
function inNumber(text: string): string[] {
  const rune = linkToRuneId(text)
  if (rune !== undefined) return [rune]
  const digits = readWhole(text.replace(/^#/, ''))
  // Leading zeros are the beginning of a block hash, to be looked up.
  if (!/^(0|[1-9][0-9]*)$/.test(digits)) return []
  if (text.startsWith('#')) return inRune(digits)
  const block = linkToBlock(digits)
  return block === undefined ? [] : [block]
}
