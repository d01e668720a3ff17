import type { FollowLimits } from '../../../src/indexer/follow.ts'
import type { LedgerOptions } from '../model/ledger.ts'

/** A part is not smaller, because each is written by itself. */
const LEAST_PART = 100

/** The limits of the follower and of the model, as much smaller as the blocks are. */
export function hostileLimits(scale: number): {
  follower: Partial<FollowLimits>
  ledger: LedgerOptions
} {
  const maxSingleMoves = Math.ceil(20_000 * scale)
  const blockRecords = Math.ceil(100_000 * scale)
  const partRecords = Math.max(LEAST_PART, Math.ceil(65_000 * scale))
  return {
    follower: { maxSingleMoves: maxSingleMoves, blockRecords, partRecords },
    ledger: { maxSingleMoves },
  }
}
