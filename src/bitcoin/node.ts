import * as v from 'valibot'
import type { Outpoint } from './block.ts'
import type { Wanted } from './jsonPicker.ts'
import { isNetworkName, type NetworkName } from './networks.ts'
import {
  Connection,
  type LongCall,
  MAX_RESPONSE_BYTES,
  MEMPOOL_RESPONSE,
  NodeError,
  type NodeOptions,
} from './nodeConnection.ts'
import { NodeBytes, NodeCount, NodeHash } from './nodeFields.ts'
import {
  FirstSpentOutput,
  OnlyOwner,
  refuseOldNode,
  type SpentOutput,
  SpentOutputs,
} from './spentOutputs.ts'

/** A Bitcoin Core node, read over JSON-RPC. Hashes are hex, as they are shown. Every method throws NodeError. */
export type BitcoinNode = {
  chainInfo: () => Promise<NodeChain>
  /** The hash of the block at a height; undefined if the node's best chain has none there. */
  blockHash: (height: number) => Promise<string | undefined>
  blockBytes: (hash: string) => Promise<Uint8Array<ArrayBuffer>>
  /** Some of the outputs that a transaction of a block spends. Needs no index of transactions. */
  spentOutputs: (
    outpoints: ReadonlySet<Outpoint>,
    transaction: { txid: string; blockHash: string },
  ) => Promise<Map<Outpoint, SpentOutput>>
  /** Some of the outputs that the transactions of a block spend. The node's response may have several GB. */
  blockSpentOutputs: (
    outpoints: ReadonlySet<Outpoint>,
    hash: string,
  ) => Promise<Map<Outpoint, SpentOutput>>
  /** The first output that a transaction of a block spends; undefined of a coinbase. Needs no index of transactions. */
  firstSpentOutput: (transaction: {
    txid: string
    blockHash: string
  }) => Promise<SpentOutput | undefined>
  /** The same of several transactions of a block, by their ids. The node's response may have several GB. */
  blockFirstSpentOutputs: (
    txids: ReadonlySet<string>,
    hash: string,
  ) => Promise<Map<string, SpentOutput | undefined>>
  /** Each after those whose outputs it spends. */
  mempoolTransactionIds: () => Promise<string[]>
  /** The bytes of transactions of the mempool; those that have left it are missing. One call. */
  mempoolTransactions: (txids: string[]) => Promise<Map<string, Uint8Array<ArrayBuffer>>>
  /** What transactions of the mempool pay, in satoshis a virtual byte; those that have left it are missing. One call. */
  mempoolFeeRates: (txids: string[]) => Promise<Map<string, number>>
  /** What the node tells of a transaction of its mempool; undefined if it does not have it there. */
  mempoolEntry: (txid: string) => Promise<MempoolEntry | undefined>
  /** The bytes of a transaction of a block. */
  rawTransaction: (txid: string, blockHash: string) => Promise<Uint8Array<ArrayBuffer>>
  /** What a transaction of a block paid. */
  transactionFee: (transaction: BlockTransaction) => Promise<PaidFee>
}

/** `height` and `hash` are those of the best block, `pruneHeight` that of the lowest one whose data are there. */
export type NodeChain = {
  network: NetworkName
  height: number
  hash: string
  headersHeight: number
  isInitialDownload: boolean
  pruneHeight: number | undefined
}

/** `fee` in satoshis, `vsize` in virtual bytes; `since` when the node got it, in Unix seconds. */
export type MempoolEntry = {
  fee: number
  vsize: number
  since: number
  /** Whether it, or one that it spends from, signals that it may be replaced (BIP 125). */
  isReplaceable: boolean | undefined
}

/**
 * `fee` in satoshis, of which a coinbase pays none; `vsize` in virtual bytes. `payer` is the script of all
 * outputs that the transaction spends, if they have the same.
 */
export type PaidFee = { fee: number | undefined; vsize: number; payer: Uint8Array | undefined }

