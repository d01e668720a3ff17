import { commitmentOf, numberOfName } from '../../src/bitcoin/runeNames.ts'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { type NewTransaction, txidOf } from '../../src/demo/encodeTransaction.ts'
import { revealWitness, taprootScript } from '../../src/demo/scripts.ts'
import { serveNode } from '../../src/demo/serveNode.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import type { BenchDatabase } from './benchDatabase.ts'
import { cpuMilliseconds } from './processUsage.ts'
import { runIndexer } from './runIndexer.ts'
import { report, rounded } from './statistics.ts'

const ETCHINGS_PER_BLOCK = 18
const BLOCKS = 200
const MATURITY = 5
const FIRST_NAME = numberOfName('AAAAAAAAAAAAAAA')

/**
 * Measures what named etchings cost in the first pass: the calls to the node, among them those for the payers, and the
 * CPU time of `cairn index`, which includes its start.
 */
export async function reportPayers(createDatabase: () => Promise<BenchDatabase>) {
  const database = await createDatabase()
  const node = mineEtchings()
  let calls = 0
  const { url, stop } = await serveNode(node, {
    intercept(_, respond) {
      calls++
      return respond()
    },
  })
  const indexer = runIndexer({ ...database.settings, BITCOIN_RPC_URL: url })
  await indexer.line(/^Block .* is indexed/)
  const cpu = cpuMilliseconds(indexer.pid)
  await indexer.stop()
  await stop()
  await database.stop()
  const etchings = BLOCKS * ETCHINGS_PER_BLOCK
  const name = `${database.engine}: ${etchings} etchings with a name, ${ETCHINGS_PER_BLOCK} a block`
  report(`${name}: CPU`, rounded(cpu / 1000), { unit: 's' })
  report(`${name}: calls to the node, an etching`, rounded(calls / etchings), { unit: '' })
}

/** Each name has a commitment of its own, six blocks before its etching. */
function mineEtchings(): SimulatedNode {
  const node = new SimulatedNode()
  const waiting: NewTransaction[][] = []
  for (let block = 0; block < BLOCKS + MATURITY; block++) {
    const names = Array.from(
      { length: block < BLOCKS ? ETCHINGS_PER_BLOCK : 0 },
      (_, index) => FIRST_NAME + BigInt(block * ETCHINGS_PER_BLOCK + index),
    )
    const [coinbase = ''] = node.tip.txids
    const committing = names.map((name) => commit(name, coinbase))
    const due = waiting.length < MATURITY ? [] : (waiting.shift() ?? [])
    waiting.push(committing.map((transaction, index) => reveal(transaction, names[index] ?? 0n)))
    node.mine([...committing, ...due])
  }
  return node
}

function commit(name: bigint, coinbase: string): NewTransaction {
  return {
    inputs: [{ txid: coinbase, vout: 0 }],
    outputs: [{ script: taprootScript(`commitment ${name}`), value: 546 }],
  }
}

function reveal(commitment: NewTransaction, name: bigint): NewTransaction {
  const input = { txid: txidOf(commitment), vout: 0, witness: revealWitness(commitmentOf(name)) }
  return {
    inputs: [input],
    outputs: [
      { script: taprootScript(`owner ${name}`), value: 546 },
      runestoneOutput({ etching: { rune: name, turbo: false } }),
    ],
  }
}
