import { EventEmitter, once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hashBytes, parseBlock, toOutpoint } from '../../src/bitcoin/block.ts'
import { openNode } from '../../src/bitcoin/node.ts'
import { commitmentOf, numberOfName } from '../../src/bitcoin/runeNames.ts'
import { encodeTransaction } from '../../src/demo/encodeTransaction.ts'
import { revealWitness, taprootScript } from '../../src/demo/scripts.ts'
import { serveNode } from '../../src/demo/serveNode.ts'
import { errorResponse } from '../../src/demo/serveRpc.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'

import {
  COIN,
  expectError,
  PASSWORD,
  payment,
  start,
  temporaryFolder,
  withoutCredentials,
} from '../support/nodeClient.ts'

describe('The client of a Bitcoin node', () => {
  test('reads the state of the chain', async () => {
    const { client, node } = await start({})
    node.mine()
    expect(await client.chainInfo()).toEqual({
      network: 'regtest',
      height: 1,
      hash: node.tip.hash,
      headersHeight: 1,
      isInitialDownload: false,
      pruneHeight: undefined,
    })
  })

  test('tells that a node is still syncing', async () => {
    const { client } = await start({
      async intercept(_, respond) {
        const { result } = await respond().json()
        const syncing = { ...result, headers: 900_000, initialblockdownload: true }
        return Response.json({ result: syncing, error: null })
      },
    })
    const chain = await client.chainInfo()
    expect(chain).toMatchObject({ height: 0, headersHeight: 900_000, isInitialDownload: true })
  })

  test('tells from which height on a pruned node has blocks', async () => {
    const { client, node } = await start({})
    node.pruneHeight = 7
    expect(await client.chainInfo()).toMatchObject({ pruneHeight: 7 })
  })

  test('reads a chain of mainnet that begins at a height', async () => {
    const node = new SimulatedNode({ network: 'main', firstHeight: 839_990 })
    const { client } = await start({}, node)
    expect(await client.chainInfo()).toMatchObject({ network: 'main', height: 839_990 })
    expect(await client.blockHash(839_990)).toBe(node.tip.hash)
  })

  test('finds the hash of the block at a height, if there is one', async () => {
    const { client, node } = await start({})
    const { hash } = node.mine()
    expect(await client.blockHash(1)).toBe(hash)
    expect(await client.blockHash(2)).toBeUndefined()
  })

  test.each([true, false])('reads the bytes of a block (REST: %s)', async (rest) => {
    const { client, node, calls } = await start({ rest })
    const block = node.mine([payment('one'), payment('two')])
    for (let reads = 0; reads < 2; reads++) {
      const bytes = await client.blockBytes(block.hash)
      const parsed = parseBlock(bytes)
      expect(parsed).toMatchObject({ hash: block.hash, parent: block.parent })
      expect(parsed.txids).toHaveLength(3 * 32)
      // Worker threads take over bytes that have a buffer of their own.
      expect(bytes.buffer.byteLength).toBe(bytes.length)
    }
    const method = rest ? 'rest/block' : 'getblock'
    expect(calls.map((call) => call.method)).toEqual([method, method])
  })

  test('asks again for REST if the node was only starting', async () => {
    let isStarting = true
    const { client, node, calls } = await start({
      intercept({ method }, respond) {
        if (!isStarting) return respond()
        return method === 'rest/block'
          ? new Response('Service temporarily unavailable', { status: 503 })
          : errorResponse(-28, 'Loading block index…')
      },
    })
    await expectError(client.blockBytes(node.tip.hash), 'warming-up')
    isStarting = false
    await client.blockBytes(node.tip.hash)
    expect(calls.map(({ method }) => method)).toEqual(['rest/block', 'getblock', 'rest/block'])
  })

  test('reads the outputs that a transaction spends, and those that a block spends', async () => {
    const { client, node } = await start({})
    const name = numberOfName('AAAAAAAAAAAAA')
    const script = taprootScript('commitment')
    const commit = node.mine([{ inputs: [COIN], outputs: [{ script, value: 5000 }] }])
    for (let blocks = 0; blocks < 4; blocks++) node.mine()
    const commitment = { txid: commit.txids[1] ?? '', vout: 0 }
    const reveal = node.mine([
      {
        inputs: [{ ...commitment, witness: revealWitness(commitmentOf(name)) }],
        outputs: [{ script: taprootScript('owner'), value: 546 }],
      },
    ])
    const outpoint = toOutpoint(hashBytes(commitment.txid), 0)
    const expected = new Map([[outpoint, { script: new Uint8Array(script), height: 1 }]])
    const [coinbase = '', txid = ''] = reveal.txids
    const wanted = new Set([outpoint])
    const blockHash = reveal.hash
    expect(await client.spentOutputs(wanted, { txid, blockHash })).toEqual(expected)
    expect(await client.blockSpentOutputs(wanted, blockHash)).toEqual(expected)
    const none = { txid: coinbase, blockHash }
    expect(await client.spentOutputs(new Set(), none)).toEqual(new Map())
    // Whoever left out a commitment would change the index.
    const missing = await expectError(client.spentOutputs(wanted, none), 'malformed')
    expect(missing.message).toContain(`${commitment.txid}:0`)
  })

  test('reads the outputs that a transaction of 3.9 MB spends', async () => {
    const { client, node } = await start({})
    const commit = node.mine([payment('commitment')])
    const commitment = { txid: commit.txids[1] ?? '', vout: 0 }
    const witness = [new Uint8Array(3_900_000).fill(7), ...revealWitness(commitmentOf(1n))]
    const { outputs } = payment('owner')
    const reveal = node.mine([{ inputs: [{ ...commitment, witness }], outputs }])
    const outpoint = toOutpoint(hashBytes(commitment.txid), 0)
    const transaction = { txid: reveal.txids[1] ?? '', blockHash: reveal.hash }
    const spent = await client.spentOutputs(new Set([outpoint]), transaction)
    expect(spent.get(outpoint)).toMatchObject({ height: 1 })
    expect(await client.blockSpentOutputs(new Set([outpoint]), reveal.hash)).toEqual(spent)
  })

  test('reads a short response while it waits for a long one', async () => {
    const gate = new EventEmitter()
    const isOpen = once(gate, 'open')
    let waiting = 0
    const { client, node } = await start({
      async intercept({ method }, respond) {
        if (method === 'getrawtransaction') {
          waiting++
          await isOpen
        }
        return respond()
      },
    })
    const { txids, hash } = node.mine()
    const transaction = { txid: txids[0] ?? '', blockHash: hash }
    const long = [0, 1, 2, 3].map(() => client.spentOutputs(new Set(), transaction))
    await expect.poll(() => waiting).toBe(1)
    expect(await client.blockHash(1)).toBe(hash)
    expect(waiting).toBe(1)
    gate.emit('open')
    await Promise.all(long)
  })

  test('reads the mempool, and transactions of it and of blocks', async () => {
    const { client, node } = await start({})
    const txid = node.addToMempool(payment('waiting'))
    expect(await client.mempoolTransactionIds()).toEqual([txid])
    const found = await client.mempoolTransactions([txid, 'f'.repeat(64)])
    expect([...found.keys()]).toEqual([txid])
    expect(found.get(txid)).toEqual(new Uint8Array(encodeTransaction(payment('waiting'))))
    const { hash } = node.mine([payment('waiting')])
    expect(await client.mempoolTransactionIds()).toEqual([])
    expect(await client.mempoolTransactions([txid])).toEqual(new Map())
    const bytes = await client.rawTransaction(txid, hash)
    expect(Buffer.from(bytes)).toEqual(encodeTransaction(payment('waiting')))
  })

  test('has two calls under way at most', async () => {
    const gate = new EventEmitter()
    const isOpen = once(gate, 'open')
    let [underWay, most] = [0, 0]
    const { client, node } = await start({
      async intercept(_, respond) {
        most = Math.max(most, ++underWay)
        await isOpen
        underWay--
        return respond()
      },
    })
    const calls = [0, 1, 2, 3, 4, 5].map(() => client.blockBytes(node.tip.hash))
    await expect.poll(() => underWay).toBe(2)
    gate.emit('open')
    await Promise.all(calls)
    expect(most).toBe(2)
  })
})

