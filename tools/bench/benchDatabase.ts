import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { numberOf, type Store } from '../../src/database/database.ts'
import { openStore } from '../../src/database/openStore.ts'
import { startPostgres } from '../startPostgres.ts'
import type { Settings } from './startCairn.ts'

export type Engine = 'sqlite' | 'postgres'

/** A new database for an index. */
export type BenchDatabase = {
  engine: Engine
  /** The settings of Cairn that name it: without a node, and as those of a service that only reads. */
  settings: Settings
  readerSettings: Settings
  open: () => Store
  bytes: () => Promise<number>
  /** Makes the next reads come from the disk, as far as an ordinary user can. */
  dropCaches: () => Promise<void>
  stop: () => Promise<void>
}

export async function createDatabase(engine: Engine): Promise<BenchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), `cairn-bench-${engine}-`))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // It may be as large as 10 GB.
  process.once('exit', remove)
  const database = engine === 'sqlite' ? createSqlite(folder) : await createPostgres(folder)
  const stop = async () => {
    await database.stop()
    process.off('exit', remove)
    remove()
  }
  return { ...database, stop }
}

/** Nothing listens there: the follower of a service waits for it. Without a node, SQLite has the bundled blocks. */
const NO_NODE = 'http://127.0.0.1:9'

function createSqlite(folder: string): BenchDatabase {
  const file = join(folder, 'runes-node.db')
  return {
    engine: 'sqlite',
    settings: { DATA_DIR: folder },
    readerSettings: { DATA_DIR: folder, BITCOIN_RPC_URL: NO_NODE },
    open: () => openStore(`file:${file}`, 'reader'),
    bytes: async () => statSync(file).size,
    dropCaches: async () => dropFromPageCache(folder),
    stop: async () => {},
  }
}

/** As for a database that only Cairn uses, on a machine with 8 GB. */
const POSTGRES_SETTINGS = [
  'synchronous_commit=off',
  'shared_buffers=2GB',
  'maintenance_work_mem=512MB',
  'max_wal_size=8GB',
  'jit=off',
]

async function createPostgres(folder: string): Promise<BenchDatabase> {
  const postgres = await startPostgres(POSTGRES_SETTINGS)
  const url = postgres.url('postgres')
  const settings = { DATA_DIR: folder, DATABASE_URL: url }
  const open = () => openStore(url, 'import')
  const query = async (sql: string) => {
    const store = open()
    const rows = await store.query(sql)
    await store.close()
    return rows
  }
  return {
    engine: 'postgres',
    settings,
    readerSettings: settings,
    open,
    async bytes() {
      const [row] = await query('SELECT pg_database_size(current_database()) AS bytes')
      return row === undefined ? 0 : numberOf(row, 'bytes')
    },
    async dropCaches() {
      await postgres.restart()
      dropFromPageCache(postgres.dataFolder)
    },
    stop: postgres.stop,
  }
}

/** Smaller files, of which PostgreSQL has hundreds, have no tables of the index. */
const MAX_UNDROPPED_BYTES = 65_536

/** GNU dd asks the kernel to forget what it has of the files in a folder (POSIX_FADV_DONTNEED). */
function dropFromPageCache(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name)
    const { size } = statSync(file, { throwIfNoEntry: false }) ?? { size: 0 }
    if (size <= MAX_UNDROPPED_BYTES) continue
    // What is not on the disk yet cannot be dropped.
    spawnSync('dd', [`of=${file}`, 'oflag=nocache', 'conv=notrunc,fdatasync', 'count=0'])
  }
}

/** What "cold" means. */
export const COLD =
  'Before a cold page, GNU dd drops the files of the database from the page cache, PostgreSQL is restarted, and a new service answers one request for another list. The disk, or the machine around this one, may still have them in memory.'
