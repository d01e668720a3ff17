import { SimulatedStacksNode } from '../../../src/demo/simulatedStacksNode.ts'
import { listen } from '../startService.ts'
import { type VmContract, vmAnswers } from './vmAnswers.ts'

/** A simulated node that answers as the Clarity VM does. */
export class TestStacksNode extends SimulatedStacksNode {
  add({ principal, interface: own, ...contract }: VmContract): void {
    this.contracts.set(principal, {
      interface: own,
      answers: Object.fromEntries(
        FUNCTIONS.map((name) => [
          name,
          contract[`get_${name}`] ?? { cause: 'NoSuchPublicFunction' },
        ]),
      ),
    })
  }

  /** Serves it on loopback until the test ends. Returns its address. */
  serve(): Promise<string> {
    return listen(this.routes().fetch)
  }
}

const FUNCTIONS = ['name', 'symbol', 'decimals', 'total_supply', 'token_uri'] as const

/** A node with these of the contracts of mainnet. */
export function nodeWith(principals: string[]): TestStacksNode {
  const node = new TestStacksNode()
  for (const contract of vmAnswers())
    if (principals.includes(contract.principal)) node.add(contract)
  return node
}
