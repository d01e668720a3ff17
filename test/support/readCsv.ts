import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'

/** The rows of a CSV file as a strict reader of RFC 4180 has them, by the names of their columns. */
export function readCsv(text: string): Record<string, string>[] {
  expect(text.endsWith('\r\n')).toBe(true)
  return parse(text, { columns: true, record_delimiter: '\r\n' })
}

/** What a CSV file for spreadsheets says of itself, and its rows. */
export function readSpreadsheet(text: string) {
  expect(text.startsWith('\ufeff"# ')).toBe(true)
  const lines: string[][] = parse(text, {
    bom: true,
    relax_column_count: true,
    record_delimiter: '\r\n',
  })
  const facts = lines.filter((cells) => cells.length === 2)
  const [names = [], ...rows] = lines.slice(facts.length)
  return {
    facts: Object.fromEntries(facts),
    rows: rows.map((cells): Record<string, string> => {
      expect(cells).toHaveLength(names.length)
      return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
    }),
  }
}

/** The text in a cell that a spreadsheet is told to take as text. */
export function plain(cell: string | undefined): string {
  return /^="([0-9a-z.:-]*)"$/i.exec(cell ?? '')?.[1] ?? cell ?? ''
}

/** What a program may take for a formula, also one that takes `;` or a tab for the end of a cell. */
const FORMULA = /(^|[;\t\r\n])[=+\-@\t\r\n]/

/** That no program takes the cell for anything but what it says. */
export function expectHarmless(cell: string) {
  if (/^="-?[0-9][0-9a-z.:-]*"$/i.test(cell) || /^-?[0-9]+(\.[0-9]+)?$/.test(cell)) return
  expect(cell).not.toMatch(FORMULA)
}
