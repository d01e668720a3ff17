import { parseBlock, parseTransactionId } from '../contract/identifiers.ts'
import {
  blockLink,
  decode,
  FIRST_RUNE_BLOCK,
  linkToToken,
  outputLink,
  pagingSearch,
  readPaging,
  runeBlock,
  searchLink,
  tokenLink,
  transactionLink,
} from './links.ts'

/**
 * Something that a text can mean and the page about it. `name` is what the page is known by, `detail`
 * what else the text said.
 */
export type Meaning = {
  kind: 'token' | 'transaction' | 'block' | 'search' | 'page'
  to: string
  name: string
  detail?: string
}

/** The likeliest page of what was typed or pasted, or undefined when it has to be looked up by name. */
export function recognise(query: string, origin?: string): string | undefined {
  return meaningsOf(query, origin)[0]?.to
}

const MAX_ADDRESS_LENGTH = 2048
const MAX_TEXT_LENGTH = 200

/**
 * What was typed or pasted can mean, the likeliest first: principals (also with an asset name),
 * transaction ids and outputs, block hashes and heights, rune ids, addresses of explorers, and the
 * words "block" or "tx" before any of these. Longer addresses and texts mean nothing.
 * @param origin the explorer's own, whose addresses stay as they are.
 */
export function meaningsOf(query: string, origin?: string): Meaning[] {
  if (query.length > MAX_ADDRESS_LENGTH) return []
  const text = unwrap(query)
  if (/^https?:\/\//i.test(text)) return inAddress(text, origin)
  if (text.length > MAX_TEXT_LENGTH) return []
  const meanings = inText(text.replace(/^(block|height|tx|txid|transaction)\b[\s:#]+/i, ''))
  return meanings.length === 0 && text.includes('/')
    ? inAddress(`https://${text}`, origin)
    : meanings
}

/** Without the quotes, brackets and points around what was copied, and without characters that nobody sees. */
function unwrap(text: string): string {
  const seen = text.replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
  const start = seen.search(/[^\s"'“‘«<([`]/)
  let end = seen.length
  // A pattern that ends in $ would be tried again from each character of a long run.
  while (end > start && /[\s"'”’»>)\]`,;.]/.test(seen.charAt(end - 1))) end--
  return start < 0 ? '' : seen.slice(start, end)
}

/**
 * Of an address the last part that means something counts. Where nothing does it may name a rune, or
 * the address of someone, to be looked up.
 */
function inAddress(address: string, origin: string | undefined): Meaning[] {
  if (!URL.canParse(address)) return []
  const { host, pathname, search, searchParams, hash } = new URL(address)
  // The URL has encoded what no header may hold.
  if (origin !== undefined && host === new URL(origin).host && OWN_PAGE.test(pathname)) {
    return [{ kind: 'page', to: pathname + search + hash, name: decode(pathname + search) }]
  }
  const parts = [host, ...`${pathname}/${hash}`.split(/[/#?]/).map(decode)].filter(Boolean)
  const values = [...searchParams.values()]
  const found =
    lastMeaning(parts) ?? values.map((value) => inPart(value, '')).findLast(isMeaningful)
  if (found !== undefined) return found.map((meaning) => withPage(meaning, searchParams))

  const name =
    runeNumber(parts) ??
    (/\brunes?\b/i.test(address) ? [...parts, ...values] : [])
      .slice(1)
      .findLast((part) => RUNE_NAME.test(part)) ??
    parts.findLast((part) => OWNER.test(part))
  return name === undefined ? [] : [{ kind: 'search', to: searchLink(name), name }]
}

const OWN_PAGE = /^\/(token|tx|block|search|api|device)(\/|$)/
// Other explorers write the names of runes in capitals, the words of their own addresses in small letters.
const RUNE_NAME = /^[A-Z]+([•·.∙][A-Z]+)*$/
const OWNER = /^(S[PMTN][0-9A-Z]{26,40}|bc1[0-9a-z]{20,80}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/

/** "#5" of /rune/5, as the directory finds a rune by its number. */
function runeNumber(parts: string[]): string | undefined {
  const number = parts.find(
    (part, index) => /^[0-9]{1,9}$/.test(part) && /^runes?$/i.test(parts[index - 1] ?? ''),
  )
  return number && `#${number}`
}

/** The meanings of the last part that has any. */
function lastMeaning(parts: string[]): Meaning[] | undefined {
  let place = ''
  let found: Meaning[] | undefined
  for (const part of parts) {
    const meanings = inPart(part, place)
    if (isMeaningful(meanings)) found = meanings
    if (!/^(btc|bitcoin|mainnet)$/i.test(part)) place = part
  }
  return found
}

/** A bare number is a height only where the part before it says so: the number of /page/2 is none. */
function inPart(part: string, place: string): Meaning[] {
  if (/^[0-9]+$/.test(part) && !/^(btc)?blocks?(-?height)?$|^height$/i.test(place)) return []
  return inText(part)
}

function isMeaningful(meanings: Meaning[]): boolean {
  return meanings.length > 0
}

/** The same place of a list, or the same locale, where the address names one as ours do. */
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
  if (txId === undefined) return inHeight(text)
  if (mark === ':') return [inOutput(txId, Number(index))]
  return inHash(txId, index === undefined ? input && `input ${input}` : `inscription ${index}`)
}

/** An id alone, an input `0:<id>`, an output `<id>:0` or an inscription `<id>i0`. */
const HASH_AND_PART = /^(?:([0-9]+):)?((?:0x)?[0-9a-f]{64})(?:([:i])([0-9]{1,10}))?$/i

function inOutput(txId: string, output: number): Meaning {
  const [to, detail] = [outputLink(txId, output), `with its output ${output}`]
  return { kind: 'transaction', to, name: txId, detail }
}

function inHash(hash: string, part: string | undefined): Meaning[] {
  const transaction: Meaning = {
    kind: 'transaction',
    to: transactionLink(hash),
    name: hash,
    ...(part && { detail: `with its ${part}` }),
  }
  // A block hash begins with zeros, as its proof of work demands; a transaction id hardly ever does.
  if (part !== undefined || !/^0{8}/.test(hash)) return [transaction]
  const block: Meaning = { kind: 'block', to: blockLink({ kind: 'hash', hash }), name: hash }
  return [block, transaction]
}

/**
 * Heights with any digit grouping; a rune id leads to the block of its etching. Behind # a number is a
 * rune's, to be looked up, but where only a block can have it.
 */
function inHeight(text: string): Meaning[] {
  const etching = runeBlock(text)
  if (etching !== undefined) {
    const detail = `where rune ${text} was etched`
    return [{ kind: 'block', to: blockLink(etching), name: String(etching), detail }]
  }
  const height = text.replace(/^#/, '')
  const digits = /^[0-9]{1,3}([ ,._'’\u00a0\u202f][0-9]{3})+$/.test(height)
    ? height.replace(/[^0-9]/g, '')
    : height
  // Zeros at the start are those of a hash of which the rest is to be found.
  const block = parseBlock(digits)
  if (block?.kind !== 'height' || /^0[0-9]/.test(digits)) return []
  if (text !== height && block.height < FIRST_RUNE_BLOCK) return []
  return [{ kind: 'block', to: blockLink(block), name: String(block.height) }]
}
