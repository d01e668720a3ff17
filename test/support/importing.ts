import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import type { Row } from '../../src/service/database/database.ts'
import { openDatabase } from '../../src/service/database/openDatabase.ts'
import { runImport } from '../../src/service/import/runImport.ts'
import { createDatabase } from './createDatabase.ts'
import { generateLedger, type WireRecord } from './generateLedger.ts'
import { MAIN } from './startCairn.ts'
import { getJson } from './startService.ts'

/** A folder that is deleted when the test ends. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-import-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** The URL of a database without records, of the engine under test. A SQLite file does not exist yet. */
export async function newDatabase(): Promise<string> {
  if (inject('databaseUrl').startsWith('file:')) return `file:${join(makeFolder(), 'cairn.db')}`
  return createDatabase('empty')
}

/** Writes a file with these records or lines and returns its path. */
export function writeLines(lines: (object | string)[], folder = makeFolder()): string {
  const file = join(folder, 'lines.ndjson')
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  writeFileSync(file, texts.map((text) => `${text}\n`).join(''))
  return file
}

/** No import waits for its budget of requests. */
const FAST = { UPSTREAM_RATE: '100000' }

export type Import = { child: ChildProcess; output: () => string; ended: Promise<number | null> }

/** Starts the import program in a process of its own. `buildExplorer.ts` must have built it. */
export function startImport(
  databaseUrl: string,
  args: string[],
  environment: Record<string, string> = {},
): Import {
  const child = spawn(process.execPath, [MAIN, 'import', ...args], {
    cwd: tmpdir(),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      ...FAST,
      ...environment,
    },
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  return { child, output: () => output, ended: once(child, 'close').then(([code]) => code) }
}

/** Runs an import in this process and returns its exit code and output. */
export async function importInto(
  databaseUrl: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const lines: string[] = []
  const print = (line: string) => lines.push(`${line}\n`)
  const settings = { DATABASE_URL: databaseUrl, ...FAST, ...environment }
  const code = await runImport(args, settings, { log: print, error: print })
  return { code, output: lines.join('') }
}

/** Reads rows with SQL over a connection of its own. */
export async function select(databaseUrl: string, sql: string): Promise<Row[]> {
  const store = openDatabase(databaseUrl, { connections: 1, timeoutMs: 0 })
  const rows = await store.query(sql, [])
  await store.close()
  return rows
}

/** Selects the whole ledger, newest first. */
export const LEDGER = `SELECT rune_id, block_hash, CAST(block_height AS TEXT) AS block_height,
    CAST(tx_index AS TEXT) AS tx_index, CAST(event_index AS TEXT) AS event_index, tx_id,
    CAST(output AS TEXT) AS output, address, receiver_address, CAST(amount AS TEXT) AS amount,
    CAST(operation AS TEXT) AS operation, CAST(timestamp AS TEXT) AS timestamp
  FROM ledger WHERE block_height < 900000000
  ORDER BY ledger.block_height DESC, ledger.tx_index DESC, ledger.event_index DESC, tx_id DESC`

/** Generates the records of several valid blocks, newest first. */
export function generateBlocks(blocks: number, size: number): WireRecord[] {
  return Array.from({ length: blocks }, (_, index) => {
    const height = 850_000 + blocks - index
    return generateLedger(height, size).records.map((record) => moveTo(record, height))
  }).flat()
}

/** Moves a record to another block. `fork` distinguishes blocks of one height by their hashes. */
export function moveTo(record: WireRecord, height: number, fork = 0): WireRecord {
  const block = height.toString(16).padStart(8, '0')
  const location = {
    ...record.location,
    block_height: height,
    block_hash: `${'0'.repeat(48)}${fork.toString(16).padStart(8, '0')}${block}`,
    tx_id: `${block}${record.location.tx_id.slice(8)}`,
  }
  return { ...record, location }
}

/** Reads all records of a list from a service, page by page. */
export async function readAll(origin: string, list: string, limit = 1000): Promise<WireRecord[]> {
  const records: WireRecord[] = []
  for (;;) {
    const path = `/runes/v1/${list}/activity?offset=${records.length}&limit=${limit}`
    const { body } = await getJson(origin, path)
    records.push(...body.results)
    if (records.length >= body.total) return records
  }
}

/** A generated record in the form that our service returns. */
export function asServed({ location, ...rest }: WireRecord): object {
  const [block_hash, tx_id] = [`0x${location.block_hash}`, `0x${location.tx_id}`]
  const output = location.vout === undefined ? {} : { output: tx_id }
  return { ...rest, location: { ...location, block_hash, tx_id, ...output } }
}
