import type { RowWriter } from '../database/rowWriter.ts'
import { directoryWriter, runeDetail } from './directoryTerms.ts'
import type { ActivityLine, RuneLine } from './records.ts'

/** Writers of runes and, after them, of their activity. */
export function runeWriters(writer: RowWriter) {
  const insertRow = writer.into('runes', [
    'id',
    'number',
    'name',
    'spaced_name',
    'divisibility',
    'symbol',
  ])
  const insertLedgerRow = ledgerWriter(writer)
  const insertTerms = runeTermsWriter(writer)
  const divisibilities = new Map<string, number>()

  async function insertRune({ id, number, name, spaced_name, ...line }: RuneLine) {
    // Of some runes only the name is known: it is found by a search, and no record can name it.
    if (id !== undefined) {
      await insertRow({ id, number, name, spaced_name, ...line })
      divisibilities.set(id, line.divisibility ?? 0)
    }
    await insertTerms({ id, number, name, spaced_name })
  }

  async function insertActivity({ rune, location, base_amount, amount, ...line }: ActivityLine) {
    await insertLedgerRow({
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

/** A writer of rows of the ledger. */
export function ledgerWriter(writer: RowWriter) {
  return writer.into('ledger', [
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
}

/** A writer of what leads to a rune in the directory. */
export function runeTermsWriter(writer: RowWriter) {
  const insertTerms = directoryWriter(writer)
  return ({ id, number, name, spaced_name }: RuneLine): Promise<void> =>
    insertTerms({
      kind: 'rune',
      id: id ?? name,
      title: spaced_name,
      detail: runeDetail(id, number),
      names: [name],
      others: [spaced_name],
      identifiers: [id ?? '', number?.toString() ?? ''],
    })
}

/** `"1.50"` at divisibility 2 is `"150"`; some records of the snapshot came without the raw form. */
function withoutPoint(amount: string | undefined, divisibility: number): string | undefined {
  if (amount === undefined) return
  const [whole = '', fraction = ''] = amount.split('.')
  return (whole + fraction.padEnd(divisibility, '0')).replace(/^0+(?=.)/, '')
}
