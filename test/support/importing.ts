import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import type { Row } from '../../src/service/database/database.ts'
import { openDatabase } from '../../src/service/database/open.ts'
import { runImport } from '../../src/service/import/runImport.ts'
import { createDatabase } from './createDatabase.ts'
import { generateLedger, type WireRecord } from './generateLedger.ts'
import { getJson } from './startService.ts'

/** A folder that goes when the test ends. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-import-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** The address of a database of the engine under test, without any record; a file is not there yet. */
export async function newDatabase(): Promise<string> {
  if (inject('databaseUrl').startsWith('file:')) return `file:${join(makeFolder(), 'cairn.db')}`
  return createDatabase('empty')
}

/** A file with these records or lines. */
export function writeLines(lines: (object | string)[], folder = makeFolder()): string {
  const file = join(folder, 'lines.ndjson')
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  writeFileSync(file, texts.map((text) => `${text}\n`).join(''))
  return file
}

export type Import = { child: ChildProcess; output: () => string; ended: Promise<number | null> }

/** Starts what `scripts/import.mjs` runs once all is built, as `buildExplorer.ts` has done. */
export function startImport(databaseUrl: string, args: string[]): Import {
  const child = spawn(process.execPath, ['build/service/import.js', ...args], {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl },
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

/** The exit code and all that an import said, run in this process. */
export async function importInto(
  databaseUrl: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const lines: string[] = []
  const print = (line: string) => lines.push(`${line}\n`)
  const settings = { DATABASE_URL: databaseUrl, ...environment }
  const code = await runImport(args, settings, { log: print, error: print })
  return { code, output: lines.join('') }
}

/** What is stored, read on its own. */
export async function select(databaseUrl: string, sql: string): Promise<Row[]> {
  const store = openDatabase(databaseUrl, { connections: 1, timeout: 0 })
  const rows = await store.query(sql, [])
  await store.close()
  return rows
}

/** All of the ledger, newest first. */
export const LEDGER = `SELECT rune_id, block_hash, CAST(block_height AS TEXT) AS block_height,
    CAST(tx_index AS TEXT) AS tx_index, CAST(event_index AS TEXT) AS event_index, tx_id,
    CAST(output AS TEXT) AS output, address, receiver_address, CAST(amount AS TEXT) AS amount,
    CAST(operation AS TEXT) AS operation, CAST(timestamp AS TEXT) AS timestamp
  FROM ledger WHERE block_height < 900000000
  ORDER BY ledger.block_height DESC, ledger.tx_index DESC, ledger.event_index DESC, tx_id DESC`

/** True ledgers of several blocks, newest first, as services and the explorer's downloads list them. */
export function generateBlocks(blocks: number, size: number): WireRecord[] {
  return Array.from({ length: blocks }, (_, index) => {
    const height = 850_000 + blocks - index
    return generateLedger(height, size).records.map((record) => moveTo(record, height))
  }).flat()
}

/** The record in another block, whose hash ends with its height and `fork`. */
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

/** The records of a list, page by page, as a service tells them. */
export async function readAll(origin: string, list: string, limit = 1000): Promise<WireRecord[]> {
  const records: WireRecord[] = []
  for (;;) {
    const path = `/runes/v1/${list}/activity?offset=${records.length}&limit=${limit}`
    const { body } = await getJson(origin, path)
    records.push(...body.results)
    if (records.length >= body.total) return records
  }
}

/** What was generated, as our service tells it. */
export function asTold({ location, ...rest }: WireRecord): object {
  const [block_hash, tx_id] = [`0x${location.block_hash}`, `0x${location.tx_id}`]
  const output = location.vout === undefined ? {} : { output: tx_id }
  return { ...rest, location: { ...location, block_hash, tx_id, ...output } }
}
