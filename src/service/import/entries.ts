import type { RuneLine } from '../snapshot/records.ts'
import type { TokenRows } from '../snapshot/tokenTables.ts'
import type { LedgerRecord } from './readRecord.ts'

/** Where something came from, for people: "line 12". */
type Placed = { place: string }

export type PlacedRecord = Placed & { record: LedgerRecord }

/**
 * What is written at once: all records of a transaction, newest first; a block, whose transactions
 * follow, all of them; a token; a rune.
 */
export type Entry =
  | { kind: 'transaction'; lines: PlacedRecord[] }
  | { kind: 'block'; height: number; hash: string }
  | (Placed & { kind: 'token'; token: TokenRows })
  | (Placed & { kind: 'rune'; rune: RuneLine })

/** What tells a record's transaction from others, and from the same in another block. */
export function transactionKey({ row }: LedgerRecord): string {
  return [row.tx_id, row.block_hash, row.block_height, row.tx_index].join(' ')
}
