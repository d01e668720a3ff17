import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'

/** Parses a CSV file strictly by RFC 4180. Rows are objects with the columns as keys. */
export function readCsv(text: string): Record<string, string>[] {
  expect(text.endsWith('\r\n')).toBe(true)
  return parse(text, { columns: true, record_delimiter: '\r\n' })
}

/** Parses a CSV file for Excel, which begins with a byte order mark. */
export function readExcelCsv(text: string): Record<string, string>[] {
  expect(text.startsWith('\ufeff"')).toBe(true)
  return readCsv(text.slice(1))
}

/** The text of a cell that is written as `="…"`. */
export function textOf(cell: string | undefined): string {
  return /^="([0-9a-z.:-]*)"$/i.exec(cell ?? '')?.[1] ?? cell ?? ''
}

/** Text that a program may read as a formula, even if it splits cells at `;` or tabs. */
const FORMULA = /(^|[;\t\r\n])[=+\-@\t\r\n]/

/** Expects that no program reads the cell as a formula from the record. */
export function expectHarmless(cell: string) {
  if (/^="-?[0-9][0-9a-z.:-]*"$/i.test(cell) || /^-?[0-9]+(\.[0-9]+)?$/.test(cell)) return
  expect(cell).not.toMatch(FORMULA)
}
