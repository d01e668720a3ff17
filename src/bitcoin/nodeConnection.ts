import { readFile } from 'node:fs/promises'
import pLimit from 'p-limit'
import * as v from 'valibot'
import { readAtMost } from '../nodeHttp/readAtMost.ts'
import { readUntilAborted } from '../nodeHttp/readUntilAborted.ts'
import { splitUrl } from '../nodeHttp/splitUrl.ts'
import { JsonPicker, MalformedJson, type Wanted } from './jsonPicker.ts'

export type NodeOptions = {
  /** May contain a user and a password. */
  url: string
  /** The node writes a user and a password to this file when it starts. They go before those of the URL. */
  cookieFile?: string | undefined
  timeoutMs?: number | undefined
}

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

const Reply = v.object({
  result: v.optional(v.unknown()),
  error: v.nullish(v.object({ code: v.number(), message: v.string() })),
})
type Reply = v.InferOutput<typeof Reply>
/** The same fields of a response that is read in pieces. */
const ERROR_FIELDS = { fields: { code: 'scalar', message: 'scalar' } } as const
const NumberedReply = v.object({ id: v.number(), result: v.optional(v.unknown()) })

const MAX_CONCURRENT_CALLS = 2
/** Leaves a call to others while the node sends several GB. */
const MAX_CONCURRENT_LONG_CALLS = 1
const DEFAULT_TIMEOUT_MS = 30_000
/** The node composes a long response before it sends the first byte. */
const LONG_CALL_IDLE_TIMEOUTS = 4
const LONG_CALL_TIMEOUTS = 20
/** A block has 4 MB at most, twice that in hex. */
export const MAX_RESPONSE_BYTES = 10_000_000

type Bound = { maxBytes: number; subject: string }
const SHORT_RESPONSE: Bound = { maxBytes: MAX_RESPONSE_BYTES, subject: 'a short response' }
export const MEMPOOL_RESPONSE: Bound = { maxBytes: 250_000_000, subject: 'the mempool' }

type NodeResponse = { status: number; type: string | null; body: Uint8Array<ArrayBuffer> }

/** What of a response of any length is read in pieces. `subject` says in errors what it is about. */
export type LongCall = { method: string; params: unknown[]; result: Wanted; subject: string }

type Request = { path: string; init: RequestInit; timeouts: Timeouts }
type Chunks = AsyncIterable<Uint8Array>

/** HTTP to the node, with its credentials. */
export class Connection {
  readonly #limit = pLimit(MAX_CONCURRENT_CALLS)
  readonly #longLimit = pLimit(MAX_CONCURRENT_LONG_CALLS)
  readonly #url: URL
  readonly #cookieFile: string | undefined
  readonly #timeoutMs: number
  /** `user:password`; undefined until the cookie file is read. */
  #credentials: string | undefined

  constructor({ url, cookieFile, timeoutMs = DEFAULT_TIMEOUT_MS }: NodeOptions) {
    const { address, credentials = ':' } = splitNodeUrl(url)
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
    bound = SHORT_RESPONSE,
  ): Promise<Output> {
    const response = await this.#post({ id: 'cairn', method, params }, bound)
    return resultOf(method, readReply(response, method, Reply), schema)
  }

  /** The results of an RPC method, one for each list of parameters, in one request. Undefined where it failed. */
  async callEach<Output>(
    method: string,
    calls: unknown[][],
    schema: v.GenericSchema<unknown, Output>,
  ): Promise<(Output | undefined)[]> {
    const batch = calls.map((params, id) => ({ id, method, params }))
    const response = await this.#post(batch, MEMPOOL_RESPONSE)
    const replies = readReply(response, method, v.array(NumberedReply))
    const results = new Map(replies.map(({ id, result }) => [id, result]))
    return calls.map((_, id) => {
      const parsed = v.safeParse(schema, results.get(id))
      return parsed.success ? parsed.output : undefined
    })
  }

