import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { NodeOptions } from '../bitcoin/nodeConnection.ts'
import { DatabaseError, type Store } from '../database/database.ts'
import { readMeta } from '../database/meta.ts'
import { openStore, type StoreSettings } from '../database/openStore.ts'
import { SCHEMA_VERSION } from '../database/schema.ts'
import { startDemo } from '../demo/demoChain.ts'
import { DEMO_HOST, startDemoStacks } from '../demo/demoStacks.ts'
import { readBundledTransaction } from '../indexer/blocksFile.ts'
import { indexBundledBlocks } from '../indexer/indexBundled.ts'
import { dropIndex } from '../indexer/openIndex.ts'
import type { FollowerSettings } from '../indexer/startFollower.ts'
import { PACKAGE_FOLDER } from '../packageFolder.ts'
import type { TokenFollowerSettings } from '../tokenFollower/startTokenFollower.ts'
import { openTokens } from '../tokens/openTokens.ts'
import { type NodeQueriesThread, openNodeQueries } from './node/openNodeQueries.ts'
import { readInWorkers } from './readers/readInWorkers.ts'
import type { IndexSource, ServiceParts } from './service.ts'
import { type Settings, SettingsError } from './settings.ts'
import { type TokenSource, tokenAddress, tokenFile, tokenSourceOf } from './tokenAddress.ts'

const BLOCKS_FILE = join(PACKAGE_FOLDER, 'src/indexer/data/blocks.ndjson.gz')
/** Built workers are beside the main file. */
const WORKERS_FOLDER = import.meta.dirname

/** The data that a process serves. */
export type Data = {
  databases: { tokens: Store; runes: Store }
  source: IndexSource
  hasOwnImages: boolean
  nodeQueries: NodeQueriesThread | undefined
  bundledTransaction: ((txId: string) => Uint8Array<ArrayBuffer> | undefined) | undefined
  openReader: NonNullable<ServiceParts['openReader']>
  /** What the followers need, if this process has them. */
  follower: FollowerSettings | undefined
  tokenFollower: TokenFollowerSettings | undefined
  close(): Promise<void>
}

/**
 * Opens the tokens and the index of runes that the settings name. Without a node and PostgreSQL, that is the
 * index of the bundled blocks, which is created if it is missing.
 * @throws {DatabaseError}
 */
export async function openData(
  settings: Settings,
  { isDemo, log }: { isDemo: boolean; log: (sentence: string) => void },
): Promise<Data> {
  const [demo, demoStacks] = isDemo ? [await startDemo(), await startDemoStacks()] : []
  const nodeOptions = demo === undefined ? nodeOptionsOf(settings) : { url: demo.url }
  const index = await openIndexStore(settings, demo ? 'demo' : nodeOptions ? 'node' : 'bundled')
  const tokenSource = demo === undefined ? tokenSourceOf(settings) : 'demo'
  if (demo !== undefined) deleteFile(tokenFile(settings, 'demo'))
  const tokenStore = tokenStoreSettingsOf(settings, index, tokenSource)
  const tokens = tokenStore === undefined ? index.store : openStore(tokenStore.address, 'reader')
  await openTokens(tokens, { source: tokenSource, log })
  const stores = { runes: storeSettingsOf(settings, index.source, 'reader'), tokens: tokenStore }
  const nodeQueries =
    nodeOptions &&
    openNodeQueries(
      { runes: storeSettingsOf(settings, index.source, 'node'), node: nodeOptions },
      WORKERS_FOLDER,
    )
  return {
    databases: { tokens, runes: index.store },
    source: index.source,
    hasOwnImages: tokenSource !== 'bundled',
    nodeQueries,
    bundledTransaction:
      index.source === 'bundled' ? (txId) => readBundledTransaction(BLOCKS_FILE, txId) : undefined,
    openReader: (facts, hooks) =>
      readInWorkers(join(WORKERS_FOLDER, 'readerWorker.js'), { ...facts, stores }, hooks),
    tokenFollower: demoStacks ? demoTokenFollower(settings, demoStacks) : tokenFollowerOf(settings),
    follower: nodeOptions && {
      database: index.address,
      node: nodeOptions,
      workersFolder: WORKERS_FOLDER,
      memoryMegabytes: settings.FOLLOWER_MEMORY_MB,
    },
    async close() {
      await nodeQueries?.close()
      await Promise.all([...new Set([tokens, index.store])].map((store) => store.close()))
      await Promise.all([demo?.stop(), demoStacks?.stop()])
    },
  }
}

export type FollowersSettings = Pick<Data, 'follower' | 'tokenFollower'>

/**
 * What the followers alone need. `rebuild` deletes the index of runes first.
 * @throws {SettingsError} without a node that it needs. @throws {DatabaseError} if another program writes to the index.
 */
export async function prepareFollowers(
  settings: Settings,
  { rebuild }: { rebuild: boolean },
): Promise<FollowersSettings> {
  const node = nodeOptionsOf(settings)
  const tokenFollower = tokenFollowerOf(settings)
  if (node === undefined && rebuild) throw new SettingsError(NOTHING_TO_REBUILD)
  if (node === undefined && tokenFollower === undefined) throw new SettingsError(NO_NODE)
  const follower = node && (await prepareFollower(settings, node, { rebuild }))
  return { follower, tokenFollower }
}

