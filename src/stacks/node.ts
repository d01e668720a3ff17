import * as v from 'valibot'
import {
  type NakamotoBlock,
  type OldBlock,
  type OldHeader,
  parseMicroblocks,
  parseNakamotoBlock,
  parseNakamotoBlocks,
  parseOldBlock,
  parseOldHeader,
} from './block.ts'
import { MalformedBytes, UnknownKind } from './byteReader.ts'
import { type ClarityValue, parseClarityValue } from './clarity.ts'
import {
  expectSuccess,
  malformedResponse,
  type NodeRequest,
  type NodeResponse,
  StacksConnection,
  StacksNodeError,
  type StacksNodeOptions,
} from './stacksConnection.ts'
import type { StacksTransaction } from './transaction.ts'

/** A Stacks node, read over its RPC. Every method throws StacksNodeError. */
export type StacksNode = {
  info: () => Promise<StacksInfo>
  /** The newest block. */
  tip: () => Promise<StacksTip>
  /** What a contract has for others, after a block; undefined if there is no such contract. */
  contractInterface: (principal: string, tip: StacksTip) => Promise<ContractInterface | undefined>
  /** Calls a function without arguments after a block; nothing of what it does stays. */
  callReadOnly: (principal: string, name: string, tip: StacksTip) => Promise<CallResult>
  /** The height at which a contract was deployed; undefined if there is no such contract. */
  publishHeight: (principal: string, tip: StacksTip) => Promise<number | undefined>
  /** The block of a height below a newest block; undefined if the node lacks it, or it is from before Nakamoto. */
  nakamotoBlock: (height: number, tip: StacksTip) => Promise<NakamotoBlock | undefined>
  /**
   * A block and those before it, newest first, down to the first one of its tenure or the one after `stop`, or fewer
   * if they are large; undefined if the node lacks it, or it is from before Nakamoto.
   */
  tenure: (block: string, stop: string | undefined) => Promise<NakamotoBlock[] | undefined>
  /** The headers of a block from before Nakamoto and of those before it, at most 2,100, with descending heights. */
  oldHeaders: (id: string) => Promise<ExtendedHeader[] | undefined>
  /** A block from before Nakamoto; undefined if the node lacks it. */
  oldBlock: (id: string) => Promise<OldBlock | undefined>
  /** The transactions between the parent of such a block and it, of which `hash` is the last microblock. */
  microblocks: (id: string, hash: string) => Promise<StacksTransaction[] | undefined>
}

/** `consensusHash` is that of its burn block, in 40 hex digits. */
export type ExtendedHeader = OldHeader & { consensusHash: string; parentId: string }

export type StacksInfo = { network: StacksNetwork; isFullySynced: boolean; height: number }
export type StacksNetwork = 'mainnet' | 'testnet'
/** `id` is 64 hex digits. */
export type StacksTip = { id: string; height: number }

/** `seconds`: how long the node took. */
export type CallResult = { seconds: number } & Result
/** `cause`: why the call failed, in the words of the node if it has any. */
type Result = { isOkay: true; value: ClarityValue } | { isOkay: false; cause: string }

const MAX_CAUSE_LENGTH = 300

/** Connects at the first call. @throws {TypeError} if the URL is malformed. */
export function openStacksNode(options: StacksNodeOptions): StacksNode {
  const connection = new StacksConnection(options)
  return {
    info: () => readInfo(connection),
    tip: () => read(connection, { path: '/v3/tenures/info', about: 'node' }, Tip),
    contractInterface: (principal, tip) => readInterface(connection, principal, tip),
    callReadOnly: (principal, name, tip) => callReadOnly(connection, { principal, name, tip }),
    publishHeight: async (principal, { id }) => {
      const path = pathOf('source', principal)
      const query = { tip: id, proof: '0' }
      const request = { path, query, about: 'contract' } as const
      return (await ifThere(read(connection, request, Source)))?.publish_height
    },
    nakamotoBlock: (height, { id }) =>
      readBlock(
        connection,
        { path: `/v3/blocks/height/${height}`, query: { tip: id } },
        parseNakamotoBlock,
      ),
    tenure: (block, stop) => readTenure(connection, block, stop),
    oldHeaders: (id) => readHeaders(connection, id),
    oldBlock: (id) => readBlock(connection, { path: `/v2/blocks/${id}` }, parseOldBlock),
    microblocks: (id, hash) =>
      readBlock(connection, { path: `/v2/microblocks/confirmed/${id}` }, (bytes) =>
        parseMicroblocks(bytes, hash),
      ),
  }
}

