import * as v from 'valibot'
import { expect } from 'vitest'
import { type Outpoint, parseBlock, toBlock } from '../../src/bitcoin/block.ts'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { encodeTransaction, type NewTransaction, txidOf } from '../../src/demo/encodeTransaction.ts'
import { Random } from '../../src/demo/random.ts'
import { openScript, type Spendable } from './anyoneCanSpend.ts'
import { Answers } from './model/answers.ts'
import { createExpectations } from './model/expectAnswers.ts'
import { expectBalanced } from './model/expectBalanced.ts'
import { Ledger } from './model/ledger.ts'
import type { Bitcoind } from './startBitcoind.ts'
import { getJson } from './startService.ts'

/** An unspent output. `value` is in satoshis. */
export type Coin = Spendable & { txid: string; vout: number; value: number }
type Output = NewTransaction['outputs'][number]
type Made = { transaction: NewTransaction; coins: Coin[] }

/** The outputs of a chain. `payer`: the script of the first output that its transaction spends. */
type Created = Map<Outpoint, { script: Uint8Array; height: number; payer: Uint8Array | undefined }>

/** Coinbases can be spent after so many blocks. */
const MATURITY = 100
const FUNDING_COINS = 400
const FUNDING_VALUE = 10_000_000
const OUTPUT_VALUE = 1000
const SUBSIDY = 5_000_000_000
const INDEX_TIMEOUT_MS = 120_000

/** The chain of a real node, with blocks and transactions of the tests' own, and the model of it. */
export class RealChain {
  readonly #node: Bitcoind
  readonly #funding: Coin[] = []
  /** Blocks do not change, whatever branch they are on. */
  readonly #bytes = new Map<string, Uint8Array<ArrayBuffer>>()
  #minedBlocks = 0

  private constructor(node: Bitcoind) {
    this.#node = node
  }

