import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'

/** The rows of a CSV file as a strict reader of RFC 4180 has them, by the names of their columns. */
export function readCsv(text: string): Record<string, string>[] {
  expect(text.endsWith('\r\n')).toBe(true)
  return parse(text, { columns: true, record_delimiter: '\r\n' })
}

/** The rows of a CSV file for Excel, which begins with a byte order mark. */
export function readExcelCsv(text: string): Record<string, string>[] {
  expect(text.startsWith('\ufeff"')).toBe(true)
  return readCsv(text.slice(1))
}

/** The text of a cell that is written as `="…"`. */
export function textOf(cell: string | undefined): string {
  return /^="([0-9a-z.:-]*)"$/i.exec(cell ?? '')?.[1] ?? cell ?? ''
}

/** What a program may take for a formula, also one that takes `;` or a tab for the end of a cell. */
const FORMULA = /(^|[;\t\r\n])[=+\-@\t\r\n]/

/** Expects that no program takes the cell for a formula of the record's. */
export function expectHarmless(cell: string) {
  if (/^="-?[0-9][0-9a-z.:-]*"$/i.test(cell) || /^-?[0-9]+(\.[0-9]+)?$/.test(cell)) return
  expect(cell).not.toMatch(FORMULA)
}
