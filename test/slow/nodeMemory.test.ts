import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { commitmentOf, numberOfName } from '../../src/bitcoin/runeNames.ts'
import { encodeBlock } from '../../src/demo/encodeBlock.ts'
import { encodeRunestone } from '../../src/demo/encodeRunestone.ts'
import {
  COINBASE_INPUT,
  encodeTransaction,
  type NewTransaction,
  txidOf,
} from '../../src/demo/encodeTransaction.ts'
import { encodePush, taprootScript } from '../../src/demo/scripts.ts'
import type { NodeCall } from '../../src/demo/serveNode.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { serve } from '../support/indexFollower.ts'

const MAX_HEAP_MEGABYTES = 100
const MAX_PEAK_MEGABYTES = 300
const NAME = numberOfName('AGAINSTALLODDSX')
const PARENT = 'ab'.repeat(32)
/** The longest that can be spent. */
const SCRIPT_HEX = 'ab'.repeat(10_000)

test('a witness of 3.9 million items is read in little memory', async () => {
  const items = Buffer.alloc(3_899_000)
  const etching = withWitness(etch(NAME, 1), NAME, items)
  const { commitments } = await readBlock([etching], () => [transactionJson(etching)])
  expect(commitments).toEqual([7])
})

test('what a transaction spends is read in little memory, though the node sends over a gigabyte', async () => {
  const etching = withWitness(etch(NAME, 24_000), NAME)
  const { commitments, sentBytes } = await readBlock([etching], () => transactionPieces(etching))
  expect(commitments).toEqual([7])
  expect(sentBytes).toBeGreaterThan(1_400_000_000)
})

test('what a block spends is read in little memory, though the node sends 380 MB', async () => {
  const names = Array.from({ length: 21 }, (_, index) => NAME + BigInt(index))
  const etchings = names.map((name, index) => withWitness(etch(name, 300, index * 300), name))
  const { commitments, sentBytes } = await readBlock(etchings, function* blockPieces(hash) {
    yield `{"hash":"${hash}","tx":[`
    for (const [index, etching] of etchings.entries()) {
      if (index > 0) yield ','
      yield* transactionPieces(etching)
    }
    yield ']}'
  })
  expect(commitments).toEqual(names.map(() => 7))
  expect(sentBytes).toBeGreaterThan(370_000_000)
})

type RawTransaction = { transaction: NewTransaction; bytes: Buffer }

/** Reads a block from a node whose responses about what is spent have `pieces`. */
async function readBlock(
  raws: RawTransaction[],
  pieces: (hash: string) => Iterable<string>,
): Promise<{ commitments: number[]; sentBytes: number }> {
  const coinbase: NewTransaction = { inputs: [COINBASE_INPUT], outputs: [] }
  const { bytes, hash } = encodeBlock({
    parent: PARENT,
    timestamp: 1_700_000_000,
    transactions: [encodeTransaction(coinbase), ...raws.map(({ bytes }) => bytes)],
    txids: [coinbase, ...raws.map(({ transaction }) => transaction)].map(txidOf),
  })
  let sentBytes = 0
  function intercept({ method, params }: NodeCall): Response {
    if (method === 'getblockhash') return Response.json({ result: hash })
    if (method === 'rest/block' || params[1] === 0) {
      return new Response(bytes, { headers: { 'content-type': 'application/octet-stream' } })
    }
    return stream(pieces(hash), (length) => {
      sentBytes += length
    })
  }
  const { url } = await serve(new SimulatedNode(), { intercept })
  const options = [`--max-old-space-size=${MAX_HEAP_MEGABYTES}`, '--import', 'tsx']
  const script = resolve('test/support/readBlockOfNode.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [...options, script, url, '1'])
  const read = v.parse(Result, JSON.parse(stdout))
  const { cpuSeconds, peakMegabytes } = read
  const [sent, cpu, peak] = [sentBytes / 1e6, cpuSeconds, peakMegabytes].map(Math.round)
  console.log(`${sent} MB read with ${cpu} s of CPU time and ${peak} MB`)
  expect(peakMegabytes).toBeLessThan(MAX_PEAK_MEGABYTES)
  return { commitments: read.commitments, sentBytes }
}

const Result = v.object({
  commitments: v.array(v.number()),
  cpuSeconds: v.number(),
  peakMegabytes: v.number(),
})

function etch(name: bigint, inputs: number, firstVout = 0): NewTransaction {
  const etching = { rune: name, turbo: false }
  return {
    inputs: Array.from({ length: inputs }, (_, index) => ({
      txid: PARENT,
      vout: firstVout + index,
    })),
    outputs: [{ script: encodeRunestone({ etching, edicts: [] }), value: 0 }],
  }
}

/** Reveals the commitment in the first input, after empty items of one byte each. The other inputs have no witness. */
function withWitness(
  transaction: NewTransaction,
  name: bigint,
  emptyItems = Buffer.alloc(0),
): RawTransaction {
  const plain = encodeTransaction(transaction)
  const tapscript = encodePush(commitmentOf(name))
  const count = Buffer.alloc(5, 0xfe)
  count.writeUInt32LE(emptyItems.length + 2, 1)
  const items = [emptyItems, encodePush(tapscript), encodePush(Buffer.alloc(33, 0xc0))]
  const others = Buffer.alloc(transaction.inputs.length - 1)
  const witness = Buffer.concat([count, ...items, others])
  const parts = [plain.subarray(0, 4), Buffer.from([0, 1]), plain.subarray(4, -4), witness]
  return { transaction, bytes: Buffer.concat([...parts, plain.subarray(-4)]) }
}

/** As Bitcoin Core sends a transaction. */
function transactionJson({ transaction, bytes }: RawTransaction): string {
  return [...transactionPieces({ transaction, bytes })].join('')
}

function* transactionPieces({ transaction, bytes }: RawTransaction): Generator<string> {
  yield `{"txid":"${txidOf(transaction)}","vin":[`
  for (const [index, { txid, vout }] of transaction.inputs.entries()) {
    const hex = index === 0 ? taprootScript('commitment').toString('hex') : SCRIPT_HEX
    const scriptPubKey = { asm: hex, desc: `raw(${hex})#00000000`, hex, type: 'nonstandard' }
    const prevout = { generated: false, height: 7, value: 0.00001, scriptPubKey }
    const input = { txid, vout, scriptSig: { asm: '', hex: '' }, prevout, sequence: 0 }
    yield (index > 0 ? ',' : '') + JSON.stringify(input)
  }
  yield `],"vout":[],"hex":"${bytes.toString('hex')}"}`
}

function stream(pieces: Iterable<string>, onSent: (bytes: number) => void): Response {
  function* all(): Generator<string> {
    yield '{"result":'
    yield* pieces
    yield ',"error":null}'
  }
  const left = all()
  const source: UnderlyingDefaultSource<Uint8Array> = {
    pull(controller) {
      const { value, done } = left.next()
      if (done === true) return controller.close()
      const chunk = Buffer.from(value)
      onSent(chunk.length)
      controller.enqueue(chunk)
    },
  }
  return new Response(new ReadableStream(source))
}
