import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'

/**
 * The network and the kind of a Bitcoin address: "Bitcoin mainnet, Taproot". Undefined if the text is
 * not an address or its checksum is wrong.
 */
export function describeBitcoinAddress(text: string): string | undefined {
  return describeBase58(text) ?? describeSegwit(text)
}

const base58check = createBase58check(sha256)

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
  const network = NETWORKS[decoded?.prefix ?? '']
  if (decoded === undefined || network === undefined) return
  const [version = 0, ...words] = decoded.words
  const length = bech32.fromWordsUnsafe(words)?.length
  if (length === undefined) return
  return `${network}, ${SEGWIT_KINDS[`${version} ${length}`] ?? `SegWit version ${version}`}`
}

const NETWORKS: Record<string, string> = {
  bc: 'Bitcoin mainnet',
  tb: 'Bitcoin testnet or signet',
  bcrt: 'Bitcoin regtest',
}

/** By version and length in bytes. */
const SEGWIT_KINDS: Record<string, string> = {
  '0 20': 'SegWit (P2WPKH)',
  '0 32': 'SegWit (P2WSH)',
  '1 32': 'Taproot (P2TR)',
}
