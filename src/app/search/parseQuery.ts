import {
  BITCOIN_FORM,
  parseBitcoinAddress,
  parseBlock,
  parseOutput,
  parseRune,
  parseTransactionId,
  STACKS_FORM,
} from '../../contract/identifiers.ts'
import { MAX_TEXT_LENGTH } from '../../contract/parameters.ts'
import {
  addressLink,
  blockLink,
  decode,
  linkToToken,
  outputLink,
  runeLink,
  tokenLink,
  transactionLink,
} from '../links.ts'
import { changeSearch, readPaging } from '../lists/paging.ts'
import { readWhole } from '../ui/typedNumbers.ts'

/**
 * Something that a text can mean, and its page. `name` identifies the page; `detail` is the rest of the
 * meaning, such as an inscription.
 */
export type Meaning = {
  kind: 'token' | 'transaction' | 'block' | 'rune' | 'address' | 'output' | 'page'
  to: string
  name: string
  detail?: string
}

const MAX_ADDRESS_LENGTH = 2048

/**
 * What a text can mean, most likely first. Understands principals (with or without an asset name),
 * transaction ids and outputs, block hashes and heights, rune ids, addresses, URLs of explorers, and any of these
 * after a word such as "block" or "tx". A text above the maximum length means nothing.
 * @param origin the explorer's own origin, whose URLs stay unchanged.
 */
export function parseQuery(query: string, origin: string): Meaning[] {
  if (query.length > MAX_ADDRESS_LENGTH) return []
  const text = unwrap(query)
  if (/^https?:\/\//i.test(text)) return inAddress(text, origin)
  if (text.length > MAX_TEXT_LENGTH) return []
  const meanings = inText(text.replace(/^(block|height|tx|txid|transaction|output)\b[\s:#]+/i, ''))
  if (meanings.length > 0 || !text.includes('/')) return meanings
  return inAddress(`https://${text}`, origin)
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

/** The meanings of the last segment of a URL that has any; else of a value in its query. */
function inAddress(address: string, origin: string): Meaning[] {
  if (!URL.canParse(address)) return []
  const { host, pathname, search, searchParams, hash } = new URL(address)
  // `URL` has escaped the characters that a header must not contain.
  if (host === new URL(origin).host && OWN_PAGE.test(pathname)) {
    return [{ kind: 'page', to: pathname + search + hash, name: decode(pathname + search) }]
  }
  const segments = `${pathname}/${hash}`.split(/[/#?]/).filter(Boolean).map(decode)
  const meanings = [
    ...[...searchParams.values()].map((value) => inSegment(value, '')),
    ...segments.map((segment, index) => inSegment(segment, segments[index - 1] ?? '')),
  ]
  const found = meanings.findLast(({ length }) => length > 0) ?? []
  return found.map((meaning) => withPage(meaning, searchParams))
}

const OWN_PAGE =
  /^\/(tokens?|tx|blocks?|runes?|address|output|names|search|api|settings|about)(\/|$)/

/** A bare number is a height or a rune only after `block` or `rune`: in /page/2 it is neither. */
function inSegment(segment: string, previous: string): Meaning[] {
  // Other explorers write rune names in capitals, and their own segments in lower case.
  if (/^runes?$/i.test(previous) && segment === segment.toUpperCase()) return inRune(segment)
  const isNumber = /^[0-9]+$/.test(readWhole(segment))
  return isNumber && !/^(btc)?blocks?(-?height)?$|^height$/i.test(previous) ? [] : inText(segment)
}

function inRune(text: string): Meaning[] {
  const rune = parseRune(text)
  return rune === undefined ? [] : [{ kind: 'rune', to: runeLink(rune.text), name: text }]
}

/** Keeps the paging parameters or the locale of a URL, if it has them. */
function withPage(meaning: Meaning, parameters: URLSearchParams): Meaning {
  if (meaning.kind === 'token') {
    return { ...meaning, to: tokenLink(meaning.name, parameters.get('locale') ?? undefined) }
  }
  const page = changeSearch(new URLSearchParams(), readPaging(parameters).paging)
  return { ...meaning, to: page === '?' ? meaning.to : meaning.to + page }
}

function inText(text: string): Meaning[] {
  const to = linkToToken(text)
  if (to !== undefined) return [{ kind: 'token', to, name: decode(to.replace('/token/', '')) }]
  const id = text.replace(/\s/g, '')
  const output = parseOutput(id)
  if (output !== undefined) {
    return [{ kind: 'output', to: outputLink(output.text), name: output.text }]
  }
  const [, input, hash = '', part, index] = HASH_AND_PART.exec(id) ?? []
  const txId = parseTransactionId(hash)
  if (txId === undefined) return inAddressOfWallet(text) ?? inHeight(text)
  if (part === 'i') return inHash(txId, `inscription ${index}`)
  return inHash(txId, input && `input ${input}`)
}

/** An id alone, an input `0:<id>` or an inscription `<id>i0`; an output whose index is too large. */
const HASH_AND_PART = /^(?:([0-9]+):)?((?:0x)?[0-9a-f]{64})(?:([:i])([0-9]+))?$/i

function inHash(hash: string, part: string | undefined): Meaning[] {
  const transaction: Meaning = {
    kind: 'transaction',
    to: transactionLink(hash),
    name: hash,
    ...(part && { detail: part }),
  }
  // A block hash begins with zeros because of proof of work; a transaction id almost never does.
  if (part !== undefined || !/^0{8}/.test(hash)) return [transaction]
  return [{ kind: 'block', to: `/block/${hash}`, name: hash }, transaction]
}

/** A Bitcoin or Stacks address, of any checksum: its page says if it is mistyped. */
function inAddressOfWallet(text: string): Meaning[] | undefined {
  const bitcoin = BITCOIN_FORM.test(text) ? parseBitcoinAddress(text) : undefined
  const address = STACKS_FORM.exec(text)?.[1] === text ? text.toUpperCase() : bitcoin
  if (address === undefined) return
  return [{ kind: 'address', to: addressLink(address), name: address }]
}

/** A height with any digit grouping, or a rune id. A number after # is the number of a rune. */
function inHeight(text: string): Meaning[] {
  const rune = parseRune(text)
  if (rune?.kind === 'id') return [{ kind: 'rune', to: runeLink(rune.text), name: rune.text }]
  const digits = readWhole(text.replace(/^#/, ''))
  // Leading zeros are the beginning of a block hash, to be looked up.
  const block = parseBlock(digits)
  if (block?.kind !== 'height' || /^0[0-9]/.test(digits)) return []
  if (text.startsWith('#')) return inRune(digits)
  return [{ kind: 'block', to: blockLink(block), name: String(block.height) }]
}
