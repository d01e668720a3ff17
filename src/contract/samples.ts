/**
 * What the samples are known by. The address is the burn address of the Stacks testnet, which
 * nobody can deploy from; the height lies above 500,000,000, where Bitcoin reads a number as a time.
 */
export const SAMPLES = {
  sender_address: 'ST000000000000000000002AMW42H',
  block_height: 999_999_999,
} as const
