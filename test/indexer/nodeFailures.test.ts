import { createServer } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hashBytes, toOutpoint } from '../../src/bitcoin/block.ts'
import { openNode } from '../../src/bitcoin/node.ts'
import { serveNode } from '../../src/demo/serveNode.ts'
import { errorResponse } from '../../src/demo/serveRpc.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { listen } from '../../tools/listen.ts'
import { collectGarbageUntilEnd } from '../support/collectGarbage.ts'
import {
  COIN,
  expectError,
  PASSWORD,
  start,
  streamed,
  withoutCredentials,
  withStatus,
} from '../support/nodeClient.ts'

const SPENT = new Set([toOutpoint(hashBytes(COIN.txid), COIN.vout)])

/** What a node may respond to `getblockchaininfo`, `getblock` or `getrawtransaction`. */
const RESPONSES: [name: string, kind: string, response: () => Response][] = [
  ['is starting', 'warming-up', () => errorResponse(-28, 'Verifying blocks…')],
  ['is starting (503)', 'warming-up', () => withStatus(errorResponse(-28, 'Loading…'), 503)],
  ['has too many calls', 'busy', () => new Response('Work queue depth exceeded', { status: 503 })],
  ['forbids the method', 'unauthorized', () => new Response(null, { status: 403 })],
  ['does not know the method', 'unsupported', () => errorResponse(-32601, 'Method not found')],
  ['responds without JSON', 'malformed', () => new Response('<html>Hello</html>')],
  ['responds with JSON that is no reply', 'malformed', () => Response.json([1])],
  ['responds with a wrong type', 'malformed', () => Response.json({ result: 5, error: null })],
  ['responds with too few fields', 'malformed', () => Response.json({ result: {}, error: null })],
  ['responds with nothing', 'malformed', () => Response.json({ result: null, error: null })],
  ['redirects', 'unreachable', () => Response.redirect('http://127.0.0.1:1/', 302)],
  ['sends too much', 'malformed', () => new Response('x'.repeat(10_000_001))],
]

