import type { RuneActivity } from '../../../contract/activity.ts'
import type { Cell } from './csv.ts'
import { type Filter, filterRows, NO_FILTER } from './filter.ts'
import { type NetRow, netByAddress } from './net.ts'
import { createLineWriter } from './rawLines.ts'
import type { ReadPage } from './reading.ts'
import { AS_READ, type Sort, sortRows } from './sort.ts'
import { readable, type WholeRow } from './wholeRecord.ts'

/** What is taken: all records, those that are shown (filtered and sorted), or the nets of those. */
export type Choice = { scope: 'all' | 'shown' | 'nets'; filter: Filter; sort: Sort }

/** What is taken, before it has a form: each row as cells, or as a line of JSON. */
export type Table = { columns: string[]; rows: { cells: () => Cell[]; json: () => string }[] }

/** What of a choice has a meaning: nets are of whole accounts, and have an order of their own. */
export function settle({ scope, filter, sort }: Choice): Choice {
  if (scope === 'shown') return { scope, filter, sort }
  const { operations, min, max, output, ...ofAccounts } = scope === 'nets' ? filter : NO_FILTER
  return { scope, filter: { ...ofAccounts, operations: [] }, sort: AS_READ }
}

/** Of records, the JSON is what the service sent; of nets, all amounts are text. */
export function createTable(rows: WholeRow[], pages: ReadPage[], choice: Choice): Table {
  const { scope, filter, sort } = choice
  if (scope === 'nets')
    return tableOf(netByAddress(readable(rows), filter), NET_COLUMNS, (net) => JSON.stringify(net))
  const lineOf = createLineWriter(pages)
  const chosen = sortRows(filterRows(rows, filter), sort)
  return tableOf(chosen, RECORD_COLUMNS, ({ row }) => lineOf(row))
}

type Column<Row> = { name: string; of: (row: Row) => Cell }

function tableOf<Row>(rows: Row[], columns: Column<Row>[], json: (row: Row) => string): Table {
  return {
    columns: columns.map(({ name }) => name),
    rows: rows.map((row) => ({
      cells: () => columns.map(({ of }) => of(row)),
      json: () => json(row),
    })),
  }
}

// Named and ordered as on the wire; at the end stands why a record could not be read.
const RECORD_COLUMNS: Column<WholeRow>[] = [
  { name: 'record', of: ({ position }) => position },
  field('operation', ({ operation }) => operation),
  field('rune_id', ({ rune }) => rune.id),
  field('rune_number', ({ rune }) => rune.number),
  field('rune_name', ({ rune }) => rune.name),
  field('rune_spaced_name', ({ rune }) => rune.spaced_name),
  field('amount', ({ amount }) => amount),
  field('address', ({ address }) => address),
  field('receiver_address', ({ receiver_address }) => receiver_address),
  field('block_height', ({ location }) => location.block_height),
  field('block_hash', ({ location }) => location.block_hash),
  field('tx_index', ({ location }) => location.tx_index),
  field('tx_id', ({ location }) => location.tx_id),
  field('vout', ({ location }) => location.vout),
  field('output', ({ location }) => location.output),
  field('timestamp', ({ location }) => writeTime(location.timestamp)),
  { name: 'unreadable', of: ({ row }) => (row.kind === 'record' ? undefined : row.reason) },
]

function field(name: string, of: (record: RuneActivity) => Cell): Column<WholeRow> {
  return { name, of: ({ row }) => (row.kind === 'record' ? of(row.record) : undefined) }
}

const NET_COLUMNS: Column<NetRow>[] = [
  { name: 'rune_id', of: ({ rune }) => rune.id },
  { name: 'rune_number', of: ({ rune }) => rune.number },
  { name: 'rune_name', of: ({ rune }) => rune.name },
  { name: 'rune_spaced_name', of: ({ rune }) => rune.spaced_name },
  { name: 'address', of: ({ address }) => address },
  { name: 'net', of: ({ net }) => net },
  { name: 'received', of: ({ received }) => received },
  { name: 'sent', of: ({ sent }) => sent },
  { name: 'burned', of: ({ burned }) => burned },
  { name: 'records', of: ({ records }) => records },
]

/** In UTC as ISO 8601 has it; beyond the years that it can write, unix milliseconds. */
function writeTime(milliseconds: number | undefined): Cell {
  if (milliseconds === undefined || Math.abs(milliseconds) > 8.64e15) return milliseconds
  return new Date(milliseconds).toISOString()
}
