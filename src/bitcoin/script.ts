export const OP_RETURN = 0x6a
export const OP_13 = 0x5d
const OP_PUSHDATA1 = 0x4c
const OP_PUSHDATA4 = 0x4e
export const OP_1 = 0x51
/** BIP 341: the first byte of an annex. */
const ANNEX = 0x50

/**
 * A part of a script: where the bytes are that it pushes, an opcode that pushes no bytes, or the end of a
 * script that breaks off. Some scripts have millions of them: making a Uint8Array for each would take seconds.
 */
export type Instruction =
  | { kind: 'push'; start: number; end: number }
  | { kind: 'opcode'; opcode: number }
  | { kind: 'invalid' }

/** Reads a script from `start` on. An invalid instruction is the last one. `OP_0` pushes no bytes. */
export function* readInstructions(script: Uint8Array, start = 0): Generator<Instruction> {
  let at = start
  while (at < script.length) {
    const opcode = script[at++] ?? 0
    if (opcode > OP_PUSHDATA4) {
      yield { kind: 'opcode', opcode }
      continue
    }
    const lengthBytes = opcode < OP_PUSHDATA1 ? 0 : 1 << (opcode - OP_PUSHDATA1)
    const length = lengthBytes === 0 ? opcode : readLength(script, at, lengthBytes)
    at += lengthBytes
    if (at + length > script.length) {
      yield { kind: 'invalid' }
      return
    }
    yield { kind: 'push', start: at, end: at + length }
    at += length
  }
}

/** A little-endian number; infinite if the script ends before it does. */
function readLength(script: Uint8Array, at: number, bytes: number): number {
  if (at + bytes > script.length) return Number.POSITIVE_INFINITY
  let length = 0
  for (let index = bytes - 1; index >= 0; index--) length = length * 256 + (script[at + index] ?? 0)
  return length
}

/** Whether nobody can spend the output: runes sent to it are burned. */
export function isOpReturn(script: Uint8Array): boolean {
  return script[0] === OP_RETURN
}

/** Whether a script is pay-to-taproot (BIP 341). */
export function isTaproot(script: Uint8Array): boolean {
  return script.length === 34 && script[0] === OP_1 && script[1] === 32
}

/** Whether a script pushes exactly these bytes. */
export function pushes(script: Uint8Array, bytes: Uint8Array): boolean {
  for (const instruction of readInstructions(script)) {
    if (instruction.kind !== 'push') continue
    const { start, end } = instruction
    if (end - start === bytes.length && bytes.every((byte, at) => script[start + at] === byte)) {
      return true
    }
  }
  return false
}

/**
 * The script that a witness reveals if it spends a taproot output by script: the item before the control
 * block, which an annex may follow (BIP 341). Undefined if it spends by key. The last three items suffice.
 */
export function tapscriptOf(witness: readonly Uint8Array[]): Uint8Array | undefined {
  const hasAnnex = witness.length >= 2 && witness.at(-1)?.[0] === ANNEX
  return witness.at(hasAnnex ? -3 : -2)
}
