import type { TestProject } from 'vitest/node'
import type { Store } from '../../src/database/database.ts'
import { openStore } from '../../src/database/openStore.ts'
import { startPostgres } from '../../tools/startPostgres.ts'
import { closing, fillBundled, fillDemo, fillTokens } from './fillDatabases.ts'
import { runStatement } from './tokens/runStatement.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server, for its superuser. All tests of the run read its databases `bundled` and `demo`. */
    postgresServer: string
  }
}

/** Starts PostgreSQL and fills its databases once, for all projects of the run. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if ('postgresServer' in project.getProvidedContext()) return
  const { url, stop } = await startPostgres()
  const server = url('postgres')
  const create = async (name: string, template: string, fill: (store: Store) => Promise<void>) => {
    await runStatement(server, `CREATE DATABASE ${name} TEMPLATE ${template}`)
    await closing(openStore(url(name), 'import'), fill)
  }
  // PostgreSQL copies only databases without connections: tests copy `template`, which has the tokens.
  await create('template', 'template0', fillTokens)
  await create('bundled', 'template', fillBundled)
  await create('demo', 'template', fillDemo)
  await runStatement(server, "CREATE ROLE reader LOGIN PASSWORD 'reader'")
  for (const name of ['bundled', 'demo']) {
    await runStatement(url(name), 'GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader')
  }
  project.vitest.getRootProject().provide('postgresServer', server)
  return stop
}
