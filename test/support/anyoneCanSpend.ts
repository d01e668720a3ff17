// Scripts that anybody can spend, for transactions that a real node accepts without keys.
import { createECDH, hash } from 'node:crypto'
import { OP_1 } from '../../src/bitcoin/script.ts'
import { encodeBytes } from '../../src/demo/encodeTransaction.ts'
import { encodePush, witnessProgram, witnessScript } from '../../src/demo/scripts.ts'

const OP_DROP = 0x75
const TAPSCRIPT_LEAF = 0xc0
/** The order of secp256k1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** An output script, and the witness that spends it after the items of `reveal`. */
export type Spendable = { script: Buffer; witness: Buffer[] }

/** P2WSH. `seed` selects the address. */
export function openScript(seed: string): Spendable {
  const redeem = Buffer.concat([encodePush(Buffer.from(seed)), Buffer.from([OP_DROP, OP_1])])
  return { script: witnessScript(redeem), witness: [redeem] }
}

/**
 * A taproot output whose only leaf pushes the bytes and succeeds (BIP 341). The internal key is that of the
 * private key 1, whose y coordinate is even, so that the tweaked key is that of 1 plus the tweak.
 */
export function openTaproot(bytes: Uint8Array, padding: Uint8Array = new Uint8Array()): Spendable {
  const tapscript = Buffer.concat([
    encodePush(bytes),
    Buffer.from([OP_DROP]),
    padding,
    Buffer.from([OP_1]),
  ])
  const internal = publicKey(1n).subarray(1)
  const leaf = taggedHash('TapLeaf', Buffer.from([TAPSCRIPT_LEAF]), encodeBytes(tapscript))
  const tweak = BigInt(`0x${taggedHash('TapTweak', internal, leaf).toString('hex')}`)
  const output = publicKey((1n + tweak) % ORDER)
  const parity = (output[0] ?? 0) & 1
  return {
    script: witnessProgram(OP_1, output.subarray(1)),
    witness: [tapscript, Buffer.concat([Buffer.from([TAPSCRIPT_LEAF | parity]), internal])],
  }
}

/** Compressed. */
function publicKey(privateKey: bigint): Buffer {
  const curve = createECDH('secp256k1')
  curve.setPrivateKey(Buffer.from(privateKey.toString(16).padStart(64, '0'), 'hex'))
  return curve.getPublicKey(null, 'compressed')
}

function taggedHash(tag: string, ...parts: Uint8Array[]): Buffer {
  const prefix = hash('sha256', tag, 'buffer')
  return hash('sha256', Buffer.concat([prefix, prefix, ...parts]), 'buffer')
}
