// The models of whole chains.
import { displayHash, parseBlock, splitOutpoint, toBlock } from '../../../src/bitcoin/block.ts'
import { DemoChain } from '../../../src/demo/demoChain.ts'
import type { MinedBlock, SimulatedNode } from '../../../src/demo/simulatedNode.ts'
import { readBlocksFile } from '../../../src/indexer/blocksFile.ts'
import { BLOCKS_FILE, DEMO_TIME } from '../fillDatabases.ts'
import { Ledger, type LedgerOptions } from './ledger.ts'
import type { Rule } from './types.ts'

export function modelOfBundled(): Ledger {
  const ledger = new Ledger('main')
  for (const { block, commitments } of readBlocksFile(BLOCKS_FILE)) ledger.add(block, commitments)
  return ledger
}

export function modelOfDemo(): Ledger {
  return modelOf(new DemoChain(DEMO_TIME).node)
}

/** The model of the whole chain of a node. */
export function modelOf(
  node: SimulatedNode,
  rules = new Map<Rule, number>(),
  options: LedgerOptions = {},
): Ledger {
  const ledger = new Ledger(node.network, rules, options)
  addBlocks(ledger, node)
  return ledger
}

/** Something that follows a chain block by block. */
type Model = Pick<Ledger, 'add'>

/** Adds all of a node's blocks to a model. */
export function addBlocks(model: Model, node: SimulatedNode): void {
  for (let height = node.firstHeight; height <= node.tip.height; height++) {
    addBlock(model, node, node.blockAt(height) ?? node.tip)
  }
}

export function addBlock(model: Model, node: SimulatedNode, mined: MinedBlock): void {
  const block = toBlock(parseBlock(new Uint8Array(mined.bytes)), mined.height)
  const found = block.transactions.flatMap(({ inputs }) =>
    inputs.map((outpoint) => {
      const { txid, vout } = splitOutpoint(outpoint)
      const output = node.findOutput({ txid: displayHash(txid), vout })
      const payer = output && payerOf(node, displayHash(txid), output.height)
      return [outpoint, output && { ...output, payer }] as const
    }),
  )
  const known = found.flatMap(([outpoint, output]) => (output ? [[outpoint, output] as const] : []))
  model.add(block, new Map(known))
}

/** The script of the first output that a transaction of a block spends. */
function payerOf(node: SimulatedNode, txid: string, height: number): Uint8Array | undefined {
  const { txids = [], transactions = [] } = node.blockAt(height) ?? {}
  return transactions[txids.indexOf(txid)]?.spent[0]?.script
}
