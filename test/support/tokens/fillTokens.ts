import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Store } from '../../../src/database/database.ts'
import { openPostgres } from '../../../src/database/postgres.ts'
import { openSqlite } from '../../../src/database/sqlite.ts'
import { openTokens } from '../../../src/service/tokens/openTokens.ts'
import { startPostgres } from '../../../tools/startPostgres.ts'
import { runStatement } from './runStatement.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A SQLite file with the bundled tokens. */
    tokensFile: string
    /** A PostgreSQL server whose database `tokens` has the bundled tokens; `template` is a copy to copy. */
    tokensPostgres: string
  }
}

/** Fills a database of each engine, which all tests of the run read. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-tokens-'))
  const file = join(folder, 'tokens.db')
  await fill(openSqlite(file))
  const postgres = await startPostgres()
  const server = postgres.url('postgres')
  await runStatement(server, 'CREATE DATABASE template')
  await fill(openPostgres(postgres.url('template'), { connections: 1, timeoutMs: 0 }))
  await runStatement(server, 'CREATE DATABASE tokens TEMPLATE template')
  project.provide('tokensFile', file)
  project.provide('tokensPostgres', server)
  return async () => {
    rmSync(folder, { recursive: true })
    await postgres.stop()
  }
}

async function fill(store: Store): Promise<void> {
  await openTokens(store, () => {})
  await store.close()
}