  /** Mines coins that pay for transactions. */
  static async create(node: Bitcoind): Promise<RealChain> {
    const chain = new RealChain(node)
    const miner = openScript('miner 0')
    await chain.mineEmpty(MATURITY + 1)
    const [first] = v.parse(v.object({ tx: v.array(v.string()) }), await chain.#block(1)).tx
    const coinbase = { ...miner, txid: first ?? '', vout: 0, value: SUBSIDY }
    const outputs = Array.from({ length: FUNDING_COINS }, () => openScript('funds'))
    const { transaction, coins } = chain.create([coinbase], outputs, { value: FUNDING_VALUE })
    await chain.mine([transaction])
    chain.#funding.push(...coins)
    return chain
  }

  get node(): Bitcoind {
    return this.#node
  }

  /** A coin without runes, and nothing below it that a test removes. */
  coin(): Coin {
    const coin = this.#funding.pop()
    if (coin === undefined) throw new Error('All coins are spent.')
    return coin
  }

  /** A transaction to these outputs, with others behind them. What is left over is the fee. */
  create(
    spent: Coin[],
    to: Spendable[],
    { value = OUTPUT_VALUE, others = [] }: { value?: number; others?: Output[] } = {},
  ): Made {
    const transaction = {
      inputs: spent.map(({ txid, vout, witness }) => ({ txid, vout, witness })),
      outputs: [...to.map(({ script }) => ({ script, value })), ...others],
    }
    const txid = txidOf(transaction)
    return { transaction, coins: to.map((output, vout) => ({ ...output, txid, vout, value })) }
  }

  /** The same with a runestone, which is the last output, paid by a coin of its own. */
  createWithStone(
    spent: Coin[],
    to: Spendable[],
    runestone: Parameters<typeof runestoneOutput>[0],
  ): Made {
    return this.create([...spent, this.coin()], to, { others: [runestoneOutput(runestone)] })
  }

  /** Mines a block with these transactions, in their order. */
  async mine(transactions: NewTransaction[] = []): Promise<void> {
    const raw = transactions.map((transaction) => encodeTransaction(transaction).toString('hex'))
    await this.#node.call('generateblock', this.#minerDescriptor(), raw)
  }

  async mineEmpty(count: number): Promise<void> {
    await this.#node.call('generatetodescriptor', count, this.#minerDescriptor())
  }

  /** Replaces the last blocks by as many others and one more, without transactions. */
  async replace(depth: number): Promise<void> {
    const height = await this.height()
    await this.#node.call('invalidateblock', await this.#hash(height - depth + 1))
    // Those that were removed wait in the mempool again.
    for (let block = 0; block <= depth; block++) await this.mine()
  }

  /** Sends a transaction to the mempool. */
  async send({ transaction }: Made): Promise<string> {
    const raw = encodeTransaction(transaction).toString('hex')
    // With any fee, and any amount burned.
    return v.parse(v.string(), await this.#node.call('sendrawtransaction', raw, 0, 21_000_000))
  }

  /** Sends the first of these that the node accepts, and returns its index. */
  async sendFirst(transactions: Made[]): Promise<number> {
    for (const [index, transaction] of transactions.entries()) {
      const isLast = index === transactions.length - 1
      const isSent = await this.send(transaction).then(
        () => true,
        (error) => (isLast ? Promise.reject(error) : false),
      )
      if (isSent) return index
    }
    throw new RangeError('There is no transaction.')
  }

  async height(): Promise<number> {
    return v.parse(v.number(), await this.#node.call('getblockcount'))
  }

  /** The model of the whole chain. */
  async ledger(): Promise<Ledger> {
    const ledger = new Ledger('regtest', new Map())
    const created: Created = new Map()
    const tip = await this.height()
    for (let height = 0; height <= tip; height++) {
      const block = toBlock(parseBlock(await this.#blockBytes(height)), height)
      for (const transaction of block.transactions) {
        const [first = ''] = transaction.inputs
        const payer = created.get(first)?.script
        transaction.outputs.forEach((script, vout) => {
          created.set(transaction.outpoint(vout), { script, height, payer })
        })
      }
      ledger.add(block, created)
    }
    return ledger
  }

  /** Waits until a service has the newest block, and compares a share of its answers with the model. */
  async expectAnswers(origin: string, share: number): Promise<Ledger> {
    const ledger = await this.ledger()
    expectBalanced(ledger)
    await expectTip(origin, ledger.tip.hash)
    const answers = new Answers(ledger)
    const random = new Random(ledger.tip.height)
    const expectations = createExpectations({ origin, answers, random, share })
    for (const rune of ledger.runes) await expectations.rune(rune)
    for (const address of ledger.addresses.keys()) await expectations.address(address)
    for (const output of ledger.outputs) await expectations.output(output)
    for (const block of ledger.blocks.slice(-9)) {
      await expectations.block(block)
      for (const tx of block.txs) await expectations.transaction(tx)
    }
    await expectations.lists()
    return ledger
  }

  /** Unique, so that no two branches have equal blocks. */
  #minerDescriptor(): string {
    return `raw(${openScript(`miner ${this.#minedBlocks++}`).script.toString('hex')})`
  }

  async #hash(height: number): Promise<string> {
    return v.parse(v.string(), await this.#node.call('getblockhash', height))
  }

  async #block(height: number): Promise<unknown> {
    return this.#node.call('getblock', await this.#hash(height), 1)
  }

  async #blockBytes(height: number): Promise<Uint8Array<ArrayBuffer>> {
    const hash = await this.#hash(height)
    const known = this.#bytes.get(hash)
    if (known !== undefined) return known
    const hex = v.parse(v.string(), await this.#node.call('getblock', hash, 0))
    const bytes = new Uint8Array(Buffer.from(hex, 'hex'))
    this.#bytes.set(hash, bytes)
    return bytes
  }
}

/** Waits until a service shows this block as the newest one. */
export async function expectTip(origin: string, hash: string): Promise<void> {
  const read = async () => (await getJson(`${origin}/explorer/v1/about`)).body
  await expect
    .poll(read, { timeout: INDEX_TIMEOUT_MS, interval: 100 })
    .toMatchObject({ tip: { block_hash: hash } })
}
