import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { isNetworkName, NETWORKS, type NetworkName } from './networks.ts'

const base58check = createBase58check(sha256)

/**
 * The address of an output script: P2PKH, P2SH, or a witness program of any version (BIP 141, 173, 350).
 * Undefined if the script has no address, such as an OP_RETURN, a bare public key or a bare multisig.
 */
export function addressOf(script: Uint8Array, network: NetworkName): string | undefined {
  const { prefix, publicKeyHash, scriptHash } = NETWORKS[network]
  const program = readWitnessProgram(script)
  if (program !== undefined) {
    const encoding = program.version === 0 ? bech32 : bech32m
    return encoding.encode(prefix, [program.version, ...encoding.toWords(program.bytes)], 90)
  }
  if (startsWith(script, 0x76, 0xa9, 20) && script.length === 25 && script[23] === 0x88) {
    return script[24] === 0xac ? encodeBase58(publicKeyHash, script.subarray(3, 23)) : undefined
  }
  if (startsWith(script, 0xa9, 20) && script.length === 23 && script[22] === 0x87) {
    return encodeBase58(scriptHash, script.subarray(2, 22))
  }
  return undefined
}

/** A witness version, and a push of 2 to 40 bytes; of 20 or 32 bytes in version 0. */
function readWitnessProgram(script: Uint8Array) {
  const [opcode = 0, length = 0] = script
  if (length < 2 || length > 40 || script.length !== length + 2) return
  if (opcode === 0) {
    return length === 20 || length === 32 ? { version: 0, bytes: script.subarray(2) } : undefined
  }
  return opcode >= 0x51 && opcode <= 0x60
    ? { version: opcode - 0x50, bytes: script.subarray(2) }
    : undefined
}

function startsWith(script: Uint8Array, ...bytes: number[]): boolean {
  return bytes.every((byte, index) => script[index] === byte)
}

function encodeBase58(version: number, hash: Uint8Array): string {
  return base58check.encode(Uint8Array.of(version, ...hash))
}

/** A Bitcoin address whose checksum is right: the networks that it can belong to, and its kind. */
export type BitcoinAddress = { networks: readonly NetworkName[]; kind: string }

/** The networks and the kind of a Bitcoin address; undefined if it is mistyped. */
export function describeBitcoinAddress(text: string): BitcoinAddress | undefined {
  return describeBase58(text) ?? describeSegwit(text)
}

/** Base58Check: a version and the hash of a key or script. */
function describeBase58(text: string): BitcoinAddress | undefined {
  try {
    const [version = -1, ...hash] = base58check.decode(text)
    const networks = networksWith(
      ({ publicKeyHash, scriptHash }) => publicKeyHash === version || scriptHash === version,
    )
    if (hash.length !== 20 || networks.length === 0) return
    const isScript = networksWith(({ scriptHash }) => scriptHash === version).length > 0
    return {
      networks,
      kind: isScript ? 'pay to script hash (P2SH)' : 'pay to public key hash (P2PKH)',
    }
  } catch {
    return undefined // Not in Base58, or a wrong checksum.
  }
}

/** Bech32 for version 0, Bech32m for later ones (BIP 350). */
function describeSegwit(text: string): BitcoinAddress | undefined {
  const encoding = /^q/i.test(afterPrefix(text)) ? bech32 : bech32m
  const decoded = encoding.decodeUnsafe(text)
  if (decoded === undefined) return
  const networks = networksWith(({ prefix }) => prefix === decoded.prefix)
  if (networks.length === 0) return
  const [version = 0, ...words] = decoded.words
  const length = bech32.fromWordsUnsafe(words)?.length ?? 0
  const kind = SEGWIT_KINDS[`${version} ${length}`]
  if (kind !== undefined) return { networks, kind }
  if (version === 0 || version > 16 || length < 2 || length > 40) return
  return { networks, kind: `SegWit version ${version}` }
}

function afterPrefix(text: string): string {
  return text.slice(text.indexOf('1') + 1)
}

