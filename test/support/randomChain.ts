// Random chains: a node that mines blocks full of edge cases, and the model of what they say.
import { commitmentOf, numberOfName } from '../../src/bitcoin/runeNames.ts'
import {
  compareRuneIds,
  type Edict,
  type Etching,
  FLAGS,
  FLAWS,
  OWN_RUNE,
  TAGS,
} from '../../src/bitcoin/runestone.ts'
import { OP_1, OP_RETURN } from '../../src/bitcoin/script.ts'
import {
  cenotaphScript,
  encodeIntegers,
  encodeRunestone,
  UNKNOWN_EVEN_TAG,
} from '../../src/demo/encodeRunestone.ts'
import { type NewTransaction, txidOf } from '../../src/demo/encodeTransaction.ts'
import { Random } from '../../src/demo/random.ts'
import { revealWitness, taprootScript, witnessKeyScript } from '../../src/demo/scripts.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import type { Ledger, LedgerOptions } from './model/ledger.ts'
import { addBlock, modelOf } from './model/models.ts'
import type { Rule } from './model/types.ts'

type Output = NewTransaction['outputs'][number]
type Outpoint = { txid: string; vout: number }
type Coin = Outpoint & { script: Uint8Array; runes: string[] }
type Commitment = Outpoint & { name: bigint; height: number }

/** Shortly before midnight. */
const FIRST_TIMESTAMP = 1_700_000_000
const MAX_REPLACED = 4

/** A chain that grows by a random block at a time. Equal seeds give equal chains. */
export class RandomChain {
  readonly node = new SimulatedNode({ firstTimestamp: FIRST_TIMESTAMP })
  ledger: Ledger
  readonly #random: Random
  readonly #rules: Map<Rule, number>
  readonly #options: LedgerOptions
  #commitments: Commitment[] = []
  #made = 0
  /** The next block. */
  #draft: BlockBuilder | undefined

  /** @param rules counts how often each rule runs. */
  constructor(seed: number, rules: Map<Rule, number>, options: LedgerOptions = {}) {
    this.#random = new Random(seed)
    this.#rules = rules
    this.#options = options
    this.ledger = modelOf(this.node, rules, options)
  }

  /** The transactions of the next block, unless that one replaces others. */
  draft(): NewTransaction[] {
    const block = this.#startBlock()
    for (let count = this.#random.pick([0, 3, 15, 25, 40]); count > 0; count--) {
      block.addTransaction()
    }
    this.#draft = block
    return block.transactions
  }

  #startBlock(): BlockBuilder {
    return new BlockBuilder({
      random: this.#random,
      ledger: this.ledger,
      node: this.node,
      commitments: this.#commitments,
      nextNumber: () => this.#made++,
    })
  }

  /** Mines a block. Returns how many blocks it replaces. */
  mine(): number {
    const random = this.#random
    const replaced = random.chance(0.08) ? this.#replace(1 + random.below(MAX_REPLACED)) : 0
    const height = this.node.tip.height + 1
    if (replaced > 0 || this.#draft === undefined) this.draft()
    const block = this.#draft ?? this.#startBlock()
    this.#draft = undefined
    const coinbaseOutputs = random.chance(0.2) ? block.coinbaseOutputs() : undefined
    const timestamp = this.#nextTimestamp()
    const mined = this.node.mine(block.transactions, { timestamp, coinbaseOutputs })
    addBlock(this.ledger, this.node, mined)
    this.#commitments.push(...block.newCommitments.map((it) => ({ ...it, height })))
    return replaced
  }

  /** Removes the last blocks, also from the model. */
  #replace(count: number): number {
    const height = this.node.tip.height - count + 1
    if (height <= this.node.firstHeight) return 0
    this.node.invalidate(height)
    this.#commitments = this.#commitments.filter((it) => it.height < height)
    // What it counts now was counted before.
    this.ledger = modelOf(this.node, new Map(), this.#options)
    this.ledger.rules = this.#rules
    return count
  }

  /** Now and then hours before the last one, back over midnight, or days later. */
  #nextTimestamp(): number {
    const { timestamp } = this.node.tip
    const midnight = Math.floor(this.ledger.tip.latest / 86_400) * 86_400
    return this.#random.pick([
      ...[timestamp + 600, timestamp + 600, timestamp + 600, timestamp + 600],
      timestamp + this.#random.below(14_400) - 7200,
      midnight - 3600,
      midnight + 86_400 + this.#random.below(200_000),
    ])
  }
}

