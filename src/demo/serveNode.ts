import { COINBASE_INPUT, encodeTransaction, type NewTransaction } from './encodeTransaction.ts'
import type { ServedNode } from './serveOnLoopback.ts'
import { RpcError, type RpcHandlers, type ServeOptions, serveRpc } from './serveRpc.ts'
import type { CreatedOutput, MinedBlock, SimulatedNode } from './simulatedNode.ts'

/** Serves a simulated node on loopback, as Bitcoin Core without `-txindex` does. */
export function serveNode(node: SimulatedNode, options: ServeOptions = {}): Promise<ServedNode> {
  return serveRpc(nodeHandlers(node), options)
}

/** Results as Bitcoin Core gives them, as far as they are used. */
export function nodeHandlers(node: SimulatedNode): RpcHandlers {
  const methods = Object.entries(METHODS).map(([name, run]) => {
    return [name, (params: unknown[]) => run(node, params)] as const
  })
  return {
    methods: Object.fromEntries(methods),
    blockBytes: (hash) => findWholeBlock(node, hash).bytes,
  }
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
    const block = findWholeBlock(node, hash)
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
    if (block === undefined) return json
    const fee = block.txids[0] === txid ? {} : { fee: feeOf(node, found.transaction, String(txid)) }
    return { ...json, ...fee, blockhash: block.hash, blocktime: block.timestamp }
  },
  getrawmempool: (node) => [...node.mempool.keys()],
  getmempoolentry(node, [txid]) {
    const transaction = node.mempool.get(String(txid))
    if (transaction === undefined) throw new RpcError(-5, 'Transaction not in mempool')
    return {
      vsize: sizeOf(transaction),
      fees: { base: feeOf(node, transaction, String(txid)) },
      time: node.seenAt(String(txid)),
      'bip125-replaceable': true,
    }
  },
}

/** As if it had no witness. */
function sizeOf(transaction: NewTransaction): number {
  return encodeTransaction(transaction).length
}

/** In bitcoins. What the outputs of a transaction leave of its inputs says nothing: the simulation has no limit. */
function feeOf(node: SimulatedNode, transaction: NewTransaction, txid: string): number {
  return (sizeOf(transaction) * node.feeRateOf(txid)) / 1e8
}

function findBlock(node: SimulatedNode, hash: unknown): MinedBlock {
  const block = node.findBlock(readHash('blockhash', hash))
  if (block === undefined) throw new RpcError(-5, 'Block not found')
  return block
}

function findWholeBlock(node: SimulatedNode, hash: unknown): MinedBlock {
  const block = findBlock(node, hash)
  if (isPruned(node, block)) throw new RpcError(-1, 'Block not available (pruned data)')
  return block
}

function isPruned({ pruneHeight = 0 }: SimulatedNode, { height }: MinedBlock): boolean {
  return height < pruneHeight
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
    vsize: sizeOf(transaction),
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
