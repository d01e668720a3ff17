// A process of its own that serves a node with what a hostile block needs, and then the block. Arguments: the
// name of the shape, and the scale.
import { openStore } from '../../src/database/openStore.ts'
import { serveNode } from '../../src/demo/serveNode.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { verifyIndex } from '../../src/indexer/verifyIndex.ts'
import { compareHoldings } from '../../test/support/hostile/compareHoldings.ts'
import { Holdings } from '../../test/support/hostile/holdings.ts'
import { pickShapes } from '../../test/support/hostile/shapes.ts'
import { addBlocks } from '../../test/support/model/models.ts'
import type { NodeReply, NodeRequest } from './startHostileNode.ts'

const [name = '', scale = '1'] = process.argv.slice(2)
const [shape] = pickShapes([name])
const node = new SimulatedNode()
const block = shape?.build(node, Number(scale)) ?? { transactions: [] }
const { url } = await serveNode(node)

process.on('message', (request: NodeRequest) => void answer(request).then(reply, fail))
// Ends with the process that started it.
process.once('disconnect', () => process.exit())
reply({ url, height: node.tip.height })

async function answer(request: NodeRequest): Promise<NodeReply> {
  if (request.kind === 'mine') {
    const { transactions, ...options } = request.block === 'hostile' ? block : { transactions: [] }
    const { height, bytes } = node.mine(transactions, options)
    return { height, bytes: bytes.length }
  }
  const store = openStore(request.database, 'import')
  const holdings = new Holdings(node.network)
  addBlocks(holdings, node)
  const differences = await compareHoldings(store, holdings)
  const wrong: string[] = []
  await verifyIndex(store, { print: (line) => wrong.push(line) })
  await store.close()
  const isVerified = wrong.some((line) => line.startsWith('Verified'))
  return { differences: isVerified ? differences : [...differences, ...wrong.slice(0, 5)] }
}

function reply(message: NodeReply): void {
  process.send?.(message)
}

function fail(error: Error): void {
  reply({ differences: [String(error.stack)] })
}
