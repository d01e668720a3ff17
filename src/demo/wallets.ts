import { hash } from 'node:crypto'
import { taprootScript, witnessKeyScript } from './encode.ts'
import type { Random } from './random.ts'

// Output scripts of those who use the demo chain.

const PEOPLE = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'heidi']
const WALLETS = 2000

/** The output scripts of people whose addresses come back in many blocks. */
export const PEOPLE_SCRIPTS: readonly Buffer[] = PEOPLE.map(taprootScript)

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
  if (kind === 2) return witnessScript(seed)
  if (kind === 3) return futureWitnessScript(seed)
  return kind < 9 ? witnessKeyScript(seed) : taprootScript(seed)
}

/** An output script without an address: a bare multisig of one in two keys, or a bare public key. */
export function scriptWithoutAddress(random: Random): Buffer {
  const [one, two] = [publicKey(`key ${random.below(9)}`), publicKey(`key ${random.below(9)}`)]
  if (random.chance(0.5)) return Buffer.concat([pushKey(one), Buffer.of(0xac)])
  return Buffer.concat([Buffer.of(0x51), pushKey(one), pushKey(two), Buffer.of(0x52, 0xae)])
}

function pushKey(key: Buffer): Buffer {
  return Buffer.concat([Buffer.of(key.length), key])
}

function publicKey(seed: string): Buffer {
  return Buffer.concat([Buffer.of(2), hash('sha256', seed, 'buffer')])
}

/** Pay to anchor: anyone can spend it. */
export const ANCHOR_SCRIPT = Buffer.of(0x51, 2, 0x4e, 0x73)

function publicKeyHashScript(seed: string): Buffer {
  return Buffer.concat([Buffer.of(0x76, 0xa9, 20), hash20(seed), Buffer.of(0x88, 0xac)])
}

function scriptHashScript(seed: string): Buffer {
  return Buffer.concat([Buffer.of(0xa9, 20), hash20(seed), Buffer.of(0x87)])
}

function witnessScript(seed: string): Buffer {
  return Buffer.concat([Buffer.of(0, 32), hash('sha256', seed, 'buffer')])
}

/** A witness version without a meaning yet. */
function futureWitnessScript(seed: string): Buffer {
  return Buffer.concat([Buffer.of(0x52, 32), hash('sha256', seed, 'buffer')])
}

function hash20(seed: string): Buffer {
  return hash('sha256', seed, 'buffer').subarray(0, 20)
}
