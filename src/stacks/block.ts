import { ByteReader, MalformedBytes } from './byteReader.ts'
import {
  MICROBLOCK_HEADER,
  readTransaction,
  type StacksTransaction,
  sha512_256,
} from './transaction.ts'

/** A block since the Nakamoto upgrade. Ids and hashes are 64 hex digits. */
export type NakamotoBlock = {
  id: string
  parentId: string
  height: number
  /** Unix seconds. */
  timestamp: number
  /** Those that the chain executes, in order. */
  transactions: StacksTransaction[]
}

/** The header of a block before the Nakamoto upgrade, which has no time. */
export type OldHeader = {
  hash: string
  parentHash: string
  height: number
  merkleRoot: Buffer
  /** The hash of the last of the microblocks between its parent and it, if there are any. */
  microblock: string | undefined
}

/**
 * Parses a block of `/v3/blocks`. Its transactions are those of its header, which makes its id.
 * @throws {MalformedBytes}
 */
export function parseNakamotoBlock(bytes: Uint8Array): NakamotoBlock {
  const reader = new ByteReader(bytes)
  const block = readNakamotoBlock(reader)
  expectEnd(reader)
  return block
}

/** Parses the blocks of `/v3/tenures`, one after the other. @throws {MalformedBytes} */
export function parseNakamotoBlocks(bytes: Uint8Array): NakamotoBlock[] {
  const reader = new ByteReader(bytes)
  const blocks: NakamotoBlock[] = []
  while (!reader.isAtEnd) blocks.push(readNakamotoBlock(reader))
  return blocks
}

function readNakamotoBlock(reader: ByteReader): NakamotoBlock {
  const start = reader.position
  const version = reader.number(1)
  const height = reader.number(8)
  reader.skip(BURN_SPENT)
  const consensusHash = reader.take(CONSENSUS_HASH)
  const parentId = hexOf(reader.take(HASH))
  const merkleRoot = reader.take(HASH)
  reader.skip(HASH)
  const timestamp = reader.number(8)
  reader.skip(SIGNATURE)
  const beforeSignatures = reader.since(start)
  reader.repeat(() => reader.skip(SIGNATURE))
  const afterSignatures = reader.position
  reader.skip(2)
  reader.buffer()
  const skipped = (version & VERSION) === 0 ? new Set<number>() : readSkipped(reader)
  // The signers sign the hash, so it does not contain their signatures.
  const hash = sha512_256(beforeSignatures, reader.since(afterSignatures))
  const transactions = readTransactions(reader, merkleRoot)
  return {
    id: stacksBlockId(hash, consensusHash),
    parentId,
    height,
    timestamp,
    transactions: transactions.filter((_, index) => !skipped.has(index)),
  }
}

/** The id of a block, with the consensus hash of its burn block. */
export function stacksBlockId(hash: Uint8Array, consensusHash: Uint8Array): string {
  return hexOf(sha512_256(hash, consensusHash))
}

// Lengths in bytes.
const [BURN_SPENT, CONSENSUS_HASH, HASH, SIGNATURE, VRF_PROOF] = [8, 20, 32, 65, 80]

/** The version of a Nakamoto block without the bit of a shadow block. */
const VERSION = 0x7f

/** The positions of transactions that are in the block and not executed, since version 1. */
function readSkipped(reader: ByteReader): Set<number> {
  const skipped = new Set<number>()
  reader.repeat(() => {
    skipped.add(reader.number(4))
    reader.skip(1)
  })
  return skipped
}

/** A block from before the Nakamoto upgrade. */
export type OldBlock = { header: OldHeader; transactions: StacksTransaction[] }

/** Parses a block of `/v2/blocks`. @throws {MalformedBytes} */
export function parseOldBlock(bytes: Uint8Array): OldBlock {
  const reader = new ByteReader(bytes)
  const header = readOldHeader(reader)
  const transactions = readTransactions(reader, header.merkleRoot)
  expectEnd(reader)
  return { header, transactions }
}

/** @throws {MalformedBytes} */
export function parseOldHeader(bytes: Uint8Array): OldHeader {
  const reader = new ByteReader(bytes)
  const header = readOldHeader(reader)
  expectEnd(reader)
  return header
}

function readOldHeader(reader: ByteReader): OldHeader {
  const start = reader.position
  reader.skip(1 + BURN_SPENT)
  const height = reader.number(8)
  reader.skip(VRF_PROOF)
  const parentHash = hexOf(reader.take(HASH))
  const microblock = hexOf(reader.take(HASH))
  reader.skip(2)
  const merkleRoot = Buffer.from(reader.take(HASH))
  reader.skip(HASH + 20)
  return {
    hash: hexOf(sha512_256(reader.since(start))),
    parentHash,
    height,
    merkleRoot,
    microblock: /^0+$/.test(microblock) ? undefined : microblock,
  }
}

/**
 * Parses the stream of `/v2/microblocks/confirmed`, the last one first. Returns their transactions in order.
 * @throws {MalformedBytes} also if the first one has not the hash, or one is not the parent of the one before.
 */
export function parseMicroblocks(bytes: Uint8Array, hash: string): StacksTransaction[] {
  const reader = new ByteReader(bytes)
  const microblocks: StacksTransaction[][] = []
  let wanted = hash
  reader.repeat(() => {
    const header = reader.take(MICROBLOCK_HEADER)
    if (hexOf(sha512_256(header)) !== wanted) throw new MalformedBytes('a microblock is missing')
    wanted = hexOf(header.subarray(3, 35))
    microblocks.push(readTransactions(reader, header.subarray(35, 67)))
  })
  expectEnd(reader)
  return microblocks.reverse().flat()
}

function readTransactions(reader: ByteReader, merkleRoot: Uint8Array): StacksTransaction[] {
  const transactions: StacksTransaction[] = []
  reader.repeat(() => transactions.push(readTransaction(reader)))
  const root = merkleRootOf(transactions.map(({ txId }) => txId))
  if (!root.equals(merkleRoot)) throw new MalformedBytes('the transactions are others')
  return transactions
}

/** A row with an odd number of hashes repeats its last one, also the first row if it has one only. */
function merkleRootOf(txIds: string[]): Buffer {
  if (txIds.length === 0) return Buffer.alloc(HASH)
  let row = txIds.map((txId) => sha512_256(LEAF, Buffer.from(txId, 'hex')))
  do row = pairsOf(row).map(([one, other]) => sha512_256(NODE, one, other))
  while (row.length > 1)
  return row[0] ?? Buffer.alloc(HASH)
}

const [LEAF, NODE] = [Buffer.of(0), Buffer.of(1)]

function pairsOf(row: Buffer[]): [Buffer, Buffer][] {
  return row.flatMap((one, index): [Buffer, Buffer][] =>
    index % 2 === 0 ? [[one, row[index + 1] ?? one]] : [],
  )
}

function expectEnd(reader: ByteReader): void {
  if (!reader.isAtEnd) throw new MalformedBytes('bytes follow the end')
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
