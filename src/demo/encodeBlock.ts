import { encodeHash, encodeList, sha256d, uint32 } from './encodeTransaction.ts'

/** `timestamp` is in Unix seconds. `parent` is hex, as it is shown. */
type NewBlock = { parent: string; timestamp: number; transactions: Uint8Array[]; txids: string[] }

/** A block without proof of work, and its hash as it is shown. */
export function encodeBlock({ parent, timestamp, transactions, txids }: NewBlock) {
  const header = Buffer.concat([
    uint32(0x2000_0000),
    encodeHash(parent),
    merkleRoot(txids.map(encodeHash)),
    uint32(timestamp),
    uint32(0x207f_ffff),
    uint32(0),
  ])
  const bytes = Buffer.concat([header, encodeList(transactions, (transaction) => transaction)])
  return { bytes, hash: sha256d(header).reverse().toString('hex') }
}

function merkleRoot(level: Buffer[]): Buffer {
  const [first = Buffer.alloc(32), ...others] = level
  if (others.length === 0) return first
  const parents = level.flatMap((left, index) =>
    index % 2 === 0 ? [sha256d(Buffer.concat([left, level[index + 1] ?? left]))] : [],
  )
  return merkleRoot(parents)
}
