import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openSqlite } from '../../src/service/database/sqlite.ts'
import { loadSnapshot } from '../../src/service/snapshot/load.ts'

export const SNAPSHOT = 'src/service/snapshot/data'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of a database filled with the snapshot, to be read by every test of the run. */
    databaseFile: string
  }
}

/** Fills one real database for the whole run. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-test-'))
  const file = join(folder, 'cairn.db')
  const database = openSqlite(file)
  database.fillIfNew((connection) => loadSnapshot(connection, SNAPSHOT))
  void database.close()
  project.provide('databaseFile', file)
  return () => rmSync(folder, { recursive: true })
}
