import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import pg from 'pg'
import { MAIN } from './startCairn.ts'

/** The rows of a query. */
export async function select(url: string, sql: string) {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

/** Runs a command of the built service. */
export function runCommand(args: string[], environment: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    cwd: tmpdir(),
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}
