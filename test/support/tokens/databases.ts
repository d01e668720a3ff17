import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { type Store, textOf } from '../../../src/database/database.ts'
import { openStore } from '../../../src/database/openStore.ts'
import { deleteTokens } from '../../../src/tokens/deleteTokens.ts'
import { runStatement } from './runStatement.ts'

/** The settings that name a database. */
export type DatabaseSettings = { DATA_DIR: string } | { DATABASE_URL: string }

/** The database with the bundled tokens that all tests read. */
export function sharedDatabase(): Store {
  const file = `file:${join(inject('dataFolder'), 'tokens-bundled.db')}`
  return openForTest(openStore(inject('engine') === 'sqlite' ? file : urlOf('bundled'), 'reader'))
}

/** A database of the test's own: with the bundled tokens, or without any tables. */
export async function ownDatabase(
  content: 'filled' | 'empty' = 'filled',
): Promise<DatabaseSettings> {
  if (inject('engine') === 'sqlite') {
    const folder = makeFolder()
    if (content === 'filled')
      copyFileSync(
        join(inject('dataFolder'), 'tokens-bundled.db'),
        join(folder, 'tokens-bundled.db'),
      )
    return { DATA_DIR: folder }
  }
  return { DATABASE_URL: await createDatabase(content === 'filled' ? 'template' : 'template0') }
}

/** A database with only these of the bundled tokens, so that the follower has little to read. */
export async function databaseWith(
  bundled: string[] = [],
): Promise<{ settings: DatabaseSettings; store: Store }> {
  const settings = await ownDatabase()
  const store = openDatabase(settings)
  const all = await store.query('SELECT principal FROM tokens')
  const others = all
    .map((row) => textOf(row, 'principal'))
    .filter((principal) => !bundled.includes(principal))
  await deleteTokens(store.query, others)
  return { settings, store }
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
  return openForTest(openStore(addressOf(settings), 'reader'))
}

/** For `openStore`. */
export function addressOf(settings: DatabaseSettings): string {
  return 'DATA_DIR' in settings
    ? `file:${join(settings.DATA_DIR, 'tokens-bundled.db')}`
    : settings.DATABASE_URL
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
