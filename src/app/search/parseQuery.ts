import {
  parseBitcoinAddress,
  parseBlock,
  parseRune,
  parseTransactionId,
  RUNE_NAME,
  runeText,
} from '../../contract/identifiers.ts'
import {
  addressLink,
  blockLink,
  decode,
  FIRST_RUNE_BLOCK,
  linkToToken,
  outputLink,
  pagingSearch,
  runeLink,
  tokenLink,
  transactionLink,
} from '../links.ts'
import { readPaging } from '../pageSizes.ts'
import { readWhole } from '../ui/typedNumbers.ts'
import { BITCOIN_FORM, STACKS_FORM } from './addressForms.ts'

/**
 * Something that a text can mean, and its page. `name` identifies the page; `detail` is the rest of the
 * meaning, such as an output.
 */
export type Meaning = {
  kind: 'token' | 'transaction' | 'block' | 'rune' | 'address' | 'page'
  to: string
  name: string
  detail?: string
}

const MAX_ADDRESS_LENGTH = 2048
const MAX_TEXT_LENGTH = 200

/**
 * What a text can mean, most likely first. Understands principals (with or without an asset name),
 * transaction ids and outputs, block hashes and heights, rune ids, addresses, URLs of explorers, and any of these
 * after the word "block" or "tx". A text above the maximum length means nothing.
 * @param origin the explorer's own origin, whose URLs stay unchanged.
 */