async function readInfo(connection: StacksConnection): Promise<StacksInfo> {
  const info = await read(connection, { path: '/v2/info', about: 'node' }, Info)
  const network = NETWORKS[info.network_id]
  if (network === undefined) {
    const message = `The Stacks node is on network ${info.network_id}: Cairn knows mainnet and testnet.`
    throw new StacksNodeError('unsupported', message)
  }
  return { network, isFullySynced: info.is_fully_synced, height: info.stacks_tip_height }
}

function readInterface(
  connection: StacksConnection,
  principal: string,
  { id }: StacksTip,
): Promise<ContractInterface | undefined> {
  const path = pathOf('interface', principal)
  const request = { path, query: { tip: id }, about: 'contract' } as const
  return ifThere(read(connection, request, ContractInterface))
}

async function ifThere<Output>(reading: Promise<Output>): Promise<Output | undefined> {
  try {
    return await reading
  } catch (error) {
    const kind = error instanceof StacksNodeError ? error.kind : undefined
    if (kind === 'no-contract' || kind === 'no-block') return undefined
    throw error
  }
}

async function read<Output>(
  connection: StacksConnection,
  request: NodeRequest,
  schema: v.GenericSchema<unknown, Output>,
): Promise<Output> {
  return parseReply(request, schema, await connection.send(request))
}

function readBlock<Output>(
  connection: StacksConnection,
  place: Pick<NodeRequest, 'path' | 'query' | 'maxBytes'>,
  parse: (bytes: Uint8Array) => Output,
): Promise<Output | undefined> {
  const request = { ...place, about: 'block' } as const
  const reading = connection.send(request)
  return ifThere(
    reading.then((response) => parseBytes(request, expectSuccess(request, response), parse)),
  )
}

/** MAX_PAYLOAD_LEN of stacks-core is 16 MiB and a byte. */
const MAX_TENURE_BYTES = 17_000_000

async function readTenure(
  connection: StacksConnection,
  id: string,
  stop: string | undefined,
): Promise<NakamotoBlock[] | undefined> {
  const request = {
    path: `/v3/tenures/${id}`,
    ...(stop !== undefined && { query: { stop } }),
    maxBytes: MAX_TENURE_BYTES,
  }
  const blocks = await readBlock(connection, request, parseNakamotoBlocks)
  if (blocks !== undefined) expectLinked({ ...request, about: 'block' }, blocks, id)
  return blocks
}

/** The ids are hashes, so that the first one vouches for all. */
function expectLinked(request: NodeRequest, blocks: NakamotoBlock[], first: string): void {
  let child: NakamotoBlock | undefined
  for (const block of blocks) {
    const isNext = child === undefined || block.height === child.height - 1
    if (block.id !== (child?.parentId ?? first) || !isNext) {
      throw malformedResponse(request, `block ${block.height} is another one`)
    }
    child = block
  }
  if (child === undefined) throw malformedResponse(request, 'it has no block')
}

const MAX_HEADERS = 2100

