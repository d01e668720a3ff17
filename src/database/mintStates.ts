/** Whether the next block can mint a rune, and if not, why not. The values of `runes.mint_state`. */
export const MINT_STATES = {
  /** No terms, no cap, or terms that are never open. */
  unmintable: 0,
  /** The first block of the terms is still to come. */
  upcoming: 1,
  mintable: 2,
  /** The cap is reached. */
  mintedOut: 3,
  /** The last block of the terms has passed. */
  ended: 4,
} as const

export type MintState = (typeof MINT_STATES)[keyof typeof MINT_STATES]
