import { SAMPLES } from '../../contract/samples.ts'
import type { Query } from '../database/database.ts'
import { readNewestBelow } from './activityScope.ts'

/** The newest block of the ledger, without samples. `timestamp` is Unix seconds. */
export type Tip = { height: number; hash: string; timestamp: number }

/** Undefined if the ledger is empty. */
export function readTip(query: Query): Promise<Tip | undefined> {
  return readNewestBelow(query, SAMPLES.block_height)
}
