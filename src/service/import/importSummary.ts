import type { Source } from './batch.ts'

/** The others are only in the file of `--report`. */
export const MAX_SHOWN_REFUSALS = 20

/** Counts what was imported from a source. */
export function createImportSummary({ label, requests }: Source) {
  const counts = { records: 0, tokens: 0, runes: 0, refused: 0 }
  const shown: string[] = []
  return {
    /** @param refused the refused lines with their reasons. */
    add({ records, tokens, runes }: Written, refused: string[]): void {
      counts.records += records
      counts.tokens += tokens
      counts.runes += runes
      counts.refused += refused.length
      shown.push(...refused.slice(0, MAX_SHOWN_REFUSALS - shown.length))
    },
    written: () => counts.records + counts.tokens + counts.runes,
    refused: () => counts.refused,
    describe(): string {
      const [records, tokens] = [count(counts.records, 'record'), count(counts.tokens, 'token')]
      const lines = [
        `Imported ${label}: ${records}, ${tokens}, ${count(counts.runes, 'new or changed rune')}.`,
      ]
      if (requests !== undefined) lines.push(`Sent ${count(requests(), 'request')}.`)
      if (counts.refused > 0) lines.push(`Refused ${counts.refused.toLocaleString('en')}:`)
      lines.push(...shown.map((line) => `  ${line}`))
      if (counts.refused > shown.length) lines.push('  … --report <file> lists all of them.')
      return lines.join('\n')
    },
  }
}

type Written = { records: number; tokens: number; runes: number }

export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}
