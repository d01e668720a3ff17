/**
 * Identifies the samples. The address is the burn address of the Stacks testnet, from which nobody
 * can deploy. The height is above 500,000,000, where Bitcoin interprets a lock time as a date.
 */
export const SAMPLES = {
  sender_address: 'ST000000000000000000002AMW42H',
  block_height: 999_999_999,
} as const

/**
 * The ids of the sample runes whose whole history is known: one that can be minted, and one whose mints
 * have ended. The other sample runes only have records.
 */
export const SAMPLE_RUNES = ['999999999:10001', '999999999:20001'] as const

/** An address that holds the first of them. */
export const SAMPLE_HOLDER = 'tb1psamplermme8qkf0gxamup5dzs5vnndsdlmyegqpqjd5t3m0e6vtlvwpxcf'
