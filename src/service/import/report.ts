import { openSync, writeSync } from 'node:fs'
import { ImportError, type Refused } from './batch.ts'
import type { Written } from './writeBatch.ts'

const MAX_SHOWN = 20

/** Opens a file that takes all refusals, a line each. @throws {ImportError} */
export function openReportFile(path: string): number {
  try {
    return openSync(path, 'w')
  } catch (cause) {
    throw new ImportError(`${path} cannot be written.`, { cause })
  }
}

/** Counts what an import writes of a source and what it refuses. `lines` is the result, for people. */
export function createReport(label: string, file: number | undefined) {
  const counts = { records: 0, tokens: 0, runes: 0, unknown: 0, refused: 0, replaced: 0 }
  const [refusals, replacements]: [string[], string[]] = [[], []]

  function add({ refused, replaced, ...written }: Written): void {
    for (const { place, reason } of refused.toSorted(byPlace)) {
      if (file !== undefined) writeSync(file, `${label}: ${place}: ${reason}\n`)
      if (refusals.length < MAX_SHOWN) refusals.push(`  ${place}: ${reason}`)
    }
    replacements.push(...replaced.slice(0, MAX_SHOWN - replacements.length))
    const added = { ...written, refused: refused.length, replaced: replaced.length }
    for (const name of COUNTED) counts[name] += added[name]
  }

  function lines(): string[] {
    const { records, tokens, runes, unknown, refused, replaced } = counts
    return [
      `Imported ${label}: ${count(records, 'record')}, ${count(tokens, 'token')}, ${count(runes, 'new or changed rune')}.`,
      ...replacements,
      ...more(replaced, 'replaced block'),
      ...(unknown === 0 ? [] : [`The service does not hold ${count(unknown, 'identifier')}.`]),
      ...(refused === 0 ? [] : [`Refused ${refused.toLocaleString('en')}:`, ...refusals]),
      ...more(refused, 'refusal'),
    ]
  }

  return { counts, add, lines }
}

const COUNTED = ['records', 'tokens', 'runes', 'unknown', 'refused', 'replaced'] as const
const byNumber = new Intl.Collator('en', { numeric: true })

function byPlace(a: Refused, b: Refused): number {
  return byNumber.compare(a.place, b.place)
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

function more(total: number, noun: string): string[] {
  return total > MAX_SHOWN ? [`  … and ${count(total - MAX_SHOWN, `more ${noun}`)}.`] : []
}
