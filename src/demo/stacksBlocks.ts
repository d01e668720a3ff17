import { createHash } from 'node:crypto'
import { coinbaseOf } from './encodeStacksTransaction.ts'

/** A block as a node serves it. Hashes and ids are hex digits. */
export type ServedBlock = {
  id: string
  height: number
  bytes: Buffer
  parentId: string
  /** The blocks of a miner, one after the other, have the same. */
  tenure: number
  /** Of a block from before Nakamoto. */
  old?: { header: string; consensusHash: string; microblocks: Buffer | undefined }
}

type Chain = {
  /** How many blocks are from before Nakamoto. */
  old: number
  length: number
  /** By height. A block has these after the transaction of its miner. */
  transactions?: Record<number, Uint8Array[]>
  /** The transactions of the microblocks before an old block, by its height. */
  microblocks?: Record<number, Uint8Array[][]>
}

/** Builds the blocks of heights from 1 on. */
export function buildChain({ old, length, transactions = {}, microblocks = {} }: Chain) {
  const blocks: ServedBlock[] = []
  let parent = GENESIS
  for (let height = 1; height <= length; height++) {
    const content = {
      height,
      parent,
      transactions: [coinbaseOf(height), ...(transactions[height] ?? [])],
      microblocks: microblocks[height] ?? [],
    }
    const { hash, ...block } = height <= old ? oldBlock(content) : nakamotoBlock(content)
    blocks.push(block)
    parent = { id: block.id, hash }
  }
  return blocks
}

const GENESIS = { id: '0'.repeat(64), hash: '0'.repeat(64) }

/** A block that follows another one, or begins a chain with its height. */
export function blockAfter(
  parent: ServedBlock | undefined,
  content: Partial<Omit<Content, 'parent'>>,
): ServedBlock {
  const height = (parent?.height ?? 0) + 1
  const transactions = [coinbaseOf(height)]
  return nakamotoBlock({ height, transactions, ...content, parent: parent ?? GENESIS })
}

type Content = {
  height: number
  parent: { id: string; hash?: string }
  /** By default, each block is one. */
  tenure?: number
  transactions: Uint8Array[]
  /** Of a Nakamoto block, in Unix seconds. */
  timestamp?: number
  microblocks?: Uint8Array[][]
  /** The positions of transactions that are not executed, which make it a block of version 1. */
  skipped?: number[]
}

export function nakamotoBlock({
  height,
  parent,
  transactions,
  skipped,
  tenure = height,
  timestamp = timestampOf(height),
}: Content) {
  const consensusHash = Buffer.alloc(20)
  consensusHash.writeUInt32BE(tenure)
  const before = Buffer.concat([
    number(skipped === undefined ? 0 : 1, 1),
    number(height, 8),
    number(1, 8),
    consensusHash,
    Buffer.from(parent.id, 'hex'),
    merkleRoot(transactions),
    Buffer.alloc(32, 2),
    number(timestamp, 8),
    Buffer.alloc(65, 3),
  ])
  const signatures = Buffer.concat([number(2, 4), Buffer.alloc(130, 4)])
  const treatment = Buffer.concat([number(9, 2), number(2, 4), Buffer.alloc(2, 255)])
  const markers = (skipped ?? []).map((position) =>
    Buffer.concat([number(position, 4), number(1, 1)]),
  )
  const after = Buffer.concat([
    treatment,
    ...(skipped === undefined ? [] : [number(skipped.length, 4), ...markers]),
  ])
  const hash = sha(before, after)
  return {
    id: sha(hash, consensusHash).toString('hex'),
    hash: hash.toString('hex'),
    parentId: parent.id,
    tenure,
    height,
    bytes: Buffer.concat([before, signatures, after, listOf(transactions)]),
  }
}

/** The time of a Nakamoto block that is given none, in Unix seconds. */
export function timestampOf(height: number): number {
  return 1_730_000_000 + height
}

function oldBlock({ height, parent, transactions, microblocks = [] }: Content) {
  const consensusHash = Buffer.alloc(20, height)
  const parentHash = parent.hash ?? GENESIS.hash
  const stream = streamOf(parentHash, microblocks)
  const header = Buffer.concat([
    number(0, 1),
    number(1, 8),
    number(height, 8),
    Buffer.alloc(80, 5),
    Buffer.from(parentHash, 'hex'),
    stream.last,
    number(Math.max(0, microblocks.length - 1), 2),
    merkleRoot(transactions),
    Buffer.alloc(32, 6),
    Buffer.alloc(20, 7),
  ])
  const hash = sha(header)
  return {
    id: sha(hash, consensusHash).toString('hex'),
    hash: hash.toString('hex'),
    height,
    parentId: parent.id,
    tenure: height,
    bytes: Buffer.concat([header, listOf(transactions)]),
    old: {
      header: header.toString('hex'),
      consensusHash: consensusHash.toString('hex'),
      microblocks: microblocks.length === 0 ? undefined : stream.bytes,
    },
  }
}

/** A node sends the last microblock first. */
function streamOf(parentHash: string, microblocks: Uint8Array[][]) {
  let last: Buffer = Buffer.from(parentHash, 'hex')
  const parts: Buffer[] = []
  for (const [sequence, transactions] of microblocks.entries()) {
    const root = merkleRoot(transactions)
    const header = [number(0, 1), number(sequence, 2), last, root, Buffer.alloc(65, 8)]
    last = sha(...header)
    parts.unshift(Buffer.concat([...header, listOf(transactions)]))
  }
  const bytes = Buffer.concat([number(parts.length, 4), ...parts])
  return { last: parts.length === 0 ? Buffer.alloc(32) : last, bytes }
}

function listOf(transactions: Uint8Array[]): Buffer {
  return Buffer.concat([number(transactions.length, 4), ...transactions])
}

function number(value: number, length: 1 | 2 | 4 | 8): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes.subarray(8 - length)
}

function merkleRoot(transactions: Uint8Array[]): Buffer {
  let row = transactions.map((bytes) => sha(Buffer.of(0), sha(bytes)))
  do {
    const next: Buffer[] = []
    for (let at = 0; at < row.length; at += 2) {
      const one = row[at] ?? Buffer.alloc(0)
      next.push(sha(Buffer.of(1), one, row[at + 1] ?? one))
    }
    row = next
  } while (row.length > 1)
  return row[0] ?? Buffer.alloc(32)
}

export function sha(...parts: Uint8Array[]): Buffer {
  return createHash('sha512-256').update(Buffer.concat(parts)).digest()
}