async function readHeaders(
  connection: StacksConnection,
  id: string,
): Promise<ExtendedHeader[] | undefined> {
  const path = `/v2/headers/${MAX_HEADERS}`
  const request = { path, query: { tip: id }, about: 'block' } as const
  const headers = await ifThere(read(connection, request, Headers))
  return headers?.map(({ header, consensus_hash, parent_block_id }) => ({
    ...parseBytes(request, Buffer.from(header, 'hex'), parseOldHeader),
    consensusHash: consensus_hash,
    parentId: parent_block_id,
  }))
}

function parseBytes<Output>(
  request: NodeRequest,
  bytes: Uint8Array,
  parse: (bytes: Uint8Array) => Output,
): Output {
  try {
    return parse(bytes)
  } catch (error) {
    if (error instanceof UnknownKind) throw unknownKind(request, error.message)
    if (error instanceof MalformedBytes) throw malformedResponse(request, error.message)
    throw error
  }
}

function unknownKind({ path }: NodeRequest, what: string): StacksNodeError {
  const message = `This version of Cairn does not know all that ${path} of the Stacks node has (${what}): update Cairn.`
  return new StacksNodeError('unknown-kind', message)
}

type Call = { principal: string; name: string; tip: StacksTip }

async function callReadOnly(
  connection: StacksConnection,
  { principal, name, tip }: Call,
): Promise<CallResult> {
  const path = `${pathOf('call-read', principal)}/${name}`
  const body = { sender: /^S[TN]/.test(principal) ? TEST_SENDER : SENDER, arguments: [] }
  const request = { path, query: { tip: tip.id }, body, about: 'contract' } as const
  const response = await connection.send(request)
  return { seconds: response.seconds, ...resultOf(request, response) }
}

function resultOf(request: NodeRequest, response: NodeResponse): Result {
  try {
    const reply = parseReply(request, CallReply, response)
    if (!reply.okay) return { isOkay: false, cause: reply.cause.slice(0, MAX_CAUSE_LENGTH) }
    const value = parseClarityValue(Buffer.from(reply.result.slice(2), 'hex'))
    return { isOkay: true, value }
  } catch (error) {
    if (error instanceof MalformedBytes) {
      return { isOkay: false, cause: `the value is malformed (${error.message})` }
    }
    if (!(error instanceof StacksNodeError) || error.kind !== 'contract') throw error
    return { isOkay: false, cause: error.message }
  }
}

// The address that nobody has the key of. A contract may answer others differently.
const SENDER = 'SP000000000000000000002Q6VF78'
const TEST_SENDER = 'ST000000000000000000002AMW42H'

function pathOf(kind: 'interface' | 'source' | 'call-read', principal: string): string {
  return `/v2/contracts/${kind}/${principal.replace('.', '/')}`
}

function parseReply<Output>(
  request: NodeRequest,
  schema: v.GenericSchema<unknown, Output>,
  response: NodeResponse,
): Output {
  const parsed = v.safeParse(schema, tryParse(expectSuccess(request, response).toString()))
  if (parsed.success) return parsed.output
  throw malformedResponse(request, v.getDotPath(parsed.issues[0]) ?? 'body')
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const hex = (digits: number) => v.pipe(v.string(), v.regex(new RegExp(`^[0-9a-f]{${digits}}$`)))
/** `network_id` of stacks-core (CHAIN_ID_MAINNET, CHAIN_ID_TESTNET). */
const NETWORKS: Record<number, StacksNetwork> = { 1: 'mainnet', 2147483648: 'testnet' }
const Info = v.object({
  network_id: Count,
  stacks_tip_height: Count,
  is_fully_synced: v.optional(v.boolean(), true),
})
const Tip = v.pipe(
  v.object({ tip_block_id: hex(64), tip_height: Count }),
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
/** The height of a block is a number of 32 bits there. */
const Source = v.object({ publish_height: Count })
const Headers = v.pipe(
  v.array(
    v.object({
      consensus_hash: hex(40),
      header: v.pipe(v.string(), v.regex(/^([0-9a-f]{2})+$/)),
      parent_block_id: hex(64),
    }),
  ),
  v.maxLength(MAX_HEADERS),
)
