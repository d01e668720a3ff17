import { parseBlock, toBlock } from '../bitcoin/block.ts'
import { decodeRunestone } from '../bitcoin/runestone.ts'
import { unixSeconds } from '../bitcoin/unixSeconds.ts'
import { Activity } from './activity.ts'
import {
  AIRDROPPED_NAME,
  etchingOf,
  HISTORY_RUNES,
  type HistoryRune,
  inventRune,
  numberOfSpacedName,
  POPULAR_NAME,
} from './demoRunes.ts'
import { DemoState } from './demoState.ts'
import { commit, etch, reveal } from './demoTransactions.ts'
import { runestoneOutput } from './encodeRunestone.ts'
import { type NewTransaction, txidOf } from './encodeTransaction.ts'
import { Latecomer } from './latecomer.ts'
import { Random } from './random.ts'
import { serveNode } from './serveNode.ts'
import type { ServeOptions } from './serveRpc.ts'
import { type MinedBlock, SimulatedNode } from './simulatedNode.ts'
import { Unspent } from './unspent.ts'
import { pickScript } from './wallets.ts'

const SEED = 21
const HISTORY_BLOCKS = 300
const HISTORY_SECONDS = 30 * 86_400
/** The last blocks of the history are ten minutes apart. */
const RECENT_BLOCKS = 20
const RECENT_SECONDS = RECENT_BLOCKS * 600
const COMMIT_BLOCKS = 8
const REORGANISE_EVERY = 12
const MAX_REORGANISATION = 3
const BUSY_HEIGHT = 262
const COINBASE_ETCHING_HEIGHT = 104

type Demo = {
  /** The URL of the node. */
  url: string
  chain: DemoChain
  stop: () => Promise<void>
}

/** Serves a node on loopback that has 300 blocks, and mines one every ten seconds. */
export async function startDemo({
  intervalMs = 10_000,
  ...options
}: { intervalMs?: number } & ServeOptions = {}): Promise<Demo> {
  const chain = new DemoChain(unixSeconds())
  const { url, stop } = await serveNode(chain.node, options)
  const timer = setInterval(() => chain.mineNext(unixSeconds()), intervalMs)
  return {
    url,
    chain,
    stop() {
      clearInterval(timer)
      return stop()
    },
  }
}

/** An etching to come: the commitment to its name, and later what reveals it. */
type Plan = HistoryRune & {
  commitAt: number | undefined
  commitment?: { txid: string; vout: number }
}

/** A chain on which people etch, mint and move runes. Equal times give equal blocks. */
export class DemoChain {
  readonly node: SimulatedNode
  readonly #random = new Random(SEED)
  readonly #state: DemoState
  readonly #unspent: Unspent
  readonly #activity: Activity
  readonly #latecomer: Latecomer
  #plans: Plan[] = HISTORY_RUNES.map(toPlan)
  #liveCalls = 0

