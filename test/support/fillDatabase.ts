import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openSqlite } from '../../src/service/database/sqlite.ts'
import { loadSnapshot } from '../../src/service/snapshot/loadSnapshot.ts'

export const SNAPSHOT = 'src/service/snapshot/data'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of a database filled with the snapshot. All tests of the run read it. */
    databaseFile: string
    /** The URL of the database that the service under test reads. */
    databaseUrl: string
  }
}

/** Fills one SQLite database, which all projects of the run share. */
export async function setup(project: TestProject): Promise<(() => void) | undefined> {
  if ('databaseFile' in project.getProvidedContext()) return
  const run = project.vitest.getRootProject()
  const folder = mkdtempSync(join(tmpdir(), 'cairn-test-'))
  const file = join(folder, 'cairn.db')
  const database = openSqlite(file)
  await database.fillOrMigrate('', (query) => loadSnapshot(query, SNAPSHOT))
  await database.close()
  run.provide('databaseFile', file)
  run.provide('databaseUrl', `file:${file}`)
  return () => rmSync(folder, { recursive: true })
}
