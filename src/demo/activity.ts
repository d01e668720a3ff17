import { mintBounds } from '../bitcoin/mintTerms.ts'
import { isReserved, nameOfNumber } from '../bitcoin/runeNames.ts'
import { FLAWS, type RuneId } from '../bitcoin/runestone.ts'
import {
  AIRDROPPED_NAME,
  ALMOST_MINTED_OUT_NAME,
  numberOfSpacedName,
  POPULAR_NAME,
  treasuryScript,
} from './demoRunes.ts'
import type { DemoState, KnownRune } from './demoState.ts'
import {
  airdrop,
  burn,
  burnAll,
  type Coin,
  cenotaph,
  mint,
  moveAll,
  pay,
  type RuneCoin,
  swap,
  transfer,
} from './demoTransactions.ts'
import { type NewTransaction, txidOf } from './encodeTransaction.ts'
import type { Random } from './random.ts'
import type { Unspent } from './unspent.ts'
import { ANCHOR_SCRIPT, pickScript, scriptWithoutAddress } from './wallets.ts'

/** So many mints of ALMOST•MINTED•OUT are left. */
const RESERVED_MINTS = 3n
const POPULAR_SHARE = 0.45

type Act = (coin: Coin) => NewTransaction[]

/** What people do on the demo chain. */
export class Activity {
  readonly #state: DemoState
  readonly #unspent: Unspent
  readonly #random: Random
  #open: KnownRune[] = []
  #planned = new Map<RuneId, bigint>()
  #cenotaphs = 0

  constructor(state: DemoState, unspent: Unspent, random: Random) {
    this.#state = state
    this.#unspent = unspent
    this.#random = random
  }

  /** Looks up what can be minted in the block at a height, which is the next one. */
  prepare(height: number): void {
    this.#planned = new Map()
    this.#open = [...this.#state.runes.values()].filter((rune) => isOpen(rune, height))
  }

  /** A transaction or two, drawn by lot; none if what was drawn is impossible now. */
  next(): NewTransaction[] {
    let draw = this.#random.next() * TOTAL_WEIGHT
    const drawn = WEIGHTS.find(([, weight]) => {
      draw -= weight
      return draw < 0
    })
    return drawn === undefined ? [] : this.#run(this.#acts[drawn[0]])
  }

  /** Mints a rune, whether or not that is possible. */
  mint(rune: RuneId): NewTransaction[] {
    this.#countMint(rune)
    return this.#run((coin) => [mint(coin, rune)])
  }

  /** An airdrop from the treasury of a rune to many outputs. An amount of 0 shares all that the treasury has. */
  airdrop(name: string, amount: bigint, recipients: number): NewTransaction[] {
    const rune = this.#state.names.get(numberOfSpacedName(name))
    const [spent] = this.#unspent.runeCoinsOf(treasuryScript(name), 1)
    if (rune === undefined || spent === undefined) return []
    const scripts = Array.from({ length: recipients }, () => this.#someone())
    return this.#run((coin) => [airdrop(coin, spent, { rune, amount, recipients: scripts })])
  }

  /** Spends a coin, if there is one. */
  #run(act: Act): NewTransaction[] {
    const coin = this.#unspent.takeCoin()
    const transactions = coin === undefined ? [] : act(coin)
    this.#unspent.reserve(transactions)
    return transactions
  }

