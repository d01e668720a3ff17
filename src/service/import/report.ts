import { closeSync, openSync, writeSync } from 'node:fs'
import type { Query } from '../database/database.ts'
import { ImportError } from './importError.ts'
import { type Counts, importId, readRefusals, readReplacedBlocks } from './importLog.ts'

const MOST_SHOWN = 20

/** Where all that was refused is written, a line each. */
export type RefusalFile = { write(line: string): void; close(): void }

/** @throws {ImportError} when it cannot be written. */
export function openRefusalFile(path: string): RefusalFile {
  try {
    const file = openSync(path, 'w')
    return { write: (line) => writeSync(file, `${line}\n`), close: () => closeSync(file) }
  } catch (cause) {
    throw new ImportError(`${path} cannot be written.`, { cause })
  }
}

/**
 * What an import did, in lines for people: what was written, which blocks were replaced, and what was
 * refused and why; all of that goes into `file`, and some is shown.
 */
export async function reportOf(
  query: Query,
  { name, label, counts }: { name: string; label: string; counts: Counts },
  file: RefusalFile | undefined,
): Promise<string[]> {
  const replaced = await readReplacedBlocks(query, importId(name))
  const shown: string[] = []
  for await (const { place, reason } of readRefusals(query, importId(name))) {
    if (shown.length < MOST_SHOWN) shown.push(`  ${place}: ${reason}`)
    else if (file === undefined) break
    file?.write(`${label}: ${place}: ${reason}`)
  }
  return [
    `Imported ${label}: ${count(counts.records, 'record')}, ${count(counts.tokens, 'token')}, ${count(counts.runes, 'new or changed rune')}.`,
    ...replaced
      .slice(0, MOST_SHOWN)
      .map(
        (block) =>
          `Replaced block ${block.height}, of which ${count(block.records, 'record')} were held as ${block.hash}.`,
      ),
    ...more(replaced.length, 'replaced block'),
    ...(counts.unknown === 0
      ? []
      : [`It holds nothing of ${count(counts.unknown, 'identifier')}.`]),
    ...(counts.refused === 0 ? [] : [`Refused ${counts.refused.toLocaleString('en')}:`, ...shown]),
    ...more(counts.refused, 'refusal'),
  ]
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

function more(total: number, noun: string): string[] {
  return total > MOST_SHOWN ? [`  … and ${count(total - MOST_SHOWN, `more ${noun}`)}.`] : []
}