/** Connects at the first call. @throws {NodeError} if the URL is malformed. */
export function openNode(options: NodeOptions): BitcoinNode {
  const connection = new Connection(options)
  return {
    chainInfo: () => readChainInfo(connection),
    blockHash: (height) => readBlockHash(connection, height),
    blockBytes: blockReader(connection),
    spentOutputs: (outpoints, transaction) => readSpentOutputs(connection, outpoints, transaction),
    blockSpentOutputs: (outpoints, hash) => readBlockSpentOutputs(connection, outpoints, hash),
    firstSpentOutput: (transaction) => readFirstSpentOutput(connection, transaction),
    blockFirstSpentOutputs: (txids, hash) => readBlockFirstSpentOutputs(connection, txids, hash),
    mempoolTransactionIds: () =>
      connection.call('getrawmempool', [], v.array(NodeHash), MEMPOOL_RESPONSE),
    async mempoolTransactions(txids) {
      const calls = txids.map((txid) => [txid, false])
      return byId(txids, await connection.callEach('getrawtransaction', calls, NodeBytes))
    },
    async mempoolFeeRates(txids) {
      const calls = txids.map((txid) => [txid])
      return byId(txids, await connection.callEach('getmempoolentry', calls, FeeRate))
    },
    async mempoolEntry(txid) {
      const [entry] = await connection.callEach('getmempoolentry', [[txid]], Entry)
      return entry
    },
    rawTransaction: (txid, blockHash) =>
      connection.call('getrawtransaction', [txid, false, blockHash], NodeBytes),
    transactionFee: (transaction) => readFee(connection, transaction),
  }
}

/** Leaves out what was not found. */
function byId<Value>(txids: string[], values: (Value | undefined)[]): Map<string, Value> {
  return new Map(
    txids.flatMap((txid, index): [string, Value][] => {
      const value = values[index]
      return value === undefined ? [] : [[txid, value]]
    }),
  )
}

async function readChainInfo(connection: Connection): Promise<NodeChain> {
  const chain = await connection.call('getblockchaininfo', [], ChainInfo)
  if (!isNetworkName(chain.chain)) {
    const message = `The Bitcoin node is on the network ${JSON.stringify(chain.chain)}, which Cairn does not know.`
    throw new NodeError('unsupported', message)
  }
  return {
    network: chain.chain,
    height: chain.blocks,
    hash: chain.bestblockhash,
    headersHeight: chain.headers,
    isInitialDownload: chain.initialblockdownload ?? false,
    pruneHeight: chain.pruned ? (chain.pruneheight ?? 0) : undefined,
  }
}

async function readBlockHash(connection: Connection, height: number): Promise<string | undefined> {
  try {
    return await connection.call('getblockhash', [height], NodeHash)
  } catch (error) {
    if (error instanceof NodeError && error.kind === 'not-found') return
    throw error
  }
}

/** Half the bytes with REST. A node that does not offer it fails once. */
function blockReader(connection: Connection) {
  let offersRest = true
  return async (hash: string): Promise<Uint8Array<ArrayBuffer>> => {
    const bound = { maxBytes: MAX_RESPONSE_BYTES, subject: `block ${hash}` }
    const response = offersRest ? await connection.get(`rest/block/${hash}.bin`, bound) : undefined
    if (response?.status === 200 && response.type === 'application/octet-stream') {
      return response.body
    }
    // Fails with a reason if the node is starting, or does not have the block.
    const bytes = await connection.call('getblock', [hash, 0], NodeBytes, bound)
    offersRest = false
    return bytes
  }
}

async function readSpentOutputs(
  connection: Connection,
  outpoints: ReadonlySet<Outpoint>,
  transaction: BlockTransaction,
): Promise<Map<Outpoint, SpentOutput>> {
  const spent = new SpentOutputs(outpoints)
  await readInputs(connection, transaction, spent.inputs)
  return spent.all()
}

async function readFirstSpentOutput(
  connection: Connection,
  transaction: BlockTransaction,
): Promise<SpentOutput | undefined> {
  const first = new FirstSpentOutput()
  await readInputs(connection, transaction, first.inputs)
  return first.take()
}

type BlockTransaction = { txid: string; blockHash: string }

