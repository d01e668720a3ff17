import { type Cell, csvLine } from './csv.ts'
import type { ExportColumn } from './exportColumns.ts'

export const EXPORT_FORMATS = ['csv', 'excel', 'ndjson'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const EXPORT_FILES: Record<
  ExportFormat,
  { name: string; suffix: string; mediaType: string }
> = {
  csv: { name: 'CSV', suffix: '.csv', mediaType: 'text/csv;charset=utf-8' },
  excel: { name: 'CSV for Excel', suffix: '-excel.csv', mediaType: 'text/csv;charset=utf-8' },
  ndjson: { name: 'NDJSON', suffix: '.ndjson', mediaType: 'application/x-ndjson' },
}

export type Table = { names: string[]; rows: Cell[][] }

export function tableOf<Row>(columns: ExportColumn<Row>[], rows: Row[]): Table {
  return {
    names: columns.map(({ name }) => name),
    rows: rows.map((row) => columns.map(({ cellOf }) => cellOf(row))),
  }
}

/** A header row, then the rows. */
export function writeCsv({ names, rows }: Table, format: 'csv' | 'excel'): string {
  const lines = [names, ...rows].map((cells) => csvLine(cells, format))
  // Without a byte order mark, Excel assumes its local code page.
  return (format === 'excel' ? '\ufeff' : '') + lines.join('')
}

/** One JSON text per line. */
export function writeLines<Row>(rows: Row[], write: (row: Row) => string): string {
  return rows.map((row) => `${write(row)}\n`).join('')
}
