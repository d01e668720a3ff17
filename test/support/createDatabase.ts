import { inject, onTestFinished } from 'vitest'
import { run } from './fillPostgres.ts'

let made = 0

/**
 * Creates a PostgreSQL database that is dropped when the test ends. It has no tables (`template0`), our
 * tables without rows (`empty`), or an indexer's tables with the snapshot (`filled`). Returns its URL for
 * the superuser.
 */
export async function createDatabase(template: 'template0' | 'empty' | 'filled'): Promise<string> {
  const url = inject('postgresUrl')
  const name = `test_${process.pid}_${made++}`
  await run(url, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY wal_log`)
  onTestFinished(() => run(url, `DROP DATABASE ${name} WITH (FORCE)`))
  return url.replace(/[^/]*$/, name)
}