  /** @param now when the last of the 300 blocks of the history was mined, in Unix seconds. */
  constructor(now: number, blocks = HISTORY_BLOCKS) {
    this.node = new SimulatedNode({ firstTimestamp: historyTimestamp(0, now, this.#random) })
    const findOutput = this.node.findOutput.bind(this.node)
    this.#state = new DemoState({ network: this.node.network, findOutput })
    this.#unspent = new Unspent(this.node, this.#state, this.#random)
    this.#activity = new Activity(this.#state, this.#unspent, this.#random)
    this.#latecomer = new Latecomer(this.node, this.#state)
    this.#addBlock(this.node.tip)
    for (let height = 1; height < blocks; height++) {
      const transactions = [...this.#events(height), ...this.#act(8 + this.#random.below(24))]
      this.#mine(
        this.#withEtchings(transactions, height),
        historyTimestamp(height, now, this.#random),
      )
    }
    this.#fillMempool()
  }

  /**
   * Mines a block at a time in Unix seconds, with what is in the mempool. Every twelfth call replaces the
   * last one to three blocks by a longer branch.
   */
  mineNext(timestamp = this.node.tip.timestamp + 600): void {
    this.#liveCalls++
    if (this.#liveCalls % REORGANISE_EVERY === 0) this.#reorganise(timestamp)
    else {
      const transactions = [...this.node.mempool.values(), ...this.#act(4 + this.#random.below(12))]
      this.#mine(this.#withEtchings(transactions, this.node.tip.height + 1), timestamp)
    }
    this.#fillMempool()
  }

  /** What happens at certain heights of the history. */
  #events(height: number): NewTransaction[] {
    const rushes = HISTORY_RUNES.flatMap(({ name = '', revealAt, rush }) => {
      const rune = this.#state.names.get(numberOfSpacedName(name))
      const mints = rush?.[height - revealAt - 1] ?? 0
      return rune === undefined ? [] : Array.from({ length: mints }, () => rune)
    }).flatMap((rune) => this.#activity.mint(rune))
    if (height === 190) rushes.push(...this.#activity.airdrop(AIRDROPPED_NAME, 2500n, 120))
    if (height === 215) rushes.push(...this.#activity.airdrop('NO•SYMBOL•AT•ALL', 0n, 60))
    if (height !== BUSY_HEIGHT) return rushes
    const popular = this.#state.names.get(numberOfSpacedName(POPULAR_NAME)) ?? ''
    return [
      ...this.#activity.airdrop(AIRDROPPED_NAME, 1000n, 2200),
      ...Array.from({ length: 900 }, () => this.#activity.mint(popular)).flat(),
    ]
  }

  #act(count: number): NewTransaction[] {
    return Array.from({ length: count }, () => this.#activity.next()).flat()
  }

  /** Puts commitments and etchings among the transactions of a block, and what is refused at its end. */
  #withEtchings(transactions: NewTransaction[], height: number): NewTransaction[] {
    if (height > 40 && this.#random.chance(0.12)) {
      const rune = inventRune(this.#random)
      if (!this.#state.names.has(numberOfSpacedName(rune.name ?? ''))) {
        this.#plans.push(toPlan({ ...rune, revealAt: height + COMMIT_BLOCKS }))
      }
    }
    const all = [...transactions]
    for (const plan of this.#plans) {
      const step = this.#carryOut(plan, height)
      if (step !== undefined) all.splice(this.#random.below(all.length + 1), 0, step)
    }
    this.#plans = this.#plans.filter(({ revealAt }) => revealAt > height)
    return [...all, ...this.#latecomer.transactions(height, all.length + 1)]
  }

  /** The transaction of an etching that is due. */
  #carryOut(plan: Plan, height: number): NewTransaction | undefined {
    const { name, commitment, commitAt, revealAt } = plan
    if (height === revealAt && name !== undefined && commitment !== undefined) {
      return reveal(commitment, numberOfSpacedName(name), etchingOf(plan, this.#random))
    }
    if (height !== commitAt && height !== revealAt) return
    const coin = this.#unspent.takeCoin()
    if (coin === undefined) return
    if (height === revealAt) return etch(coin, etchingOf(plan, this.#random))
    const transaction = commit(coin, name ?? '')
    plan.commitment = { txid: txidOf(transaction), vout: 0 }
    return transaction
  }

  #mine(transactions: NewTransaction[], timestamp: number): void {
    const coinbaseOutputs = [
      ...this.#coinbaseRunes(),
      ...this.#unspent.payouts(),
      ...this.#latecomer.funds(this.node.tip.height + 1),
    ]
    this.#addBlock(this.node.mine(transactions, { timestamp, coinbaseOutputs }))
  }

  /** Now and then, a miner etches and mints in the coinbase. */
  #coinbaseRunes(): NewTransaction['outputs'] {
    const height = this.node.tip.height + 1
    if (height % COINBASE_ETCHING_HEIGHT !== 0) return []
    const etching = { symbol: '⛏', premine: 50n, turbo: false }
    const mint = this.#state.names.get(numberOfSpacedName(POPULAR_NAME))
    return [{ script: pickScript(this.#random), value: 546 }, runestoneOutput({ etching, mint })]
  }

  #addBlock(block: MinedBlock): void {
    this.#state.apply(toBlock(parseBlock(new Uint8Array(block.bytes)), block.height))
    this.#unspent.addBlock(block)
    this.#activity.prepare(block.height + 1)
  }

  #fillMempool(): void {
    for (const transaction of this.#act(3 + this.#random.below(4))) {
      this.node.addToMempool(transaction)
    }
  }

  /** The new branch has the same transactions, but for one or two mints, some of them a block later. */
  #reorganise(timestamp: number): void {
    const depth = 1 + this.#random.below(MAX_REORGANISATION)
    const height = this.node.tip.height - depth + 1
    const removed = this.node.invalidate(height)
    for (const _ of removed) this.#state.undo()
    this.#unspent.removeBlocks(height)
    const blocks = removed.map(({ transactions }) =>
      transactions.slice(1).map(({ transaction }) => transaction),
    )
    const waiting = [...this.node.mempool.values()]
    const lost = new Set(replaceableMints([...blocks.flat(), ...waiting]).slice(0, 2))
    const batches = delayHalves(
      blocks.map((block) => block.filter((transaction) => !lost.has(transaction))),
    )
    for (const [index, batch] of batches.entries()) {
      const replaced = removed[index]
      if (replaced === undefined) this.#mine([...batch, ...waiting], timestamp)
      else this.#mine(batch, replaced.timestamp + 3)
    }
  }
}

function toPlan(rune: HistoryRune): Plan {
  const { commitBlocks = COMMIT_BLOCKS, name, revealAt } = rune
  const isCommitted = name !== undefined && commitBlocks !== 'never'
  return { ...rune, commitAt: isCommitted ? revealAt - commitBlocks : undefined }
}

/** Now and then, a block's time is before that of the block before. */
function historyTimestamp(height: number, now: number, random: Random): number {
  const fromEnd = HISTORY_BLOCKS - 1 - height
  if (fromEnd < RECENT_BLOCKS) return now - fromEnd * 600 - random.below(240)
  const interval = (HISTORY_SECONDS - RECENT_SECONDS) / (HISTORY_BLOCKS - RECENT_BLOCKS)
  const shift = height % 37 === 36 ? -1.4 : random.next() * 0.5
  return Math.floor(now - HISTORY_SECONDS + (height + shift) * interval)
}

/** Transactions that mint and whose outputs no other one spends. */
function replaceableMints(transactions: NewTransaction[]): NewTransaction[] {
  const spent = new Set(transactions.flatMap(({ inputs }) => inputs.map(({ txid }) => txid)))
  return transactions.filter((transaction) => {
    const runestone = decodeRunestone(transaction.outputs.map(({ script }) => script))
    return runestone?.mint !== undefined && !spent.has(txidOf(transaction))
  })
}

/** Moves the second half of each block to the next one, so that there is one block more. */
function delayHalves(blocks: NewTransaction[][]): NewTransaction[][] {
  const half = (block: NewTransaction[]) => Math.ceil(block.length / 2)
  return [...blocks, []].map((block, index) => {
    const before = blocks[index - 1] ?? []
    return [...before.slice(half(before)), ...block.slice(0, half(block))]
  })
}