  readonly #acts: Record<Action, Act> = {
    mint: (coin) => this.#mintOpenRune(coin),
    mintAndSell: (coin) => this.#mintAndSell(coin),
    mintClosedRune: (coin) => {
      const closed = [...this.#state.runes.values()].filter((rune) => !this.#open.includes(rune))
      return closed.length === 0 ? [] : [mint(coin, this.#random.pick(closed).id)]
    },
    transfer: (coin) => this.#transferPart(coin, this.#unspent.pickRuneCoins(1)),
    distribute: (coin) => this.#distribute(coin),
    transferSeveral: (coin) => this.#transferSeveral(coin),
    moveAll: (coin) => this.#moveAll(coin, this.#someone()),
    moveToNoAddress: (coin) => this.#moveAll(coin, scriptWithoutAddress(this.#random)),
    moveToAnchor: (coin) => this.#moveAll(coin, ANCHOR_SCRIPT),
    moveFromNoAddress: (coin) => {
      return this.#transferPart(coin, this.#unspent.runeCoinsWithoutAddress(1))
    },
    swap: (coin) => this.#swap(coin),
    consolidate: (coin) => {
      const [first, ...others] = this.#unspent.pickRuneCoins(6)
      if (first === undefined || others.length === 0) return []
      return [moveAll(coin, [first, ...others], first.script)]
    },
    airdrop: (coin) => this.#airdropSmall(coin),
    burn: (coin) => {
      const [spent] = this.#unspent.pickRuneCoins(1)
      if (spent === undefined) return []
      const [rune, amount] = this.#random.pick([...spent.amounts])
      return [burn(coin, spent, rune, this.#random.chance(0.3) ? 0n : partOf(amount, 3n))]
    },
    burnAll: (coin) => this.#unspent.pickRuneCoins(1).map((spent) => burnAll(coin, spent)),
    cenotaph: (coin) => this.#cenotaph(coin),
    pay: (coin) => [pay(coin, this.#someone())],
  }

  #someone(): Uint8Array {
    return pickScript(this.#random)
  }

  #mintOpenRune(coin: Coin): NewTransaction[] {
    const rune = this.#pickOpenRune()
    return rune === undefined ? [] : [mint(coin, rune.id)]
  }

  /** The second transaction spends what the first one mints, in the same block. */
  #mintAndSell(coin: Coin): NewTransaction[] {
    const rune = this.#pickOpenRune()
    const amount = rune?.terms?.amount
    const secondCoin = this.#unspent.takeCoin()
    if (rune === undefined || amount === undefined || secondCoin === undefined) return []
    const minted = mint(coin, rune.id)
    const amounts = new Map([[rune.id, amount]])
    const spent = { txid: txidOf(minted), vout: 0, script: coin.script, amounts }
    return [minted, moveAll(secondCoin, [spent], this.#someone())]
  }

  #pickOpenRune(): KnownRune | undefined {
    const popular = this.#open.find(({ name }) => name === numberOfSpacedName(POPULAR_NAME))
    const isPopular = this.#random.chance(POPULAR_SHARE)
    const rune = isPopular && popular ? popular : this.#open[this.#random.below(this.#open.length)]
    if (rune === undefined) return
    const planned = this.#planned.get(rune.id) ?? 0n
    const reserved = rune.name === numberOfSpacedName(ALMOST_MINTED_OUT_NAME) ? RESERVED_MINTS : 0n
    if (rune.mints + planned + reserved >= (rune.terms?.cap ?? 0n)) return
    this.#countMint(rune.id)
    return rune
  }

  #countMint(rune: RuneId): void {
    this.#planned.set(rune, (this.#planned.get(rune) ?? 0n) + 1n)
  }

  /** To one to three recipients. */
  #transferPart(coin: Coin, [spent]: RuneCoin[]): NewTransaction[] {
    if (spent === undefined) return []
    const [rune, balance] = this.#random.pick([...spent.amounts])
    const recipients = 1 + this.#random.below(3)
    const amount = partOf(balance, BigInt(recipients + 1 + this.#random.below(8)))
    const payments = Array.from({ length: recipients }, () => {
      return { rune, amount, script: this.#someone() }
    })
    return [transfer(coin, [spent], payments)]
  }

  /** From the treasury of a rune, unless it is for airdrops. */
  #distribute(coin: Coin): NewTransaction[] {
    const runes = [...this.#state.runes.values()]
    if (runes.length === 0) return []
    const { name } = this.#random.pick(runes)
    if (name === numberOfSpacedName(AIRDROPPED_NAME)) return []
    const treasury = treasuryScript(isReserved(name) ? undefined : nameOfNumber(name))
    return this.#transferPart(coin, this.#unspent.runeCoinsOf(treasury, 1))
  }

  /** Parts of all runes in some outputs of an owner. */
  #transferSeveral(coin: Coin): NewTransaction[] {
    const spent = this.#unspent.pickRuneCoins(5)
    const balances = new Map(spent.flatMap(({ amounts }) => [...amounts]))
    if (balances.size < 2) return []
    const script = this.#someone()
    const payments = [...balances].map(([rune, balance]) => {
      return { rune, amount: partOf(balance, 2n), script }
    })
    return [transfer(coin, spent, payments)]
  }

  #moveAll(coin: Coin, script: Uint8Array): NewTransaction[] {
    const [spent] = this.#unspent.pickRuneCoins(1)
    return spent === undefined ? [] : [moveAll(coin, [spent], script)]
  }

  #swap(coin: Coin): NewTransaction[] {
    const [[one], [two]] = [this.#unspent.pickRuneCoins(1), this.#unspent.pickRuneCoins(1)]
    if (one === undefined || two === undefined) return []
    const isSameRune = [...one.amounts.keys()].some((rune) => two.amounts.has(rune))
    return isSameRune ? [] : [swap(coin, one, two)]
  }

  #airdropSmall(coin: Coin): NewTransaction[] {
    const [spent] = this.#unspent.pickRuneCoins(1)
    if (spent === undefined) return []
    const [rune, balance] = this.#random.pick([...spent.amounts])
    const recipients = Array.from({ length: 5 + this.#random.below(40) }, () => this.#someone())
    const amount = this.#random.chance(0.5) ? 0n : partOf(balance, BigInt(recipients.length + 1))
    return [airdrop(coin, spent, { rune, amount, recipients })]
  }

  /** Each flaw in turn. Every third one mints. */
  #cenotaph(coin: Coin): NewTransaction[] {
    const spent = this.#unspent.pickRuneCoins(1)
    const flaw = FLAWS[this.#cenotaphs % FLAWS.length]
    if (spent.length === 0 || flaw === undefined) return []
    const rune = this.#cenotaphs % 3 === 0 ? this.#pickOpenRune() : undefined
    this.#cenotaphs++
    return [cenotaph(coin, spent, { flaw, mint: rune?.id })]
  }
}

/** How often each action is drawn. */
const WEIGHTS = [
  ['mint', 46],
  ['transfer', 22],
  ['moveAll', 6],
  ['transferSeveral', 5],
  ['distribute', 4],
  ['swap', 3],
  ['consolidate', 3],
  ['pay', 3],
  ['mintAndSell', 2],
  ['burn', 2],
  ['moveToNoAddress', 1.5],
  ['moveFromNoAddress', 1.5],
  ['airdrop', 1.5],
  ['cenotaph', 1.5],
  ['burnAll', 0.7],
  ['mintClosedRune', 0.5],
  ['moveToAnchor', 0.3],
] as const
type Action = (typeof WEIGHTS)[number][0]
const TOTAL_WEIGHT = WEIGHTS.reduce((sum, [, weight]) => sum + weight, 0)

function isOpen({ terms, mints, height: etchedAt }: KnownRune, height: number): boolean {
  if (terms === undefined || mints >= (terms.cap ?? 0n)) return false
  const { start, end } = mintBounds(terms, etchedAt)
  return height >= start && (end === undefined || height < end)
}

/** At least one unit. */
function partOf(amount: bigint, divisor: bigint): bigint {
  const part = amount / divisor
  return part > 0n ? part : 1n
}
