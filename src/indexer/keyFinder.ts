import { displayHash, type Outpoint, splitOutpoint } from '../bitcoin/block.ts'
import { hexOf, numberOf, type Query } from '../database/database.ts'
import { LIST, selectIn } from '../database/rows.ts'

/** Finds the ids of transactions and addresses. It may find wrong ones too: compare the rows with the keys. */
export type KeyFinder = {
  /** Whether this may be an output that holds runes. Most inputs of a block spend others. */
  mayHaveOutput(outpoint: Outpoint): boolean
  /** The ids of the transactions that have these outputs. */
  findTransactions(outpoints: Outpoint[]): Promise<[outpoint: Outpoint, tx: number][]>
  findAddresses(addresses: string[]): Promise<number[]>
  addOutput(outpoint: Outpoint, tx: number): void
  removeOutput(outpoint: Outpoint, tx: number): void
  addAddress(address: string, id: number): void
}

/** Finds keys with the indexes of the database, through the current `query` of `source`. */
export function createIndexFinder(source: { readonly query: Query }): KeyFinder {
  return {
    mayHaveOutput: () => true,
    async findTransactions(outpoints) {
      const txids = outpoints.map((outpoint) => displayHash(splitOutpoint(outpoint).txid))
      const bytes = [...new Set(txids)].map((txid) => Buffer.from(txid, 'hex'))
      const rows = await selectIn(
        source.query,
        `SELECT id, txid FROM txs WHERE txid IN (${LIST})`,
        bytes,
      )
      const ids = new Map(rows.map((row) => [hexOf(row, 'txid'), numberOf(row, 'id')]))
      return outpoints.flatMap((outpoint, index): [Outpoint, number][] => {
        const id = ids.get(txids[index] ?? '')
        return id === undefined ? [] : [[outpoint, id]]
      })
    },
    async findAddresses(addresses) {
      const sql = `SELECT id FROM addresses WHERE address IN (${LIST})`
      const rows = await selectIn(source.query, sql, addresses)
      return rows.map((row) => numberOf(row, 'id'))
    },
    addOutput() {},
    removeOutput() {},
    addAddress() {},
  }
}
