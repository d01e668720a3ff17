import { parse, stringify } from 'lossless-json'
import * as v from 'valibot'
import type { ActivityRow } from '../../../contract/activity.ts'
import { type Cell, csvLine } from './csv.ts'
import { type ExportColumn, NET_COLUMNS, RECORD_COLUMNS } from './exportColumns.ts'
import { type Filter, filterRows, isEmpty } from './filter.ts'
import type { ReadPage } from './listReader.ts'
import { type ListRow, readable } from './listRecord.ts'
import { netByAddress } from './netByAddress.ts'
import { type Sort, sortRows } from './sort.ts'
import { type Subject, subjectSlug } from './subject.ts'

/** What was read of a list. `total` is the number of records that the service reports. */
export type ReadList = { subject: Subject; pages: ReadPage[]; rows: ListRow[]; total: number }

/** All records, the filtered and sorted ones, or the net changes that match the filter. */
export type ExportScope = 'all' | 'filtered' | 'nets'
export type ExportFormat = 'csv' | 'excel' | 'ndjson'
export type ExportOptions = { scope: ExportScope; filter: Filter; sort: Sort }

export type Export = { name: string; mediaType: string; text: string }

/** A file of the records read so far. */
export function createExport(list: ReadList, options: ExportOptions, format: ExportFormat): Export {
  const { suffix, mediaType } = FILES[format]
  return {
    name: nameFile(list, options) + suffix,
    mediaType,
    text: format === 'ndjson' ? writeNdjson(list, options) : writeCsv(list, options, format),
  }
}

const FILES: Record<ExportFormat, { suffix: string; mediaType: string }> = {
  csv: { suffix: '.csv', mediaType: 'text/csv;charset=utf-8' },
  excel: { suffix: '-excel.csv', mediaType: 'text/csv;charset=utf-8' },
  ndjson: { suffix: '.ndjson', mediaType: 'application/x-ndjson' },
}

/** "block-849250-filtered-partial-12000-of-20000" */
function nameFile({ subject, rows, total }: ReadList, { scope, filter }: ExportOptions): string {
  const { runes, address, text } = filter
  const isFiltered =
    scope === 'nets' ? runes.length > 0 || (address ?? text) !== undefined : !isEmpty(filter)
  return [
    subjectSlug(subject),
    ...(scope === 'nets' ? ['net'] : []),
    ...(scope !== 'all' && isFiltered ? ['filtered'] : []),
    ...(scope === 'filtered' && !isFiltered ? ['sorted'] : []),
    ...(rows.length < total ? ['partial', rows.length, 'of', total] : []),
  ].join('-')
}

/** The rows of an export as cells, and the names of their columns. */
export function createTable(
  list: ReadList,
  options: ExportOptions,
): { names: string[]; rows: Cell[][] } {
  return options.scope === 'nets'
    ? tableOf(NET_COLUMNS, selectNets(list, options))
    : tableOf(RECORD_COLUMNS, selectRows(list, options))
}

function tableOf<Row>(columns: ExportColumn<Row>[], rows: Row[]) {
  return {
    names: columns.map(({ name }) => name),
    rows: rows.map((row) => columns.map(({ cellOf }) => cellOf(row))),
  }
}

function selectRows({ rows }: ReadList, { scope, filter, sort }: ExportOptions): ListRow[] {
  return scope === 'all' ? rows : sortRows(filterRows(rows, filter), sort)
}

function selectNets({ rows }: ReadList, { filter }: ExportOptions) {
  return netByAddress(readable(rows), filter)
}

function writeCsv(list: ReadList, options: ExportOptions, format: 'csv' | 'excel'): string {
  const { names, rows } = createTable(list, options)
  const lines = [names, ...rows].map((cells) => csvLine(cells, format))
  // Without a byte order mark, Excel assumes its local code page.
  return (format === 'excel' ? '\ufeff' : '') + lines.join('')
}

/** The raw records, one per line; or the net changes, with amounts as strings. */
function writeNdjson(list: ReadList, options: ExportOptions): string {
  if (options.scope === 'nets') return writeLines(selectNets(list, options), JSON.stringify)
  const sources = readSources(list.pages)
  return writeLines(selectRows(list, options), ({ row }) => sources.get(row) ?? '')
}

function writeLines<Row>(rows: Row[], write: (row: Row) => string): string {
  return rows.map((row) => `${write(row)}\n`).join('')
}

const Page = v.object({ results: v.array(v.unknown()) })

/** The raw JSON of each row, with the exact digits of every number. */
function readSources(pages: ReadPage[]): Map<ActivityRow, string> {
  // The last duplicate wins, as in the JSON.parse that read the response.
  const options = { onDuplicateKey: ({ newValue }: { newValue: unknown }) => newValue }
  const sources = new Map<ActivityRow, string>()
  for (const { text, value } of pages) {
    const { results } = v.parse(Page, parse(text, null, options))
    for (const [index, row] of value.results.entries())
      sources.set(row, stringify(results[index]) ?? '')
  }
  return sources
}