describe('The credentials of a Bitcoin node', () => {
  test('come from the URL', async () => {
    const { client } = await start({ user: 'cairn', password: PASSWORD })
    expect(await client.chainInfo()).toMatchObject({ height: 0 })
  })

  test('come from a cookie file, which is read again when the node was restarted', async () => {
    const node = new SimulatedNode()
    const options = { user: '__cookie__', password: 'first' }
    const { url, stop } = await serveNode(node, options)
    onTestFinished(stop)
    const cookieFile = join(await temporaryFolder(), '.cookie')
    const client = openNode({ url: withoutCredentials(url), cookieFile })

    const missing = await expectError(client.chainInfo(), 'unreachable')
    expect(missing.message).toContain(cookieFile)
    await writeFile(cookieFile, '__cookie__:first\n')
    expect(await client.chainInfo()).toMatchObject({ height: 0 })

    options.password = 'second'
    await expectError(client.chainInfo(), 'unauthorized')
    await writeFile(cookieFile, '__cookie__:second')
    expect(await client.chainInfo()).toMatchObject({ height: 0 })
  })

  test('may be wrong', async () => {
    const { url } = await start({ user: 'cairn', password: 'right' })
    const wrong = new URL(url)
    wrong.password = encodeURIComponent(PASSWORD)
    await expectError(openNode({ url: wrong.href }).chainInfo(), 'unauthorized')
  })

  test.each(['http://cairn:p%zz@127.0.0.1:8332', 'cairn:secret@node', ''])(
    'are not repeated if the URL %j is malformed',
    (url) => {
      expect(() => openNode({ url })).toThrow(/^The URL of the Bitcoin node is malformed: expected/)
    },
  )
})
