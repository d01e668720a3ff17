import { parseBlock, toBlock } from '../../src/bitcoin/block.ts'
import type { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { indexBlock } from '../../src/indexer/indexBlock.ts'
import { createIndexes, openIndex } from '../../src/indexer/openIndex.ts'
import type { BenchDatabase } from './benchDatabase.ts'
import { type LargeTransaction, mineLargeTransactions } from './largeTransactions.ts'
import { cpuMilliseconds } from './processUsage.ts'
import { startService } from './startCairn.ts'
import { report, say } from './statistics.ts'
import { readJson, timeRequest } from './timeRequest.ts'

const BALANCES = [60_000, 120_000]
/** The target, in milliseconds. */
const MAX_CPU_MS = 1000

/** Measures the CPU time of each answer about the transactions that change the most balances. */
export async function reportAnswerCosts(createDatabase: () => Promise<BenchDatabase>) {
  for (const balances of BALANCES) {
    const { node, large } = mineLargeTransactions(balances)
    const database = await createDatabase()
    await fill(database, node)
    const service = await startService(database.readerSettings)
    // Warms up what the first requests compile.
    for (const { txid } of large) await readJson(`${service.origin}${pathOf(txid)}/movements?min=1`)
    for (const transaction of large) await measure(service, transaction)
    await service.stop()
    await database.stop()
  }
}

async function fill(database: BenchDatabase, node: SimulatedNode): Promise<void> {
  say(`Indexing ${node.tip.height} blocks of large transactions`)
  const store = database.open()
  const { network, firstHeight } = node
  const state = await openIndex(store, { network, firstHeight })
  for (let height = firstHeight; height <= node.tip.height; height++) {
    const bytes = node.blockAt(height)?.bytes
    if (bytes === undefined) throw new RangeError(`the chain has no block ${height}`)
    const block = toBlock(parseBlock(bytes), height)
    await indexBlock(state, { block, commitments: new Map() }, { isUndoable: false })
    await state.write()
  }
  await createIndexes(store)
  await store.close()
}

type Service = { origin: string; pid: number }

async function measure({ origin, pid }: Service, transaction: LargeTransaction): Promise<void> {
  const { name, txid } = transaction
  const costs: [path: string, milliseconds: number][] = []
  const began = cpuMilliseconds(pid)
  const { records, place } = await readJson(`${origin}${pathOf(txid)}`)
  costs.push(['its details', cpuMilliseconds(pid) - began])
  for (const path of await pathsOf(origin, transaction, place.block_height)) {
    const before = cpuMilliseconds(pid)
    await timeRequest(origin + path)
    costs.push([path.replace(txid, '<id>'), cpuMilliseconds(pid) - before])
  }
  const [[path, most] = ['', 0]] = costs.sort(([, one], [, two]) => two - one)
  const detail = `${records} records; ${path}`
  report(`answers about ${name}: most CPU`, most, { unit: 'ms', most: MAX_CPU_MS, detail })
}

function pathOf(txid: string): string {
  return `/explorer/v1/transactions/${txid}`
}

async function pathsOf(origin: string, { txid, vout }: LargeTransaction, height: number) {
  const transaction = pathOf(txid)
  const block = `/explorer/v1/blocks/${height}`
  const { total, results } = await readJson(`${origin}${transaction}/movements?limit=1`)
  const [{ to, rune }] = results
  const last = Math.max(0, total - 20)
  const address = `/explorer/v1/addresses/${to}`
  return [
    ...[transaction, block].flatMap((range) => [
      `${range}/movements?limit=59`,
      `${range}/movements?offset=${last}`,
      `${range}/movements?text=nothing`,
      `${range}/movements?min=2`,
      `${range}/by-rune?limit=1000`,
      `${range}/by-address?order_by=received&limit=1000`,
      `${range}/by-address?rune=${rune.id}`,
    ]),
    block,
    `${transaction}/outputs?offset=${last}`,
    `/runes/v1/transactions/${txid}/activity?offset=${last}`,
    `/explorer/v1/outputs/${txid}:${vout}`,
    `/explorer/v1/search?q=${txid}`,
    address,
    `${address}/balances?limit=1000`,
    `${address}/balances?at=${height}`,
    `${address}/movements?limit=1000`,
    `${address}/outputs?offset=${last}`,
  ]
}
