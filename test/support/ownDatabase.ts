import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { openSqlite } from '../../src/service/database/sqlite.ts'
import { createDatabase } from './createDatabase.ts'

/** The address of a copy of the filled database, to be written to, until the test ends. */
export async function filledDatabase(): Promise<string> {
  if (!inject('databaseUrl').startsWith('file:')) return createDatabase('filled')
  const file = ownFile()
  copyFileSync(inject('databaseFile'), file)
  return `file:${file}`
}

/** The address of a database with our tables and nothing in them, until the test ends. */
export async function emptyDatabase(): Promise<string> {
  return inject('databaseUrl').startsWith('file:') ? emptySqlite() : createDatabase('empty')
}

/** The same, whatever the engine under test. */
export async function emptySqlite(): Promise<string> {
  const file = ownFile()
  const database = openSqlite(file)
  await database.fillIfNew(async () => {})
  await database.close()
  return `file:${file}`
}

function ownFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-own-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'cairn.db')
}
