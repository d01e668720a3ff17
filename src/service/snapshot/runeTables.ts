import type Libsql from 'libsql'
import { directoryInserter } from './directoryTerms.ts'
import { inserter } from './inserter.ts'
import type { ActivityLine, RuneLine } from './records.ts'

/** Writers of runes and, after them, of their activity. */
export function runeInserters(connection: Libsql.Database) {
  const insertRow = inserter(connection, 'runes', [
    'id',
    'number',
    'name',
    'spaced_name',
    'divisibility',
    'symbol',
  ])
  const insertLedgerRow = inserter(connection, 'ledger', [
    'rune_id',
    'block_hash',
    'block_height',
    'tx_index',
    'event_index',
    'tx_id',
    'output',
    'address',
    'receiver_address',
    'amount',
    'operation',
    'timestamp',
  ])
  const insertTerms = directoryInserter(connection)
  const divisibilities = new Map<string, number>()

  function insertRune({ id, number, name, spaced_name, ...line }: RuneLine): void {
    insertRow({ id, number, name, spaced_name, ...line })
    if (id !== undefined) divisibilities.set(id, line.divisibility ?? 0)
    insertTerms({
      kind: 'rune',
      id: id ?? name,
      title: spaced_name,
      detail: [number === undefined ? undefined : `#${number}`, id].filter(Boolean).join(' · '),
      names: [name],
      others: [spaced_name],
      identifiers: [id ?? '', number?.toString() ?? ''],
    })
  }

  function insertActivity({ rune, location, base_amount, amount, ...line }: ActivityLine): void {
    insertLedgerRow({
      ...line,
      ...location,
      rune_id: rune.id,
      block_hash: location.block_hash.slice(2),
      tx_id: location.tx_id.slice(2),
      tx_index: location.tx_index ?? -1,
      output: location.vout,
      amount: base_amount ?? withoutPoint(amount, divisibilities.get(rune.id) ?? 0),
    })
  }

  return { insertRune, insertActivity }
}

/** `"1.50"` at divisibility 2 is `"150"`; some records of the snapshot came without the raw form. */
function withoutPoint(amount: string | undefined, divisibility: number): string | undefined {
  if (amount === undefined) return
  const [whole = '', fraction = ''] = amount.split('.')
  return (whole + fraction.padEnd(divisibility, '0')).replace(/^0+(?=.)/, '')
}
