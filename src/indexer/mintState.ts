import { areNeverOpen, mintBounds } from '../bitcoin/mintTerms.ts'
import { MAX_INTEGER } from '../database/database.ts'
import { MINT_STATES } from '../database/mintStates.ts'
import type { RuneState } from './states.ts'

const BILLION = 1_000_000_000n
const HALF = 500_000_000

/**
 * Sets whether the block at `height` can mint a rune, how much of the cap is minted, and when that changes by itself;
 * and the block before, if it is the first with half of the cap and has not all of it.
 */
export function updateMintState(rune: RuneState, height: number): void {
  const cap = rune.terms?.cap ?? 0n
  rune.nextStateAt = undefined
  rune.mintProgress = -1
  if (rune.terms === undefined || cap === 0n || areNeverOpen(rune.terms, rune.height)) {
    rune.mintState = MINT_STATES.unmintable
    return
  }
  const { start, end } = mintBounds(rune.terms, rune.height)
  rune.mintProgress = Number((BigInt(rune.mintCount) * BILLION) / cap)
  const isMintedOut = BigInt(rune.mintCount) >= cap
  if (!isMintedOut && rune.mintProgress >= HALF) rune.halfMintedAt ??= height - 1
  if (isMintedOut) rune.mintState = MINT_STATES.mintedOut
  else if (end !== undefined && height >= end) rune.mintState = MINT_STATES.ended
  else if (height < start) {
    rune.mintState = MINT_STATES.upcoming
    rune.nextStateAt = storedHeight(start)
  } else {
    rune.mintState = MINT_STATES.mintable
    rune.nextStateAt = storedHeight(end)
  }
}

/** Terms may name heights that the database cannot store. */
function storedHeight(height: bigint | undefined): number | undefined {
  return height !== undefined && height <= MAX_INTEGER ? Number(height) : undefined
}
