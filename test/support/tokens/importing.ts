import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { runImport } from '../../../src/service/imports/runImport.ts'
import { type DatabaseSettings, makeFolder } from './databases.ts'

export const ADDRESS = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3'

/** A line of a token of ADDRESS. */
export function tokenLine(contract: string, fields: object = {}): object {
  return { principal: `${ADDRESS}.${contract}`, token: fields }
}

/** Writes a file with these lines and returns its path. */
export function writeLines(lines: (object | string)[]): string {
  const file = join(makeFolder(), 'lines.ndjson')
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  writeFileSync(file, texts.map((text) => `${text}\n`).join(''))
  return file
}

/** Runs an import in this process. `output` has both streams. */
export async function importInto(
  database: DatabaseSettings,
  args: string[],
  { environment, stdin }: { environment?: Record<string, string>; stdin?: Readable } = {},
): Promise<{ code: number; output: string }> {
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  const settings = { ...environment, ...database }
  const terminal = { log: print, error: print, ...(stdin !== undefined && { stdin }) }
  const code = await runImport(args, settings, terminal)
  return { code, output: lines.join('\n') }
}
