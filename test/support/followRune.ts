import { addressOf } from '../../src/bitcoin/addresses.ts'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { type NewTransaction, txidOf } from '../../src/demo/encodeTransaction.ts'
import { taprootScript } from '../../src/demo/scripts.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { type FollowOptions, followNode } from './servedData.ts'
import { startService } from './startService.ts'

export const [OWNER, FRIEND] = [taprootScript('owner'), taprootScript('friend')]

export function coin(index: number): NewTransaction['inputs'][number] {
  return { txid: String(index).padStart(64, '0'), vout: 0 }
}

export function to(script: Uint8Array) {
  return { script, value: 546 }
}

export const ETCHING: NewTransaction = {
  inputs: [coin(1)],
  outputs: [
    to(OWNER),
    runestoneOutput({
      etching: { premine: 1000n, divisibility: 1, terms: { amount: 70n, cap: 2n }, turbo: false },
    }),
  ],
}

/** The owner gives 40 of the 100 units to the friend. */
export function transferOf(rune: string): NewTransaction {
  return {
    inputs: [{ txid: txidOf(ETCHING), vout: 0 }, coin(2)],
    outputs: [
      to(FRIEND),
      to(OWNER),
      runestoneOutput({ edicts: [{ id: rune, amount: 400n, output: 0 }], pointer: 1 }),
    ],
  }
}

/** A rune whose premine the owner holds, on a simulated node that a service follows. */
export async function followRune(options: FollowOptions = {}) {
  const node = new SimulatedNode()
  const { height } = node.mine([ETCHING])
  const data = await followNode(node, options)
  const origin = await startService({ data })
  const rune = `${height}:1`
  const addresses = [OWNER, FRIEND].map((script) => addressOf(script, node.network) ?? '')
  return { node, data, origin, rune, addresses }
}
