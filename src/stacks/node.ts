import { setTimeout } from 'node:timers/promises'
import pLimit from 'p-limit'
import * as v from 'valibot'
import { readAtMost } from '../nodeHttp/readAtMost.ts'
import { splitUrl } from '../nodeHttp/splitUrl.ts'
import { type ClarityValue, MalformedClarity, parseClarityValue } from './clarity.ts'

export type StacksNodeOptions = {
  /** Its RPC address. */
  url: string
  /** The maximum number of requests a second. */
  rate: number
}

/** A Stacks node, read over its RPC. Every method throws StacksNodeError. */
export type StacksNode = {
  info: () => Promise<StacksInfo>
  /** The newest block. */
  tip: () => Promise<StacksTip>
  /** What a contract has for others, after a block; undefined if there is no such contract. */
  contractInterface: (principal: string, tip: StacksTip) => Promise<ContractInterface | undefined>
  /** Calls a function without arguments after a block; nothing of what it does stays. */
  callReadOnly: (principal: string, name: string, tip: StacksTip) => Promise<CallResult>
}

export type StacksInfo = { network: StacksNetwork; isFullySynced: boolean; height: number }
export type StacksNetwork = 'mainnet' | 'testnet'
/** `id` is 64 hex digits. */
export type StacksTip = { id: string; height: number }

/** `seconds`: how long the node took. */
export type CallResult = { seconds: number } & Result
/** `cause`: why the call failed, in the words of the node if it has any. */
type Result = { isOkay: true; value: ClarityValue } | { isOkay: false; cause: string }

export type StacksNodeErrorKind =
  | 'unreachable'
  | 'timeout'
  | 'busy'
  | 'unauthorized'
  /** The node has left the block, or does not know it yet. */
  | 'no-tip'
  | 'no-contract'
  /** This contract cannot be read; others may be. */
  | 'contract'
  | 'unsupported'
  | 'malformed'

/** Thrown if a call fails. The message is a sentence for the operator. */
export class StacksNodeError extends Error {
  override name = 'StacksNodeError'
  readonly kind: StacksNodeErrorKind

