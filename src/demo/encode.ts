import { hash } from 'node:crypto'
import { hashBytes } from '../bitcoin/block.ts'
import { type Edict, FLAGS, type Runestone, TAGS } from '../bitcoin/runestone.ts'
import { OP_13, OP_RETURN } from '../bitcoin/script.ts'

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
      Buffer.from(hashBytes(txid), 'latin1'),
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

function encodeList<Item>(items: Item[], encode: (item: Item) => Buffer): Buffer {
  return Buffer.concat([encodeCount(items.length), ...items.map(encode)])
}

function encodeBytes(bytes: Uint8Array): Buffer {
  return Buffer.concat([encodeCount(bytes.length), bytes])
}

function encodeCount(count: number): Buffer {
  if (count < 0xfd) return Buffer.from([count])
  if (count <= 0xffff) return Buffer.from([0xfd, count & 255, count >> 8])
  return Buffer.concat([Buffer.from([0xfe]), uint32(count)])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

export function sha256d(bytes: Uint8Array): Buffer {
  return hash('sha256', hash('sha256', bytes, 'buffer'), 'buffer')
}

/** `timestamp` is in Unix seconds. `parent` is hex, as it is shown. */
type NewBlock = { parent: string; timestamp: number; transactions: Uint8Array[]; txids: string[] }

/** A block without proof of work, and its hash as it is shown. */
export function encodeBlock({ parent, timestamp, transactions, txids }: NewBlock) {
  const header = Buffer.concat([
    uint32(0x2000_0000),
    Buffer.from(hashBytes(parent), 'latin1'),
    merkleRoot(txids.map((txid) => Buffer.from(hashBytes(txid), 'latin1'))),
    uint32(timestamp),
    uint32(0x207f_ffff),
    uint32(0),
  ])
  const bytes = Buffer.concat([header, encodeCount(transactions.length), ...transactions])
  return { bytes, hash: sha256d(header).reverse().toString('hex') }
}

function merkleRoot(level: Buffer[]): Buffer {
  const [first = Buffer.alloc(32), ...others] = level
  if (others.length === 0) return first
  const parents = level.flatMap((left, index) =>
    index % 2 === 0 ? [sha256d(Buffer.concat([left, level[index + 1] ?? left]))] : [],
  )
  return merkleRoot(parents)
}

/** The script of a runestone, as `ord` writes it. Edicts must be sorted by id. */
export function encodeRunestone(runestone: Omit<Runestone, 'kind'>): Buffer {
  return encodeIntegers([...fieldsOf(runestone), ...edictIntegers(runestone.edicts)])
}

/** The script of a runestone with these integers, valid or not. */
export function encodeIntegers(integers: bigint[]): Buffer {
  const payload = Buffer.concat(integers.map(encodeVarint))
  const push = payload.length === 0 ? payload : encodePush(payload)
  return Buffer.concat([Buffer.from([OP_RETURN, OP_13]), push])
}

function fieldsOf({ etching, mint, pointer }: Omit<Runestone, 'kind'>): bigint[] {
  const { terms } = etching ?? {}
  const flags =
    (etching ? FLAGS.etching : 0n) |
    (terms ? FLAGS.terms : 0n) |
    (etching?.turbo ? FLAGS.turbo : 0n)
  const symbol = etching?.symbol?.codePointAt(0)
  const fields: [tag: bigint, value: bigint | number | undefined][] = [
    [TAGS.flags, etching && flags],
    [TAGS.rune, etching?.rune],
    [TAGS.divisibility, etching?.divisibility],
    [TAGS.spacers, etching?.spacers],
    [TAGS.symbol, symbol],
    [TAGS.premine, etching?.premine],
    [TAGS.amount, terms?.amount],
    [TAGS.cap, terms?.cap],
    [TAGS.heightStart, terms?.heightStart],
    [TAGS.heightEnd, terms?.heightEnd],
    [TAGS.offsetStart, terms?.offsetStart],
    [TAGS.offsetEnd, terms?.offsetEnd],
    ...(mint?.split(':').map((part): [bigint, bigint] => [TAGS.mint, BigInt(part)]) ?? []),
    [TAGS.pointer, pointer],
  ]
  return fields.flatMap(([tag, value]) => (value === undefined ? [] : [tag, BigInt(value)]))
}

function edictIntegers(edicts: Edict[]): bigint[] {
  if (edicts.length === 0) return []
  let [previousBlock, previousTx] = [0n, 0n]
  const integers = edicts.flatMap(({ id, amount, output }) => {
    const [block = 0n, tx = 0n] = id.split(':').map(BigInt)
    const step = block - previousBlock
    const integers = [step, step === 0n ? tx - previousTx : tx, amount, BigInt(output)]
    previousBlock = block
    previousTx = tx
    return integers
  })
  return [TAGS.body, ...integers]
}

function encodeVarint(value: bigint): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80)
    rest >>= 7n
  }
  return Buffer.from([...bytes, Number(rest)])
}

export function encodePush(bytes: Uint8Array): Buffer {
  const { length } = bytes
  if (length < 0x4c) return Buffer.concat([Buffer.from([length]), bytes])
  if (length <= 0xff) return Buffer.concat([Buffer.from([0x4c, length]), bytes])
  if (length <= 0xffff) {
    return Buffer.concat([Buffer.from([0x4d, length & 255, length >> 8]), bytes])
  }
  return Buffer.concat([Buffer.from([0x4e]), uint32(length), bytes])
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

/** A taproot output script. `seed` selects the key, and with it the address. */
export function taprootScript(seed: string): Buffer {
  return Buffer.concat([Buffer.from([0x51, 32]), hash('sha256', seed, 'buffer')])
}

/** A P2WPKH output script. */
export function witnessKeyScript(seed: string): Buffer {
  return Buffer.concat([Buffer.from([0, 20]), hash('sha256', seed, 'buffer').subarray(0, 20)])
}
