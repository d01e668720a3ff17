/** Parses a whole number; undefined for others, such as `"1e3"`, `"-1"`, `" 5"` and `""`. */
export function parseInteger(
  text: string,
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
): number | undefined {
  const value = /^[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : undefined
}

/** A contract principal, and its parts before and after the dot. */
export type Principal = { text: string; address: string; contractName: string }

/** A block by height, or by hash (64 lower-case hex digits without `0x`). `text` is the canonical form. */
export type BlockIdentifier =
  | { kind: 'height'; height: number; text: string }
  | { kind: 'hash'; hash: string; text: string }

/** A rune by id, by number, or by its name in upper case without spacers. `text` is the canonical form. */
export type RuneIdentifier =
  | { kind: 'id'; height: number; txIndex: number; text: string }
  | { kind: 'number'; number: number; text: string }
  | { kind: 'name'; name: string; text: string }

/** An output of a transaction. `text` is `<transaction id>:<index>`. */
export type OutputIdentifier = { txId: string; vout: number; text: string }

// The patterns of the public token API. Crockford's base 32 leaves out I, L, O and U.
const STACKS_ADDRESS = '[0-9A-HJKMNP-TV-Z]{28,41}'
export const PRINCIPAL = new RegExp(`^(${STACKS_ADDRESS})\\.([a-zA-Z][a-zA-Z0-9_-]{0,39})$`)
/** What a contract principal begins with: a part of an address, or an address with a part of a contract name. */
export const PRINCIPAL_START =
  /^(?:[0-9A-HJKMNP-TV-Z]{1,41}|[0-9A-HJKMNP-TV-Z]{28,41}\.(?:[a-zA-Z][a-zA-Z0-9_-]{0,39})?)$/
const TOKEN_REFERENCE = /^([^:]+)(?::([0-9]{1,39}))?$/
const HASH = /^(?:0x)?([0-9a-f]{64})$/i
const RUNE_ID = /^([0-9]{1,16}):([0-9]{1,10})$/
const OUTPUT = /^(.+):([0-9]{1,10})$/
/** What people write between the words of a rune's name. The name itself has •. */
const SPACER = '[\\s•·∙●.#]'
export const RUNE_SPACERS = new RegExp(`${SPACER}+`, 'g')
/** A name has at most 28 letters, with single spacers between them. */
export const RUNE_NAME = new RegExp(`^[a-zA-Z](?:${SPACER}?[a-zA-Z]){0,27}$`)
/** A Bitcoin address of any kind and network. The checksum is not verified. */
export const BITCOIN_ADDRESS = /^[a-zA-Z0-9]{14,90}$/

// What is taken for an address where it could be something else. Both may be mistyped.
/** A Stacks address, alone or in a principal. Its digits are those of Crockford's base 32. */
export const STACKS_FORM = /^(S[PMTN][0-9A-HJKMNP-TV-Z]{26,39})(?:\.|$)/i
/** A Bitcoin address. In Base58, capitals, small letters and digits are mixed. */
export const BITCOIN_FORM =
  /^(?:(?:bc|tb|bcrt|BC|TB|BCRT)1[0-9A-Za-z]{20,87}|(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9])[123mn][0-9A-Za-z]{25,34})$/

/** Parses `SP….contract-name`; undefined if it is malformed. */
export function parsePrincipal(text: string): Principal | undefined {
  const [, address, contractName] = PRINCIPAL.exec(text) ?? []
  if (address === undefined || contractName === undefined) return
  return { text, address, contractName }
}

/** A token of a contract. A fungible token is number 1. */
export type TokenReference = { principal: string; number: string; text: string }

/** Parses `SP….contract-name` or `SP….contract-name:1`; undefined if it is malformed. */
export function parseTokenReference(text: string): TokenReference | undefined {
  const [, principal = '', number = '1'] = TOKEN_REFERENCE.exec(text) ?? []
  if (parsePrincipal(principal) === undefined) return
  return { principal, number, text: `${principal}:${number}` }
}

/**
 * Parses a transaction id in any case, with or without `0x`, into 64 lower-case hex digits; undefined
 * if it is malformed.
 */
export function parseTransactionId(text: string): string | undefined {
  return HASH.exec(text)?.[1]?.toLowerCase()
}

/**
 * Parses a block height (0 to 2^53 − 1) or hash; undefined if it is neither. Sixty-four digits are a
 * hash even if all of them are decimal.
 */
export function parseBlockIdentifier(text: string): BlockIdentifier | undefined {
  const hash = parseTransactionId(text)
  if (hash !== undefined) return { kind: 'hash', hash, text: hash }
  const height = parseInteger(text)
  return height === undefined ? undefined : { kind: 'height', height, text: String(height) }
}

/**
 * Parses the id, the number or the name of a rune: `840000:1`, `1`, `DOG•GO•TO•THE•MOON` in any case,
 * with or without spacers; undefined if it is none of them.
 */
export function parseRune(text: string): RuneIdentifier | undefined {
  const [, height, txIndex] = RUNE_ID.exec(text)?.map(Number) ?? []
  if (height !== undefined && txIndex !== undefined) {
    if (!Number.isSafeInteger(height)) return
    return { kind: 'id', height, txIndex, text: `${height}:${txIndex}` }
  }
  if (RUNE_NAME.test(text)) {
    const name = plainRuneName(text)
    return { kind: 'name', name, text: name }
  }
  const number = parseInteger(text)
  return number === undefined ? undefined : { kind: 'number', number, text: String(number) }
}

/** A rune's name, or a part of it, in upper case without spacers. */
export function plainRuneName(text: string): string {
  return text.replace(RUNE_SPACERS, '').toUpperCase()
}

/** Parses `<transaction id>:<index>`; undefined if it is malformed. */
export function parseOutput(text: string): OutputIdentifier | undefined {
  const [, id = '', index = ''] = OUTPUT.exec(text) ?? []
  const txId = parseTransactionId(id)
  const vout = Number(index)
  if (txId === undefined || vout > 0xffff_ffff) return
  return { txId, vout, text: `${txId}:${vout}` }
}

/**
 * Parses a Bitcoin address; undefined if it is malformed. Bech32 in capitals becomes lower case; BIP 173
 * forbids to mix them.
 */
export function parseBitcoinAddress(text: string): string | undefined {
  if (!BITCOIN_ADDRESS.test(text)) return
  return /^(?:BC|TB|BCRT)1[0-9A-Z]*$/.test(text) ? text.toLowerCase() : text
}
