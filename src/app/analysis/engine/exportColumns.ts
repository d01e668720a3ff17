import type { RuneActivity } from '../../../contract/activity.ts'
import type { Balance, Holder } from '../../../contract/balances.ts'
import type { Cell } from './csv.ts'
import type { PositionedRow } from './listReader.ts'
import type { ListRow } from './listRecord.ts'
import type { NetRow } from './netByAddress.ts'

/** A column of an exported file. */
export type ExportColumn<Row> = { name: string; cellOf: (row: Row) => Cell }

/** Named and ordered as in the API. The last column says why a record could not be read. */
export const RECORD_COLUMNS: ExportColumn<ListRow>[] = [
  { name: 'record', cellOf: ({ position }) => position },
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
  field('timestamp', ({ location }) => formatTime(location.timestamp)),
  { name: 'unreadable', cellOf: ({ row }) => (row.kind === 'record' ? undefined : row.reason) },
]

export const NET_COLUMNS: ExportColumn<NetRow>[] = [
  { name: 'rune_id', cellOf: ({ rune }) => rune.id },
  { name: 'rune_number', cellOf: ({ rune }) => rune.number },
  { name: 'rune_name', cellOf: ({ rune }) => rune.name },
  { name: 'rune_spaced_name', cellOf: ({ rune }) => rune.spaced_name },
  { name: 'address', cellOf: ({ address }) => address },
  { name: 'net', cellOf: ({ net }) => net },
  { name: 'received', cellOf: ({ received }) => received },
  { name: 'sent', cellOf: ({ sent }) => sent },
  { name: 'burned', cellOf: ({ burned }) => burned },
  { name: 'records', cellOf: ({ records }) => records },
]

export const HOLDER_COLUMNS: ExportColumn<PositionedRow<Holder>>[] = [
  { name: 'rank', cellOf: ({ position }) => position },
  { name: 'address', cellOf: ({ row }) => row.address },
  { name: 'balance', cellOf: ({ row }) => row.balance },
]

export const BALANCE_COLUMNS: ExportColumn<PositionedRow<Balance>>[] = [
  { name: 'rune_id', cellOf: ({ row }) => row.rune.id },
  { name: 'rune_number', cellOf: ({ row }) => row.rune.number },
  { name: 'rune_name', cellOf: ({ row }) => row.rune.name },
  { name: 'rune_spaced_name', cellOf: ({ row }) => row.rune.spaced_name },
  { name: 'balance', cellOf: ({ row }) => row.balance },
]

function field(name: string, cellOf: (record: RuneActivity) => Cell): ExportColumn<ListRow> {
  return { name, cellOf: ({ row }) => (row.kind === 'record' ? cellOf(row.record) : undefined) }
}

/** ISO 8601 in UTC; Unix milliseconds if a `Date` cannot hold the time. */
function formatTime(milliseconds: number | undefined): Cell {
  if (milliseconds === undefined || Math.abs(milliseconds) > 8.64e15) return milliseconds
  return new Date(milliseconds).toISOString()
}
