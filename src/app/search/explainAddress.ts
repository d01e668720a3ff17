import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { BITCOIN_FORM, STACKS_FORM } from './addressForms.ts'
import { isStacksAddress, WRONG_CHECKSUM } from './stacksAddress.ts'

/**
 * Explains why an address leads to no page: it is mistyped, or it is a Bitcoin address. Undefined for
 * other texts, including Stacks addresses and principals with the right checksum.
 */
export function explainAddress(text: string): string | undefined {
  const address = STACKS_FORM.exec(text)?.[1]
  if (address !== undefined)
    return isStacksAddress(address.toUpperCase()) ? undefined : WRONG_CHECKSUM
  if (!BITCOIN_FORM.test(text)) return
  return isBitcoinAddress(text) ? BITCOIN_ADDRESS : WRONG_CHECKSUM
}

const BITCOIN_ADDRESS =
  'This is a Bitcoin address. Cairn has no pages for addresses yet: it lists activity by transaction and by block. Search for one of its transactions.'

const base58check = createBase58check(sha256)

/** Whether the checksum of an address of mainnet or a test network is right. */
function isBitcoinAddress(text: string): boolean {
  try {
    // Base58Check: a version and the hash of a key or script.
    return base58check.decode(text).length === 21
  } catch {
    // Segregated witness: Bech32 for version 0, Bech32m for later ones (BIP 350).
    const version = bech32.decodeUnsafe(text)?.words[0]
    const laterVersion = bech32m.decodeUnsafe(text)?.words[0] ?? 0
    return version === 0 || laterVersion > 0
  }
}
