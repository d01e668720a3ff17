import { hash } from 'node:crypto'
import { type Cenotaph, decodeRunestone, type Runestone } from './runestone.ts'
import { OP_13, OP_RETURN, tapscriptOf } from './script.ts'

/** A block, or the transactions of it that matter, in the order of the block. */
export type Block = {
  height: number
  /** Hashes are 64 lower-case hex digits, as they are shown: the bytes in reverse. */
  hash: string
  parent: string
  /** Unix seconds, as the miner wrote it: it may be lower than that of the block before. */
  timestamp: number
  transactions: Transaction[]
}

/** The bytes of a block are not what they should be. */
export class MalformedBlock extends Error {
  override name = 'MalformedBlock'
}

/**
 * An output, as transactions spend it: the 32 bytes of the transaction id and the four of the output's
 * index, each byte one character. A key for maps.
 */
export type Outpoint = string

/** A parsed block that can be sent to another thread. Each transaction has LAYOUT_FIELDS numbers in `layout`. */
export type BlockBytes = {
  hash: string
  parent: string
  timestamp: number
  bytes: Uint8Array<ArrayBuffer>
  /** The ids of the transactions, 32 bytes each. */
  txids: Uint8Array<ArrayBuffer>
  layout: Uint32Array<ArrayBuffer>
}

/** Where in the bytes inputs, outputs and witnesses (0 if none) begin. */
const LAYOUT_FIELDS = 3

const HEADER_BYTES = 80
const OUTPOINT_BYTES = 36
const SEQUENCE_BYTES = 4
const VALUE_BYTES = 8

/**
 * Finds the transactions in a block's bytes, and checks them against the header: the Merkle root covers
 * every transaction id.
 * @throws {MalformedBlock}
 */
export function parseBlock(bytes: Uint8Array<ArrayBuffer>): BlockBytes {
  const cursor = new Cursor(bufferOf(bytes), HEADER_BYTES)
  const count = cursor.readCount()
  const layout = new Uint32Array(count * LAYOUT_FIELDS)
  const txids = new Uint8Array(count * 32)
  const hasher = new TxidHasher(bytes)
  for (let index = 0; index < count; index++) {
    const transaction = readTransaction(cursor)
    const { inputs, outputs, witness } = transaction
    layout.set([inputs, outputs, witness], index * LAYOUT_FIELDS)
    hasher.writeTxid(transaction, txids, index * 32)
  }
  if (cursor.at !== bytes.length) throw new MalformedBlock('has bytes after its last transaction')
  const header = readHeader(bytes.subarray(0, HEADER_BYTES))
  if (merkleRoot(txids) !== header.merkleRoot) {
    throw new MalformedBlock('has transactions that do not match the Merkle root of its header')
  }
  return { ...header, bytes, txids, layout }
}

/** The transactions of a parsed block. */
export function toBlock(parsed: BlockBytes, height: number): Block {
  const { hash, parent, timestamp, bytes, txids, layout } = parsed
  const [block, ids] = [bufferOf(bytes), bufferOf(txids).toString('latin1')]
  const transactions = Array.from({ length: layout.length / LAYOUT_FIELDS }, (_, index) => {
    const field = (at: number) => layout[index * LAYOUT_FIELDS + at] ?? 0
    const txid = ids.slice(index * 32, (index + 1) * 32)
    const offsets = { inputs: field(0), outputs: field(1), witness: field(2) }
    return new Transaction(index, txid, block, offsets)
  })
  return { height, hash, parent, timestamp, transactions }
}

/**
 * Reads one transaction outside a block.
 * @param index its place in its block.
 * @throws {MalformedBlock}
 */
export function parseTransaction(bytes: Uint8Array<ArrayBuffer>, index: number): Transaction {
  const cursor = new Cursor(bufferOf(bytes), 0)
  const offsets = readTransaction(cursor)
  if (cursor.at !== bytes.length) throw new MalformedBlock('has bytes after a transaction')
  const txid = Buffer.alloc(32)
  new TxidHasher(bytes).writeTxid(offsets, txid, 0)
  return new Transaction(index, txid.toString('latin1'), cursor.buffer, offsets)
}