function networksWith(
  isWanted: (network: (typeof NETWORKS)[NetworkName]) => boolean,
): NetworkName[] {
  return Object.keys(NETWORKS)
    .filter(isNetworkName)
    .filter((name) => isWanted(NETWORKS[name]))
}

/** By version and length in bytes. */
const SEGWIT_KINDS: Record<string, string> = {
  '0 20': 'SegWit (P2WPKH)',
  '0 32': 'SegWit (P2WSH)',
  '1 32': 'Taproot (P2TR)',
  '1 2': 'pay to anchor (P2A)',
}

/** Whether the text is a Stacks address, in capitals, whose checksum is right (c32check, SIP-005). */
export function isStacksAddress(text: string): boolean {
  const [, version = '', digits = ''] = STACKS_ADDRESS.exec(text) ?? []
  const hex = decodeC32(digits)
  if (hex.length !== STACKS_HEX_LENGTH) return false
  return checksumOf(C32_DIGITS.indexOf(version), hex.slice(0, -8)) === hex.slice(-8)
}

/** The Stacks address of the hash of a key or script; `version` is 0 to 31 (c32check, SIP-005). */
export function encodeStacksAddress(version: number, hash: Uint8Array): string {
  const hex = bytesToHex(hash)
  const digits = encodeC32(hex + checksumOf(version, hex))
  return `S${C32_DIGITS[version] ?? '?'}${digits}`
}

function checksumOf(version: number, hex: string): string {
  const versionHex = version.toString(16).padStart(2, '0')
  return bytesToHex(sha256(sha256(hexToBytes(versionHex + hex))).subarray(0, 4))
}

// Crockford's base 32 leaves out I, L, O and U.
const C32_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const STACKS_ADDRESS = new RegExp(`^S([${C32_DIGITS}])([${C32_DIGITS}]{26,39})$`)
/** The hash of a key or script has 20 bytes, the checksum has 4. */
const STACKS_HEX_LENGTH = 48

/** The hex digits of a number in base 32. As in Base58, each leading zero stands for a byte. */
function decodeC32(digits: string): string {
  const value = [...digits].reduce(
    (sum, digit) => sum * 32n + BigInt(C32_DIGITS.indexOf(digit)),
    0n,
  )
  const hex = value.toString(16)
  const leadingZeros = digits.length - digits.replace(/^0+/, '').length
  return '00'.repeat(leadingZeros) + (hex.length % 2 === 0 ? hex : `0${hex}`)
}

/** Each leading zero byte is one zero. */
function encodeC32(hex: string): string {
  const [zeros = ''] = /^(?:00)*/.exec(hex) ?? []
  let digits = ''
  for (let left = BigInt(`0x${hex}`); left > 0n; left /= 32n) {
    digits = C32_DIGITS.charAt(Number(left % 32n)) + digits
  }
  return '0'.repeat(zeros.length / 2) + digits
}

/** `reason` is a sentence without its full stop, `rule` one with it. `wrongAt` is an index in the text. */
export type AddressMistake = { reason: string; rule?: string; wrongAt?: number }

/** Why a text is not a Bitcoin or Stacks address; undefined if it is one. Takes up to 20 ms. */
export function explainAddress(text: string): AddressMistake | undefined {
  const encoding = encodingOf(text)
  if (encoding === undefined) {
    return {
      reason: 'No address begins like this',
      rule: 'Bitcoin addresses begin with bc1, 1 or 3; Stacks addresses begin with SP or SM.',
    }
  }
  if (encoding.isRight(text)) return
  const { reason, ...mistake } = findMistake(text, encoding)
  return { reason: `This is not a ${encoding.name} address: ${reason}`, ...mistake }
}

type Encoding = {
  name: string
  /** The first of its digits, after a prefix. */
  start: number
  digits: string
  /** Of encodings that ignore the case: the one that `digits` have. */
  toDigits: (text: string) => string
  /** What `digits` leave out. */
  rule: string
  mayMixCase: boolean
  /** How many characters an address has. */
  lengths: number[]
  isRight: (text: string) => boolean
}

