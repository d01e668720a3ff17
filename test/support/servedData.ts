import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { openNode } from '../../src/bitcoin/node.ts'
import type { Store } from '../../src/database/database.ts'
import { openStore } from '../../src/database/openStore.ts'
import type { ServeOptions } from '../../src/demo/serveRpc.ts'
import type { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { watchFollower } from '../../src/following/watchFollower.ts'
import { applyTransaction } from '../../src/indexer/applyTransaction.ts'
import { readBundledTransaction } from '../../src/indexer/blocksFile.ts'
import type { FollowLimits } from '../../src/indexer/follow.ts'
import { openMempool } from '../../src/indexer/mempool.ts'
import { createIndexes, openIndex } from '../../src/indexer/openIndex.ts'
import { createNodeQueries } from '../../src/service/node/nodeQueries.ts'
import type { ServiceParts } from '../../src/service/service.ts'
import { BLOCKS_FILE, fillBundled, fillTokens } from './fillDatabases.ts'
import { type Following, indexBlocks, newFile, serve, startFollowing } from './indexFollower.ts'
import { createDatabase } from './tokens/databases.ts'

/** What a service serves. */
export type ServedData = Pick<
  ServiceParts,
  | 'databases'
  | 'source'
  | 'applyTransaction'
  | 'nodeQueries'
  | 'ownFollower'
  | 'ownTokenFollower'
  | 'bundledTransaction'
  | 'openReader'
  | 'hasOwnImages'
>

/** The tokens and the six blocks that Cairn brings. All tests of the run read them. */
export function bundledData(): ServedData {
  const bundledTransaction = (txId: string) => readBundledTransaction(BLOCKS_FILE, txId)
  return { ...sharedData('bundled'), source: 'bundled', bundledTransaction }
}

/** The history of the demo chain, without its node. All tests of the run read it. */
export function demoData(): ServedData {
  return { ...sharedData('demo'), source: 'demo' }
}

/** The bundled data in one database, to which the service has one connection. */
export async function dataOverOneConnection(): Promise<ServedData> {
  if (inject('engine') === 'postgres') {
    return { ...sharedData('bundled', { connections: 1 }), source: 'bundled' }
  }
  const store = await openOwnStore()
  await fillTokens(store)
  await fillBundled(store)
  return { databases: { tokens: store, runes: store }, source: 'bundled' }
}

/** On PostgreSQL with a role that may only read. */
function sharedData(name: 'bundled' | 'demo', { connections } = { connections: 4 }) {
  if (inject('engine') === 'sqlite') {
    const [tokens, runes] = ['tokens-bundled', `runes-${name}`].map((file) =>
      closedLater(openStore(`file:${join(inject('dataFolder'), `${file}.db`)}`, 'reader')),
    )
    if (tokens === undefined || runes === undefined) throw new Error('both are opened')
    return { databases: { tokens, runes }, applyTransaction: applierOf(runes) }
  }
  const url = inject('postgresServer').replace(/\/\/.*@(.*)\/.*/, `//reader:reader@$1/${name}`)
  const store = closedLater(openStore(url, 'reader', { connections, timeoutMs: 10_000 }))
  return { databases: { tokens: store, runes: store }, applyTransaction: applierOf(store) }
}

export type FollowedData = ServedData & {
  /** The index, which the follower writes. */
  store: Store
  url: string
  stopNode: () => Promise<void>
  following: Following
}

export type FollowOptions = {
  store?: Store
  limits?: Partial<FollowLimits>
  serving?: ServeOptions
  /** Of the service's own connection to the node. */
  nodeTimeoutMs?: number | undefined
}

/** A node and an index of the test's own, which a follower keeps up to date. It has the node's newest block. */
export async function followNode(
  node: SimulatedNode,
  options: FollowOptions = {},
): Promise<FollowedData> {
  const data = await beginFollowing(node, options)
  await data.following.untilTip()
  return data
}

/** The same, but does not wait for the index. */
export async function beginFollowing(
  node: SimulatedNode,
  { store, limits, serving, nodeTimeoutMs: timeoutMs }: FollowOptions = {},
): Promise<FollowedData> {
  const { url, stop } = await serve(node, serving)
  const own = store ?? (await openOwnStore())
  const watch = watchFollower()
  const following = startFollowing({
    node,
    url,
    store: own,
    onEvent: watch.note,
    ...(limits && { limits }),
  })
  const client = openNode({ url, timeoutMs })
  // Tests wait for the newest state.
  const mempool = openMempool(client, own, { maxWaitMs: 60_000 })
  return {
    databases: { tokens: sharedData('bundled').databases.tokens, runes: own },
    source: 'node',
    applyTransaction: applierOf(own),
    nodeQueries: createNodeQueries({ node: client, store: own, mempool }),
    ownFollower: watch.read,
    store: own,
    url,
    stopNode: stop,
    following,
  }
}

/** The blocks of a node in an index of the test's own, which begins with the first that the node has. */
export async function indexNode(node: SimulatedNode): Promise<ServedData> {
  const runes = await openOwnStore()
  const { network, firstHeight } = node
  const state = await openIndex(runes, { network, firstHeight })
  await indexBlocks(state, node, () => state.write())
  await createIndexes(runes)
  return { databases: { tokens: sharedData('bundled').databases.tokens, runes }, source: 'node' }
}

/** A database of the test's own without tables. */
async function openOwnStore(): Promise<Store> {
  if (inject('engine') === 'sqlite') return closedLater(openStore(`file:${newFile()}`, 'reader'))
  const url = await createDatabase('template0')
  return closedLater(openStore(url, 'reader'))
}

function closedLater<Opened extends Store>(store: Opened): Opened {
  onTestFinished(() => store.close())
  return store
}

function applierOf(store: Store): ServedData['applyTransaction'] {
  return (bytes) => applyTransaction(bytes, store)
}
