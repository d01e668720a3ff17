import type { Source } from './batch.ts'

/** The others are only in the file of `--report`. */
export const MAX_SHOWN_REFUSALS = 20

export type Counts = { records: number; tokens: number; runes: number; refused: number }

/** What was imported, and the refused lines of `shown` with their reasons. */
export function summariseImport(
  { label, requests }: Source,
  counts: Counts,
  shown: string[],
): string {
  const [records, tokens] = [count(counts.records, 'record'), count(counts.tokens, 'token')]
  const lines = [
    `Imported ${label}: ${records}, ${tokens}, ${count(counts.runes, 'new or changed rune')}.`,
  ]
  if (requests !== undefined) lines.push(`Sent ${count(requests(), 'request')}.`)
  if (counts.refused > 0) lines.push(`Refused ${counts.refused.toLocaleString('en')}:`)
  lines.push(...shown.map((line) => `  ${line}`))
  if (counts.refused > shown.length) lines.push('  … --report <file> lists all of them.')
  return lines.join('\n')
}

export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}