type BuilderOptions = {
  random: Random
  ledger: Ledger
  node: SimulatedNode
  commitments: Commitment[]
  /** A number that was not returned before. */
  nextNumber: () => number
}

class BlockBuilder {
  readonly transactions: NewTransaction[] = []
  readonly newCommitments: (Outpoint & { name: bigint })[] = []
  readonly #options: BuilderOptions
  readonly #random: Random
  readonly #height: number
  /** Outputs with runes. */
  readonly #coins: Coin[]
  /** Outputs of this block, which may have runes. */
  readonly #newCoins: Coin[] = []

  constructor(options: BuilderOptions) {
    const { random, ledger, node } = options
    this.#options = options
    this.#random = random
    this.#height = node.tip.height + 1
    this.#coins = ledger.outputs.flatMap(({ tx, vout, spender, amounts }) => {
      const script = node.findOutput({ txid: tx.id, vout })?.script
      if (spender !== undefined || script === undefined) return []
      return [{ txid: tx.id, vout, script, runes: [...amounts.keys()].map(({ id }) => id) }]
    })
  }

  addTransaction(): void {
    const { commitments } = this.#options
    if (this.#random.chance(0.12)) this.#commit()
    else if (commitments.length > 0 && this.#random.chance(0.25)) this.#reveal()
    else this.#move([])
  }

  /** Mostly of a commitment that is old enough. Now and then somebody else is too late in the same block. */
  #reveal(): void {
    const { commitments } = this.#options
    const commitment = this.#random.pick(commitments)
    if (!this.#isMature(commitment) && this.#random.chance(0.7)) return
    const same = commitments.find((it) => it.name === commitment.name && it !== commitment)
    for (const revealed of same && this.#isMature(same) ? [commitment, same] : [commitment]) {
      commitments.splice(commitments.indexOf(revealed), 1)
      this.#move([revealed])
    }
  }

  #isMature({ height }: Commitment): boolean {
    return this.#height - height >= 5
  }

  /** Outputs that commit to a name, mostly as taproot outputs; now and then two to the same name. */
  #commit(): void {
    const name = numberOfName(this.#random.pick(NAMES))
    for (let count = this.#random.pick([1, 1, 2]); count > 0; count--) {
      const seed = `commitment ${this.#options.nextNumber()}`
      const script = this.#random.chance(0.85) ? taprootScript(seed) : witnessKeyScript(seed)
      const inputs = this.#random.pick([
        () => [this.#nothing()],
        () => [this.#nothing(), this.#funds()],
        () => [this.#funds(), this.#nothing()],
        () => [this.#funds()],
      ])()
      const transaction = { inputs, outputs: [{ script, value: 1000 }] }
      this.transactions.push(transaction)
      this.newCommitments.push({ txid: txidOf(transaction), vout: 0, name })
    }
  }

  /** Somebody's output without runes. */
  #funds(): Outpoint {
    const transaction = { inputs: [this.#nothing()], outputs: [this.#someone()] }
    this.transactions.push(transaction)
    return { txid: txidOf(transaction), vout: 0 }
  }

  /** Anything that a transaction can do. */
  #move(revealed: Commitment[]): void {
    const spent = Array.from({ length: this.#random.pick([0, 1, 1, 1, 2, 7]) }, () =>
      this.#takeCoin(),
    )
    const coins = spent.filter((coin) => coin !== undefined)
    const inputs: NewTransaction['inputs'] = [
      ...coins.map(({ txid, vout }) => ({ txid, vout })),
      ...revealed.map(({ txid, vout, name }) => {
        return { txid, vout, witness: revealWitness(commitmentOf(name)) }
      }),
    ]
    const outputs = this.#outputs(coins)
    const runes = [...new Set(coins.flatMap((coin) => coin.runes))]
    const name = revealed[0]?.name
    const isPlain = name === undefined && this.#random.chance(0.2)
    if (!isPlain) {
      const place = this.#random.below(outputs.length + 1)
      outputs.splice(place, 0, this.#stone({ runes, name, place, count: outputs.length + 1 }))
    }
    const transaction = {
      inputs: inputs.length === 0 ? [this.#nothing()] : inputs,
      outputs,
      lockTime: this.#options.nextNumber(),
    }
    this.transactions.push(transaction)
    const txid = txidOf(transaction)
    const added = outputs.map(({ script }, vout) => ({ txid, vout, script, runes }))
    this.#newCoins.push(...added.filter(({ script }) => script[0] !== OP_RETURN))
  }

  coinbaseOutputs(): Output[] {
    const outputs = [this.#someone(), this.#someone()]
    return [...outputs, this.#stone({ runes: [], name: undefined, place: 2, count: 3, txIndex: 0 })]
  }

  #takeCoin(): Coin | undefined {
    const coins = this.#random.chance(0.12) ? this.#newCoins : this.#coins
    const [coin] = coins.splice(this.#random.below(coins.length), 1)
    return coin
  }

  #outputs([sender]: Coin[]): Output[] {
    if (this.#random.chance(0.05)) return [{ script: Buffer.of(OP_RETURN), value: 0 }]
    return Array.from({ length: 1 + this.#random.below(4) }, () => {
      if (sender !== undefined && this.#random.chance(0.3))
        return { script: sender.script, value: 546 }
      if (this.#random.chance(0.12)) return { script: Buffer.of(OP_1), value: 546 }
      return this.#random.chance(0.06)
        ? { script: Buffer.of(OP_RETURN), value: 0 }
        : this.#someone()
    })
  }

  #someone(): Output {
    return { script: this.#random.pick(PEOPLE), value: 546 }
  }

  #stone(options: StoneOptions): Output {
    return { script: this.#stoneScript(options), value: 0 }
  }

  #stoneScript(options: StoneOptions): Uint8Array {
    const { name, txIndex = this.transactions.length + 1 } = options
    const isFlawed = name === undefined && this.#random.chance(0.1)
    if (isFlawed) return this.#cenotaphScript()
    const chosen = this.#chooseName(name)
    if (chosen !== undefined && this.#random.chance(0.2)) {
      const integers = [TAGS.flags, FLAGS.etching, TAGS.rune, chosen, UNKNOWN_EVEN_TAG, 0n]
      return encodeIntegers(integers)
    }
    const isEtched = name !== undefined || this.#random.chance(txIndex === 0 ? 0.6 : 0.15)
    const own = `${this.#height}:${txIndex}`
    const isOwnMint = isEtched && this.#random.chance(0.15)
    return encodeRunestone({
      etching: isEtched ? this.#etching(chosen) : undefined,
      mint: isOwnMint ? own : this.#random.chance(0.5) ? this.#runeToMint() : undefined,
      pointer: this.#random.chance(0.3) ? this.#random.below(options.count) : undefined,
      edicts: this.#edicts(options, isEtched),
    })
  }

  /** With each flaw. */
  #cenotaphScript(): Uint8Array {
    const mint = this.#random.chance(0.5) ? this.#runeToMint() : undefined
    return cenotaphScript(this.#random.pick(FLAWS), mint)
  }

  /** Mostly the name that is committed to. Without one, mostly none. */
  #chooseName(committed: bigint | undefined): bigint | undefined {
    const other = numberOfName(this.#random.pick([...NAMES, 'LOCKED', 'A'.repeat(27)]))
    if (committed === undefined) return this.#random.chance(0.3) ? other : undefined
    return this.#random.chance(0.1) ? other : committed
  }

  #etching(rune: bigint | undefined): Etching {
    const maybe = <Value>(value: Value) => (this.#random.chance(0.7) ? value : undefined)
    return {
      rune,
      premine: maybe(this.#random.pick([0n, 777n, 1_000_000n, 1_000_000n, 1n << 100n])),
      divisibility: maybe(this.#random.pick([0, 1, 2, 8, 18, 38])),
      symbol: maybe(this.#random.pick(['🐕', 'ᚱ', '$', ',', '"', '=', '\0'])),
      spacers: maybe(this.#random.below(4096)),
      terms: maybe(this.#random.chance(0.6) ? this.#openTerms() : this.#anyTerms()),
      turbo: this.#random.chance(0.5),
    }
  }

  #openTerms() {
    const amount = this.#random.chance(0.1) ? 0 : 1 + this.#random.below(50)
    return { amount: BigInt(amount), cap: BigInt(2 + this.#random.below(20)) }
  }

  #anyTerms() {
    const maybe = (end: number, start = 0) =>
      this.#random.chance(0.5) ? BigInt(start + this.#random.below(end)) : undefined
    return {
      amount: maybe(3),
      cap: maybe(30),
      heightStart: maybe(8, this.#height),
      heightEnd: maybe(12, this.#height),
      offsetStart: maybe(6),
      offsetEnd: maybe(10),
    }
  }

  #edicts({ runes, place, count }: StoneOptions, isEtched: boolean): Edict[] {
    const known = isEtched ? [...runes, OWN_RUNE] : runes
    if (known.length === 0 && this.#random.chance(0.8)) return []
    const edicts = Array.from({ length: this.#random.pick([0, 1, 1, 2, 3]) }, () => {
      const isHere = known.length > 0 && this.#random.chance(0.85)
      const id = isHere ? this.#random.pick(known) : this.#anyRune()
      const amount = this.#random.pick([
        0n,
        0n,
        1n,
        7n,
        BigInt(this.#random.below(2000)),
        1n << 110n,
      ])
      const output = this.#random.pick([
        count,
        count,
        place,
        ...Array.from({ length: count }, (_, vout) => vout),
      ])
      return { id, amount, output }
    })
    return edicts.sort((one, two) => compareRuneIds(one.id, two.id))
  }

  /** Mostly one that has, or had, open terms. */
  #runeToMint(): string {
    const open = this.#options.ledger.runes.filter(({ terms }) => terms?.cap)
    return open.length > 0 && this.#random.chance(0.7)
      ? this.#random.pick(open).id
      : this.#anyRune()
  }

  /** Now and then one that does not exist. */
  #anyRune(): string {
    const { runes } = this.#options.ledger
    return runes.length === 0 || this.#random.chance(0.06) ? '1:9999' : this.#random.pick(runes).id
  }

  /** An output that never was. */
  #nothing(): Outpoint {
    return { txid: this.#options.nextNumber().toString(16).padStart(64, 'f'), vout: 0 }
  }
}

type StoneOptions = {
  /** The runes that are spent. */
  runes: string[]
  /** The name that is committed to. */
  name: bigint | undefined
  /** Its place among the outputs, and their number. */
  place: number
  count: number
  txIndex?: number
}

const PEOPLE = Array.from({ length: 8 }, (_, person) => taprootScript(`person ${person}`))
/** Of 13 letters and more, of which some begin alike, and some look alike. */
const NAMES = [
  'WANDERINGWOLF',
  'WANDERINGWOLVES',
  'WANDERINGWOLFS',
  'WANDERINGWOFL',
  'WANDERERSOFTHEWOODS',
  'ZZZZZZZZZZZZZ',
  'ZEBRASANDHORSES',
  'QUITEALONGNAMEINDEED',
  'ANOTHERNAMEATALL',
  'LASTBUTNOTLEAST',
]
