import { describe, expect, test } from 'vitest'
import { DatabaseUnavailable, type Store } from '../../src/database/database.ts'
import { readMeta } from '../../src/database/meta.ts'
import { serveNode } from '../../src/demo/serveNode.ts'
import { errorResponse, type ServeOptions } from '../../src/demo/serveRpc.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import {
  createDemoNode,
  createShortChain,
  indexAfresh,
  openTemporary,
  readStatus,
  serve,
  startFollowing,
} from '../support/indexFollower.ts'
import { readIndexTables } from '../support/indexTables.ts'

type Intercept = NonNullable<ServeOptions['intercept']>

const ORIGIN = 'http://127.0.0.1:[0-9]+'

/** The faults of a node, and what the follower says. It tells of each once, and goes on when it has ended. */
const FAULTS: [name: string, sentence: RegExp, intercept: Intercept][] = [
  [
    'is starting',
    /^The Bitcoin node is starting: Loading block index…$/,
    () => errorResponse(-28, 'Loading block index…'),
  ],
  [
    'does not respond',
    new RegExp(`^The Bitcoin node at ${ORIGIN} did not respond within 0.5 s.$`),
    () => new Promise(() => {}),
  ],
  [
    'is too busy',
    /^The Bitcoin node is too busy for getblockchaininfo \(503\): raise its rpcworkqueue if this lasts.$/,
    ({ method }) =>
      method === 'getblockchaininfo'
        ? new Response('Work queue depth exceeded', { status: 503 })
        : new Response(null, { status: 404 }),
  ],
  [
    'sends something else than JSON',
    /^The response to getblockchaininfo \(200\) is not that of a Bitcoin node.$/,
    () => new Response('<html>It works!</html>'),
  ],
  [
    'is on an unknown network',
    /^The Bitcoin node is on the network "liquidv1", which Cairn does not know.$/,
    changeChain({ chain: 'liquidv1' }),
  ],
  [
    'sends half of a block',
    /^The Bitcoin node sent a malformed block: block 60 \([0-9a-f]{64}\) breaks off.$/,
    changeBlock((bytes) => bytes.subarray(0, bytes.length / 2)),
  ],
  [
    'sends a block with more behind it',
    /^The Bitcoin node sent a malformed block: block 60 \([0-9a-f]{64}\) has bytes after its last transaction.$/,
    changeBlock((bytes) => Buffer.concat([bytes, Buffer.alloc(1)])),
  ],
  [
    'sends a block with another transaction',
    /^The Bitcoin node sent a malformed block: block 60 \([0-9a-f]{64}\) has transactions that do not match the Merkle root of its header.$/,
    changeBlock((bytes) => {
      bytes.writeUInt32LE(7, bytes.length - 4)
      return bytes
    }),
  ],
  [
    'sends another block than the one asked for',
    /^The Bitcoin node sent a malformed block: block 60 \([0-9a-f]{64}\) has the hash [0-9a-f]{64}.$/,
    changeBlock((bytes) => {
      // The time in the header.
      bytes.writeUInt32LE(7, 68)
      return bytes
    }),
  ],
]

