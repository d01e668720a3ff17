import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/service/database/openDatabase.ts'
import { openSqlite } from '../../src/service/database/sqlite.ts'
import { createDatabase } from './createDatabase.ts'

/** The URL of a writable copy of the filled database, deleted when the test ends. */
export async function filledDatabase(): Promise<string> {
  if (!inject('databaseUrl').startsWith('file:')) return createDatabase('filled')
  const file = newFile()
  copyFileSync(inject('databaseFile'), file)
  return `file:${file}`
}

/** The same, but its blocks are marked as complete, so that sums and checks are shown. */
export async function completeDatabase(): Promise<string> {
  const url = await filledDatabase()
  const store = openDatabase(url, { connections: 1, timeoutMs: 0 })
  await store.query('UPDATE block_sources SET is_complete = 1', [])
  await store.close()
  return url
}

/** The URL of a database with empty tables, deleted when the test ends. */
export async function emptyDatabase(): Promise<string> {
  return inject('databaseUrl').startsWith('file:') ? emptySqlite() : createDatabase('empty')
}

/** The URL of a SQLite database with empty tables, even if the tests use PostgreSQL. */
export function emptySqlite(): Promise<string> {
  return copySqlite(emptySqlite, async (file) => {
    const database = openSqlite(file)
    await database.fillOrMigrate('', async () => {})
    await database.close()
  })
}

/** The URL of a database that `fill` fills, deleted when the test ends. `key` identifies what it contains. */
export async function ownDatabase(
  key: object,
  fill: (url: string) => Promise<unknown>,
): Promise<string> {
  if (inject('databaseUrl').startsWith('file:')) {
    return copySqlite(key, async (file) => {
      copyFileSync((await emptySqlite()).slice('file:'.length), file)
      await fill(`file:${file}`)
    })
  }
  const url = await createDatabase('empty')
  await fill(url)
  return url
}

const files = new WeakMap<object, Buffer>()

/** The URL of a copy of the SQLite database that `fill` filled when it was called first with this key. */
async function copySqlite(key: object, fill: (file: string) => Promise<void>): Promise<string> {
  const file = newFile()
  const known = files.get(key)
  if (known === undefined) {
    await fill(file)
    const database = openSqlite(file)
    // Closing the database leaves what was written in the write-ahead log.
    await database.query('PRAGMA wal_checkpoint(TRUNCATE)', [])
    await database.close()
    files.set(key, readFileSync(file))
  } else {
    writeFileSync(file, known)
  }
  return `file:${file}`
}

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-own-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'cairn.db')
}
