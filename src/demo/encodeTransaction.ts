import { hash } from 'node:crypto'
import { hashBytes } from '../bitcoin/block.ts'

/** A transaction to encode. Transaction ids are hex, as they are shown. `value` is in satoshis. */
export type NewTransaction = {
  inputs: { txid: string; vout: number; witness?: Uint8Array[] }[]
  outputs: { script: Uint8Array; value: number }[]
  /** Makes a transaction unique that would otherwise equal another one. */
  lockTime?: number
}

/** The input of a coinbase, which has no other. */
export const COINBASE_INPUT = { txid: '0'.repeat(64), vout: 0xffff_ffff }

/** A transaction with witnesses if any input has one (BIP 144). */
export function encodeTransaction(transaction: NewTransaction): Buffer {
  const hasWitness = transaction.inputs.some(({ witness = [] }) => witness.length > 0)
  return hasWitness ? encodeWithWitness(transaction) : encodeWithoutWitness(transaction)
}

export function txidOf(transaction: NewTransaction): string {
  return sha256d(encodeWithoutWitness(transaction)).reverse().toString('hex')
}

function encodeWithoutWitness({ inputs, outputs, lockTime = 0 }: NewTransaction): Buffer {
  return Buffer.concat([uint32(2), encodeInputs(inputs), encodeOutputs(outputs), uint32(lockTime)])
}

function encodeWithWitness({ inputs, outputs, lockTime = 0 }: NewTransaction): Buffer {
  const witnesses = inputs.map(({ witness = [] }) => encodeList(witness, encodeBytes))
  return Buffer.concat([
    uint32(2),
    Buffer.from([0, 1]),
    encodeInputs(inputs),
    encodeOutputs(outputs),
    ...witnesses,
    uint32(lockTime),
  ])
}

function encodeInputs(inputs: NewTransaction['inputs']): Buffer {
  return encodeList(inputs, ({ txid, vout }) =>
    Buffer.concat([
      encodeHash(txid),
      uint32(vout),
      encodeBytes(new Uint8Array()),
      uint32(0xffff_fffd),
    ]),
  )
}

function encodeOutputs(outputs: NewTransaction['outputs']): Buffer {
  return encodeList(outputs, ({ script, value }) => {
    const satoshis = Buffer.alloc(8)
    satoshis.writeBigUInt64LE(BigInt(value))
    return Buffer.concat([satoshis, encodeBytes(script)])
  })
}

/** The items after their number. */
export function encodeList<Item>(items: Item[], encode: (item: Item) => Uint8Array): Buffer {
  return Buffer.concat([encodeCompactSize(items.length), ...items.map(encode)])
}

/** The bytes after their length. */
export function encodeBytes(bytes: Uint8Array): Buffer {
  return Buffer.concat([encodeCompactSize(bytes.length), bytes])
}

function encodeCompactSize(count: number): Buffer {
  if (count < 0xfd) return Buffer.from([count])
  if (count <= 0xffff) return Buffer.from([0xfd, count & 255, count >> 8])
  return Buffer.concat([Buffer.from([0xfe]), uint32(count)])
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** The 32 bytes of a hash that is hex, as it is shown. */
export function encodeHash(displayed: string): Buffer {
  return Buffer.from(hashBytes(displayed), 'latin1')
}

export function sha256d(bytes: Uint8Array): Buffer {
  return hash('sha256', hash('sha256', bytes, 'buffer'), 'buffer')
}
