import { hash } from 'node:crypto'

const bytes = (length: number, seed: number) =>
  Buffer.concat([hash('sha256', `key ${seed}`, 'buffer'), Buffer.alloc(64, seed)]).subarray(
    0,
    length,
  )

/** A witness version as an opcode, and a program of some length. */
const witness = (opcode: number, length: number) =>
  Buffer.concat([Buffer.of(opcode, length), bytes(length, opcode + length)])

/** Scripts with an address of each kind, and those that look alike and have none. */
export const ADDRESSES: Uint8Array[] = [
  // To the hash of a key and of a script, and what is a byte too long or ends otherwise.
  Buffer.concat([Buffer.of(0x76, 0xa9, 20), bytes(20, 1), Buffer.of(0x88, 0xac)]),
  Buffer.concat([Buffer.of(0x76, 0xa9, 20), bytes(20, 1), Buffer.of(0x88, 0xad)]),
  Buffer.concat([Buffer.of(0x76, 0xa9, 20), bytes(20, 1), Buffer.of(0x88, 0xac, 0xac)]),
  Buffer.concat([Buffer.of(0xa9, 20), bytes(20, 2), Buffer.of(0x87)]),
  Buffer.concat([Buffer.of(0xa9, 20), bytes(20, 2), Buffer.of(0x88)]),
  // Version 0 has programs of two lengths.
  ...[19, 20, 21, 31, 32, 33].map((length) => witness(0, length)),
  // Taproot, the anchor of two bytes, and versions that nobody uses yet.
  ...[1, 2, 31, 32, 33, 40, 41].map((length) => witness(0x51, length)),
  Buffer.of(0x51, 2, 0x4e, 0x73),
  ...[0x52, 0x53, 0x60, 0x61].flatMap((opcode) => [2, 20, 32, 40].map((it) => witness(opcode, it))),
  // A public key, several of them, and nothing.
  Buffer.concat([Buffer.of(33), bytes(33, 3), Buffer.of(0xac)]),
  Buffer.concat([Buffer.of(65), bytes(65, 4), Buffer.of(0xac)]),
  Buffer.concat([
    Buffer.of(0x51, 33),
    bytes(33, 5),
    Buffer.of(33),
    bytes(33, 6),
    Buffer.of(0x52, 0xae),
  ]),
  Buffer.of(),
  Buffer.alloc(600, 0x61),
]