  /** What is wanted of the result of an RPC method, which may have several GB. The node gets one such call at once. */
  async callLong<Output>(
    call: LongCall,
    schema: v.GenericSchema<unknown, Output>,
  ): Promise<Output> {
    const { method, params } = call
    const request = {
      path: '',
      init: { method: 'POST', body: JSON.stringify({ id: 'cairn', method, params }) },
      timeouts: this.#longTimeouts(call),
    }
    const response = await this.#longLimit(() =>
      this.#limit(() =>
        this.#send(request, (response, chunks) => readLong(response, chunks, call)),
      ),
    )
    const reply = 'reply' in response ? response.reply : readReply(response, method, Reply)
    return resultOf(method, reply, schema)
  }

  /** Reads a path below the node's URL. */
  get(path: string, bound: Bound): Promise<NodeResponse> {
    return this.#sendShort({ path, init: {} }, bound)
  }

  #post(body: unknown, bound: Bound): Promise<NodeResponse> {
    const init = { method: 'POST', body: JSON.stringify(body) }
    return this.#sendShort({ path: '', init }, bound)
  }

  #sendShort(request: Omit<Request, 'timeouts'>, bound: Bound): Promise<NodeResponse> {
    const message = `The Bitcoin node at ${this.#url.origin} did not respond within ${this.#timeoutMs / 1000} s.`
    const timeout = { ms: this.#timeoutMs, message }
    return this.#limit(() =>
      this.#send({ ...request, timeouts: { idle: timeout, total: timeout } }, (response, chunks) =>
        readShort(response, chunks, bound),
      ),
    )
  }

  #longTimeouts({ subject }: LongCall): Timeouts {
    const idleMs = this.#timeoutMs * LONG_CALL_IDLE_TIMEOUTS
    const totalMs = this.#timeoutMs * LONG_CALL_TIMEOUTS
    const node = `The Bitcoin node at ${this.#url.origin}`
    const remedy = `Such a response can have several GB: give the node as much free memory, and restart it if it hangs.`
    return {
      idle: {
        ms: idleMs,
        message: `${node} sent nothing of ${subject} for ${idleMs / 1000} s. ${remedy}`,
      },
      total: {
        ms: totalMs,
        message: `${node} did not send ${subject} within ${totalMs / 1000} s. ${remedy}`,
      },
    }
  }

  async #send<Result extends { status: number }>(
    request: Request,
    read: (response: Response, chunks: Chunks) => Promise<Result>,
  ): Promise<Result> {
    this.#credentials ??= await readCookie(this.#cookieFile)
    const result = await this.#fetch(request, read)
    if (result.status !== 401 || this.#cookieFile === undefined) return result
    // A node that was restarted has written another cookie.
    this.#credentials = await readCookie(this.#cookieFile)
    return this.#fetch(request, read)
  }

  async #fetch<Result>(
    { path, init, timeouts }: Request,
    read: (response: Response, chunks: Chunks) => Promise<Result>,
  ): Promise<Result> {
    const encoded = Buffer.from(this.#credentials ?? '').toString('base64')
    const headers = { authorization: `Basic ${encoded}` }
    const timer = new RequestTimer(timeouts)
    try {
      const { signal } = timer
      const url = new URL(path, this.#url)
      const response = await fetch(url, { ...init, headers, signal, redirect: 'error' })
      return await read(response, timer.watch(response.body))
    } catch (error) {
      throw this.#connectionError(error)
    } finally {
      timer.stop()
    }
  }

  #connectionError(error: unknown): NodeError {
    if (error instanceof NodeError) return error
    const { origin } = this.#url
    const reason = errorCode(error instanceof Error ? error.cause : undefined) ?? 'connection lost'
    const message = `The Bitcoin node at ${origin} is unreachable (${reason}).`
    return new NodeError('unreachable', message, { cause: error })
  }
}

/** `idle`: without a byte. */
type Timeouts = Record<'idle' | 'total', { ms: number; message: string }>

/** Aborts a request with a NodeError. */
class RequestTimer {
  readonly #controller = new AbortController()
  readonly #idle: NodeJS.Timeout
  readonly #total: NodeJS.Timeout

  constructor({ idle, total }: Timeouts) {
    this.#idle = this.#abortAfter(idle)
    this.#total = this.#abortAfter(total)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  async *watch(body: Response['body']): AsyncGenerator<Uint8Array> {
    for await (const chunk of readUntilAborted(body, this.signal)) {
      this.#idle.refresh()
      yield chunk
    }
  }

  stop(): void {
    clearTimeout(this.#idle)
    clearTimeout(this.#total)
  }

  #abortAfter({ ms, message }: Timeouts['idle']): NodeJS.Timeout {
    return setTimeout(() => this.#controller.abort(new NodeError('timeout', message)), ms)
  }
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

function splitNodeUrl(url: string): ReturnType<typeof splitUrl> {
  try {
    return splitUrl(url)
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

async function readShort(
  { status, headers }: Response,
  chunks: Chunks,
  { maxBytes, subject }: Bound,
): Promise<NodeResponse> {
  const bytes = await readAtMost(chunks, maxBytes)
  if (bytes === undefined) {
    const message = `The Bitcoin node sent more than ${maxBytes / 1_000_000} MB for ${subject}, which cannot have as much: check what is at its address.`
    throw new NodeError('malformed', message)
  }
  return { status, type: headers.get('content-type'), body: new Uint8Array(bytes) }
}

/** Failures are short. */
async function readLong(
  response: Response,
  chunks: Chunks,
  { result, subject }: LongCall,
): Promise<NodeResponse | { status: number; reply: Reply }> {
  if (response.status !== 200) return readShort(response, chunks, SHORT_RESPONSE)
  const picker = new JsonPicker({ fields: { result, error: ERROR_FIELDS } })
  try {
    for await (const chunk of chunks) picker.write(chunk)
    return { status: response.status, reply: v.parse(Reply, picker.end()) }
  } catch (cause) {
    if (!(cause instanceof MalformedJson) && !v.isValiError(cause)) throw cause
    const message = `The Bitcoin node sent a malformed response about ${subject}: check what is at its address. ${cause.message}`
    throw new NodeError('malformed', message, { cause })
  }
}

function resultOf<Output>(
  method: string,
  { result, error }: Reply,
  schema: v.GenericSchema<unknown, Output>,
): Output {
  if (error) throw rpcError(method, error)
  const parsed = v.safeParse(schema, result)
  if (parsed.success) return parsed.output
  const field = v.getDotPath(parsed.issues[0]) ?? 'result'
  const message = `The Bitcoin node's response to ${method} is malformed (${field}).`
  throw new NodeError('malformed', message)
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
    const message = `The Bitcoin node is too busy for ${method} (${status}): raise its rpcworkqueue if this lasts.`
    throw new NodeError('busy', message)
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
