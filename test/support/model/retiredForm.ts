/** A row of the runes API as the retired server wrote it: what `/compat` sends. */
export function retiredForm(row: object): object {
  const { cenotaph: _, ...fields }: Row = row
  if (fields.location === undefined) return fields
  const isOfProtocol = fields.id === '1:0' && fields.location.tx_id === undefined
  return { ...fields, location: isOfProtocol ? GENESIS : bareLocation(fields.location) }
}

type Row = { id?: string; cenotaph?: boolean; location?: Location }
type Location = { block_hash?: string; tx_id?: string; vout?: number; output?: string }

function bareLocation({ block_hash, tx_id, vout, output: _, ...location }: Location): object {
  const id = tx_id?.slice(2)
  const output = vout === undefined ? undefined : `${id}:${vout}`
  return { ...location, block_hash: block_hash?.slice(2), tx_id: id, vout, output }
}

const GENESIS = {
  block_hash: '0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5',
  block_height: 840_000,
  tx_id: '',
  tx_index: 0,
  timestamp: 0,
}
