import { readFile } from 'node:fs/promises'
import pLimit from 'p-limit'
import * as v from 'valibot'
import { hashBytes, type Outpoint, toOutpoint } from './block.ts'
import { isNetworkName, type NetworkName } from './networks.ts'

/** A Bitcoin Core node, read over JSON-RPC. Hashes are hex, as they are shown. Every method throws NodeError. */
export type BitcoinNode = {
  readChain: () => Promise<NodeChain>
  /** The hash of the block at a height; undefined if the node's best chain has none there. */
  blockHash: (height: number) => Promise<string | undefined>
  blockBytes: (hash: string) => Promise<Uint8Array<ArrayBuffer>>
  /** The outputs that a transaction of a block spends. Needs no index of transactions. */
  spentOutputs: (txid: string, blockHash: string) => Promise<Map<Outpoint, SpentOutput>>
  /** The outputs that all transactions of a block spend. The node's response is up to ten times the block. */
  blockSpentOutputs: (hash: string) => Promise<Map<Outpoint, SpentOutput>>
  /** Each after those whose outputs it spends. */
  mempoolTransactionIds: () => Promise<string[]>
  /** The bytes of transactions of the mempool; those that have left it are missing. One call. */
  mempoolTransactions: (txids: string[]) => Promise<Map<string, Uint8Array<ArrayBuffer>>>
  /** What transactions of the mempool pay, in satoshis a virtual byte; those that have left it are missing. One call. */
  mempoolFeeRates: (txids: string[]) => Promise<Map<string, number>>
  /** The bytes of a transaction of a block. */
  rawTransaction: (txid: string, blockHash: string) => Promise<Uint8Array<ArrayBuffer>>
}

