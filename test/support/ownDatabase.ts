import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { openSqlite } from '../../src/service/database/sqlite.ts'
import { createDatabase } from './createDatabase.ts'

/** The URL of a writable copy of the filled database, deleted when the test ends. */
export async function filledDatabase(): Promise<string> {
  if (!inject('databaseUrl').startsWith('file:')) return createDatabase('filled')
  const file = newFile()
  copyFileSync(inject('databaseFile'), file)
  return `file:${file}`
}

/** The URL of a database with empty tables, deleted when the test ends. */
export async function emptyDatabase(): Promise<string> {
  return inject('databaseUrl').startsWith('file:') ? emptySqlite() : createDatabase('empty')
}

/** The URL of a SQLite database with empty tables, even if the tests use PostgreSQL. */
export async function emptySqlite(): Promise<string> {
  const file = newFile()
  const database = openSqlite(file)
  await database.fillIfNew(async () => {})
  await database.close()
  return `file:${file}`
}

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-own-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'cairn.db')
}