  constructor(kind: StacksNodeErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** A call may run for 30 s. */
const TIMEOUT_MS = 40_000
const MAX_CAUSE_LENGTH = 300

/** Connects at the first call. @throws {TypeError} if the URL is malformed. */
export function openStacksNode(options: StacksNodeOptions): StacksNode {
  const connection = new Connection(options)
  return {
    info: () => readInfo(connection),
    tip: () => read(connection, { path: '/v3/tenures/info', schema: Tip }),
    contractInterface: (principal, tip) => readInterface(connection, principal, tip),
    callReadOnly: (principal, name, tip) => callReadOnly(connection, { principal, name, tip }),
  }
}

async function readInfo(connection: Connection): Promise<StacksInfo> {
  const info = await read(connection, { path: '/v2/info', schema: Info })
  const network = NETWORKS[info.network_id]
  if (network === undefined) {
    const message = `The Stacks node is on network ${info.network_id}: Cairn knows mainnet and testnet.`
    throw new StacksNodeError('unsupported', message)
  }
  return { network, isFullySynced: info.is_fully_synced, height: info.stacks_tip_height }
}

async function readInterface(
  connection: Connection,
  principal: string,
  tip: StacksTip,
): Promise<ContractInterface | undefined> {
  const path = pathOf('interface', principal)
  try {
    return await read(connection, { path, tip, schema: ContractInterface })
  } catch (error) {
    if (error instanceof StacksNodeError && error.kind === 'no-contract') return undefined
    throw error
  }
}

async function read<Output>(connection: Connection, request: Request<Output>): Promise<Output> {
  return parseReply(request, await connection.send(request))
}

type Call = { principal: string; name: string; tip: StacksTip }

async function callReadOnly(
  connection: Connection,
  { principal, name, tip }: Call,
): Promise<CallResult> {
  const path = `${pathOf('call-read', principal)}/${name}`
  const body = { sender: /^S[TN]/.test(principal) ? TEST_SENDER : SENDER, arguments: [] }
  const request = { path, tip, body, schema: CallReply }
  const response = await connection.send(request)
  return { seconds: response.seconds, ...resultOf(request, response) }
}

function resultOf(request: Request<CallReply>, response: NodeResponse): Result {
  try {
    const reply = parseReply(request, response)
    if (!reply.okay) return { isOkay: false, cause: reply.cause.slice(0, MAX_CAUSE_LENGTH) }
    const value = parseClarityValue(Buffer.from(reply.result.slice(2), 'hex'))
    return { isOkay: true, value }
  } catch (error) {
    if (error instanceof MalformedClarity) {
      return { isOkay: false, cause: `the value is malformed (${error.message})` }
    }
    if (!(error instanceof StacksNodeError) || error.kind !== 'contract') throw error
    return { isOkay: false, cause: error.message }
  }
}

// The address that nobody has the key of. A contract may answer others differently.
const SENDER = 'SP000000000000000000002Q6VF78'
const TEST_SENDER = 'ST000000000000000000002AMW42H'

function pathOf(kind: 'interface' | 'call-read', principal: string): string {
  return `/v2/contracts/${kind}/${principal.replace('.', '/')}`
}

type Request<Output> = {
  path: string
  /** The block after which the node answers. Only requests about a contract have one. */
  tip?: StacksTip
  body?: object
  schema: v.GenericSchema<unknown, Output>
}

/** Calls are answered in the thread in which the node talks to other nodes. */
const MAX_CONCURRENT_CALLS = 2

/** HTTP to the node, with at most `rate` requests a second, evenly spread. */
class Connection {
  readonly #limit = pLimit(MAX_CONCURRENT_CALLS)
  readonly #address: URL
  readonly #headers: Record<string, string>
  readonly #intervalMs: number
  #nextAt = 0

  constructor({ url, rate }: StacksNodeOptions) {
    const { address, credentials } = splitUrl(url)
    this.#address = address
    const encoded = Buffer.from(credentials ?? '').toString('base64')
    this.#headers = {
      'content-type': 'application/json',
      ...(encoded !== '' && { authorization: `Basic ${encoded}` }),
    }
    this.#intervalMs = 1000 / rate
  }

  send(request: Request<unknown>): Promise<NodeResponse> {
    return this.#limit(async () => {
      await this.#waitForTurn()
      return this.#fetch(request)
    })
  }

  async #waitForTurn(): Promise<void> {
    const now = performance.now()
    const at = Math.max(now, this.#nextAt)
    this.#nextAt = at + this.#intervalMs
    if (at > now) await setTimeout(at - now)
  }

  async #fetch(request: Request<unknown>): Promise<NodeResponse> {
    const { path, tip, body } = request
    const startedAt = performance.now()
    const url = `${this.#address.href.replace(/\/$/, '')}${path}${tip === undefined ? '' : `?tip=${tip.id}`}`
    try {
      const response = await fetch(url, {
        method: body === undefined ? 'GET' : 'POST',
        headers: this.#headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const text = await readText(response, request)
      const seconds = (performance.now() - startedAt) / 1000
      return { status: response.status, text, seconds }
    } catch (error) {
      throw this.#connectionError(error)
    }
  }

  #connectionError(error: unknown): StacksNodeError {
    if (error instanceof StacksNodeError) return error
    const node = `The Stacks node at ${this.#address.origin}`
    if (error instanceof Error && error.name === 'TimeoutError') {
      const message = `${node} did not respond within ${TIMEOUT_MS / 1000} s.`
      return new StacksNodeError('timeout', message, { cause: error })
    }
    const { cause } = error instanceof Error ? error : {}
    const reason = cause instanceof Error && 'code' in cause ? cause.code : 'connection lost'
    const message = `${node} is unreachable (${reason}).`
    return new StacksNodeError('unreachable', message, { cause: error })
  }
}

