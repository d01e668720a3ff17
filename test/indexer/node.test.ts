import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hashBytes, parseBlock, toOutpoint } from '../../src/bitcoin/block.ts'
import { type BitcoinNode, openNode } from '../../src/bitcoin/node.ts'
import { NodeError } from '../../src/bitcoin/nodeConnection.ts'
import { commitmentOf, numberOfName } from '../../src/bitcoin/runeNames.ts'
import { encodeTransaction } from '../../src/demo/encodeTransaction.ts'
import { revealWitness, taprootScript } from '../../src/demo/scripts.ts'
import { serveNode } from '../../src/demo/serveNode.ts'
import { errorResponse, type ServeOptions } from '../../src/demo/serveRpc.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { listen } from '../../tools/listen.ts'

/** An output that the node does not know. */
const COIN = { txid: 'ab'.repeat(32), vout: 0 }
const SPENT = new Set([toOutpoint(hashBytes(COIN.txid), COIN.vout)])
const PASSWORD = 'p@ss:word%/ ü'

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

/** A simulated node that asks for a password and notes the calls, and its client. */
async function start(options: ServeOptions, node = new SimulatedNode(), timeoutMs?: number) {
  const calls: { method: string }[] = []
  const { intercept = (_, respond) => respond() } = options
  const { url, stop } = await serveNode(node, {
    user: 'cairn',
    password: PASSWORD,
    ...options,
    intercept(call, respond) {
      calls.push(call)
      return intercept(call, respond)
    },
  })
  onTestFinished(stop)
  const client: BitcoinNode = openNode({ url, timeoutMs })
  return { client, node, url, calls }
}

/** A response that comes in pieces, one each 20 ms, and never ends. */
function streamed(pieces: string[]): Response {
  const left = pieces.values()
  return new Response(
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value, done } = left.next()
        if (done === true) return new Promise(() => {})
        await setTimeout(20)
        controller.enqueue(Buffer.from(value))
      },
    }),
  )
}

/** Every error is one line for an operator, and tells no password, neither as it is nor encoded. */
async function expectError(promise: Promise<unknown>, kind: string): Promise<NodeError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof NodeError)) throw new Error('Expected a NodeError.', { cause: error })
  expect(error.kind).toBe(kind)
  expect(error.message).toMatch(/^[A-Z].+[.?…]$|^[A-Z].+: .+$/)
  const text = `${error.message} ${error.stack} ${String(error.cause)}`
  expect(text).not.toContain(PASSWORD)
  expect(text).not.toContain(encodeURIComponent(PASSWORD))
  return error
}

function payment(seed: string) {
  return { inputs: [COIN], outputs: [{ script: taprootScript(seed), value: 1000 }] }
}

function withStatus(response: Response, status: number): Response {
  return new Response(response.body, { status, headers: response.headers })
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-node-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

function withoutCredentials(url: string): string {
  return new URL(url).origin
}
