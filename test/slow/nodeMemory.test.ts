import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { commitmentOf, numberOfName } from '../../src/bitcoin/runeNames.ts'
import { encodeBlock } from '../../src/demo/encodeBlock.ts'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import {
  COINBASE_INPUT,
  encodeTransaction,
  type NewTransaction,
  txidOf,
} from '../../src/demo/encodeTransaction.ts'
import { encodePush, taprootScript } from '../../src/demo/scripts.ts'
import type { RpcCall } from '../../src/demo/serveRpc.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { serve } from '../support/indexFollower.ts'

const MAX_HEAP_MEGABYTES = 100
const MAX_PEAK_MEGABYTES = 300
const NAME = numberOfName('AGAINSTALLODDSX')
const PARENT = 'ab'.repeat(32)
/** The longest that can be spent. */
const SCRIPT_HEX = 'ab'.repeat(10_000)

test('a witness of 3.9 million items is read in little memory', async () => {
  const etching = withWitness(etch(NAME, 1), NAME, 3_899_000)
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

/** Reads a block from a node whose responses about what is spent have `pieces`. */
async function readBlock(
  transactions: NewTransaction[],
  pieces: (hash: string) => Iterable<string>,
): Promise<{ commitments: number[]; sentBytes: number }> {
  const all = [{ inputs: [COINBASE_INPUT], outputs: [] }, ...transactions]
  const { bytes, hash } = encodeBlock({
    parent: PARENT,
    timestamp: 1_700_000_000,
    transactions: all.map(encodeTransaction),
    txids: all.map(txidOf),
  })
  let sentBytes = 0
  function intercept({ method, params }: RpcCall): Response {
    if (method === 'getblockhash') return Response.json({ result: hash })
    if (method === 'rest/block' || params[1] === 0) {
      return new Response(bytes, { headers: { 'content-type': 'application/octet-stream' } })
    }
    // The transaction of the commitments.
    if (params[0] === PARENT) {
      return Response.json({ result: { txid: PARENT, vin: [{ coinbase: '' }] } })
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
    outputs: [runestoneOutput({ etching })],
  }
}

/** Reveals the commitment in the first input, after empty items. The other inputs have no witness. */
function withWitness(transaction: NewTransaction, name: bigint, emptyItems = 0): NewTransaction {
  const empty = Array.from({ length: emptyItems }, () => EMPTY)
  const witness = [...empty, encodePush(commitmentOf(name)), Buffer.alloc(33, 0xc0)]
  const inputs = transaction.inputs.map((input, index) =>
    index === 0 ? { ...input, witness } : input,
  )
  return { ...transaction, inputs }
}

const EMPTY = new Uint8Array()

/** As Bitcoin Core sends a transaction. */
function transactionJson(transaction: NewTransaction): string {
  return [...transactionPieces(transaction)].join('')
}

function* transactionPieces(transaction: NewTransaction): Generator<string> {
  yield `{"txid":"${txidOf(transaction)}","vin":[`
  for (const [index, { txid, vout }] of transaction.inputs.entries()) {
    const hex = index === 0 ? taprootScript('commitment').toString('hex') : SCRIPT_HEX
    const scriptPubKey = { asm: hex, desc: `raw(${hex})#00000000`, hex, type: 'nonstandard' }
    const prevout = { generated: false, height: 7, value: 0.00001, scriptPubKey }
    const input = { txid, vout, scriptSig: { asm: '', hex: '' }, prevout, sequence: 0 }
    yield (index > 0 ? ',' : '') + JSON.stringify(input)
  }
  yield `],"vout":[],"hex":"${encodeTransaction(transaction).toString('hex')}"}`
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
