import { setTimeout } from 'node:timers/promises'
import pLimit from 'p-limit'
import { readAtMost } from '../nodeHttp/readAtMost.ts'
import { readUntilAborted } from '../nodeHttp/readUntilAborted.ts'
import { splitUrl } from '../nodeHttp/splitUrl.ts'

export type StacksNodeOptions = {
  /** Its RPC address. */
  url: string
  /** The maximum number of requests a second. */
  rate: number
  /** For a whole response. */
  timeoutMs?: number
}

export type StacksNodeErrorKind =
  | 'unreachable'
  | 'timeout'
  | 'busy'
  | 'unauthorized'
  /** The node has left the block, or does not know it yet. */
  | 'no-tip'
  | 'no-contract'
  | 'no-block'
  /** This contract or block cannot be read; others may be. */
  | 'contract'
  /** A block has what this version of Cairn does not know. */
  | 'unknown-kind'
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
const DEFAULT_TIMEOUT_MS = 40_000

/** Those about a contract or a block may fail while others succeed. */
export type NodeRequest = {
  path: string
  about: 'node' | 'contract' | 'block'
  /** Parameters after the `?`. */
  query?: Readonly<Record<string, string>>
  body?: object
  /** The largest response that is read, if not one of a single contract or block. */
  maxBytes?: number
}

/** Calls are answered in the thread in which the node talks to other nodes. */
const MAX_CONCURRENT_CALLS = 2

/** HTTP to the node, with at most `rate` requests a second, evenly spread. */
export class StacksConnection {
  readonly #limit = pLimit(MAX_CONCURRENT_CALLS)
  readonly #address: URL
  readonly #headers: Record<string, string>
  readonly #intervalMs: number
  readonly #timeoutMs: number
  #nextAt = 0

  constructor({ url, rate, timeoutMs = DEFAULT_TIMEOUT_MS }: StacksNodeOptions) {
    const { address, credentials } = splitUrl(url)
    this.#address = address
    const encoded = Buffer.from(credentials ?? '').toString('base64')
    this.#headers = {
      'content-type': 'application/json',
      ...(encoded !== '' && { authorization: `Basic ${encoded}` }),
    }
    this.#intervalMs = 1000 / rate
    this.#timeoutMs = timeoutMs
  }

  send(request: NodeRequest): Promise<NodeResponse> {
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

  async #fetch(request: NodeRequest): Promise<NodeResponse> {
    const { path, query, body } = request
    const startedAt = performance.now()
    const signal = AbortSignal.timeout(this.#timeoutMs)
    const parameters = query === undefined ? '' : `?${new URLSearchParams(query)}`
    const url = `${this.#address.href.replace(/\/$/, '')}${path}${parameters}`
    try {
      const response = await fetch(url, {
        method: body === undefined ? 'GET' : 'POST',
        headers: this.#headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal,
      })
      const bytes = await readBytes(readUntilAborted(response.body, signal), request)
      const seconds = (performance.now() - startedAt) / 1000
      return { status: response.status, bytes, seconds }
    } catch (error) {
      throw this.#connectionError(error)
    }
  }

  #connectionError(error: unknown): StacksNodeError {
    if (error instanceof StacksNodeError) return error
    const node = `The Stacks node at ${this.#address.origin}`
    if (error instanceof Error && error.name === 'TimeoutError') {
      const message = `${node} did not respond within ${this.#timeoutMs / 1000} s.`
      return new StacksNodeError('timeout', message, { cause: error })
    }
    const { cause } = error instanceof Error ? error : {}
    const reason = cause instanceof Error && 'code' in cause ? cause.code : 'connection lost'
    const message = `${node} is unreachable (${reason}).`
    return new StacksNodeError('unreachable', message, { cause: error })
  }
}

/** `seconds`: how long the node took. */
export type NodeResponse = { status: number; bytes: Buffer; seconds: number }

/** The largest contracts have 100 kB of source; their interfaces are some hundred kB. Blocks have 2 MB at most. */
const MAX_RESPONSE_BYTES = 8_000_000

async function readBytes(chunks: AsyncIterable<Uint8Array>, request: NodeRequest): Promise<Buffer> {
  const { maxBytes = MAX_RESPONSE_BYTES } = request
  const bytes = await readAtMost(chunks, maxBytes)
  if (bytes !== undefined) return bytes
  const message = `The Stacks node sent more than ${maxBytes / 1_000_000} MB for ${request.path}, which cannot have as much: check what is at its address.`
  throw new StacksNodeError(malformedKind(request), message)
}

/** The response about one contract or block says nothing of the others. */
function malformedKind({ about }: NodeRequest): 'contract' | 'malformed' {
  return about === 'node' ? 'malformed' : 'contract'
}

/** Returns the bytes of a successful response. @throws {StacksNodeError} that says why another one failed. */
export function expectSuccess(request: NodeRequest, { status, bytes }: NodeResponse): Buffer {
  if (status !== 200) throw errorOf(request, status, bytes.toString())
  return bytes
}

/** A response that is not as it should be. `what` is the part that is wrong. */
export function malformedResponse(request: NodeRequest, what: string): StacksNodeError {
  const message = `The response of the Stacks node to ${request.path} is malformed (${what}).`
  return new StacksNodeError(malformedKind(request), message)
}

function errorOf({ path, about }: NodeRequest, status: number, text: string): StacksNodeError {
  if (status === 404 && /tip not found/i.test(text)) {
    return new StacksNodeError(
      'no-tip',
      'The Stacks node does not have the block that was asked for.',
    )
  }
  if (about === 'block' && (status === 404 || status === 400)) {
    // 400 above the newest block.
    return new StacksNodeError('no-block', `The Stacks node does not have ${path}.`)
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
  if (about !== 'node') {
    // 408 if the call ran too long, 400 if the node does not accept the principal.
    return new StacksNodeError('contract', `The Stacks node does not answer ${path} (${status}).`)
  }
  const message = `The Stacks node does not answer ${path} (${status}): Cairn needs a node of version 3.0.0.0.3 or later.`
  return new StacksNodeError('unsupported', message)
}
