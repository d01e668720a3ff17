import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { NETWORKS, type NetworkName } from './networks.ts'

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

/**
 * The network and the kind of a Bitcoin address: "Bitcoin mainnet, Taproot". Undefined if the text is
 * not an address or its checksum is wrong.
 */
export function describeBitcoinAddress(text: string): string | undefined {
  return describeBase58(text) ?? describeSegwit(text)
}

/** Base58Check: a version and the hash of a key or script. */
function describeBase58(text: string): string | undefined {
  try {
    const [version = -1, ...hash] = base58check.decode(text)
    return hash.length === 20 ? BASE58_VERSIONS[version] : undefined
  } catch {
    return undefined // Not in Base58, or a wrong checksum.
  }
}

const BASE58_VERSIONS: Record<number, string> = {
  0: 'Bitcoin mainnet, pay to public key hash (P2PKH)',
  5: 'Bitcoin mainnet, pay to script hash (P2SH)',
  111: 'Bitcoin testnet, pay to public key hash (P2PKH)',
  196: 'Bitcoin testnet, pay to script hash (P2SH)',
}

/** Bech32 for version 0, Bech32m for later ones (BIP 350). */
function describeSegwit(text: string): string | undefined {
  const [first, later] = [bech32.decodeUnsafe(text), bech32m.decodeUnsafe(text)]
  const decoded = first?.words[0] === 0 ? first : (later?.words[0] ?? 0) > 0 ? later : undefined
  const network = SEGWIT_NETWORKS[decoded?.prefix ?? '']
  if (decoded === undefined || network === undefined) return
  const [version = 0, ...words] = decoded.words
  const length = bech32.fromWordsUnsafe(words)?.length
  if (length === undefined) return
  return `${network}, ${SEGWIT_KINDS[`${version} ${length}`] ?? `SegWit version ${version}`}`
}

const SEGWIT_NETWORKS: Record<string, string> = {
  bc: 'Bitcoin mainnet',
  tb: 'Bitcoin testnet or signet',
  bcrt: 'Bitcoin regtest',
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
  const versionHex = C32_DIGITS.indexOf(version).toString(16).padStart(2, '0')
  const hash = sha256(sha256(hexToBytes(versionHex + hex.slice(0, -8))))
  return bytesToHex(hash.subarray(0, 4)) === hex.slice(-8)
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
