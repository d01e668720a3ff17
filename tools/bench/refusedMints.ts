import { parseBlock, toBlock } from '../../src/bitcoin/block.ts'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import type { NewTransaction } from '../../src/demo/encodeTransaction.ts'
import { taprootScript } from '../../src/demo/scripts.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { indexBlock } from '../../src/indexer/indexBlock.ts'
import { createIndexes, openIndex } from '../../src/indexer/openIndex.ts'
import type { BenchDatabase } from './benchDatabase.ts'
import { report, rounded } from './statistics.ts'

const BLOCKS = 60
const MINTS_PER_BLOCK = 3000
const RUNE = '1:1'

/** What the transactions of the measured blocks do, and the cap of the rune that they mint. */
const KINDS = {
  nothing: { cap: 1n, stone: undefined },
  refused: { cap: 1n, stone: { mint: RUNE } },
  minted: { cap: 10n ** 9n, stone: { mint: RUNE } },
} as const
type Kind = keyof typeof KINDS

/**
 * Measures what blocks full of mints after the cap cost in the first pass, against the same blocks without runestones,
 * and against mints that get something. The owners are all different. On PostgreSQL, the CPU time is Cairn's alone.
 */
export async function reportRefusedMints(createDatabase: () => Promise<BenchDatabase>) {
  const nothing = await measure('nothing', createDatabase)
  const mints = BLOCKS * MINTS_PER_BLOCK
  for (const kind of ['refused', 'minted'] as const) {
    const { engine, cpuMs, bytes } = await measure(kind, createDatabase)
    const detail = `${mints} mints in ${BLOCKS} blocks`
    const name = `${engine}: 1,000 mints, ${kind}`
    report(`${name}: CPU`, rounded(((cpuMs - nothing.cpuMs) / mints) * 1000), {
      unit: 'ms',
      detail,
    })
    report(`${name}: bytes each, with indexes`, Math.round((bytes - nothing.bytes) / mints), {
      unit: 'B',
    })
  }
}

async function measure(kind: Kind, createDatabase: () => Promise<BenchDatabase>) {
  const database = await createDatabase()
  const store = database.open()
  const node = new SimulatedNode()
  node.mine([etch(KINDS[kind].cap), transactionOf('first', { mint: RUNE })])
  const state = await openIndex(store, { network: 'regtest', firstHeight: 1 })
  const index = async () => {
    const { bytes, height } = node.tip
    const before = process.cpuUsage()
    const block = toBlock(parseBlock(bytes), height)
    await indexBlock(state, { block, commitments: new Map() }, { isUndoable: false })
    await state.write()
    return cpuMsSince(before)
  }
  let cpuMs = 0
  await index()
  for (let block = 0; block < BLOCKS; block++) {
    node.mine(transactionsOf(kind, block))
    cpuMs += await index()
  }
  const before = process.cpuUsage()
  await createIndexes(store)
  cpuMs += cpuMsSince(before)
  await store.close()
  const bytes = await database.bytes()
  await database.stop()
  return { engine: database.engine, cpuMs, bytes }
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function transactionsOf(kind: Kind, block: number): NewTransaction[] {
  return Array.from({ length: MINTS_PER_BLOCK }, (_, index) =>
    transactionOf(`minter ${block * MINTS_PER_BLOCK + index}`, KINDS[kind].stone),
  )
}

let made = 0

function transactionOf(owner: string, stone: { mint: string } | undefined): NewTransaction {
  const output = { script: taprootScript(owner), value: 546 }
  return {
    inputs: [{ txid: (made++).toString(16).padStart(64, 'f'), vout: 0 }],
    outputs: [output, stone === undefined ? output : runestoneOutput(stone)],
  }
}

function etch(cap: bigint): NewTransaction {
  const etching = { terms: { amount: 1n, cap }, turbo: false }
  return {
    inputs: [{ txid: 'e'.repeat(64), vout: 0 }],
    outputs: [{ script: taprootScript('etcher'), value: 546 }, runestoneOutput({ etching })],
  }
}