describe('A Bitcoin node fails with a kind and a sentence when it', () => {
  test.each(RESPONSES)('%s', async (_, kind, response) => {
    const { client } = await start({ intercept: response })
    await expectError(client.chainInfo(), kind)
  })

  test('has too many calls, which names the setting of the node', async () => {
    const intercept = () => new Response('Work queue depth exceeded', { status: 503 })
    const { client } = await start({ intercept })
    const { message } = await expectError(client.chainInfo(), 'busy')
    expect(message).toContain('(503)')
    expect(message).toContain('rpcworkqueue')
  })

  test('forbids a method, which names the method and the whitelist', async () => {
    const { client } = await start({ methods: ['getblockchaininfo'] })
    await client.chainInfo()
    const calls = [client.mempoolTransactionIds(), client.mempoolTransactions(['ab'.repeat(32)])]
    for (const [index, method] of ['getrawmempool', 'getrawtransaction'].entries()) {
      const { message } = await expectError(calls[index] ?? client.chainInfo(), 'unauthorized')
      expect(message).toContain(method)
      expect(message).toContain('rpcwhitelist')
    }
  })

  test('is not there', async () => {
    const { url, stop } = await serveNode(new SimulatedNode(), { user: 'a', password: PASSWORD })
    await stop()
    const error = await expectError(openNode({ url }).chainInfo(), 'unreachable')
    expect(error.message).toBe(
      `The Bitcoin node at ${withoutCredentials(url)} is unreachable (ECONNREFUSED).`,
    )
  })

  test('breaks off', async () => {
    const server = createServer((_, response) => {
      response.write('{"result":', () => response.destroy())
    })
    onTestFinished(() => void server.close())
    const client = openNode({ url: `http://127.0.0.1:${await listen(server)}` })
    await expectError(client.chainInfo(), 'unreachable')
  })

  test('does not respond in time', async () => {
    const { client } = await start({ intercept: () => new Promise(() => {}) }, undefined, 50)
    const error = await expectError(client.chainInfo(), 'timeout')
    expect(error.message).toMatch(/did not respond within 0\.05 s/)
  })

  test('is on a network that is unknown', async () => {
    const { client } = await start({
      async intercept(_, respond) {
        const { result } = await respond().json()
        return Response.json({ result: { ...result, chain: 'liquid' }, error: null })
      },
    })
    const error = await expectError(client.chainInfo(), 'unsupported')
    expect(error.message).toContain('"liquid"')
  })

  test.each([true, false])('has pruned a block (REST: %s)', async (rest) => {
    const { client, node } = await start({ rest })
    const { hash, txids } = node.mine()
    node.pruneHeight = 2
    await expectError(client.blockBytes(hash), 'pruned')
    const transaction = { txid: txids[0] ?? '', blockHash: hash }
    await expectError(client.spentOutputs(new Set(), transaction), 'pruned')
  })

  test.each([true, false])('does not have a block (REST: %s)', async (rest) => {
    const { client } = await start({ rest })
    await expectError(client.blockBytes('ab'.repeat(32)), 'not-found')
  })

  test('has not downloaded a block yet', async () => {
    const intercept = () => errorResponse(-1, 'Block not available (not fully downloaded)')
    const { client, node } = await start({ rest: false, intercept })
    await expectError(client.blockBytes(node.tip.hash), 'busy')
  })

  test.each(['0x00', 'abc', 'zz'])('sends %s as hex', async (result) => {
    const intercept = () => Response.json({ result, error: null })
    const { client, node } = await start({ rest: false, intercept })
    await expectError(client.blockBytes(node.tip.hash), 'malformed')
  })

  test('does not tell what a transaction spends, as before Bitcoin Core 25', async () => {
    const vin = [{ txid: 'ab'.repeat(32), vout: 0, scriptSig: { hex: '' } }]
    const txid = 'cd'.repeat(32)
    const intercept = () => Response.json({ result: { txid, vin }, error: null })
    const { client, node } = await start({ intercept })
    const transaction = { txid, blockHash: node.tip.hash }
    const error = await expectError(client.spentOutputs(SPENT, transaction), 'unsupported')
    expect(error.message).toContain('Bitcoin Core 25')
  })

  test('refuses to tell what a transaction or a block spends', async () => {
    const intercept = () => errorResponse(-3, 'Param #1 must be a boolean.')
    const { client, node } = await start({ intercept })
    const calls = [
      client.spentOutputs(SPENT, { txid: 'cd'.repeat(32), blockHash: node.tip.hash }),
      client.blockSpentOutputs(SPENT, node.tip.hash),
    ]
    for (const call of calls) {
      expect((await expectError(call, 'unsupported')).message).toContain('Bitcoin Core 25')
    }
  })

  test('responds about another transaction or block', async () => {
    const { client, node } = await start({
      intercept: () => Response.json({ result: { txid: 'x', hash: 'x', vin: [], tx: [] } }),
    })
    const transaction = { txid: 'ab'.repeat(32), blockHash: node.tip.hash }
    await expectError(client.spentOutputs(new Set(), transaction), 'malformed')
    await expectError(client.blockSpentOutputs(new Set(), node.tip.hash), 'malformed')
  })

  test.each([
    ['an endless value', `{"result":{"vin":[{"txid":"${'a'.repeat(100_000)}"}]}}`],
    ['a malformed input', '{"result":{"vin":[{"txid":"ab","vout":1}]}}'],
    ['half of a response', '{"result":{"vin":['],
  ])('sends %s about what is spent', async (_, text) => {
    const { client, node } = await start({ intercept: () => new Response(text) })
    const [txid, blockHash] = ['ab'.repeat(32), node.tip.hash]
    const reading = client.spentOutputs(SPENT, { txid, blockHash })
    const { message } = await expectError(reading, 'malformed')
    expect(message).toContain(`transaction ${txid} of block ${blockHash}`)
    expect(message).toContain('check what is at its address')
  })

  test('sends a block that is too long', async () => {
    const intercept = () => new Response('x'.repeat(10_000_001))
    const { client, node } = await start({ intercept })
    const { message } = await expectError(client.blockBytes(node.tip.hash), 'malformed')
    expect(message).toContain(`more than 10 MB for block ${node.tip.hash}`)
  })

  test('stops in the middle of a long response', async () => {
    const intercept = () => streamed(['{"result":'])
    const { client, node } = await start({ intercept }, undefined, 50)
    const [txid, blockHash] = ['ab'.repeat(32), node.tip.hash]
    const reading = client.spentOutputs(SPENT, { txid, blockHash })
    collectGarbageUntilEnd()
    const { message } = await expectError(reading, 'timeout')
    expect(message).toContain('sent nothing of the outputs that transaction')
    expect(message).toContain(`${txid} of block ${blockHash} spends for 0.2 s`)
    expect(message).toContain('memory')
  })

  test('never comes to the end of a long response', async () => {
    const intercept = () => streamed(Array.from({ length: 1000 }, () => ' '))
    const { client, node } = await start({ intercept }, undefined, 100)
    const reading = client.blockSpentOutputs(SPENT, node.tip.hash)
    const { message } = await expectError(reading, 'timeout')
    expect(message).toMatch(/did not send the outputs that .* block [0-9a-f]{64} spend within 2 s/)
  })
})