describe('The follower says so once, and goes on afterwards, if the node', () => {
  test.each(FAULTS)('%s', async (name, sentence, intercept) => {
    const { node, options, url, store } = await startNode()
    const timeoutMs = name === 'does not respond' ? 500 : undefined
    const following = startFollowing({ node, url, store, ...(timeoutMs && { timeoutMs }) })
    await following.untilTip()
    let calls = 0
    options.intercept = (call, respond) => {
      calls++
      return intercept(call, respond)
    }
    node.mine()
    expect((await following.next('waiting')).sentence).toMatch(sentence)
    const before = calls
    // It asks again and again.
    await expect.poll(() => calls).toBeGreaterThan(before + 3)
    delete options.intercept
    await following.untilTip()
    await following.stop()
    expect(following.events.filter(({ kind }) => kind === 'waiting')).toHaveLength(1)
    expect(await readIndexTables(store)).toEqual(await indexAfresh(node, url))
  })

  test('is stopped and started again', async () => {
    const node = createShortChain()
    const first = await serve(node)
    const store = openTemporary()
    const following = startFollowing({ node, url: first.url, store })
    await following.untilTip()
    await first.stop()
    // A request that the node had begun to read ends with its connection.
    expect((await following.next('waiting')).sentence).toMatch(
      new RegExp(
        `^The Bitcoin node at ${ORIGIN} is unreachable \\((ECONNREFUSED|UND_ERR_SOCKET)\\).$`,
      ),
    )
    const second = await serveNode(node, { port: Number(new URL(first.url).port) })
    // The newest block is reported again, so that everybody sees that the fault has ended.
    await following.untilTip()
    node.mine()
    await following.untilTip()
    await following.stop()
    await second.stop()
    expect(await readIndexTables(store)).toMatchObject({ blocks: { length: 61 } })
  })

  test('refuses the password', async () => {
    let calls = 0
    let password = 'secret'
    const options: ServeOptions = {
      user: 'cairn',
      get password() {
        calls++
        return password
      },
    }
    const node = createShortChain()
    const { url } = await serve(node, options)
    password = 'changed'
    const before = calls
    const following = startFollowing({ node, url, store: openTemporary() })
    const { sentence } = await following.next('waiting')
    expect(sentence).toBe(
      "The Bitcoin node refuses getblockchaininfo (401): check the user and the password or cookie file, and the node's rpcallowip and rpcwhitelist.",
    )
    await expect.poll(() => calls).toBeGreaterThan(before + 3)
    password = 'secret'
    await following.untilTip()
    expect(following.events.filter(({ kind }) => kind === 'waiting')).toHaveLength(1)
  })

  test('sends a block that does not follow its block before', async () => {
    const { node, options, url, store } = await startNode()
    const following = startFollowing({ node, url, store })
    await following.untilTip()
    const own = node.tip
    node.mine()
    const stranger = node.mine()
    node.invalidate(own.height + 1)
    options.intercept = ({ method, params }, respond) =>
      method === 'getblockhash' && params[0] === own.height + 1
        ? Response.json({ result: stranger.hash, error: null })
        : respond()
    node.mine()
    expect((await following.next('waiting')).sentence).toBe(
      `The Bitcoin node sent a block 60 that does not follow its block 59 (${own.hash}).`,
    )
    delete options.intercept
    await following.untilTip()
    await following.stop()
    expect(await readIndexTables(store)).toEqual(await indexAfresh(node, url))
  })

  test('is still syncing', async () => {
    const { node, options, url, store } = await startNode()
    options.intercept = changeChain({ headers: 900_000, initialblockdownload: true })
    const following = startFollowing({ node, url, store, limits: { firstPassBlocks: 10 } })
    expect((await following.next('waiting')).sentence).toBe(
      'The Bitcoin node is still syncing. Cairn indexes the blocks that it has.',
    )
    await following.untilTip()
    node.mine()
    await following.untilTip()
    // The indexes are created at the end.
    expect((await readMeta(store, 'runes'))?.get('indexes')).toBe('missing')
    expect(await readStatus(store)).toMatchObject({
      state: 'following',
      reason: 'node-syncing',
      node_height: 900_000,
    })
    delete options.intercept
    expect(await following.next('preparing')).toEqual({ kind: 'preparing', step: 'indexes' })
    node.mine()
    await following.untilTip()
    expect(await readStatus(store)).toMatchObject({ node_height: node.tip.height })
    expect(following.events.filter(({ kind }) => kind === 'waiting')).toHaveLength(1)
  })
})

describe('The follower waits, and goes on when the operator has mended it, if the node', () => {
  test.each([
    ['never had them', 5, 'before 5', 'those from 0 on'],
    ['has deleted them meanwhile', 70, 'before 70', 'those from 60 on'],
  ])('has no blocks that the index needs, because it prunes: it %s', async (...values) => {
    const [, pruneHeight, deleted, needed] = values
    const { node, url, store } = await startNode()
    if (pruneHeight === 70) {
      const before = startFollowing({ node, url, store })
      await before.untilTip()
      await before.stop()
      for (let blocks = 0; blocks < 20; blocks++) node.mine()
    }
    node.pruneHeight = pruneHeight
    const following = startFollowing({ node, url, store })
    expect(await following.next('waiting')).toMatchObject({
      reason: 'pruned',
      sentence: `The Bitcoin node has deleted the blocks ${deleted}, as it prunes, and the index needs ${needed}. Use a node with prune=0.`,
    })
    await expect
      .poll(() => readStatus(store))
      .toMatchObject({ state: 'waiting', reason: 'pruned', node_height: node.tip.height })
    node.pruneHeight = undefined
    await following.untilTip()
    expect(await following.next('resumed')).toMatchObject({ reason: 'pruned' })
    await expect.poll(() => readStatus(store)).toMatchObject({ state: 'following' })
  })

  test('is on another network than the index', async () => {
    const { node, url, store } = await startNode()
    const before = startFollowing({ node, url, store })
    await before.untilTip()
    await before.stop()
    const signet = new SimulatedNode({ network: 'signet' })
    const served = await serve(signet)
    const following = startFollowing({ node, url: served.url, store })
    expect(await following.next('waiting')).toMatchObject(OTHER_NETWORK)
    await served.stop()
    const mended = await serveNode(node, { port: Number(new URL(served.url).port) })
    await following.untilTip()
    await following.stop()
    await mended.stop()
  })

  test('changes to another network', async () => {
    const { node, options, url, store } = await startNode()
    const following = startFollowing({ node, url, store })
    await following.untilTip()
    options.intercept = changeChain({ chain: 'signet' })
    expect(await following.next('waiting')).toMatchObject(OTHER_NETWORK)
    delete options.intercept
    await following.untilTip()
  })
})