type NodeResponse = { status: number; text: string; seconds: number }

/** The largest contracts have 100 kB of source; their interfaces are some hundred kB. */
const MAX_RESPONSE_BYTES = 8_000_000

async function readText({ body }: Response, request: Request<unknown>): Promise<string> {
  const bytes = await readAtMost(body ?? [], MAX_RESPONSE_BYTES)
  if (bytes !== undefined) return bytes.toString()
  const message = `The Stacks node sent more than ${MAX_RESPONSE_BYTES / 1_000_000} MB for ${request.path}, which cannot have as much: check what is at its address.`
  throw new StacksNodeError(malformedKind(request), message)
}

/** The response about one contract says nothing of the others. */
function malformedKind({ tip }: Request<unknown>): 'contract' | 'malformed' {
  return tip === undefined ? 'malformed' : 'contract'
}

function parseReply<Output>(request: Request<Output>, response: NodeResponse): Output {
  if (response.status !== 200) throw errorOf(request, response)
  const parsed = v.safeParse(request.schema, tryParse(response.text))
  if (parsed.success) return parsed.output
  const field = v.getDotPath(parsed.issues[0]) ?? 'body'
  const message = `The response of the Stacks node to ${request.path} is malformed (${field}).`
  throw new StacksNodeError(malformedKind(request), message)
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function errorOf({ path, tip }: Request<unknown>, { status, text }: NodeResponse): StacksNodeError {
  if (status === 404 && /tip not found/i.test(text)) {
    return new StacksNodeError(
      'no-tip',
      'The Stacks node does not have the block that was asked for.',
    )
  }
  if (status === 404 && /no contract/i.test(text)) {
    return new StacksNodeError('no-contract', 'The Stacks node does not have the contract.')
  }
  if (status === 401 || status === 403) {
    const message = `The Stacks node refuses ${path} (${status}): check the user and the password in STACKS_NODE_URL.`
    return new StacksNodeError('unauthorized', message)
  }
  if (status === 429 || status >= 500) {
    const message = `The Stacks node is too busy for ${path} (${status}): lower STACKS_RATE if this lasts.`
    return new StacksNodeError('busy', message)
  }
  if (tip !== undefined) {
    // 408 if the call ran too long, 400 if the node does not accept the principal.
    return new StacksNodeError('contract', `The Stacks node does not answer ${path} (${status}).`)
  }
  const message = `The Stacks node does not answer ${path} (${status}): Cairn needs a node of version 3.0 or later.`
  return new StacksNodeError('unsupported', message)
}

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** `network_id` of stacks-core (CHAIN_ID_MAINNET, CHAIN_ID_TESTNET). */
const NETWORKS: Record<number, StacksNetwork> = { 1: 'mainnet', 2147483648: 'testnet' }
const Info = v.object({
  network_id: Count,
  stacks_tip_height: Count,
  is_fully_synced: v.optional(v.boolean(), true),
})
const Tip = v.pipe(
  v.object({ tip_block_id: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)), tip_height: Count }),
  v.transform(
    ({ tip_block_id, tip_height }): StacksTip => ({ id: tip_block_id, height: tip_height }),
  ),
)
/** What is read of an interface. Types are text, or objects that describe them. */
const ContractInterface = v.object({
  functions: v.array(
    v.object({
      name: v.string(),
      access: v.string(),
      args: v.array(v.object({ type: v.unknown() })),
    }),
  ),
  fungible_tokens: v.array(v.object({ name: v.string() })),
  non_fungible_tokens: v.array(v.unknown()),
})
export type ContractInterface = v.InferOutput<typeof ContractInterface>
const CallReply = v.variant('okay', [
  v.object({ okay: v.literal(true), result: v.pipe(v.string(), v.regex(/^0x([0-9a-f]{2})+$/)) }),
  v.object({ okay: v.literal(false), cause: v.string() }),
])
type CallReply = v.InferOutput<typeof CallReply>
