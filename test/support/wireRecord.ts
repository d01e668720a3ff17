/** The path of the page of the records' transaction. */
export const TRANSACTION = `/tx/${'a'.repeat(64)}`

const DOG = { id: '840000:3', number: 3, name: 'DOGGO', spaced_name: 'DOG•GO' }

/** A record of `TRANSACTION` in the form that the API returns. `fields` may replace the rune DOG•GO. */
export function record(operation: string, fields: Record<string, unknown> = {}) {
  const { vout, ...others } = fields
  const location = {
    block_hash: '0'.repeat(64),
    block_height: 850_000,
    tx_id: 'a'.repeat(64),
    tx_index: 1,
    timestamp: 1_720_000_000,
    ...(vout !== undefined && { vout }),
  }
  return { rune: DOG, operation, ...others, location }
}