describe('The follower stops, and says how to build the index again, if', () => {
  test('another version of Cairn made the index', async () => {
    const { node, url, store } = await startNode()
    const before = startFollowing({ node, url, store })
    await before.untilTip()
    await before.stop()
    await store.query("UPDATE meta SET value = '0' WHERE part = 'runes' AND name = 'version'")
    const following = startFollowing({ node, url, store })
    await expect(following.ended).rejects.toThrow(
      'Another version of Cairn made this index. Rebuild it with: npm run index -- --rebuild',
    )
    expect(await readStatus(store)).toMatchObject({ state: 'stopped', reason: 'outdated-index' })
  })

  test('the index has something of a block already', async () => {
    const [whole, node] = [createDemoNode(61), createShortChain()]
    const { url } = await serve(node)
    const store = openTemporary()
    const following = startFollowing({ node, url, store })
    await following.untilTip()
    await store.query(
      `INSERT INTO txs
         SELECT (SELECT max(next_tx) FROM blocks), randomblob(32), 60, tx_index, first_record, records, flaw
           FROM txs ORDER BY id DESC LIMIT 1`,
    )
    const { transactions, timestamp } = whole.tip
    node.mine(
      transactions.slice(1).map(({ transaction }) => transaction),
      { timestamp },
    )
    await expect(following.ended).rejects.toThrow(
      'The index already has something of block 60, which it has not: it is damaged. Rebuild it with: npm run index -- --rebuild',
    )
    expect(await readStatus(store)).toMatchObject({ state: 'stopped', reason: 'damaged-index' })
  })
})

describe('The follower goes on from the last written block', () => {
  test('if the disk was full', async () => {
    const { node, url, store } = await startNode()
    const [pages] = await store.query('PRAGMA page_count')
    await store.query(`PRAGMA max_page_count = ${Number(pages?.page_count) + 60}`)
    const following = startFollowing({ node, url, store, limits: { maxPendingRows: 100 } })
    expect((await following.next('waiting')).sentence).toBe(
      'The disk is full. Indexing goes on from the last block that was written.',
    )
    await store.query('PRAGMA max_page_count = 1000000')
    await following.untilTip()
    await following.stop()
    expect(await readIndexTables(store)).toEqual(await indexAfresh(node, url))
  })

  test('if the database could not be used for some time', async () => {
    const { node, url, store } = await startNode()
    let transactions = 0
    const failing: Store = {
      ...store,
      transaction(work) {
        transactions++
        const isFailing = transactions >= 5 && transactions < 10
        if (!isFailing) return store.transaction(work)
        return Promise.reject(new DatabaseUnavailable('The database cannot be used now.'))
      },
    }
    const limits = { maxPendingRows: 100 }
    const following = startFollowing({ node, url, store: failing, limits })
    expect((await following.next('waiting')).sentence).toBe(
      'The database cannot be used now. Indexing goes on from the last block that was written.',
    )
    await following.untilTip()
    await following.stop()
    expect(transactions).toBeGreaterThan(10)
    expect(following.events.filter(({ kind }) => kind === 'waiting')).toHaveLength(1)
    expect(await readIndexTables(store)).toEqual(await indexAfresh(node, url))
  })
})

const OTHER_NETWORK = {
  reason: 'other-network',
  sentence:
    'The index is of the network regtest, the node is on signet. Set DATA_DIR to another folder, or DATABASE_URL to another database, for a second index.',
}

/** A node with some blocks, its options, and an empty database. */
async function startNode() {
  const node = createShortChain()
  const options: ServeOptions = {}
  const { url } = await serve(node, options)
  return { node, options, url, store: openTemporary() }
}

function changeChain(changes: object): Intercept {
  return async ({ method }, respond) => {
    if (method !== 'getblockchaininfo') return respond()
    const { result } = await respond().json()
    return Response.json({ result: { ...result, ...changes }, error: null })
  }
}

function changeBlock(change: (bytes: Buffer<ArrayBuffer>) => Buffer<ArrayBuffer>): Intercept {
  return async ({ method }, respond) => {
    if (method !== 'rest/block') return respond()
    const bytes = Buffer.from(await respond().arrayBuffer())
    const headers = { 'content-type': 'application/octet-stream' }
    return new Response(change(bytes), { headers })
  }
}
