import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import type { Engine, Store } from '../../../src/database/database.ts'
import { openPostgres } from '../../../src/database/postgres.ts'
import { openSqlite } from '../../../src/database/sqlite.ts'
import { runStatement } from './runStatement.ts'

export const ENGINES = ['sqlite', 'postgres'] as const

/** The settings that name a database. */
export type DatabaseSettings = { DATA_DIR: string } | { DATABASE_URL: string }

/** The database with the bundled tokens that all tests read. */
export function sharedDatabase(engine: Engine): Store {
  return openForTest(
    engine === 'sqlite'
      ? openSqlite(join(inject('dataFolder'), 'tokens.db'))
      : openPostgres(urlOf('bundled'), { connections: 4, timeoutMs: 0 }),
  )
}

/** A database of the test's own: with the bundled tokens, or without any tables. */
export async function ownDatabase(
  engine: Engine,
  content: 'filled' | 'empty' = 'filled',
): Promise<DatabaseSettings> {
  if (engine === 'sqlite') {
    const folder = makeFolder()
    if (content === 'filled')
      copyFileSync(join(inject('dataFolder'), 'tokens.db'), join(folder, 'tokens.db'))
    return { DATA_DIR: folder }
  }
  return { DATABASE_URL: await createDatabase(content === 'filled' ? 'template' : 'template0') }
}

/** The URL of a new PostgreSQL database, with the bundled tokens (`template`) or without any tables. */
export async function createDatabase(template: 'template' | 'template0'): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runStatement(
    inject('postgresServer'),
    `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY wal_log`,
  )
  return urlOf(name)
}

/** Closed when the test ends. */
export function openDatabase(settings: DatabaseSettings): Store {
  return openForTest(
    'DATA_DIR' in settings
      ? openSqlite(join(settings.DATA_DIR, 'tokens.db'))
      : openPostgres(settings.DATABASE_URL, { connections: 4, timeoutMs: 0 }),
  )
}

/** A folder that is deleted when the test ends. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function urlOf(database: string): string {
  return inject('postgresServer').replace(/postgres$/, database)
}

function openForTest(store: Store): Store {
  onTestFinished(() => store.close())
  return store
}
