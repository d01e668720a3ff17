import * as v from 'valibot'
import { type ServedNode, serveOnLoopback } from './serveOnLoopback.ts'

/** What a node knows. */
export type RpcHandlers = {
  /** The results of the RPC methods, by their names. @throws {RpcError} */
  methods: Record<string, (params: unknown[]) => unknown>
  /** A block by its hash, for REST. @throws {RpcError} */
  blockBytes: (hash: string) => Uint8Array<ArrayBuffer>
}

/** A call of an RPC method; of REST, the method is `rest/block` and the parameter a hash. */
export type RpcCall = { method: string; params: unknown[] }

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
  intercept?: (call: RpcCall, respond: () => Response) => Response | Promise<Response>
}

/**
 * Serves JSON-RPC and REST on loopback, as Bitcoin Core does. The options are read at each request: changing
 * them is like restarting the node with others.
 */
export async function serveRpc(
  handlers: RpcHandlers,
  options: ServeOptions = {},
): Promise<ServedNode> {
  const { url, stop } = await serveOnLoopback(
    (request) => respond(handlers, request, options),
    options.port,
  )
  const { user = '', password } = options
  const credentials =
    password === undefined ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  return { url: url.replace('//', `//${credentials}`), stop }
}

async function respond(handlers: RpcHandlers, request: Request, options: ServeOptions) {
  const { intercept = (_, respond) => respond() } = options
  const [, hash] = /^\/rest\/block\/([0-9a-f]{64})\.bin$/.exec(new URL(request.url).pathname) ?? []
  if (request.method === 'GET') {
    // Bitcoin Core checks no credentials here.
    if (hash === undefined || options.rest === false) return new Response(null, { status: 404 })
    return intercept({ method: 'rest/block', params: [hash] }, () => restBlock(handlers, hash))
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
  if (batch.success) return respondToBatch(handlers, batch.output)
  if (!call.success) return errorResponse(-32600, 'Invalid Request object')
  return intercept(call.output, () => callMethod(handlers, call.output))
}

const Call = v.object({
  id: v.optional(v.unknown(), null),
  method: v.string(),
  params: v.optional(v.array(v.unknown()), []),
})
type Call = v.InferOutput<typeof Call>

/** The replies of a batch come together, failures too. */
async function respondToBatch(handlers: RpcHandlers, calls: Call[]): Promise<Response> {
  return Response.json(await Promise.all(calls.map((call) => callMethod(handlers, call).json())))
}

function isAuthorized(request: Request, { user = '', password }: ServeOptions): boolean {
  if (password === undefined) return true
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  return request.headers.get('authorization') === expected
}

function restBlock({ blockBytes }: RpcHandlers, hash: string): Response {
  try {
    const headers = { 'content-type': 'application/octet-stream' }
    return new Response(blockBytes(hash), { headers })
  } catch (error) {
    if (error instanceof RpcError) return new Response(`${error.message}\r\n`, { status: 404 })
    throw error
  }
}

function callMethod({ methods }: RpcHandlers, { id, method, params }: Call): Response {
  const run = methods[method]
  try {
    if (run === undefined) throw new RpcError(-32601, 'Method not found')
    return Response.json({ result: run(params), error: null, id })
  } catch (error) {
    if (error instanceof RpcError) return errorResponse(error.code, error.message, id)
    throw error
  }
}

/** An error with one of Bitcoin Core's codes (src/rpc/protocol.h). */
export class RpcError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** An error as Bitcoin Core sends it. */
export function errorResponse(code: number, message: string, id: unknown = null): Response {
  const status = code === -32600 ? 400 : code === -32601 ? 404 : 500
  return Response.json({ result: null, error: { code, message }, id }, { status })
}
