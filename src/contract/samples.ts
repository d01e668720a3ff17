/**
 * Identifies the samples. The address is the burn address of the Stacks testnet, from which nobody
 * can deploy. The height is above 500,000,000, where Bitcoin interprets a lock time as a date.
 */
export const SAMPLES = {
  sender_address: 'ST000000000000000000002AMW42H',
  block_height: 999_999_999,
} as const
