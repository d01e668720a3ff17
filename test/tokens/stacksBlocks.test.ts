import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { coinbaseOf } from '../../src/demo/encodeStacksTransaction.ts'
import { buildChain, nakamotoBlock, sha } from '../../src/demo/stacksBlocks.ts'
import {
  parseMicroblocks,
  parseNakamotoBlock,
  parseOldBlock,
  stacksBlockId,
} from '../../src/stacks/block.ts'
import { MalformedBytes } from '../../src/stacks/byteReader.ts'
import { deploymentOf } from '../support/stacks/stacksTransactions.ts'

const PRINCIPAL = 'SP000000000000000000002Q6VF78.new-token'

function read<Output>(name: string, schema: v.GenericSchema<unknown, Output>): Output {
  return v.parse(schema, JSON.parse(readFileSync(`test/fixtures/stacks/${name}`, 'utf8')))
}

const parent = { id: '01'.repeat(32), hash: '01'.repeat(32) }

describe('a Nakamoto block', () => {
  test('has its id, parent, height, time and transactions', () => {
    const { bytes, id } = nakamotoBlock({
      height: 300,
      parent,
      transactions: [coinbaseOf(300), deploymentOf(PRINCIPAL)],
    })
    const { transactions, ...block } = parseNakamotoBlock(bytes)
    expect(block).toEqual({ id, parentId: parent.id, height: 300, timestamp: 1_730_000_300 })
    expect(transactions.map(({ deploys }) => deploys)).toEqual([undefined, 'new-token'])
  })

  test('of version 1 leaves out what the chain does not execute', () => {
    const transactions = [coinbaseOf(1), deploymentOf(PRINCIPAL), coinbaseOf(2)]
    const { bytes, id } = nakamotoBlock({ height: 1, parent, transactions, skipped: [1] })
    const block = parseNakamotoBlock(bytes)
    expect(block.id).toBe(id)
    expect(block.transactions.map(({ deploys }) => deploys)).toEqual([undefined, undefined])
  })

  test('with the header of the test of stacks-core is read until its transactions', () => {
    const vector = read(
      'nakamoto-header.vector.json',
      v.object({ hex: v.string(), height: v.number(), timestamp: v.number() }),
    )
    // No transactions: the invented Merkle root is not theirs.
    const bytes = Buffer.from(`${vector.hex}00000000`, 'hex')
    expect(() => parseNakamotoBlock(bytes)).toThrow('the transactions are others')
    const root = bytes.indexOf(Buffer.alloc(32, 6))
    bytes.fill(0, root, root + 32)
    expect(parseNakamotoBlock(bytes)).toMatchObject({
      height: vector.height,
      timestamp: vector.timestamp,
    })
  })

  test('that a node replayed has the Merkle root of its transaction', () => {
    const replayed = read(
      'replayedBlock.json',
      v.object({
        block_id: v.string(),
        block_hash: v.string(),
        consensus_hash: v.string(),
        tx_merkle_root: v.string(),
        transaction: v.object({ txid: v.string(), hex: v.string() }),
      }),
    )
    const transaction = Buffer.from(replayed.transaction.hex, 'hex')
    const { bytes } = nakamotoBlock({ height: 1, parent, transactions: [transaction] })
    // The recording has all but the bytes of its header.
    expect(bytes.includes(Buffer.from(replayed.tx_merkle_root, 'hex'))).toBe(true)
    const block = parseNakamotoBlock(bytes)
    expect(block.transactions.map(({ txId }) => txId)).toEqual([replayed.transaction.txid])
    const id = stacksBlockId(
      Buffer.from(replayed.block_hash, 'hex'),
      Buffer.from(replayed.consensus_hash, 'hex'),
    )
    expect(id).toBe(replayed.block_id)
  })

  test('is refused if a transaction is another one, or bytes are missing or too many', () => {
    const { bytes } = nakamotoBlock({ height: 1, parent, transactions: [coinbaseOf(1)] })
    const other = Buffer.from(bytes)
    other[other.length - 1] = 1
    for (const damaged of [other, bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.of(0)])]) {
      expect(() => parseNakamotoBlock(damaged)).toThrow(MalformedBytes)
    }
  })
})

describe('a block from before Nakamoto', () => {
  const [block] = buildChain({
    old: 1,
    length: 1,
    transactions: { 1: [deploymentOf(PRINCIPAL)] },
    microblocks: { 1: [[coinbaseOf(7)], [coinbaseOf(8), coinbaseOf(9)]] },
  })
  const stream = block?.old?.microblocks ?? Buffer.alloc(0)

  test('has its transactions, and those of the microblocks before it in order', () => {
    const { header, transactions } = parseOldBlock(block?.bytes ?? Buffer.alloc(0))
    expect(header.height).toBe(1)
    expect(transactions.map(({ deploys }) => deploys)).toEqual([undefined, 'new-token'])
    const before = parseMicroblocks(stream, header.microblock ?? '')
    const ids = [7, 8, 9].map((number) => sha(coinbaseOf(number)).toString('hex'))
    expect(before.map(({ txId }) => txId)).toEqual(ids)
  })

  test('has no other microblocks than those that it names', () => {
    expect(() => parseMicroblocks(stream, parent.hash)).toThrow('a microblock is missing')
  })
})
