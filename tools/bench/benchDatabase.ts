import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engine, numberOf, type Store } from '../../src/database/database.ts'
import { openPostgres } from '../../src/database/postgres.ts'
import { openSqlite } from '../../src/database/sqlite.ts'
import { startPostgres } from '../startPostgres.ts'
import type { Settings } from './startCairn.ts'

/** A new database for an index. */
export type BenchDatabase = {
  engine: Engine
  /** The settings of Cairn that name it. */
  settings: Settings
  open: () => Store
  bytes: () => Promise<number>
  /** What PostgreSQL does by itself after a while. */
  analyze: () => Promise<void>
  /** Makes the next reads come from the disk, as far as an ordinary user can. */
  dropCaches: () => Promise<void>
  stop: () => Promise<void>
}

export async function createDatabase(engine: Engine): Promise<BenchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), `cairn-bench-${engine}-`))
  const database = engine === 'sqlite' ? createSqlite(folder) : await createPostgres(folder)
  const stop = async () => {
    await database.stop()
    rmSync(folder, { recursive: true })
  }
  return { ...database, stop }
}

function createSqlite(folder: string): BenchDatabase {
  const file = join(folder, 'runes-node.db')
  // Without a node, the service opens this name. It serves whatever index is there.
  symlinkSync('runes-node.db', join(folder, 'runes-bundled.db'))
  return {
    engine: 'sqlite',
    settings: { DATA_DIR: folder },
    open: () => openSqlite(file),
    bytes: async () => statSync(file).size,
    analyze: async () => {},
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
  const open = () => openPostgres(url, { connections: 1, timeoutMs: 0 })
  const query = async (sql: string) => {
    const store = open()
    const rows = await store.query(sql)
    await store.close()
    return rows
  }
  return {
    engine: 'postgres',
    settings: { DATA_DIR: folder, DATABASE_URL: url },
    open,
    async bytes() {
      const [row] = await query('SELECT pg_database_size(current_database()) AS bytes')
      return row === undefined ? 0 : numberOf(row, 'bytes')
    },
    async analyze() {
      await query('VACUUM ANALYZE')
    },
    async dropCaches() {
      await postgres.restart()
      dropFromPageCache(postgres.dataFolder)
    },
    stop: postgres.stop,
  }
}

/** The kernel drops all files if it lets us, or else those of a folder (POSIX_FADV_DONTNEED, by GNU dd). */
function dropFromPageCache(folder: string): void {
  if (dropsAll) {
    spawnSync('sync')
    writeFileSync(DROP_CACHES, '1')
    return
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name)
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_UNDROPPED_BYTES) {
      // Written pages can only be dropped once they are on the disk.
      spawnSync('dd', [`of=${file}`, 'oflag=nocache', 'conv=notrunc,fdatasync', 'count=0'])
    }
  }
}

/** Smaller files, of which PostgreSQL has hundreds, have no tables of the index. */
const MAX_UNDROPPED_BYTES = 65_536

const DROP_CACHES = '/proc/sys/vm/drop_caches'
const dropsAll = canDropAll()

function canDropAll(): boolean {
  try {
    writeFileSync(DROP_CACHES, '1')
    return true
  } catch {
    return false
  }
}

/** What "cold" means on this machine. */
export const COLD = `Before a cold page, ${
  dropsAll
    ? 'the kernel drops all files from memory'
    : 'GNU dd asks the kernel to drop the files of the database from memory (drop_caches is not permitted)'
}, PostgreSQL is restarted, and a new service answers one request for another list. The disk, or the machine around this one, may still have them in memory.`
