export const WRONG_CHECKSUM = 'The checksum of this address is wrong'

/** What a reader sees for an address with a wrong checksum. */
export const MISTYPED_ADDRESS = `${WRONG_CHECKSUM}. Check for a typo.`
