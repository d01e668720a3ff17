import type { AddressDetails } from '../../contract/schemas/address.ts'
import { ADDRESS_MOVEMENTS, KIND_NAMES, noCounts, sumOfCounts } from '../../database/kinds.ts'
import { type Index, newestBlockOf } from './indexReader.ts'
import { coveredRunes } from './labels.ts'
import { locateAddress, placeOf } from './locate.ts'
import { countAddressRefusals } from './refusals.ts'
import { countPaid } from './runes.ts'
import { addressCountsOf } from './totals.ts'

/** An address and its figures; those of its movements are 0 if it never had a record. */
export async function readAddressDetails(index: Index, address: string): Promise<AddressDetails> {
  const located = await locateAddress(index, address)
  const counts = located?.counts ?? noCounts()
  const records = sumOfCounts(counts, KIND_NAMES)
  const placeAt = (position: number) =>
    located && records > 0 ? readPlace(index, located.key, position) : undefined
  return {
    address,
    runes: located?.runes ?? 0,
    outputs: located?.outputs ?? 0,
    movements: sumOfCounts(counts, ADDRESS_MOVEMENTS),
    counts: addressCountsOf(counts),
    records,
    paid: await countPaid(index.query, address),
    ...(await countAddressRefusals(index.query, address)),
    first_seen: await placeAt(0),
    last_seen: await placeAt(records - 1),
    covers: coveredRunes(index),
    newest_block: newestBlockOf(index.tip),
  }
}

async function readPlace({ query }: Index, address: number, position: number) {
  const [row] = await query(
    `SELECT t.txid, t.height, t.tx_index, b.timestamp
       FROM ledger l JOIN txs t ON t.id = l.tx JOIN blocks b ON b.height = t.height
      WHERE l.id = (${selectRecordAt('$2')})`,
    [address, position],
  )
  return row && placeOf(row)
}

/**
 * Selects the id of the record of an address, whose key is `$1`, at a position. Of a busy address, PostgreSQL would
 * expect thousands of first records, and read whole tables to join them: LIMIT tells it that there is one.
 */
export function selectRecordAt(position: string): string {
  return `SELECT id FROM ledger WHERE address = $1 AND address_position >= ${position}
           ORDER BY address_position LIMIT 1`
}
