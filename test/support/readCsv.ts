import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'

/** Parses a CSV file strictly by RFC 4180. Rows are objects with the columns as keys. */
export function readCsv(text: string): Record<string, string>[] {
  expect(text.endsWith('\r\n')).toBe(true)
  return parse(text, { columns: true, record_delimiter: '\r\n' })
}