/**
 * The bytes of a transaction without its witnesses, which its id does not cover.
 * @throws {MalformedBlock}
 */
export function withoutWitnesses(bytes: Uint8Array<ArrayBuffer>): Buffer<ArrayBuffer> {
  const buffer = bufferOf(bytes)
  const { inputs, witness } = readTransaction(new Cursor(buffer, 0))
  if (witness === 0) return buffer
  const parts = [buffer.subarray(0, 4), buffer.subarray(inputs, witness), buffer.subarray(-4)]
  return Buffer.concat(parts)
}

/** @throws {MalformedBlock} */
export function readHeader(header: Uint8Array) {
  if (header.length !== HEADER_BYTES) throw new MalformedBlock('is shorter than a header')
  const buffer = Buffer.from(header.buffer, header.byteOffset, header.length)
  return {
    hash: displayHash(sha256d(buffer)),
    parent: displayHash(buffer.toString('latin1', 4, 36)),
    merkleRoot: displayHash(buffer.toString('latin1', 36, 68)),
    timestamp: buffer.readUInt32LE(68),
  }
}

/** A transaction whose inputs, outputs and witnesses are read from the bytes when they are needed. */
export class Transaction {
  /** The index in the block, the coinbase being 0. */
  readonly index: number
  /** One byte a character, as in outpoints. */
  readonly #txid: string
  readonly #bytes: Buffer<ArrayBuffer>
  readonly #offsets: Offsets
  #inputList: Outpoint[] | undefined
  #outputList: Uint8Array[] | undefined
  #decoded: { runestone: Runestone | Cenotaph | undefined } | undefined

  constructor(index: number, txid: string, bytes: Buffer<ArrayBuffer>, offsets: Offsets) {
    this.index = index
    this.#txid = txid
    this.#bytes = bytes
    this.#offsets = offsets
  }

  /** 64 lower-case hex digits, as they are shown. */
  get txid(): string {
    return displayHash(this.#txid)
  }

  /** The outputs that it spends. A coinbase spends one that does not exist. */
  get inputs(): Outpoint[] {
    this.#inputList ??= this.#readInputs()
    return this.#inputList
  }

  /** The scripts of its outputs. */
  get outputs(): Uint8Array[] {
    this.#outputList ??= this.#readOutputs()
    return this.#outputList
  }

  /** Its runestone, if it has one. */
  get runestone(): Runestone | Cenotaph | undefined {
    this.#decoded ??= {
      runestone: this.#mayHaveRunestone() ? decodeRunestone(this.outputs) : undefined,
    }
    return this.#decoded.runestone
  }

  #readInputs(): Outpoint[] {
    const cursor = new Cursor(this.#bytes, this.#offsets.inputs)
    return Array.from({ length: cursor.readCount() }, () => {
      const outpoint = this.#bytes.toString('latin1', cursor.at, cursor.at + OUTPOINT_BYTES)
      cursor.skip(OUTPOINT_BYTES)
      cursor.skipVector()
      cursor.skip(SEQUENCE_BYTES)
      return outpoint
    })
  }

  /** Whether an output begins as one with a runestone does. Most transactions have none. */
  #mayHaveRunestone(): boolean {
    const cursor = new Cursor(this.#bytes, this.#offsets.outputs)
    for (let left = cursor.readCount(); left > 0; left--) {
      cursor.skip(VALUE_BYTES)
      const length = cursor.readCount()
      if (length >= 2 && cursor.startsWith(OP_RETURN, OP_13)) return true
      cursor.skip(length)
    }
    return false
  }

