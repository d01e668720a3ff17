/** A Stacks address, alone or in a principal. Its digits are those of Crockford's base 32. */
export const STACKS_FORM = /^(S[PMTN][0-9A-HJKMNP-TV-Z]{26,39})(?:\.|$)/i

/** A Bitcoin address, possibly mistyped. In Base58, capitals, small letters and digits are mixed. */
export const BITCOIN_FORM =
  /^(?:(?:bc|tb|bcrt|BC|TB|BCRT)1[0-9A-Za-z]{20,87}|(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9])[123mn][0-9A-Za-z]{25,34})$/
