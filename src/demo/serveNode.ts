import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import * as v from 'valibot'
import { COINBASE_INPUT, encodeTransaction, type NewTransaction } from './encodeTransaction.ts'
import type { CreatedOutput, MinedBlock, SimulatedNode } from './simulatedNode.ts'

/** A call of an RPC method; of REST, the method is `rest/block` and the parameter a hash. */
export type NodeCall = { method: string; params: unknown[] }

export type ServeOptions = {
  /** A free port if it is left out. */
  port?: number
  user?: string
  /** Without one, the node asks for no credentials. */
  password?: string
  /** `false`: only JSON-RPC. */
  rest?: boolean
  /** Others are forbidden, as by `rpcwhitelist`. */
  methods?: readonly string[]
  /** Called instead of the node, so that tests can delay or replace its response, which `respond` makes. */
  intercept?: (call: NodeCall, respond: () => Response) => Response | Promise<Response>
}

export type ServedNode = {
  /** With the user and the password, if there are any. */
  url: string
  stop: () => Promise<void>
}

/**
 * Serves a simulated node on loopback, as Bitcoin Core without `-txindex` does. The options are read at
 * each request: changing them is like restarting the node with others.
 */
export async function serveNode(
  node: SimulatedNode,
  options: ServeOptions = {},
): Promise<ServedNode> {
  const listener = getRequestListener((request) => respond(node, request, options))
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { user = '', password } = options
  const credentials =
    password === undefined ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  return {
    url: `http://${credentials}127.0.0.1:${portOf(server.address())}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

async function respond(node: SimulatedNode, request: Request, options: ServeOptions) {
  const { intercept = (_, respond) => respond() } = options
  const [, hash] = /^\/rest\/block\/([0-9a-f]{64})\.bin$/.exec(new URL(request.url).pathname) ?? []
  if (request.method === 'GET') {
    // Bitcoin Core checks no credentials here.
    if (hash === undefined || options.rest === false) return new Response(null, { status: 404 })
    return intercept({ method: 'rest/block', params: [hash] }, () => restBlock(node, hash))
  }
  if (!isAuthorized(request, options)) {
    const headers = { 'www-authenticate': 'Basic realm="jsonrpc"' }
    return new Response(null, { status: 401, headers })
  }
  const body = await request.json()
  const batch = v.safeParse(v.array(Call), body)
  const call = v.safeParse(Call, body)
  const calls = batch.success ? batch.output : call.success ? [call.output] : []
  // Bitcoin Core refuses the whole batch.
  if (!calls.every(({ method }) => options.methods?.includes(method) ?? true)) {
    return new Response(null, { status: 403 })
  }
  if (batch.success) return respondToBatch(node, batch.output)
  if (!call.success) return errorResponse(-32600, 'Invalid Request object')
  return intercept(call.output, () => callMethod(node, call.output))
}

const Call = v.object({
  id: v.optional(v.unknown()),
  method: v.string(),
  params: v.optional(v.array(v.unknown()), []),
})

/** The replies of a batch come together, failures too. */
async function respondToBatch(node: SimulatedNode, calls: v.InferOutput<typeof Call>[]) {
  const replies = calls.map(async ({ id, ...call }) => ({
    ...(await callMethod(node, call).json()),
    id,
  }))
  return Response.json(await Promise.all(replies))
}

function isAuthorized(request: Request, { user = '', password }: ServeOptions): boolean {
  if (password === undefined) return true
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  return request.headers.get('authorization') === expected
}

function restBlock(node: SimulatedNode, hash: string): Response {
  const block = node.findBlock(hash)
  if (block === undefined) return new Response(`${hash} not found\r\n`, { status: 404 })
  if (isPruned(node, block)) {
    return new Response(`${hash} not available (pruned data)\r\n`, { status: 404 })
  }
  return new Response(block.bytes, { headers: { 'content-type': 'application/octet-stream' } })
}

function isPruned({ pruneHeight = 0 }: SimulatedNode, { height }: MinedBlock): boolean {
  return height < pruneHeight
}

function callMethod(node: SimulatedNode, { method, params }: NodeCall): Response {
  const run = METHODS[method]
  try {
    if (run === undefined) throw new RpcError(-32601, 'Method not found')
    return Response.json({ result: run(node, params), error: null, id: null })
  } catch (error) {
    if (error instanceof RpcError) return errorResponse(error.code, error.message)
    throw error
  }
}

class RpcError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** An error as Bitcoin Core sends it. */
export function errorResponse(code: number, message: string): Response {
  const status = code === -32600 ? 400 : code === -32601 ? 404 : 500
  return Response.json({ result: null, error: { code, message }, id: null }, { status })
}

const METHODS: Record<string, (node: SimulatedNode, params: unknown[]) => unknown> = {
  getblockchaininfo: (node) => ({
    chain: node.network,
    blocks: node.tip.height,
    headers: node.tip.height,
    bestblockhash: node.tip.hash,
    time: node.tip.timestamp,
    initialblockdownload: false,
    pruned: node.pruneHeight !== undefined,
    ...(node.pruneHeight !== undefined && { pruneheight: node.pruneHeight }),
  }),
  getbestblockhash: (node) => node.tip.hash,
  getblockhash(node, [height]) {
    const block = typeof height === 'number' ? node.blockAt(height) : undefined
    if (block === undefined) throw new RpcError(-8, 'Block height out of range')
    return block.hash
  },
  getblockheader(node, [hash, isVerbose = true]) {
    const block = findBlock(node, hash)
    return isVerbose === true ? headerJson(node, block) : toHex(block.bytes.subarray(0, 80))
  },
  getblock(node, [hash, verbosity = 1]) {
    const block = findBlock(node, hash)
    if (isPruned(node, block)) throw new RpcError(-1, 'Block not available (pruned data)')
    if (Number(verbosity) === 0) return toHex(block.bytes)
    const tx =
      Number(verbosity) === 1
        ? block.txids
        : block.txids.map((txid, index) =>
            transactionJson(txid, block.transactions[index], verbosity),
          )
    return { ...headerJson(node, block), tx }
  },
  getrawtransaction(node, [txid, verbosity = 0, blockHash]) {
    const { found, block } = findTransaction(node, txid, blockHash)
    if (Number(verbosity) === 0) return toHex(encodeTransaction(found.transaction))
    const json = transactionJson(String(txid), found, Number(verbosity) === 2 ? 3 : 1)
    return block === undefined
      ? json
      : { ...json, blockhash: block.hash, blocktime: block.timestamp }
  },
  getrawmempool: (node) => [...node.mempool.keys()],
  getmempoolentry(node, [txid]) {
    const transaction = node.mempool.get(String(txid))
    if (transaction === undefined) throw new RpcError(-5, 'Transaction not in mempool')
    const vsize = encodeTransaction(transaction).length
    return { vsize, fees: { base: (vsize * node.feeRateOf(String(txid))) / 1e8 } }
  },
}

function findBlock(node: SimulatedNode, hash: unknown): MinedBlock {
  const block = node.findBlock(readHash('blockhash', hash))
  if (block === undefined) throw new RpcError(-5, 'Block not found')
  return block
}

function readHash(name: string, hash: unknown): string {
  if (typeof hash !== 'string') throw new RpcError(-3, `JSON value of ${name} is not a string`)
  if (hash.length === 64) return hash
  throw new RpcError(-8, `${name} must be of length 64 (not ${hash.length}, for '${hash}')`)
}

/** Without a block, a transaction is looked for in the mempool. */
function findTransaction(node: SimulatedNode, txid: unknown, blockHash: unknown) {
  const id = readHash('parameter 1', txid)
  if (blockHash === undefined) {
    const transaction = node.mempool.get(id)
    if (transaction !== undefined) return { found: { transaction, spent: [] }, block: undefined }
    const message =
      'No such mempool transaction. Use -txindex or provide a block hash to enable blockchain transaction queries.'
    throw new RpcError(-5, message)
  }
  const block = node.findBlock(readHash('parameter 3', blockHash))
  if (block === undefined) throw new RpcError(-5, 'Block hash not found')
  if (isPruned(node, block)) throw new RpcError(-1, 'Block not available')
  const found = block.transactions[block.txids.indexOf(id)]
  if (found !== undefined) return { found, block }
  throw new RpcError(-5, 'No such transaction found in the provided block.')
}

function headerJson(node: SimulatedNode, { hash, height, timestamp, parent, txids }: MinedBlock) {
  const isInBestChain = node.blockAt(height)?.hash === hash
  return {
    hash,
    confirmations: isInBestChain ? node.tip.height - height + 1 : -1,
    height,
    time: timestamp,
    nTx: txids.length,
    ...(height > node.firstHeight && { previousblockhash: parent }),
    ...(isInBestChain && { nextblockhash: node.blockAt(height + 1)?.hash }),
  }
}

/** With verbosity 3, the inputs tell which outputs they spend. */
function transactionJson(
  txid: string,
  mined: { transaction: NewTransaction; spent: CreatedOutput[] } | undefined,
  verbosity: unknown,
) {
  const transaction = mined?.transaction ?? { inputs: [], outputs: [] }
  const { inputs, outputs, lockTime = 0 } = transaction
  return {
    txid,
    locktime: lockTime,
    vin: inputs.map((input, index) => {
      const prevout = Number(verbosity) === 3 ? mined?.spent[index] : undefined
      return inputJson(input, prevout)
    }),
    vout: outputs.map(({ script, value }, n) => {
      return { value: value / 1e8, n, scriptPubKey: scriptJson(script) }
    }),
    hex: toHex(encodeTransaction(transaction)),
  }
}

function inputJson(
  { txid, vout, witness = [] }: NewTransaction['inputs'][number],
  prevout: CreatedOutput | undefined,
) {
  const txinwitness = witness.length === 0 ? {} : { txinwitness: witness.map(toHex) }
  const sequence = 0xffff_fffd
  if (txid === COINBASE_INPUT.txid) return { coinbase: '', ...txinwitness, sequence }
  return {
    txid,
    vout,
    scriptSig: { asm: '', hex: '' },
    ...txinwitness,
    ...(prevout && { prevout: prevoutJson(prevout) }),
    sequence,
  }
}

function prevoutJson({ script, value, height }: CreatedOutput) {
  return { generated: false, height, value: value / 1e8, scriptPubKey: scriptJson(script) }
}

/** Bitcoin Core sends scripts three times. */
function scriptJson(script: Uint8Array) {
  const hex = toHex(script)
  return { asm: hex, desc: `raw(${hex})`, hex, type: 'nonstandard' }
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')
}