export function parseQuery(query: string, origin: string): Meaning[] {
  if (query.length > MAX_ADDRESS_LENGTH) return []
  const text = unwrap(query)
  if (/^https?:\/\//i.test(text)) return inAddress(text, origin)
  if (text.length > MAX_TEXT_LENGTH) return []
  const meanings = inText(text.replace(/^(block|height|tx|txid|transaction)\b[\s:#]+/i, ''))
  return meanings.length === 0 && text.includes('/')
    ? inAddress(`https://${text}`, origin)
    : meanings
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

/**
 * The meanings of the last part of a URL that has any. If no part has, the URL may name a rune.
 */
function inAddress(address: string, origin: string): Meaning[] {
  if (!URL.canParse(address)) return []
  const { host, pathname, search, searchParams, hash } = new URL(address)
  // `URL` has escaped the characters that a header must not contain.
  if (host === new URL(origin).host && OWN_PAGE.test(pathname)) {
    return [{ kind: 'page', to: pathname + search + hash, name: decode(pathname + search) }]
  }
  const parts = [host, ...`${pathname}/${hash}`.split(/[/#?]/).map(decode)].filter(Boolean)
  const values = [...searchParams.values()]
  const found =
    lastMeaning(parts) ?? values.map((value) => inPart(value, '')).findLast(isMeaningful)
  if (found !== undefined) return found.map((meaning) => withPage(meaning, searchParams))

  const name =
    runeNumber(parts) ??
    (/\brunes?\b/i.test(address) ? [...parts, ...values] : []).slice(1).findLast(isRuneName)
  return name === undefined ? [] : inRuneName(name)
}

const OWN_PAGE = /^\/(tokens?|tx|blocks?|runes?|address|search|api|device)(\/|$)/

/** Other explorers write rune names in capitals, and their own path segments in lower case. */
function isRuneName(part: string): boolean {
  return part === part.toUpperCase() && RUNE_NAME.test(part)
}

/** "5" for /rune/5. */
function runeNumber(parts: string[]): string | undefined {
  return parts.find(
    (part, index) => /^[0-9]{1,9}$/.test(part) && /^runes?$/i.test(parts[index - 1] ?? ''),
  )
}

/** The page of a rune by its number or name, which redirects to its id. */
function inRuneName(name: string): Meaning[] {
  const rune = parseRune(name)
  return rune === undefined ? [] : [{ kind: 'rune', to: runeLink(runeText(rune)), name }]
}

/** The meanings of the last part that has any. */
function lastMeaning(parts: string[]): Meaning[] | undefined {
  let previous = ''
  let found: Meaning[] | undefined
  for (const part of parts) {
    const meanings = inPart(part, previous)
    if (isMeaningful(meanings)) found = meanings
    if (!/^(btc|bitcoin|mainnet)$/i.test(part)) previous = part
  }
  return found
}

/** A bare number is a height only after a part such as `block`: in /page/2 it is not. */
function inPart(part: string, previous: string): Meaning[] {
  const isNumber = /^[0-9]+$/.test(readWhole(part))
  if (isNumber && !/^(btc)?blocks?(-?height)?$|^height$/i.test(previous)) return []
  return inText(part)
}

function isMeaningful(meanings: Meaning[]): boolean {
  return meanings.length > 0
}

/** Keeps the paging parameters or the locale of a URL, if it has them. */
function withPage(meaning: Meaning, parameters: URLSearchParams): Meaning {
  if (meaning.kind === 'token') {
    return { ...meaning, to: tokenLink(meaning.name, parameters.get('locale') ?? undefined) }
  }
  const [path = '', anchor] = meaning.to.split('#')
  const page = path + pagingSearch(readPaging(parameters).requested)
  return { ...meaning, to: anchor === undefined ? page : `${page}#${anchor}` }
}

function inText(text: string): Meaning[] {
  const to = linkToToken(text)
  if (to !== undefined) return [{ kind: 'token', to, name: decode(to.replace('/token/', '')) }]
  const [, input, hash = '', mark, index] = HASH_AND_PART.exec(text.replace(/\s/g, '')) ?? []
  const txId = parseTransactionId(hash)
  if (txId === undefined) return inAddressOfWallet(text) ?? inHeight(text)
  if (mark === ':') return [inOutput(txId, Number(index))]
  return inHash(txId, index === undefined ? input && `input ${input}` : `inscription ${index}`)
}

/** An id alone, an input `0:<id>`, an output `<id>:0` or an inscription `<id>i0`. */
const HASH_AND_PART = /^(?:([0-9]+):)?((?:0x)?[0-9a-f]{64})(?:([:i])([0-9]{1,10}))?$/i

function inOutput(txId: string, output: number): Meaning {
  const [to, detail] = [outputLink(txId, output), `output ${output}`]
  return { kind: 'transaction', to, name: txId, detail }
}

function inHash(hash: string, part: string | undefined): Meaning[] {
  const transaction: Meaning = {
    kind: 'transaction',
    to: transactionLink(hash),
    name: hash,
    ...(part && { detail: part }),
  }
  // A block hash begins with zeros because of proof of work; a transaction id almost never does.
  if (part !== undefined || !/^0{8}/.test(hash)) return [transaction]
  const block: Meaning = { kind: 'block', to: blockLink({ kind: 'hash', hash }), name: hash }
  return [block, transaction]
}

/** A Bitcoin or Stacks address, of any checksum: its page says if it is mistyped. */
function inAddressOfWallet(text: string): Meaning[] | undefined {
  const address =
    STACKS_FORM.exec(text)?.[1] === text
      ? text.toUpperCase()
      : BITCOIN_FORM.test(text)
        ? parseBitcoinAddress(text)
        : undefined
  return address === undefined
    ? undefined
    : [{ kind: 'address', to: addressLink(address), name: address }]
}

/**
 * A height with any digit grouping, or a rune id. A number after # is the number of a rune, unless it is
 * as large as the height of a block with runes.
 */
function inHeight(text: string): Meaning[] {
  const rune = parseRune(text)
  if (rune?.kind === 'id') return [{ kind: 'rune', to: runeLink(rune.id), name: rune.id }]
  const height = text.replace(/^#/, '')
  const digits = readWhole(height)
  // Leading zeros are the beginning of a block hash, to be looked up.
  const block = parseBlock(digits)
  if (block?.kind !== 'height' || /^0[0-9]/.test(digits)) return []
  if (text !== height && block.height < FIRST_RUNE_BLOCK) return inRuneName(digits)
  return [{ kind: 'block', to: blockLink(block), name: String(block.height) }]
}
