import {
  type BlockIdentifier,
  parseBitcoinAddress,
  parseBlockIdentifier,
  parseOutput,
  parsePrincipal,
  parseRune,
  parseTransactionId,
  STACKS_FORM,
} from '../contract/identifiers.ts'

// The addresses of the explorer's pages. Identifiers come from the API or were parsed.

/** An empty `locale` is the token's default. */
export function tokenLink(principal: string, locale = ''): string {
  const path = `/token/${encodeUntrusted(principal)}`
  return locale === '' ? path : `${path}?${new URLSearchParams({ locale })}`
}

export function transactionLink(txId: string): string {
  return `/tx/${txId}`
}

export function blockLink(block: BlockIdentifier | number): string {
  return `/block/${typeof block === 'number' ? block : block.text}`
}

/** `rune` is an id, or a number or name, which redirect to the id. */
export function runeLink(rune: string): string {
  return `/rune/${encodeUntrusted(rune).replaceAll('%3A', ':')}`
}

/** The view of a rune that lists its refused mints. */
export const REFUSED_VIEW = 'refused'

export function refusedMintsLink(rune: string): string {
  return `${runeLink(rune)}?view=${REFUSED_VIEW}`
}

/** The page that compares runes. */
export function compareLink(runes: readonly string[]): string {
  const named = runes.map((rune) => encodeUntrusted(rune).replaceAll('%3A', ':'))
  return named.length === 0 ? '/compare' : `/compare?r=${named.join(',')}`
}

export function addressLink(address: string): string {
  return `/address/${encodeUntrusted(address)}`
}

/** The runes whose commitments an address paid for. */
export function paidLink(address: string): string {
  return `${addressLink(address)}?view=paid`
}

/** All tokens with a name or symbol. */
export function namesAlikeLink(name: string): string {
  return `/names-alike/${encodeUntrusted(name)}`
}

export function deployerLink(address: string): string {
  return `/tokens?${new URLSearchParams({ address })}`
}

/** `output` is `<transaction id>:<index>`. */
export function outputLink(output: string): string {
  return `/output/${output}`
}

export function nameLink(name: string): string {
  return `/names?${new URLSearchParams({ name })}`
}

export function searchLink(query: string, kind?: string): string {
  const search = new URLSearchParams({ q: query })
  if (kind !== undefined) search.set('kind', kind)
  return `/search?${search}`
}

/** So many characters tell an id or an address from most others, and are fewer than any of them has. */
const BEGINNING = 12

/** To a search for the beginning of an id or an address that was mistyped or cut off. */
export function beginningLink(text: string): string {
  return searchLink(text.slice(0, BEGINNING))
}

/** The same on other explorers of mainnet, by their paths. */
export function otherExplorers(mempool: string, ordinals = mempool) {
  return [
    { name: 'mempool.space', href: `https://mempool.space${mempool}` },
    { name: 'ordinals.com', href: `https://ordinals.com${ordinals}` },
  ]
}

// Links by identifiers in any form; undefined if one is malformed.

export function linkToToken(text: string): string | undefined {
  const [address = '', ...name] = (text.split('::')[0] ?? '').split('.')
  const principal = parsePrincipal(`${address.toUpperCase()}.${name.join('.')}`)
  return principal && tokenLink(principal.text)
}

export function linkToTransaction(text: string): string | undefined {
  const txId = parseTransactionId(text)
  return txId && transactionLink(txId)
}

export function linkToBlock(text: string): string | undefined {
  const block = parseBlockIdentifier(text)
  return block && blockLink(block)
}

export function linkToOutput(text: string): string | undefined {
  const output = parseOutput(text)
  return output && outputLink(output.text)
}

export function linkToRuneId(text: string): string | undefined {
  const rune = parseRune(text)
  return rune?.kind === 'id' ? runeLink(rune.text) : undefined
}

/** Stacks addresses are in capitals. */
export function linkToAddress(text: string): string | undefined {
  const isStacks = STACKS_FORM.exec(text)?.[1] === text
  const address = isStacks ? text.toUpperCase() : parseBitcoinAddress(text)
  return address && addressLink(address)
}

/** `encodeURIComponent` throws for half of a surrogate pair. */
function encodeUntrusted(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
}

/** Decodes `%` escapes; returns the text unchanged if one is malformed. */
export function decodePercentEscapes(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // URIError: a malformed escape.
  }
}

/** The picture of a page, by its path and query. */
export function previewPath(path: string): string {
  const [pathname = '', search] = path.split('?')
  const image = `/previews${pathname === '/' ? '/home' : pathname}.png`
  return search === undefined ? image : `${image}?${search}`
}
