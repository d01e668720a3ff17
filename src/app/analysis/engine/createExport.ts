import { parse, stringify } from 'lossless-json'
import * as v from 'valibot'
import type { ActivityRow } from '../../../contract/activity.ts'
import { NET_COLUMNS, RECORD_COLUMNS } from './exportColumns.ts'
import {
  EXPORT_FILES,
  type ExportFormat,
  type Table,
  tableOf,
  writeCsv,
  writeLines,
} from './exportFormats.ts'
import { type Filter, filterRows, isEmpty } from './filter.ts'
import type { ReadPage } from './listReader.ts'
import { type ListRow, readable } from './listRecord.ts'
import { netByAddress, netFilter } from './netByAddress.ts'
import { type Sort, sortRows } from './sort.ts'
import { type Subject, subjectSlug } from './subject.ts'

/** What was read of a list. `total` is the number of records that the service reports. */
export type ReadList = { subject: Subject; pages: ReadPage[]; rows: ListRow[]; total: number }

/** All records, the filtered and sorted ones, or the net changes that match the filter. */
export type ExportScope = 'all' | 'filtered' | 'nets'
export type ExportOptions = { scope: ExportScope; filter: Filter; sort: Sort }

type Export = { name: string; mediaType: string; text: string }

/** A file of the records read so far. */
export function createExport(list: ReadList, options: ExportOptions, format: ExportFormat): Export {
  const { suffix, mediaType } = EXPORT_FILES[format]
  return {
    name: nameFile(list, options) + suffix,
    mediaType,
    text:
      format === 'ndjson'
        ? writeNdjson(list, options)
        : writeCsv(createTable(list, options), format),
  }
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
export function createTable(list: ReadList, options: ExportOptions): Table {
  return options.scope === 'nets'
    ? tableOf(NET_COLUMNS, selectNets(list, options))
    : tableOf(RECORD_COLUMNS, selectRows(list, options))
}

function selectRows({ rows }: ReadList, { scope, filter, sort }: ExportOptions): ListRow[] {
  return scope === 'all' ? rows : sortRows(filterRows(rows, filter), sort)
}

function selectNets({ subject, rows }: ReadList, { filter }: ExportOptions) {
  return netByAddress(readable(rows), netFilter(subject, filter))
}

/** The raw records, one per line; or the net changes, with amounts as strings. */
function writeNdjson(list: ReadList, options: ExportOptions): string {
  if (options.scope === 'nets') return writeLines(selectNets(list, options), JSON.stringify)
  const sources = readSources(list.pages)
  return writeLines(selectRows(list, options), ({ row }) => sources.get(row) ?? '')
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
