import { setTimeout } from 'node:timers/promises'
import type { BenchDatabase } from './benchDatabase.ts'
import { FIRST_HEIGHT } from './chain/mainnetChain.ts'
import { type ChainNode, startChainNode } from './chain/startChainNode.ts'
import { estimateMainnet } from './mainnetEstimate.ts'
import { peakMegabytes } from './processUsage.ts'
import { countRecords, readTip } from './readIndex.ts'
import { type RunningIndexer, runIndexer } from './runIndexer.ts'
import type { Sizes } from './sizes.ts'
import { report, rounded, say } from './statistics.ts'

/** Least records a second, and the least share of the rate of parsing and hashing. */
const TARGETS = {
  sqlite: { rate: 25_000, share: 0.2 },
  postgres: { rate: 12_000, share: 0.1 },
} as const

const LOG_INTERVAL_MS = 10_000

/**
 * Fills an index with the blocks of a chain like mainnet's, and measures how fast it takes further ones, as
 * long as it catches up. Returns the node, which can mine more.
 */
export async function reportIndexRate(database: BenchDatabase, sizes: Sizes): Promise<ChainNode> {
  const { engine } = database
  const { fillBlocks, measuredBlocks } = sizes
  const node = await startChainNode(sizes.seed, fillBlocks)
  const indexer = runIndexer({ ...database.settings, BITCOIN_RPC_URL: node.url })
  await fill(database, indexer, fillBlocks)
  const before = await countRecords(database)
  const { unspentOutputs } = await node.about()
  const contents = `${millions(before)} records and ${millions(unspentOutputs)} unspent outputs`
  say(`${engine}: making ${measuredBlocks} more blocks, for an index of ${contents} …`)
  await node.prepare(measuredBlocks + 1)
  const seconds = await secondsOf(indexer, () => node.mine(measuredBlocks))
  const after = await countRecords(database)
  say(`${engine}: creating the indexes …`)
  await node.endSync()
  const indexSeconds = await secondsOf(indexer, () => node.mine(1))
  const peak = peakMegabytes(indexer.pid)
  await indexer.stop()

  const parseSeconds = (await node.parse()) / 1000
  const bytes = (await database.bytes()) / after
  const rate = (after - before) / seconds
  const target = TARGETS[engine]
  report(`${engine}: records indexed a second, on top of ${contents}`, Math.round(rate), {
    unit: 'records/s',
    least: target.rate,
    detail: `${rounded(measuredBlocks / seconds)} blocks/s over ${measuredBlocks} blocks`,
  })
  report(
    `${engine}: against merely parsing and hashing the same blocks`,
    rounded(parseSeconds / seconds),
    {
      unit: '×',
      least: target.share,
      detail: `${rounded(measuredBlocks / parseSeconds)} blocks/s in one thread`,
    },
  )
  report(`${engine}: peak memory while indexing`, peak, { unit: 'MB', most: 1000 })
  report(`${engine}: time to create the indexes`, rounded(indexSeconds), { unit: 's' })
  report(`${engine}: bytes a record, with indexes`, Math.round(bytes), { unit: 'B' })
  estimateMainnet(engine, { rate, bytes, indexSeconds, records: after })
  return node
}

/** How long it takes until the newest block is indexed. */
async function secondsOf(indexer: RunningIndexer, mine: () => Promise<unknown>): Promise<number> {
  const indexed = indexer.line(/^Block .* is indexed/)
  const began = performance.now()
  await mine()
  await indexed
  return (performance.now() - began) / 1000
}

/** Waits until the first blocks are written, and tells how far they are. */
async function fill(
  database: BenchDatabase,
  indexer: RunningIndexer,
  blocks: number,
): Promise<void> {
  say(`${database.engine}: indexing ${blocks} blocks, while the chain is made …`)
  // Then its tables exist.
  await indexer.line(/still syncing/)
  await setTimeout(1000)
  const store = database.open()
  const began = performance.now()
  for (let [loggedAt, logged] = [began, 0]; ; await setTimeout(500)) {
    const { height, records } = await readTip(store.query)
    const now = performance.now()
    const isDone = height === FIRST_HEIGHT + blocks - 1
    if (now - loggedAt > LOG_INTERVAL_MS || isDone) {
      const rate = Math.round(((records - logged) / (now - loggedAt)) * 1000)
      say(`${database.engine}: ${millions(records)} records, ${rate} records/s`)
      loggedAt = now
      logged = records
    }
    if (isDone) break
  }
  await store.close()
}

function millions(count: number): string {
  return `${(count / 1e6).toFixed(count < 1e6 ? 2 : 1)} million`
}
