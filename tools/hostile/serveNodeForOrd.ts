import { nodeHandlers } from '../../src/demo/serveNode.ts'
import { type RpcHandlers, serveRpc } from '../../src/demo/serveRpc.ts'
import type { SimulatedNode } from '../../src/demo/simulatedNode.ts'

/** What `ord` reads of a reply although it uses none of it. */
const UNUSED: Record<string, object> = {
  getblockchaininfo: {
    ...{ difficulty: 1, mediantime: 0, verificationprogress: 1 },
    ...{ chainwork: '00', size_on_disk: 0, warnings: '' },
  },
  getblockheader: {
    ...{ version: 2, merkleroot: '0'.repeat(64), nonce: 0 },
    ...{ bits: '207fffff', difficulty: 1, chainwork: '00' },
  },
  getrawtransaction: { hash: '0'.repeat(64), size: 0, vsize: 0, version: 2 },
}

/** Serves a simulated node as `ord` needs it: with `-txindex`. */
export function serveNodeForOrd(node: SimulatedNode) {
  const { methods, blockBytes } = nodeHandlers(node)
  const known: RpcHandlers['methods'] = {
    ...methods,
    getblockcount: () => node.tip.height,
    getnetworkinfo: () => ({ version: 290000 }),
    getrawtransaction: (params) => methods.getrawtransaction?.(withBlock(node, params)),
  }
  const complete = Object.entries(UNUSED).map(([name, unused]) => {
    return [name, (params: unknown[]) => complement(known[name]?.(params), unused)] as const
  })
  return serveRpc({ methods: { ...known, ...Object.fromEntries(complete) }, blockBytes })
}

/**
 * Names the block of a transaction, which a node without `-txindex` wants to know. `ord` stops at one that never
 * was: the coinbase of the first block, which is not taproot, is in its place.
 */
function withBlock(node: SimulatedNode, [txid]: unknown[]): unknown[] {
  const height = node.findOutput({ txid: String(txid), vout: 0 })?.height
  const block = node.blockAt(height ?? node.firstHeight)
  return [height === undefined ? block?.txids[0] : txid, 1, block?.hash]
}

function complement(result: unknown, unused: object): unknown {
  return typeof result === 'object' && result !== null ? { ...unused, ...result } : result
}
