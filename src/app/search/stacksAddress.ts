import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

/** Whether the text is a Stacks address, in capitals, whose checksum is right (c32check, SIP-005). */
export function isStacksAddress(text: string): boolean {
  const [, version = '', digits = ''] = ADDRESS.exec(text) ?? []
  const hex = decodeC32(digits)
  if (hex.length !== HEX_LENGTH) return false
  const versionHex = DIGITS.indexOf(version).toString(16).padStart(2, '0')
  const hash = sha256(sha256(hexToBytes(versionHex + hex.slice(0, -8))))
  return bytesToHex(hash.subarray(0, 4)) === hex.slice(-8)
}

// Crockford's base 32 leaves out I, L, O and U.
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ADDRESS = new RegExp(`^S([${DIGITS}])([${DIGITS}]{26,39})$`)
/** The hash of a key or script has 20 bytes, the checksum has 4. */
const HEX_LENGTH = 48

/** The hex digits of a number in base 32. As in Base58, each leading zero stands for a byte. */
function decodeC32(digits: string): string {
  const value = [...digits].reduce((sum, digit) => sum * 32n + BigInt(DIGITS.indexOf(digit)), 0n)
  const hex = value.toString(16)
  const leadingZeros = digits.length - digits.replace(/^0+/, '').length
  return '00'.repeat(leadingZeros) + (hex.length % 2 === 0 ? hex : `0${hex}`)
}
