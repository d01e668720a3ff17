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
      ? openSqlite(inject('tokensFile'))
      : openPostgres(urlOf('tokens'), { connections: 4, timeoutMs: 0 }),
  )
}

/** A database of the test's own: with the bundled tokens, or without any tables. */
export async function ownDatabase(
  engine: Engine,
  content: 'filled' | 'empty' = 'filled',
): Promise<DatabaseSettings> {
  if (engine === 'sqlite') {
    const folder = makeFolder()
    if (content === 'filled') copyFileSync(inject('tokensFile'), join(folder, 'tokens.db'))
    return { DATA_DIR: folder }
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const template = content === 'filled' ? 'template' : 'template0'
  await runStatement(inject('tokensPostgres'), `CREATE DATABASE ${name} TEMPLATE ${template}`)
  return { DATABASE_URL: urlOf(name) }
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
  return inject('tokensPostgres').replace(/postgres$/, database)
}

function openForTest(store: Store): Store {
  onTestFinished(() => store.close())
  return store
}