function encodingOf(text: string): Encoding | undefined {
  if (/^[123mn]/.test(text)) return BASE58
  if (/^S[PMTN]/i.test(text)) return STACKS
  if (!/^(?:bc|tb|bcrt)1/i.test(text)) return
  const start = text.indexOf('1') + 1
  const version = text.charAt(start).toLowerCase()
  const lengths = SEGWIT_LENGTHS[version]?.map((length) => start + length) ?? range(14, 90)
  return { ...SEGWIT, start, lengths }
}

/** By the digit of their version: how many digits follow the prefix. Later versions vary. */
const SEGWIT_LENGTHS: Record<string, number[]> = { q: [39, 59], p: [59] }

const BASE58: Encoding = {
  name: 'Bitcoin',
  start: 0,
  digits: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  toDigits: (text) => text,
  rule: 'Such addresses never have a 0, a capital O or I, or a small l.',
  mayMixCase: true,
  // Mostly 33 to 35; fewer if the hash begins with zeros.
  lengths: range(26, 35),
  isRight: (text) => describeBase58(text) !== undefined,
}

const SEGWIT: Encoding = {
  ...BASE58,
  digits: 'qpzry9x8gf2tvdw0s3jn54khce6mua7l',
  toDigits: (text) => text.toLowerCase(),
  rule: 'After their first 1, such addresses never have a 1, b, i or o.',
  mayMixCase: false,
  isRight: (text) => describeSegwit(text) !== undefined,
}

const STACKS: Encoding = {
  name: 'Stacks',
  start: 1,
  digits: C32_DIGITS,
  toDigits: (text) => text.toUpperCase(),
  rule: 'Stacks addresses never have an I, L, O or U.',
  mayMixCase: true,
  lengths: range(28, 41),
  isRight: (text) => isStacksAddress(text.toUpperCase()),
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function findMistake(text: string, encoding: Encoding): AddressMistake {
  const { start, digits, toDigits, rule, mayMixCase, lengths } = encoding
  const strange = [...text.slice(start)].findIndex(
    (character) => !digits.includes(toDigits(character)),
  )
  if (strange >= 0) {
    const wrongAt = start + strange
    return { reason: `character ${wrongAt + 1} cannot be ${quote(text, wrongAt)}`, rule, wrongAt }
  }
  if (!mayMixCase && text !== text.toLowerCase() && text !== text.toUpperCase()) {
    return {
      reason: 'it mixes capital and small letters',
      wrongAt: text.search(/^[A-Z]/.test(text) ? /[a-z]/ : /[A-Z]/),
    }
  }
  if (!lengths.includes(text.length)) {
    const characters = text.length === 1 ? 'character' : 'characters'
    return { reason: `it has ${text.length} ${characters}, not ${rangeText(lengths)}` }
  }
  const mistyped = findMistyped(text, encoding)
  return {
    reason:
      mistyped === undefined ? 'its checksum is wrong' : `character ${mistyped + 1} is mistyped`,
    rule: 'The checksum at the end of the address does not match the rest.',
    ...(mistyped !== undefined && { wrongAt: mistyped }),
  }
}

/** “b”, or U+200B for what cannot be seen. */
function quote(text: string, index: number): string {
  const code = text.codePointAt(index) ?? 0
  const isVisible = code > 0x20 && code < 0x7f
  return isVisible
    ? `“${text.charAt(index)}”`
    : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

function rangeText(lengths: number[]): string {
  return lengths.length > 2 ? `${lengths[0]} to ${lengths.at(-1)}` : lengths.join(' or ')
}

/** The index of the character that makes the checksum wrong, if it is only one. */
function findMistyped(text: string, encoding: Encoding): number | undefined {
  const { start, digits, toDigits, isRight } = encoding
  const digitsOfText = toDigits(text)
  for (let index = start; index < digitsOfText.length; index++) {
    const [before, after] = [digitsOfText.slice(0, index), digitsOfText.slice(index + 1)]
    if ([...digits].some((digit) => isRight(before + digit + after))) return index
  }
  return undefined
}
