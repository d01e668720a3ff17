import type { RuneActivity } from '../contract/activity.ts'

/**
 * The prefix of hashes: `0x` as in the specification, or `none` as in the retired runes API, whose
 * `output` is `<tx id>:<vout>`.
 */
export type HexPrefix = '0x' | 'none'

/** A record as the service sends it: `timestamp` in Unix seconds, unknown values left out. */
export function activityToWire(record: RuneActivity, hexPrefix: HexPrefix) {
  const { rune, address, receiver_address, amount, operation, location } = record
  const prefix = hexPrefix === 'none' ? '' : hexPrefix
  const txId = prefix + location.tx_id
  const { vout, block_hash, timestamp } = location
  return {
    rune: {
      id: rune.id,
      number: rune.number,
      name: rune.name,
      spaced_name: rune.spaced_name,
    },
    address,
    receiver_address,
    amount,
    operation,
    location: {
      block_hash: block_hash === undefined ? undefined : prefix + block_hash,
      block_height: location.block_height,
      tx_id: txId,
      tx_index: location.tx_index,
      vout,
      output: vout === undefined ? undefined : hexPrefix === 'none' ? `${txId}:${vout}` : txId,
      timestamp: timestamp === undefined ? undefined : Math.floor(timestamp / 1000),
    },
  }
}
