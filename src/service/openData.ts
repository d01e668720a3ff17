import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type BitcoinNode, type NodeOptions, openNode } from '../bitcoin/node.ts'
import { DatabaseError, type Store } from '../database/database.ts'
import { readMeta } from '../database/meta.ts'
import { openPostgres } from '../database/postgres.ts'
import { SCHEMA_VERSION } from '../database/schema.ts'
import { openSqlite } from '../database/sqlite.ts'
import { readBundledTransaction } from '../indexer/blocksFile.ts'
import { startDemo } from '../indexer/demoChain/demoChain.ts'
import { indexBundledBlocks } from '../indexer/indexBundled.ts'
import { type Mempool, openMempool } from '../indexer/mempool.ts'
import { dropIndex } from '../indexer/openIndex.ts'
import type { FollowerSettings } from '../indexer/startFollower.ts'
import { PACKAGE_FOLDER } from './packageFolder.ts'
import type { IndexSource } from './service.ts'
import { type Settings, SettingsError } from './settings.ts'
import { openTokens } from './tokens/openTokens.ts'

const BLOCKS_FILE = join(PACKAGE_FOLDER, 'src/indexer/data/blocks.ndjson.gz')
/** Built workers are beside the main file. */
const WORKERS_FOLDER = import.meta.dirname

/** The data that a process serves. */
export type Data = {
  databases: { tokens: Store; runes: Store }
  source: IndexSource
  node: BitcoinNode | undefined
  mempool: Mempool | undefined
  bundledTransaction: ((txId: string) => Uint8Array<ArrayBuffer> | undefined) | undefined
  /** What the follower needs, if this process has one. */
  follower: FollowerSettings | undefined
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
  const demo = isDemo ? await startDemo() : undefined
  const nodeOptions = demo === undefined ? nodeOptionsOf(settings) : { url: demo.url }
  const index = await openIndexStore(settings, demo ? 'demo' : nodeOptions ? 'node' : 'bundled')
  const tokens =
    settings.DATABASE_URL === undefined || isDemo
      ? openSqlite(join(settings.DATA_DIR, 'tokens.db'))
      : index.store
  await openTokens(tokens, log)
  const node = nodeOptions && openNode(nodeOptions)
  return {
    databases: { tokens, runes: index.store },
    source: index.source,
    node,
    mempool: node && openMempool(node, index.store),
    bundledTransaction:
      index.source === 'bundled' ? (txId) => readBundledTransaction(BLOCKS_FILE, txId) : undefined,
    follower: nodeOptions && {
      database: index.database,
      node: nodeOptions,
      workersFolder: WORKERS_FOLDER,
      memoryMegabytes: settings.FOLLOWER_MEMORY_MB,
    },
    async close() {
      await Promise.all([...new Set([tokens, index.store])].map((store) => store.close()))
      await demo?.stop()
    },
  }
}

/**
 * What a follower alone needs. `rebuild` deletes the index first.
 * @throws {SettingsError} without a node. @throws {DatabaseError} if another program writes to the index.
 */
export async function prepareFollower(
  settings: Settings,
  { rebuild }: { rebuild: boolean },
): Promise<FollowerSettings> {
  const node = nodeOptionsOf(settings)
  if (node === undefined) throw new SettingsError(NO_NODE)
  const { store, database } = openStore(settings, 'node')
  try {
    if (rebuild) await dropIndex(store)
  } finally {
    await store.close()
  }
  const memoryMegabytes = settings.FOLLOWER_MEMORY_MB
  return { node, database, workersFolder: WORKERS_FOLDER, memoryMegabytes }
}

const NO_NODE = 'Set BITCOIN_RPC_URL to the address of a Bitcoin Core node.'

/** Opens the index that would be served. @throws {DatabaseError} if there is none. */
export async function openExistingIndex(settings: Settings): Promise<Store> {
  const { store, database } = openStore(settings, nodeOptionsOf(settings) ? 'node' : 'bundled')
  if ((await readMeta(store, 'runes')) !== undefined) return store
  await store.close()
  const place = 'file' in database ? database.file : 'the database'
  throw new DatabaseError(`There is no index of runes in ${place} yet.`)
}

function nodeOptionsOf(settings: Settings): NodeOptions | undefined {
  const { BITCOIN_RPC_URL: url, BITCOIN_COOKIE_FILE: cookieFile } = settings
  return url === undefined ? undefined : { url, cookieFile }
}

type Opened = { store: Store; database: FollowerSettings['database'] }

async function openIndexStore(
  settings: Settings,
  wanted: IndexSource,
): Promise<Opened & { source: IndexSource }> {
  // A follower elsewhere writes to PostgreSQL.
  const source = wanted === 'bundled' && settings.DATABASE_URL !== undefined ? 'node' : wanted
  if (source === 'demo') deleteFile(fileOf(settings, source))
  if (source === 'bundled') await deleteOutdated(settings)
  const opened = openStore(settings, source)
  if (source === 'bundled') await indexBundledBlocks(opened.store, BLOCKS_FILE)
  return { ...opened, source }
}

function openStore(settings: Settings, source: IndexSource): Opened {
  const { DATABASE_URL: url } = settings
  if (url === undefined || source === 'demo') {
    const file = fileOf(settings, source)
    return { store: openSqlite(file), database: { file } }
  }
  const store = openPostgres(url, {
    connections: settings.DATABASE_CONNECTIONS,
    timeoutMs: settings.DATABASE_TIMEOUT * 1000,
  })
  return { store, database: { url } }
}

function fileOf({ DATA_DIR }: Settings, source: IndexSource): string {
  return join(DATA_DIR, `runes-${source}.db`)
}

/** The bundled blocks are indexed again in a moment, so an index of another version is deleted. */
async function deleteOutdated(settings: Settings): Promise<void> {
  const file = fileOf(settings, 'bundled')
  if (!existsSync(file)) return
  const store = openSqlite(file)
  const meta = await readMeta(store, 'runes')
  await store.close()
  if (meta !== undefined && meta.get('version') !== SCHEMA_VERSION) deleteFile(file)
}

function deleteFile(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
}
