import type { NewTransaction } from '../../../src/demo/encodeTransaction.ts'
import type { SimulatedNode } from '../../../src/demo/simulatedNode.ts'
import type { Output } from './setUp.ts'

export type HostileBlock = {
  transactions: NewTransaction[]
  timestamp?: number
  coinbaseOutputs?: Output[]
}

export type Shape = {
  name: string
  /** Mines what the block needs, and returns the block itself, which is not mined yet. */
  build: (node: SimulatedNode, scale: number) => HostileBlock
}