/** The documents of the demo are on this machine, where nothing else is asked for one. */
function demoTokenFollower(
  settings: Settings,
  { url, port }: { url: string; port: number },
): TokenFollowerSettings {
  const own = '127.0.0.1'
  const network = { ports: [port], hosts: { [DEMO_HOST]: [own] }, allowedAddresses: [own] }
  return {
    database: tokenAddress(settings, 'demo'),
    node: { url, rate: DEMO_RATE },
    documents: { requests: 'fetch', gateways: { ipfs: [], arweave: [] }, network },
    workersFolder: WORKERS_FOLDER,
  }
}

/** Requests a second. */
const DEMO_RATE = 100

function tokenFollowerOf(settings: Settings): TokenFollowerSettings | undefined {
  const { STACKS_NODE_URL: url, STACKS_RATE: rate } = settings
  const {
    TOKEN_DOCUMENTS: requests,
    IPFS_DOCUMENT_GATEWAYS: ipfs,
    ARWEAVE_DOCUMENT_GATEWAYS: arweave,
  } = settings
  if (url === undefined) return
  const database = tokenAddress(settings, 'node')
  const documents = { requests, gateways: { ipfs, arweave } }
  return { database, node: { url, rate }, documents, workersFolder: WORKERS_FOLDER }
}

async function prepareFollower(
  settings: Settings,
  node: NodeOptions,
  { rebuild }: { rebuild: boolean },
): Promise<FollowerSettings> {
  const { store, address } = openIndexOf(settings, 'node')
  try {
    if (rebuild) await dropIndex(store)
  } finally {
    await store.close()
  }
  const memoryMegabytes = settings.FOLLOWER_MEMORY_MB
  return { node, database: address, workersFolder: WORKERS_FOLDER, memoryMegabytes }
}

const NOTHING_TO_REBUILD =
  '--rebuild indexes the runes of a Bitcoin Core node anew. Set BITCOIN_RPC_URL to its address.'
const NO_NODE =
  'Set BITCOIN_RPC_URL to the address of a Bitcoin Core node, or STACKS_NODE_URL to that of a Stacks node.'

/** Opens the index that would be served. @throws {DatabaseError} if there is none. */
export async function openExistingIndex(settings: Settings): Promise<Store> {
  const { store } = openIndexOf(settings, nodeOptionsOf(settings) ? 'node' : 'bundled')
  if ((await readMeta(store, 'runes')) !== undefined) return store
  await store.close()
  throw new DatabaseError(`There is no index of runes in ${store.location} yet.`)
}

function nodeOptionsOf(settings: Settings): NodeOptions | undefined {
  const { BITCOIN_RPC_URL: url, BITCOIN_COOKIE_FILE: cookieFile } = settings
  return url === undefined ? undefined : { url, cookieFile }
}

type Opened = { store: Store; address: string }

async function openIndexStore(
  settings: Settings,
  wanted: IndexSource,
): Promise<Opened & { source: IndexSource }> {
  // A follower elsewhere writes to PostgreSQL.
  const source = wanted === 'bundled' && settings.DATABASE_URL !== undefined ? 'node' : wanted
  if (source === 'demo') deleteFile(fileOf(settings, source))
  if (source === 'bundled') await deleteOutdated(settings)
  const opened = openIndexOf(settings, source)
  if (source === 'bundled') await indexBundledBlocks(opened.store, BLOCKS_FILE)
  return { ...opened, source }
}

function openIndexOf(settings: Settings, source: IndexSource): Opened {
  const { address, limits } = storeSettingsOf(settings, source, 'serving')
  return { store: openStore(address, 'reader', limits), address }
}

/** Where the index is. Each thread has connections of its own. */
function storeSettingsOf(
  settings: Settings,
  source: IndexSource,
  thread: keyof typeof CONNECTIONS_OF,
): StoreSettings {
  const { DATABASE_URL, DATABASE_CONNECTIONS, DATABASE_TIMEOUT } = settings
  const url = source === 'demo' ? undefined : DATABASE_URL
  const connections = CONNECTIONS_OF[thread](DATABASE_CONNECTIONS)
  return {
    address: url ?? `file:${fileOf(settings, source)}`,
    limits: { connections, timeoutMs: DATABASE_TIMEOUT * 1000 },
  }
}

/** Where the tokens are; undefined if that is where the runes are. */
function tokenStoreSettingsOf(
  settings: Settings,
  index: Opened & { source: IndexSource },
  source: TokenSource,
): StoreSettings | undefined {
  const address = tokenAddress(settings, source)
  if (address === index.address) return
  return { ...storeSettingsOf(settings, index.source, 'reader'), address }
}

/** The share of each thread in the connections of the process: most are those of its two readers. */
const CONNECTIONS_OF = {
  reader: (all: number) => Math.max(1, Math.floor(all * 0.4)),
  node: (all: number) => Math.max(1, Math.floor(all * 0.1)),
  serving: (all: number) =>
    Math.max(1, all - 2 * CONNECTIONS_OF.reader(all) - CONNECTIONS_OF.node(all)),
}

function fileOf({ DATA_DIR }: Settings, source: IndexSource): string {
  return join(DATA_DIR, `runes-${source}.db`)
}

/** The bundled blocks are indexed again in a moment, so an index of another version is deleted. */
async function deleteOutdated(settings: Settings): Promise<void> {
  const file = fileOf(settings, 'bundled')
  if (!existsSync(file)) return
  const store = openStore(`file:${file}`, 'reader')
  const meta = await readMeta(store, 'runes')
  await store.close()
  if (meta !== undefined && meta.get('version') !== SCHEMA_VERSION) deleteFile(file)
}

function deleteFile(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
}