  #readOutputs(): Uint8Array[] {
    const cursor = new Cursor(this.#bytes, this.#offsets.outputs)
    return Array.from({ length: cursor.readCount() }, () => {
      cursor.skip(VALUE_BYTES)
      return cursor.readVector()
    })
  }

  /** The script that each input reveals if it spends a taproot output by script. */
  get tapscripts(): (Uint8Array | undefined)[] {
    const { length } = this.inputs
    const { witness } = this.#offsets
    if (witness === 0) return Array.from({ length }, () => undefined)
    const cursor = new Cursor(this.#bytes, witness)
    return Array.from({ length }, () => tapscriptOf(readLastItems(cursor)))
  }

  outpoint(vout: number): Outpoint {
    return toOutpoint(this.#txid, vout)
  }
}

/** Reverses the bytes of a hash, one byte a character, and writes them in hex. */
export function displayHash(bytes: string): string {
  return Buffer.from(bytes, 'latin1').reverse().toString('hex')
}

/** The bytes of a hash as they are in transactions, one byte a character. */
export function hashBytes(displayed: string): string {
  return Buffer.from(displayed, 'hex').reverse().toString('binary')
}

export function toOutpoint(txid: string, vout: number): Outpoint {
  return txid + String.fromCharCode(vout & 255, (vout >> 8) & 255, (vout >> 16) & 255, vout >>> 24)
}

/** The transaction id, one byte a character, and the index of an output. */
export function splitOutpoint(outpoint: Outpoint): { txid: string; vout: number } {
  const [a, b, c, d] = [32, 33, 34, 35].map((at) => outpoint.charCodeAt(at))
  const vout = (a ?? 0) + (b ?? 0) * 2 ** 8 + (c ?? 0) * 2 ** 16 + (d ?? 0) * 2 ** 24
  return { txid: outpoint.slice(0, 32), vout }
}

/** `<transaction id>:<index>`. */
export function outputOf(outpoint: Outpoint): string {
  const { txid, vout } = splitOutpoint(outpoint)
  return `${displayHash(txid)}:${vout}`
}

/** Where the parts of a transaction are in the bytes. `witness` is 0 if it has none. */
type Offsets = { inputs: number; outputs: number; witness: number }
type Layout = Offsets & { start: number; lockTime: number }

/** BIP 144: a marker and a flag follow the version if the inputs have witnesses. */
function readTransaction(cursor: Cursor): Layout {
  const start = cursor.at
  cursor.skip(4)
  const hasWitness = cursor.startsWith(0, 1)
  if (hasWitness) cursor.skip(2)
  const inputs = cursor.at
  const inputCount = cursor.readCount()
  for (let index = 0; index < inputCount; index++) {
    cursor.skip(OUTPOINT_BYTES)
    cursor.skipVector()
    cursor.skip(SEQUENCE_BYTES)
  }
  const outputs = cursor.at
  const outputCount = cursor.readCount()
  for (let index = 0; index < outputCount; index++) {
    cursor.skip(VALUE_BYTES)
    cursor.skipVector()
  }
  const witness = hasWitness ? cursor.at : 0
  if (hasWitness) skipWitnesses(cursor, inputCount)
  const lockTime = cursor.at
  cursor.skip(4)
  return { start, inputs, outputs, witness, lockTime }
}

function skipWitnesses(cursor: Cursor, inputCount: number): void {
  for (let input = 0; input < inputCount; input++) {
    const items = cursor.readCount()
    for (let item = 0; item < items; item++) cursor.skipVector()
  }
}

/** The items of a witness that can be a script, a control block and an annex. Others are skipped: some have millions. */
function readLastItems(cursor: Cursor): Uint8Array[] {
  const count = cursor.readCount()
  const length = Math.min(count, 3)
  for (let item = length; item < count; item++) cursor.skipVector()
  return Array.from({ length }, () => cursor.readVector())
}

/**
 * Hashes transactions without their witnesses: version, inputs and outputs, lock time. Strings instead of
 * Buffers make this more than twice as fast.
 */
class TxidHasher {
  readonly #bytes: Buffer<ArrayBuffer>
  #scratch = Buffer.allocUnsafe(65_536)

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bufferOf(bytes)
  }

  writeTxid(layout: Layout, target: Uint8Array, at: number): void {
    const digest = sha256d(this.#withoutWitness(layout))
    for (let index = 0; index < 32; index++) target[at + index] = digest.charCodeAt(index)
  }

  #withoutWitness({ start, inputs, witness, lockTime }: Layout): Buffer {
    if (witness === 0) return this.#bytes.subarray(start, lockTime + 4)
    const length = witness - inputs + 8
    if (length > this.#scratch.length) this.#scratch = Buffer.allocUnsafe(length * 2)
    this.#bytes.copy(this.#scratch, 0, start, start + 4)
    this.#bytes.copy(this.#scratch, 4, inputs, witness)
    this.#bytes.copy(this.#scratch, length - 4, lockTime, lockTime + 4)
    return this.#scratch.subarray(0, length)
  }
}

const digest = Buffer.alloc(64)

/** SHA-256 twice, one byte a character. */
function sha256d(bytes: Buffer): string {
  digest.write(hash('sha256', bytes, 'binary'), 'binary')
  return hash('sha256', digest.subarray(0, 32), 'binary')
}

/**
 * The root of the tree of transaction ids, as it is shown.
 * @throws {MalformedBlock} if two equal branches meet: another block would have the same root.
 */
function merkleRoot(txids: Uint8Array): string {
  const level = Array.from({ length: txids.length / 32 }, (_, index) =>
    Buffer.from(txids.buffer, txids.byteOffset + index * 32, 32).toString('latin1'),
  )
  while (level.length > 1) {
    const parents = Math.ceil(level.length / 2)
    for (let index = 0; index < parents; index++) {
      const left = level[index * 2] ?? ''
      const right = level[index * 2 + 1]
      if (left === right) throw new MalformedBlock('repeats transactions')
      digest.write(left + (right ?? left), 'binary')
      digest.write(hash('sha256', digest, 'binary'), 'binary')
      level[index] = hash('sha256', digest.subarray(0, 32), 'binary')
    }
    level.length = parents
  }
  return displayHash(level[0] ?? '')
}

function bufferOf(bytes: Uint8Array<ArrayBuffer>): Buffer<ArrayBuffer> {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** Reads bytes from a position on. @throws {MalformedBlock} at their end. */
class Cursor {
  readonly buffer: Buffer<ArrayBuffer>
  at: number

  constructor(buffer: Buffer<ArrayBuffer>, at: number) {
    this.buffer = buffer
    this.at = at
  }

  startsWith(first: number, second: number): boolean {
    return this.buffer[this.at] === first && this.buffer[this.at + 1] === second
  }

  skip(bytes: number): void {
    this.at += bytes
    if (this.at > this.buffer.length) throw new MalformedBlock('breaks off')
  }

  /** A number of 1, 3, 5 or 9 bytes. Whatever it counts has at least a byte each. */
  readCount(): number {
    const start = this.at
    const first = this.buffer[start] ?? 0
    this.skip(first < 0xfd ? 1 : first === 0xfd ? 3 : first === 0xfe ? 5 : 9)
    if (first < 0xfd) return first
    const count =
      first === 0xfd
        ? this.buffer.readUInt16LE(start + 1)
        : first === 0xfe
          ? this.buffer.readUInt32LE(start + 1)
          : Number(this.buffer.readBigUInt64LE(start + 1))
    if (count > this.buffer.length - this.at) throw new MalformedBlock('breaks off')
    return count
  }

  skipVector(): void {
    this.skip(this.readCount())
  }

  readVector(): Uint8Array {
    const length = this.readCount()
    this.skip(length)
    return this.buffer.subarray(this.at - length, this.at)
  }
}
