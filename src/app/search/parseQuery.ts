import { BITCOIN_FORM, parseRune, STACKS_FORM } from '../../contract/identifiers.ts'
import { MAX_TEXT_LENGTH } from '../../contract/parameterKinds.ts'
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

type Links = (string | undefined)[]

const HASH = '(?:0x)?[0-9a-f]{64}'

/**
 * What is recognised, by its form. The first form with a link wins; its links are most likely first. What has no
 * form, such as a name, a symbol or a script, is searched for.
 */
const FORMS: { pattern: RegExp; links: (...parts: string[]) => Links }[] = [
  // A contract, with or without an asset name: SP….longcoin::LONG
  { pattern: /^([^/]+)$/, links: (contract) => [linkToToken(contract)] },
  // An output, <id>:0 or <id>#0; of an index that is too large, the transaction.
  {
    pattern: new RegExp(`^(${HASH})[:#]([0-9]+)$`, 'i'),
    links: (id, vout) => [linkToOutput(`${id}:${vout}`) ?? linkToTransaction(id)],
  },
  // A block hash begins with zeros because of proof of work; a transaction id almost never does.
  {
    pattern: /^((?:0x)?0{8}[0-9a-f]{56})$/i,
    links: (hash) => [linkToBlock(hash), linkToTransaction(hash)],
  },
  // A transaction by its id, an input 0:<id> or an inscription <id>i0
  {
    pattern: new RegExp(`^(?:[0-9]+:)?(${HASH})(?:i[0-9]+)?$`, 'i'),
    links: (id) => [linkToTransaction(id)],
  },
  // A Bitcoin or Stacks address of any checksum: its page says if it is mistyped. Also as a URI (BIP 21).
  {
    pattern: /^(?:bitcoin:)?([0-9a-z]+)$/i,
    links: (address) => [
      BITCOIN_FORM.test(address) || STACKS_FORM.test(address) ? linkToAddress(address) : undefined,
    ],
  },
  // A rune: 840000:3, 840000-3, 840000/3, or DOG•GO•TO•THE•MOON (840000:3)
  {
    pattern: /^(?:[^()]+\()?([0-9]+)[:/-]([0-9]+)\)?$/,
    links: (height, txIndex) => [linkToRuneId(`${height}:${txIndex}`)],
  },
  // The number of a rune: #3
  { pattern: /^#(.+)$/, links: (number) => inRune(readWhole(number)) },
  // A height: 840,000. Leading zeros are the beginning of a block hash, to be looked up.
  {
    pattern: /^([1-9].*|0)$/,
    links: (height) => [linkToBlock(readWhole(height))],
  },
]

const WORD_BEFORE_ID = /^(block|height|tx|txid|transaction|output|rune)\b[\s:#]+/i
/** "Rune DOG•GO•TO•THE•MOON". In "RUNE PUNKS" and "rune punks", the word is a part of the name. */
const WORD_BEFORE_NAME = /^(?:[Rr]une[\s:#]+(?=[^a-z]+$)|RUNE[\s:#]+(?=[0-9]))/
/** The parameters in which other sites have the name of a rune. */
const NAME_PARAMETERS = /^(rune|runes|tick|ticker|name|spaced_name)$/i

const MAX_URL_LENGTH = 2048

/**
 * Links to the pages that a text can mean, most likely first: an identifier in one of `FORMS`, alone, after a
 * word such as "block" or "tx", or in a URL. A text above the maximum length means nothing.
 * @param origin the explorer's own origin, whose URLs stay unchanged.
 */
export function parseQuery(query: string, origin: string): string[] {
  if (query.length > MAX_URL_LENGTH) return []
  const text = unwrap(query)
  if (/^https?:\/\//i.test(text)) return inUrl(text, origin)
  const plain = unwrap(decodePercentEscapes(text.replace(/^(bitcoin:[^?]*)\?.*$/is, '$1')))
  if (plain.length > MAX_TEXT_LENGTH) return []
  const name = plain.replace(WORD_BEFORE_NAME, '')
  const links = name === plain ? [] : inRune(name)
  return links.length > 0 ? links : inTextOrPath(plain, origin)
}

/** The text to search for: without quotes around it, and percent escapes decoded. */
export function readQuery(text: string): string {
  const shown = decodePercentEscapes(text).trim().slice(0, MAX_TEXT_LENGTH)
  // A quote alone may be the symbol of a rune.
  return shown.replace(/^["'“‘«]+(?=[^"'”’»])/, '').replace(/(?<=[^"'“‘«”’»])["'”’»]+$/, '')
}

function inTextOrPath(text: string, origin: string): string[] {
  const links = inText(text.replace(WORD_BEFORE_ID, ''))
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
  const path = `${pathname}/${hash}`.replace(/(?<=\/runes?\/[0-9]+)\/(?=[0-9]+\b)/i, ':')
  const segments = path.split(/[/#?]/).filter(Boolean).map(decodePercentEscapes)
  const meanings = [
    ...[...searchParams].map(([name, value]) =>
      NAME_PARAMETERS.test(name) ? inName(value) : inSegment(value, []),
    ),
    ...segments.map((segment, index) => inSegment(segment, segments.slice(0, index))),
  ]
  return meanings.findLast(({ length }) => length > 0) ?? []
}

const OWN_PAGE =
  /^\/(tokens?|tx|blocks?|burns|cenotaphs|runes?|compare|address|output|names(-alike)?|search|pending|decode|api|settings|about)(\/|$)/

/** A bare number is a height or a rune only after `block` or `rune`: in /page/2 it is neither. */
function inSegment(segment: string, before: string[]): string[] {
  const previous = before.at(-1) ?? ''
  if (/^[0-9]+$/.test(readWhole(segment))) {
    if (/^(runes?|etchings)$/i.test(previous)) return inRune(segment)
    return /^(btc)?blocks?(-?height)?$|^height$/i.test(previous) ? inText(segment) : []
  }
  const links = inText(segment)
  const isOfRunes = before.some((word) => /^runes?$/i.test(word))
  return links.length > 0 || !isOfRunes ? links : inName(segment)
}

/** Other sites write the names of runes in capitals, and their own segments in lower case. */
function inName(text: string): string[] {
  return text === text.toUpperCase() ? inRune(text) : inText(text)
}

function inText(text: string): string[] {
  const dense = text.replace(/\s/g, '')
  const typed = /[0-9a-f]{64}/i.test(dense) ? dense : text
  for (const { pattern, links } of FORMS) {
    const [, ...parts] = pattern.exec(typed) ?? []
    const found = parts.length === 0 ? [] : links(...parts).filter((link) => link !== undefined)
    if (found.length > 0) return found
  }
  return []
}

function inRune(text: string): string[] {
  const rune = parseRune(text)
  return rune === undefined ? [] : [runeLink(rune.text)]
}
