import type { RuneActivity } from '../../../contract/activity.ts'
import type { ListRecord } from './listRecord.ts'

/**
 * The positions of the change of an address: its sends to itself, and the receives of the same outputs.
 * Where other units reached the output too, both keep their sign, so that the signs add up.
 */
export function findChange(records: ListRecord[], address: string): Set<number> {
  const receives = new Map(
    records
      .filter(({ record }) => record.operation === 'receive')
      .map((receive) => [outputOf(receive.record), receive]),
  )
  const change = new Set<number>()
  for (const { position, record } of records) {
    if (record.address !== address || !isSendToSelf(record)) continue
    const receive = receives.get(outputOf(record))
    if (receive !== undefined && receive.record.amount !== record.amount) continue
    change.add(position)
    if (receive !== undefined) change.add(receive.position)
  }
  return change
}

/** Whether a record is a send of an address to itself. */
export function isSendToSelf({ operation, address, receiver_address }: RuneActivity): boolean {
  return operation === 'send' && address !== undefined && address === receiver_address
}

function outputOf({ rune, location: { tx_id, vout } }: RuneActivity): string {
  return `${rune.id} ${tx_id} ${vout}`
}
