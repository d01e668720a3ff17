import { blockText } from '../../../contract/identifiers.ts'
import { type CellForm, csvLine } from './csv.ts'
import { writeEvidence } from './evidence.ts'
import { isEmpty } from './filter.ts'
import { headOf, type Source } from './source.ts'
import { type Choice, createTable, settle, type Table } from './table.ts'

/**
 * `spreadsheet` is CSV with a head that says where it comes from; `csv`, for programs, begins with
 * its columns' names. `ndjson` is each record as the service sent it, one a line, and nothing else:
 * where it comes from is told by `evidence`.
 */
export type Form = 'spreadsheet' | 'csv' | 'ndjson' | 'evidence'

/** A part of a file, and how many of the file's rows are written with it. */
export type Slice = { text: string; rows: number }

/** A file to be written, slice by slice. */
export type Export = {
  name: string
  mediaType: string
  rows: number
  slices: AsyncGenerator<Slice> | Generator<Slice>
}

/** A file of what was read until now; what is read later does not change it. */
export function createExport(source: Source, asked: Choice, form: Form): Export {
  const choice = settle(asked)
  const table = createTable(source.rows, source.pages, choice)
  const { ending, mediaType } = FILES[form]
  return {
    name: nameOf(source, choice) + ending,
    mediaType,
    rows: table.rows.length,
    slices: WRITERS[form](table, source, choice),
  }
}

const FILES: Record<Form, { ending: string; mediaType: string }> = {
  spreadsheet: { ending: '.csv', mediaType: 'text/csv;charset=utf-8' },
  csv: { ending: '-plain.csv', mediaType: 'text/csv;charset=utf-8' },
  ndjson: { ending: '.ndjson', mediaType: 'application/x-ndjson' },
  evidence: { ending: '-evidence.json', mediaType: 'application/json' },
}

/** "block-849250-filtered-partial-12000-of-20000" */
function nameOf({ subject, rows, total }: Source, { scope, filter }: Choice): string {
  return [
    subject.kind === 'block' ? `block-${blockText(subject.block)}` : `transaction-${subject.txId}`,
    ...(scope === 'nets' ? ['net'] : []),
    ...(isEmpty(filter) ? [] : ['filtered']),
    ...(scope === 'shown' && isEmpty(filter) ? ['sorted'] : []),
    ...(rows.length < total ? ['partial', rows.length, 'of', total] : []),
  ].join('-')
}

type Write = (table: Table, source: Source, choice: Choice) => Export['slices']

const WRITERS: Record<Form, Write> = {
  spreadsheet: (table, source, choice) => {
    const head = headOf(source, choice).map((facts) => csvLine(facts, 'spreadsheet'))
    return writeCsv(table, `\ufeff${head.join('')}`, 'spreadsheet')
  },
  csv: (table) => writeCsv(table, '', 'plain'),
  ndjson: writeLines,
  evidence: (table, source, choice) => writeEvidence([...writeLines(table)], source, choice),
}

function writeLines(table: Table): Generator<Slice> {
  return inSlices(table, ({ json }) => `${json()}\n`)
}

function* writeCsv(table: Table, head: string, form: CellForm): Generator<Slice> {
  yield { text: head + csvLine(table.columns, form), rows: 0 }
  yield* inSlices(table, ({ cells }) => csvLine(cells(), form))
}

const SLICE = 1000

function* inSlices(
  { rows }: Table,
  write: (row: Table['rows'][number]) => string,
): Generator<Slice> {
  for (let from = 0; from < rows.length; from += SLICE) {
    const part = rows.slice(from, from + SLICE)
    yield { text: part.map(write).join(''), rows: from + part.length }
  }
}