/** `inputs` gets those of the transaction. */
async function readInputs(
  connection: Connection,
  { txid, blockHash }: BlockTransaction,
  inputs: Wanted,
): Promise<void> {
  const call: LongCall = {
    method: 'getrawtransaction',
    params: [txid, 2, blockHash],
    result: { fields: { txid: 'scalar', vin: inputs } },
    subject: `the outputs that transaction ${txid} of block ${blockHash} spends`,
  }
  const schema = v.object({ txid: v.literal(txid), vin: v.array(v.unknown()) })
  await connection.callLong(call, schema).catch(refuseOldNode)
}

async function readFee(
  connection: Connection,
  { txid, blockHash }: BlockTransaction,
): Promise<PaidFee> {
  const payer = new OnlyOwner()
  const call: LongCall = {
    method: 'getrawtransaction',
    params: [txid, 2, blockHash],
    result: { fields: { txid: 'scalar', vsize: 'scalar', fee: 'scalar', vin: payer.inputs } },
    subject: `the fee of transaction ${txid} of block ${blockHash}`,
  }
  const schema = v.object({
    txid: v.literal(txid),
    vsize: VirtualSize,
    fee: v.optional(v.number()),
  })
  const { fee, vsize } = await connection.callLong(call, schema).catch(refuseOldNode)
  return { fee: fee && Math.round(fee * SATOSHIS_PER_BITCOIN), vsize, payer: payer.script }
}

async function readBlockSpentOutputs(
  connection: Connection,
  outpoints: ReadonlySet<Outpoint>,
  hash: string,
): Promise<Map<Outpoint, SpentOutput>> {
  const spent = new SpentOutputs(outpoints)
  await readTransactions(connection, hash, {
    each: { fields: { vin: spent.inputs } },
    onItem() {},
  })
  return spent.all()
}

async function readBlockFirstSpentOutputs(
  connection: Connection,
  txids: ReadonlySet<string>,
  hash: string,
): Promise<Map<string, SpentOutput | undefined>> {
  const first = new FirstSpentOutput()
  const found = new Map<string, SpentOutput | undefined>()
  await readTransactions(connection, hash, {
    each: { fields: { txid: 'scalar', vin: first.inputs } },
    onItem(item) {
      const { txid } = v.parse(v.object({ txid: NodeHash }), item)
      const output = first.take()
      if (txids.has(txid)) found.set(txid, output)
    },
  })
  for (const txid of txids) {
    if (found.has(txid)) continue
    throw new NodeError(
      'not-found',
      `The Bitcoin node has no transaction ${txid} in block ${hash}.`,
    )
  }
  return found
}

/** `tx` gets the transactions of the block. */
async function readTransactions(connection: Connection, hash: string, tx: Wanted): Promise<void> {
  const call: LongCall = {
    method: 'getblock',
    params: [hash, 3],
    result: { fields: { hash: 'scalar', tx } },
    subject: `the outputs that the transactions of block ${hash} spend`,
  }
  const schema = v.object({ hash: v.literal(hash), tx: v.array(v.unknown()) })
  await connection.callLong(call, schema).catch(refuseOldNode)
}

const SATOSHIS_PER_BITCOIN = 1e8
const ChainInfo = v.object({
  chain: v.string(),
  blocks: NodeCount,
  headers: NodeCount,
  bestblockhash: NodeHash,
  initialblockdownload: v.optional(v.boolean()),
  pruned: v.optional(v.boolean()),
  pruneheight: v.nullish(NodeCount),
})
const VirtualSize = v.pipe(NodeCount, v.minValue(1))
/** Of a transaction of the mempool, whose fee is in bitcoins. */
const Fee = v.object({ vsize: VirtualSize, fees: v.object({ base: v.number() }) })
const FeeRate = v.pipe(
  Fee,
  v.transform(({ vsize, fees }) => (fees.base * SATOSHIS_PER_BITCOIN) / vsize),
)
const Entry = v.pipe(
  v.object({ ...Fee.entries, time: NodeCount, 'bip125-replaceable': v.optional(v.boolean()) }),
  v.transform(({ vsize, fees, time, 'bip125-replaceable': isReplaceable }): MempoolEntry => {
    return { fee: Math.round(fees.base * SATOSHIS_PER_BITCOIN), vsize, since: time, isReplaceable }
  }),
)
