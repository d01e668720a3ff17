import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import type { NewTransaction } from '../../src/demo/encodeTransaction.ts'
import { taprootScript } from '../../src/demo/scripts.ts'
import { serveNode } from '../../src/demo/serveNode.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import type { BenchDatabase } from './benchDatabase.ts'
import { peakMegabytes } from './processUsage.ts'
import { countRecords } from './readIndex.ts'
import { runIndexer } from './runIndexer.ts'
import { report, rounded } from './statistics.ts'

const EDICTS = 10_000
const OUTPUTS = 1600
const RUNE_COUNTS = [1, 100]

/**
 * Measures the transaction that asks for the most: each of its 10,000 edicts gives a unit to each of its 1,600
 * outputs. The edicts are about one rune, or about a hundred.
 */
export async function reportWorstTransaction(createDatabase: () => Promise<BenchDatabase>) {
  for (const runes of RUNE_COUNTS) {
    const database = await createDatabase()
    await measure(database, runes)
    await database.stop()
  }
}

async function measure(database: BenchDatabase, runes: number): Promise<void> {
  const node = new SimulatedNode()
  const { txids } = node.mine(Array.from({ length: runes }, (_, index) => etch(index)))
  const { url, stop } = await serveNode(node)
  const indexer = runIndexer({ ...database.settings, BITCOIN_RPC_URL: url })
  await indexer.line(/^Block .* is indexed/)
  const before = await countRecords(database)
  const memoryBefore = peakMegabytes(indexer.pid)

  const indexed = indexer.line(/^Block .* is indexed/)
  const began = performance.now()
  node.mine([spendAll(txids.slice(1), node.tip.height)])
  await indexed
  const seconds = (performance.now() - began) / 1000
  const records = (await countRecords(database)) - before
  const name = `worst transaction, edicts about ${runes} ${runes === 1 ? 'rune' : 'runes'}`
  report(`${name}: time`, rounded(seconds), { unit: 's', detail: `${records} records` })
  report(`${name}: peak memory`, peakMegabytes(indexer.pid), {
    unit: 'MB',
    most: 1000,
    detail: `${memoryBefore} MB before`,
  })
  await indexer.stop()
  await stop()
}

/** Each rune belongs to somebody else. */
function etch(index: number): NewTransaction {
  const etching = { premine: BigInt(EDICTS * OUTPUTS), turbo: false }
  return {
    inputs: [{ txid: index.toString(16).padStart(64, 'f'), vout: 0 }],
    outputs: [
      { script: taprootScript(`owner ${index}`), value: 546 },
      runestoneOutput({ etching }),
    ],
  }
}

/** An edict with an output that does not exist is about all outputs. */
function spendAll(txids: string[], height: number): NewTransaction {
  const edicts = Array.from({ length: EDICTS }, (_, index) => ({
    id: `${height}:${1 + Math.floor((index * txids.length) / EDICTS)}`,
    amount: 1n,
    output: OUTPUTS + 1,
  }))
  const outputs = Array.from({ length: OUTPUTS }, (_, index) => ({
    script: taprootScript(`receiver ${index}`),
    value: 546,
  }))
  return {
    inputs: txids.map((txid) => ({ txid, vout: 0 })),
    outputs: [...outputs, runestoneOutput({ edicts })],
  }
}
