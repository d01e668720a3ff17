import { isNetworkName, type NETWORKS } from '../../bitcoin/networks.ts'
import type { Database, Dialect, Query } from '../../database/database.ts'
import { MAX_REORGANISATION } from '../../database/schema.ts'
import { type ChainReader, type NewestBlock, readNewestBlock } from './chainState.ts'

/** One state of the index, for the queries of one response. */
export type Index = {
  query: Query
  dialect: Dialect
  tip: NewestBlock
  firstHeight: number
  /** Whether the index begins where runes begin: only then it knows their numbers. */
  isComplete: boolean
  network: keyof typeof NETWORKS
}

export type IndexReader = <Result>(work: (index: Index) => Promise<Result>) => Promise<Result>

/**
 * Returns a function that runs queries on one state of the index, whatever is written meanwhile. `onRead` gets
 * the counter of writes of that state.
 * @throws {HttpProblem} 503 while the index cannot be read.
 */
export function createIndexReader(
  database: Database,
  chain: ChainReader,
  onRead: (writes: number) => void,
): IndexReader {
  return async (work) => {
    const { network, firstHeight = 0, isComplete } = await chain.expectReadable()
    if (!isNetworkName(network)) throw new Error(`unknown network ${network}`)
    return database.readTransaction(async (query) => {
      const tip = await readNewestBlock(query)
      if (tip === undefined) throw new Error('an index that can be read has a block')
      onRead(tip.writes)
      const { dialect } = database
      return work({ query, dialect, tip, firstHeight, isComplete, network })
    })
  }
}

/** The newest block, as responses name it. */
export function newestBlockOf({ height, hash, timestamp }: NewestBlock) {
  return { block_height: height, block_hash: hash, timestamp }
}

/** Whether what the index has about a block can no longer change: no reorganisation goes so deep. */
export function isFinal(height: number, tip: NewestBlock): boolean {
  return height <= tip.height - MAX_REORGANISATION
}
