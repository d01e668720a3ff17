import type { FollowLimits } from '../../../src/indexer/follow.ts'
import type { LedgerOptions } from '../model/ledger.ts'

/** The limits of the follower and of the model, as much smaller as the blocks are. */
export function hostileLimits(_scale: number): {
  follower: Partial<FollowLimits>
  ledger: LedgerOptions
} {
  return { follower: {}, ledger: {} }
}
