import { inject, onTestFinished } from 'vitest'
import { run } from './fillPostgres.ts'

let made = 0

/**
 * A PostgreSQL database of the test's own, dropped when it ends: with nothing in it, with our tables
 * and nothing in them, or a copy of the one that has an indexer's tables and the snapshot. Returns its
 * address, as the superuser.
 */
export async function createDatabase(template: 'template0' | 'empty' | 'filled'): Promise<string> {
  const url = inject('postgresUrl')
  const name = `test_${process.pid}_${made++}`
  await run(url, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY wal_log`)
  onTestFinished(() => run(url, `DROP DATABASE ${name} WITH (FORCE)`))
  return url.replace(/[^/]*$/, name)
}