export type NodeOptions = {
  /** May contain a user and a password. */
  url: string
  /** The node writes a user and a password to this file when it starts. They go before those of the URL. */
  cookieFile?: string | undefined
  timeoutMs?: number | undefined
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

/** The script of an output, and the height of the block that has its transaction. */
export type SpentOutput = { script: Uint8Array; height: number }

export type NodeErrorKind =
  | 'misconfigured'
  | 'unreachable'
  | 'timeout'
  | 'busy'
  | 'warming-up'
  | 'unauthorized'
  | 'pruned'
  | 'not-found'
  | 'unsupported'
  | 'malformed'

/** Thrown if a call fails. The message is a sentence for the operator, and contains no password. */
export class NodeError extends Error {
  override name = 'NodeError'
  readonly kind: NodeErrorKind

  constructor(kind: NodeErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** Connects at the first call. @throws {NodeError} if the URL is malformed. */
export function openNode(options: NodeOptions): BitcoinNode {
  const connection = new Connection(options)
  return {
    readChain: () => readChain(connection),
    blockHash: (height) => readBlockHash(connection, height),
    blockBytes: blockReader(connection),
    spentOutputs(txid, blockHash) {
      const schema = v.object({ txid: v.literal(txid), vin: v.array(Input) })
      const call = connection.call('getrawtransaction', [txid, 2, blockHash], schema)
      return collectSpentOutputs(call.then(({ vin }) => vin))
    },
    blockSpentOutputs(hash) {
      const transactions = v.array(v.object({ vin: v.array(Input) }))
      const schema = v.object({ hash: v.literal(hash), tx: transactions })
      const call = connection.call('getblock', [hash, 3], schema, MAX_LONG_RESPONSE_BYTES)
      return collectSpentOutputs(call.then(({ tx }) => tx.flatMap(({ vin }) => vin)))
    },
    mempoolTransactionIds: () =>
      connection.call('getrawmempool', [], v.array(Hash), MAX_LONG_RESPONSE_BYTES),
    async mempoolTransactions(txids) {
      const calls = txids.map((txid) => [txid, false])
      return byId(txids, await connection.callEach('getrawtransaction', calls, HexBytes))
    },
    async mempoolFeeRates(txids) {
      const calls = txids.map((txid) => [txid])
      return byId(txids, await connection.callEach('getmempoolentry', calls, FeeRate))
    },
    rawTransaction: (txid, blockHash) =>
      connection.call('getrawtransaction', [txid, false, blockHash], HexBytes),
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

async function readChain(connection: Connection): Promise<NodeChain> {
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
    return await connection.call('getblockhash', [height], Hash)
  } catch (error) {
    if (error instanceof NodeError && error.kind === 'not-found') return
    throw error
  }
}

/** Half the bytes with REST. A node that does not offer it fails once. */
function blockReader(connection: Connection) {
  let offersRest = true
  return async (hash: string): Promise<Uint8Array<ArrayBuffer>> => {
    const response = offersRest ? await connection.get(`rest/block/${hash}.bin`) : undefined
    if (response?.status === 200 && response.type === 'application/octet-stream') {
      return response.body
    }
    // Fails with a reason if the node is starting, or does not have the block.
    const bytes = await connection.call('getblock', [hash, 0], HexBytes)
    offersRest = false
    return bytes
  }
}

async function collectSpentOutputs(reading: Promise<Input[]>): Promise<Map<Outpoint, SpentOutput>> {
  const outputs = new Map<Outpoint, SpentOutput>()
  for (const input of await reading.catch(refuseOldNode)) {
    if ('coinbase' in input) continue
    if (input.prevout === undefined) return refuseOldNode()
    const { height, scriptPubKey } = input.prevout
    const outpoint = toOutpoint(hashBytes(input.txid), input.vout)
    outputs.set(outpoint, { script: scriptPubKey.hex, height })
  }
  return outputs
}

/** Nodes that do not tell which outputs are spent leave them out, or refuse the parameters. */
function refuseOldNode(cause?: unknown): never {
  const isRefused = cause instanceof NodeError && cause.kind === 'unsupported'
  if (cause !== undefined && !isRefused) throw cause
  const message =
    'The Bitcoin node does not tell which outputs a transaction spends: Cairn needs Bitcoin Core 25 or later.'
  throw new NodeError('unsupported', message, { cause })
}

const SATOSHIS_PER_BITCOIN = 1e8
const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const Hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const HexBytes = v.pipe(
  v.string(),
  v.rawTransform(({ dataset: { value: hex }, addIssue, NEVER }): Uint8Array<ArrayBuffer> => {
    const bytes = new Uint8Array(Math.floor(hex.length / 2))
    const written = Buffer.from(bytes.buffer).write(hex, 'hex')
    if (written * 2 === hex.length) return bytes
    addIssue()
    return NEVER
  }),
)
const ChainInfo = v.object({
  chain: v.string(),
  blocks: Count,
  headers: Count,
  bestblockhash: Hash,
  initialblockdownload: v.optional(v.boolean()),
  pruned: v.optional(v.boolean()),
  pruneheight: v.nullish(Count),
})
const Prevout = v.object({ height: Count, scriptPubKey: v.object({ hex: HexBytes }) })
const Input = v.union([
  v.object({ coinbase: v.string() }),
  v.object({ txid: Hash, vout: Count, prevout: v.optional(Prevout) }),
])
type Input = v.InferOutput<typeof Input>
/** Of a transaction of the mempool, whose fee is in bitcoins. */
const FeeRate = v.pipe(
  v.object({ vsize: v.pipe(Count, v.minValue(1)), fees: v.object({ base: v.number() }) }),
  v.transform(({ vsize, fees }) => (fees.base * SATOSHIS_PER_BITCOIN) / vsize),
)
const Reply = v.object({
  result: v.optional(v.unknown()),
  error: v.nullish(v.object({ code: v.number(), message: v.string() })),
})
const NumberedReply = v.object({ id: v.number(), result: v.optional(v.unknown()) })

const MAX_CONCURRENT_CALLS = 2
const DEFAULT_TIMEOUT_MS = 30_000
/** A block has 4 MB at most, twice that in hex. */
const MAX_RESPONSE_BYTES = 10_000_000
const MAX_LONG_RESPONSE_BYTES = 250_000_000

type NodeResponse = { status: number; type: string | null; body: Uint8Array<ArrayBuffer> }

/** HTTP to the node, with its credentials. */
class Connection {
  readonly #limit = pLimit(MAX_CONCURRENT_CALLS)
  readonly #url: URL
  readonly #cookieFile: string | undefined
  readonly #timeoutMs: number
  /** `user:password`; undefined until the cookie file is read. */
  #credentials: string | undefined

  constructor({ url, cookieFile, timeoutMs = DEFAULT_TIMEOUT_MS }: NodeOptions) {
    const { address, credentials } = splitUrl(url)
    this.#url = address
    this.#credentials = cookieFile === undefined ? credentials : undefined
    this.#cookieFile = cookieFile
    this.#timeoutMs = timeoutMs
  }

  /** The result of an RPC method. */
  async call<Output>(
    method: string,
    params: unknown[],
    schema: v.GenericSchema<unknown, Output>,
    maxBytes = MAX_RESPONSE_BYTES,
  ): Promise<Output> {
    const body = JSON.stringify({ id: 'cairn', method, params })
    const response = await this.#limit(() => this.#send('', { method: 'POST', body }, maxBytes))
    const { result, error } = readReply(response, method, Reply)
    if (error) throw rpcError(method, error)
    const parsed = v.safeParse(schema, result)
    if (parsed.success) return parsed.output
    const field = v.getDotPath(parsed.issues[0]) ?? 'result'
    const message = `The Bitcoin node's response to ${method} is malformed (${field}).`
    throw new NodeError('malformed', message)
  }

  /** The results of an RPC method, one for each list of parameters, in one request. Undefined where it failed. */
  async callEach<Output>(
    method: string,
    calls: unknown[][],
    schema: v.GenericSchema<unknown, Output>,
  ): Promise<(Output | undefined)[]> {
    const body = JSON.stringify(calls.map((params, id) => ({ id, method, params })))
    const init = { method: 'POST', body }
    const response = await this.#limit(() => this.#send('', init, MAX_LONG_RESPONSE_BYTES))
    const replies = readReply(response, method, v.array(NumberedReply))
    const results = new Map(replies.map(({ id, result }) => [id, result]))
    return calls.map((_, id) => {
      const parsed = v.safeParse(schema, results.get(id))
      return parsed.success ? parsed.output : undefined
    })
  }

  /** Reads a path below the node's URL. */
  get(path: string): Promise<NodeResponse> {
    return this.#limit(() => this.#send(path, {}, MAX_RESPONSE_BYTES))
  }

  async #send(path: string, init: RequestInit, maxBytes: number): Promise<NodeResponse> {
    this.#credentials ??= await readCookie(this.#cookieFile)
    const response = await this.#fetch(path, init, maxBytes)
    if (response.status !== 401 || this.#cookieFile === undefined) return response
    // A node that was restarted has written another cookie.
    this.#credentials = await readCookie(this.#cookieFile)
    return this.#fetch(path, init, maxBytes)
  }

  async #fetch(path: string, init: RequestInit, maxBytes: number): Promise<NodeResponse> {
    const encoded = Buffer.from(this.#credentials ?? '').toString('base64')
    const headers = { authorization: `Basic ${encoded}` }
    const signal = AbortSignal.timeout(this.#timeoutMs)
    try {
      const response = await fetch(new URL(path, this.#url), {
        ...init,
        headers,
        signal,
        redirect: 'error',
      })
      const type = response.headers.get('content-type')
      return { status: response.status, type, body: await readBody(response, maxBytes) }
    } catch (error) {
      throw this.#connectionError(error)
    }
  }

  #connectionError(error: unknown): NodeError {
    if (error instanceof NodeError) return error
    const { origin } = this.#url
    if (error instanceof Error && error.name === 'TimeoutError') {
      const message = `The Bitcoin node at ${origin} did not respond within ${this.#timeoutMs / 1000} s.`
      return new NodeError('timeout', message)
    }
    const reason = errorCode(error instanceof Error ? error.cause : undefined) ?? 'connection lost'
    const message = `The Bitcoin node at ${origin} is unreachable (${reason}).`
    return new NodeError('unreachable', message, { cause: error })
  }
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** `fetch` refuses URLs with credentials. The message leaves the URL out, because it may have a password. */
function splitUrl(text: string): { address: URL; credentials: string } {
  try {
    const address = new URL(text)
    const { protocol, username, password } = address
    if (protocol !== 'http:' && protocol !== 'https:') throw new TypeError('Not HTTP')
    address.username = ''
    address.password = ''
    return {
      address,
      credentials: `${decodeURIComponent(username)}:${decodeURIComponent(password)}`,
    }
  } catch {
    const message =
      'The URL of the Bitcoin node is malformed: expected http://user:password@host:8332.'
    throw new NodeError('misconfigured', message)
  }
}

async function readCookie(path = ''): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (cause) {
    const code = errorCode(cause)
    // The node removes the file when it stops.
    const kind = code === 'ENOENT' ? 'unreachable' : 'misconfigured'
    const message = `The cookie file ${path} cannot be read (${code}): is the Bitcoin node running?`
    throw new NodeError(kind, message, { cause })
  }
}

async function readBody({ body }: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > maxBytes) {
      const message = `The Bitcoin node sent more than ${maxBytes / 1_000_000} MB.`
      throw new NodeError('malformed', message)
    }
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** Errors come with JSON and status 400, 404, 500 or, from other nodes, 200. */
function readReply<Output>(
  { status, body }: NodeResponse,
  method: string,
  schema: v.GenericSchema<unknown, Output>,
): Output {
  if (status === 401 || status === 403) {
    const message = `The Bitcoin node refuses ${method} (${status}): check the user and the password or cookie file, and the node's rpcallowip and rpcwhitelist.`
    throw new NodeError('unauthorized', message)
  }
  const reply = v.safeParse(schema, parseJson(body))
  if (reply.success) return reply.output
  if (status === 429 || status >= 502) {
    throw new NodeError('busy', `The Bitcoin node is too busy for ${method} (${status}).`)
  }
  const message = `The response to ${method} (${status}) is not that of a Bitcoin node.`
  throw new NodeError('malformed', message)
}

function parseJson(body: Uint8Array<ArrayBuffer>): unknown {
  try {
    return JSON.parse(Buffer.from(body.buffer).toString())
  } catch {
    return undefined
  }
}

// Error codes of Bitcoin Core (src/rpc/protocol.h).
const INVALID_ADDRESS_OR_KEY = -5
const IN_WARMUP = -28

function rpcError(method: string, { code, message }: { code: number; message: string }): NodeError {
  if (code === IN_WARMUP) {
    return new NodeError('warming-up', `The Bitcoin node is starting: ${message.slice(0, 200)}`)
  }
  if (/not fully downloaded/.test(message)) {
    return new NodeError('busy', 'The Bitcoin node is still downloading the block.')
  }
  if (/pruned|not available/.test(message)) {
    const pruned = 'The Bitcoin node has deleted the block, as it prunes: use a node with prune=0.'
    return new NodeError('pruned', pruned)
  }
  // Other nodes send other codes.
  const isMissing =
    code === INVALID_ADDRESS_OR_KEY ||
    /^(Block|Transaction) (not found|height out of range)/.test(message)
  const refused = `The Bitcoin node refuses ${method}: ${message.slice(0, 200)}`
  return new NodeError(isMissing ? 'not-found' : 'unsupported', refused)
}
