import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import * as v from 'valibot'
import { type NodeCall, serveNode } from '../../src/demo/serveNode.ts'
import type { SimulatedNode } from '../../src/demo/simulatedNode.ts'

const Call = v.object({
  id: v.unknown(),
  method: v.string(),
  params: v.optional(v.array(v.unknown()), []),
})
const Reply = v.object({ result: v.unknown(), error: v.unknown() })

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
export async function serveNodeForOrd(node: SimulatedNode) {
  const served = await serveNode(node)
  const call = async ({ method, params }: NodeCall) => {
    if (method === 'getblockcount') return { result: node.tip.height, error: null }
    if (method === 'getnetworkinfo') return { result: { version: 290000 }, error: null }
    const sent = method === 'getrawtransaction' ? withBlock(node, params) : params
    const body = JSON.stringify({ method, params: sent })
    const response = await fetch(served.url, { method: 'POST', body })
    const { result, error } = v.parse(Reply, await response.json())
    const isObject = typeof result === 'object' && result !== null
    return { result: isObject ? { ...UNUSED[method], ...result } : result, error }
  }
  const server = createServer(async (request, response) => {
    const { id, ...rest } = v.parse(Call, await json(request))
    response.end(JSON.stringify({ ...(await call(rest)), id }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = v.parse(v.object({ port: v.number() }), server.address())
  return {
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await served.stop()
    },
  }
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
