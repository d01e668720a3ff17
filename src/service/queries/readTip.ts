import { SAMPLES } from '../../contract/samples.ts'
import { type Query, textOf } from '../database/database.ts'
import { NEWEST_FIRST } from './activityScope.ts'

/** The newest block of the ledger, without samples. `timestamp` is Unix seconds. */
export type Tip = { height: number; hash: string; timestamp: number }

/** Undefined if the ledger is empty. */
export async function readTip(query: Query): Promise<Tip | undefined> {
  const [row] = await query(
    `SELECT CAST(block_height AS TEXT) AS height, block_hash AS hash,
            CAST(timestamp AS TEXT) AS timestamp
       FROM ledger WHERE block_height < $1 ORDER BY ${NEWEST_FIRST}, block_hash DESC LIMIT 1`,
    [SAMPLES.block_height],
  )
  return (
    row && {
      height: Number(row.height),
      hash: textOf(row, 'hash'),
      timestamp: Number(row.timestamp),
    }
  )
}
