import { createHash } from 'node:crypto'
import { encodeStacksAddress } from '../bitcoin/addresses.ts'
import { unixSeconds } from '../bitcoin/unixSeconds.ts'
import { contractOf } from './demoContract.ts'
import {
  type DemoToken,
  firstTokens,
  GROWING,
  hostedDocument,
  laterToken,
  SLOW_DOCUMENT,
} from './demoTokens.ts'
import {
  callOf,
  coinbaseOf,
  type DemoContract,
  deploymentOf,
  TESTNET_ADDRESS,
} from './encodeStacksTransaction.ts'
import { type ServedNode, serveOnLoopback } from './serveOnLoopback.ts'
import { SimulatedStacksNode } from './simulatedStacksNode.ts'
import { blockAfter } from './stacksBlocks.ts'

const TESTNET = 0x8000_0000
const DAY = 86_400
/** Each but the last ones has a block of the history to itself. */
const DAYS_BETWEEN = 9
const BLOCKS_A_MINUTE = 6
const BLOCKS_BETWEEN_TOKENS = 12

/** The name of the host of the documents, which has no address elsewhere. */
export const DEMO_HOST = 'documents.example'

type Options = { intervalMs?: number }

type ServedStacks = ServedNode & { port: number; chain: DemoStacks }

/**
 * Serves a Stacks node with invented tokens on loopback, and the documents of some. It mines a block every ten
 * seconds.
 */
export async function startDemoStacks({
  intervalMs = 10_000,
}: Options = {}): Promise<ServedStacks> {
  const node = new SimulatedStacksNode()
  const app = node.routes()
  const { url, stop } = await serveOnLoopback(app.fetch)
  const port = Number(new URL(url).port)
  const base = `http://${DEMO_HOST}:${port}/documents`
  app.get('/documents/:name', (c) => {
    const name = c.req.param('name')
    if (name === SLOW_DOCUMENT) return new Promise<Response>(() => {})
    const document = hostedDocument(name, base)
    return document === undefined ? c.notFound() : c.json(document)
  })
  const chain = new DemoStacks(node, { base, now: unixSeconds() })
  const timer = setInterval(() => chain.mineNext(unixSeconds()), intervalMs)
  return {
    url,
    port,
    chain,
    stop() {
      clearInterval(timer)
      return stop()
    },
  }
}

/** A chain on which people deploy tokens. */
class DemoStacks {
  readonly #node: SimulatedStacksNode
  #liveBlocks = 0
  #laterTokens = 0
  #growing: { contract: DemoContract; token: DemoToken } | undefined

  /** `now`: when the last block of the history was mined, in Unix seconds. */
  constructor(node: SimulatedStacksNode, { base, now }: { base: string; now: number }) {
    this.#node = node
    node.networkId = TESTNET
    const tokens = firstTokens(base)
    for (const [index, token] of tokens.entries()) {
      this.#mine([this.#deploy(token)], now - (tokens.length - index) * DAYS_BETWEEN * DAY)
    }
    this.#mine([this.#deploy(this.#nextToken())], now)
  }

  /** Mines a block at a time in Unix seconds: a supply changes each minute, and a token is new every two. */
  mineNext(timestamp: number): void {
    this.#liveBlocks++
    const transactions = [
      ...(this.#liveBlocks % BLOCKS_A_MINUTE === 0 ? this.#grow() : []),
      ...(this.#liveBlocks % BLOCKS_BETWEEN_TOKENS === 0 ? [this.#deploy(this.#nextToken())] : []),
    ]
    this.#mine(transactions, timestamp)
  }

  #mine(transactions: Uint8Array[], timestamp: number): void {
    const { blocks } = this.#node
    const height = (blocks.at(-1)?.height ?? 0) + 1
    blocks.push(
      blockAfter(blocks.at(-1), {
        transactions: [coinbaseOf(height), ...transactions],
        timestamp,
      }),
    )
    this.#node.height = height
  }

  #nextToken(): DemoToken {
    return laterToken(this.#laterTokens++)
  }

  /** In the next block. Each contract has a deployer of its own. */
  #deploy(token: DemoToken): Uint8Array {
    const name = token.contractName
    const deployer = createHash('sha256').update(name).digest().subarray(0, 20)
    const contract = { deployer, name }
    const principal = principalOf(contract)
    this.#node.contracts.set(principal, contractOf(token))
    this.#node.published.set(principal, (this.#node.blocks.at(-1)?.height ?? 0) + 1)
    if (name === GROWING) this.#growing = { contract, token }
    return deploymentOf(contract, `(define-fungible-token ${name})`)
  }

  #grow(): Uint8Array[] {
    if (this.#growing === undefined) return []
    const { contract, token } = this.#growing
    token.supply += 1250n
    this.#node.contracts.set(principalOf(contract), contractOf(token))
    return [callOf(contract, 'mint')]
  }
}

function principalOf({ deployer, name }: DemoContract): string {
  return `${encodeStacksAddress(TESTNET_ADDRESS, deployer)}.${name}`
}
