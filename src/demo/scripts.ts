// Output scripts, and the witnesses that spend them.
import { hash } from 'node:crypto'
import { OP_1 } from '../bitcoin/script.ts'
import { uint32 } from './encodeTransaction.ts'

/** The instruction that pushes some bytes. */
export function encodePush(bytes: Uint8Array): Buffer {
  const { length } = bytes
  if (length < 0x4c) return Buffer.concat([Buffer.from([length]), bytes])
  if (length <= 0xff) return Buffer.concat([Buffer.from([0x4c, length]), bytes])
  if (length <= 0xffff) {
    return Buffer.concat([Buffer.from([0x4d, length & 255, length >> 8]), bytes])
  }
  return Buffer.concat([Buffer.from([0x4e]), uint32(length), bytes])
}

/** P2TR. `seed` selects the key, and with it the address. */
export function taprootScript(seed: string): Buffer {
  return witnessProgram(OP_1, hash('sha256', seed, 'buffer'))
}

/** P2WPKH. `seed` selects the key, and with it the address. */
export function witnessKeyScript(seed: string): Buffer {
  return witnessProgram(0, hash('sha256', seed, 'buffer').subarray(0, 20))
}

/** P2WSH: whoever reveals the script can spend the output by its rules. */
export function witnessScript(script: Uint8Array): Buffer {
  return witnessProgram(0, hash('sha256', script, 'buffer'))
}

/** The script of any witness version, which is given as an opcode. */
export function witnessProgram(version: number, program: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(version), encodePush(program)])
}

/**
 * The witness that reveals a tapscript with a commitment to a name: a signature of zeros, the script, and
 * a control block. Nobody checks signatures here.
 */
export function revealWitness(commitment: Uint8Array): Uint8Array[] {
  return [
    Buffer.alloc(64),
    encodePush(commitment),
    Buffer.concat([Buffer.from([0xc0]), Buffer.alloc(32)]),
  ]
}
