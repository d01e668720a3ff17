import { commitmentOf, numberOfName } from '../../src/bitcoin/runeNames.ts'
import { OWN_RUNE } from '../../src/bitcoin/runestone.ts'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { type NewTransaction, txidOf } from '../../src/demo/encodeTransaction.ts'
import { revealWitness, taprootScript, witnessKeyScript } from '../../src/demo/scripts.ts'
import type { SimulatedNode } from '../../src/demo/simulatedNode.ts'

/** Names without spacers, and how many addresses get equal parts of their premine. */
export type HoldersByName = Record<string, number>

/** Mines a commitment to each name, the blocks until they are mature, and a block that etches the names. */
export function etchNames(node: SimulatedNode, names: HoldersByName): void {
  node.mine(commitToNames(node, names))
}

/** The transactions that can etch the names in the next block. */
export function commitToNames(node: SimulatedNode, names: HoldersByName): NewTransaction[] {
  const [coinbase = ''] = node.tip.txids
  const numbers = Object.keys(names).map(numberOfName)
  const commitment = {
    inputs: [{ txid: coinbase, vout: 0 }],
    outputs: numbers.map((name) => ({ script: taprootScript(`to ${name}`), value: 1000 })),
  }
  node.mine([commitment])
  for (let blocks = 0; blocks < 4; blocks++) node.mine()
  return Object.values(names).map((holders, vout) => {
    const rune = numbers[vout] ?? 0n
    const witness = revealWitness(commitmentOf(rune))
    const owners = Array.from({ length: holders }, (_, index) => ({
      script: witnessKeyScript(`holder ${index}`),
      value: 546,
    }))
    const etching = { rune, premine: 1000n, turbo: false }
    const edicts = [{ id: OWN_RUNE, amount: 0n, output: holders + 1 }]
    return {
      inputs: [{ txid: txidOf(commitment), vout, witness }],
      outputs: [...owners, runestoneOutput({ etching, edicts })],
    }
  })
}
