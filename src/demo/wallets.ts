import { hash } from 'node:crypto'
import { OP_1 } from '../bitcoin/script.ts'
import type { Random } from './random.ts'
import {
  encodePush,
  taprootScript,
  witnessKeyScript,
  witnessProgram,
  witnessScript,
} from './scripts.ts'

// Output scripts of those who use the demo chain.

const PEOPLE = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'heidi']
const WALLETS = 2000
const OP_2 = 0x52

/** The output scripts of people whose addresses come back in many blocks. */
const PEOPLE_SCRIPTS: readonly Buffer[] = PEOPLE.map(taprootScript)

/** The output script of a person or of one of many wallets. Those with low numbers turn up more often. */
export function pickScript(random: Random): Buffer {
  if (random.chance(0.3)) return random.pick(PEOPLE_SCRIPTS)
  return walletScript(Math.floor(random.next() ** 2 * WALLETS))
}

function walletScript(number: number): Buffer {
  const seed = `wallet ${number}`
  const kind = number % 20
  if (kind === 0) return publicKeyHashScript(seed)
  if (kind === 1) return scriptHashScript(seed)
  if (kind === 2) return witnessScript(Buffer.from(seed))
  // A witness version without a meaning yet.
  if (kind === 3) return witnessProgram(OP_2, hash('sha256', seed, 'buffer'))
  return kind < 9 ? witnessKeyScript(seed) : taprootScript(seed)
}

/** An output script without an address: a bare multisig of one in two keys, or a bare public key. */
export function scriptWithoutAddress(random: Random): Buffer {
  const [one, two] = [publicKey(`key ${random.below(9)}`), publicKey(`key ${random.below(9)}`)]
  if (random.chance(0.5)) return Buffer.concat([encodePush(one), Buffer.of(0xac)])
  return Buffer.concat([Buffer.of(OP_1), encodePush(one), encodePush(two), Buffer.of(OP_2, 0xae)])
}

function publicKey(seed: string): Buffer {
  return Buffer.concat([Buffer.of(2), hash('sha256', seed, 'buffer')])
}

/** Pay to anchor: anyone can spend it. */
export const ANCHOR_SCRIPT = witnessProgram(OP_1, Buffer.of(0x4e, 0x73))

function publicKeyHashScript(seed: string): Buffer {
  return Buffer.concat([Buffer.of(0x76, 0xa9, 20), hash20(seed), Buffer.of(0x88, 0xac)])
}

function scriptHashScript(seed: string): Buffer {
  return Buffer.concat([Buffer.of(0xa9, 20), hash20(seed), Buffer.of(0x87)])
}

function hash20(seed: string): Buffer {
  return hash('sha256', seed, 'buffer').subarray(0, 20)
}
