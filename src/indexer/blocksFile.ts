import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as v from 'valibot'
import { type Block, type Outpoint, parseTransaction, readHeader } from '../bitcoin/block.ts'
import type { SpentOutput } from '../bitcoin/spentOutputs.ts'
import type { SourceBlock } from './rules.ts'
import { COMMITMENT_CONFIRMATIONS } from './rules.ts'

const Hex = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{2})+$/))

/** An input that may commit to a name: the script of the output that it spends, and the height of that output. */
const FileCommitment = v.object({
  input: v.number(),
  /** Null if the block of the output is not at hand. */
  height: v.nullable(v.number()),
  script: Hex,
})
type FileCommitment = v.InferOutput<typeof FileCommitment>

const FileBlock = v.object({
  height: v.number(),
  hash: Hex,
  header: Hex,
  transactions: v.array(
    v.object({ index: v.number(), hex: Hex, commitment: v.optional(FileCommitment) }),
  ),
})

/**
 * Reads blocks from a file of JSON lines, compressed with gzip. They have only the transactions that
 * matter to an index that begins with the first of them.
 */
export function readBlocksFile(path: string): SourceBlock[] {
  return readLines(path).map(readBlock)
}

function readLines(path: string): v.InferOutput<typeof FileBlock>[] {
  const lines = gunzipSync(readFileSync(path)).toString().trim().split('\n')
  return lines.map((line) => v.parse(FileBlock, JSON.parse(line)))
}

function readBlock({
  height,
  header,
  transactions: listed,
}: v.InferOutput<typeof FileBlock>): SourceBlock {
  const commitments = new Map<Outpoint, SpentOutput>()
  const transactions = listed.map(({ index, hex, commitment }) => {
    const transaction = parseTransaction(new Uint8Array(Buffer.from(hex, 'hex')), index)
    const outpoint = transaction.inputs[commitment?.input ?? -1]
    if (commitment && outpoint) commitments.set(outpoint, readCommitment(commitment, height))
    return transaction
  })
  const { hash, parent, timestamp } = readHeader(Buffer.from(header, 'hex'))
  const block: Block = { height, hash, parent, timestamp, transactions }
  return { block, commitments }
}

/** Bitcoin accepted the etchings in the file: a commitment whose block is unknown was old enough. */
function readCommitment({ height, script }: FileCommitment, blockHeight: number): SpentOutput {
  return {
    script: Buffer.from(script, 'hex'),
    height: height ?? blockHeight - COMMITMENT_CONFIRMATIONS + 1,
  }
}

/** The bytes of a transaction in such a file; undefined if it has no such transaction. */
export function readBundledTransaction(
  path: string,
  txid: string,
): Uint8Array<ArrayBuffer> | undefined {
  const transactions = readTransactions(path)
  const hex = transactions.get(txid)
  return hex === undefined ? undefined : new Uint8Array(Buffer.from(hex, 'hex'))
}

let bundled: { path: string; transactions: Map<string, string> } | undefined

/** Reads the file once, when the first transaction is asked for. */
function readTransactions(path: string): Map<string, string> {
  if (bundled?.path === path) return bundled.transactions
  const hexes = readLines(path).flatMap(({ transactions }) => transactions.map(({ hex }) => hex))
  const transactions = new Map(
    hexes.map((hex) => [parseTransaction(new Uint8Array(Buffer.from(hex, 'hex')), 0).txid, hex]),
  )
  bundled = { path, transactions }
  return transactions
}
