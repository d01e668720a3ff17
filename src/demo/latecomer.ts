import type { RuneId } from '../bitcoin/runestone.ts'
import {
  CENOTAPH_NAME,
  CLOSED_NAME,
  chosenName,
  FUTURE_NAME,
  LOOK_ALIKE_NAME,
  MINTED_OUT_NAME,
  numberOfSpacedName,
  POPULAR_NAME,
  TREASURY_NAME,
} from './demoRunes.ts'
import type { DemoState } from './demoState.ts'
import {
  type Coin,
  commit,
  etch,
  mint,
  mintAndTransfer,
  type NewEtching,
  reveal,
} from './demoTransactions.ts'
import { type NewTransaction, txidOf } from './encodeTransaction.ts'
import { taprootScript } from './scripts.ts'
import type { MinedBlock, SimulatedNode } from './simulatedNode.ts'

export const LATECOMER_SCRIPT = taprootScript('latecomer')
const ALICE_SCRIPT = taprootScript('alice')

const FUNDED_AT = 270
const PREPARED_AT = 288
const REFUSED_AT = 290

/** The coins of others have another value. */
const COIN_VALUE = 50_000
const COINS = 16

const UNCOMMITTED_NAME = 'NOBODY•KNEW•THIS•NAME'
const YOUNG_NAME = 'THREE•BLOCKS•ARE•NOT•SIX'
const LOCKED_NAME = 'STILL•LOCKED'
const RESERVED_NAME = 'A'.repeat(27)
const NEVER_OPEN = { amount: 1n, cap: 21n, heightStart: 900n, heightEnd: 800n }

/**
 * Somebody who is refused, in block 290, a mint or an etching for each reason that a complete index can have. Uses
 * no random numbers, so up to that block everybody else on the chain acts as without it.
 */
export class Latecomer {
  readonly #node: SimulatedNode
  readonly #state: DemoState
  #coins: Coin[] = []
  #minted: Coin | undefined
  #commitment: Coin | undefined

  constructor(node: SimulatedNode, state: DemoState) {
    this.#node = node
    this.#state = state
  }

  /** Outputs for the coinbase of a block. */
  funds(height: number): NewTransaction['outputs'] {
    const count = height === FUNDED_AT ? COINS : 0
    return Array.from({ length: count }, () => ({ script: LATECOMER_SCRIPT, value: COIN_VALUE }))
  }

  /** The last transactions of a block. The first of them has this index. */
  transactions(height: number, index: number): NewTransaction[] {
    if (height === PREPARED_AT) return this.#prepare()
    return height === REFUSED_AT ? [...this.#mints(index), ...this.#etchings()] : []
  }

  #prepare(): NewTransaction[] {
    this.#coins = coinsOf(this.#node.blockAt(FUNDED_AT))
    const minting = mint(this.#takeCoin(), this.#runeNamed(LOOK_ALIKE_NAME))
    const committing = commit(this.#takeCoin(), YOUNG_NAME)
    this.#minted = firstOutput(minting)
    this.#commitment = firstOutput(committing)
    return [minting, committing]
  }

  /** The first transaction etches a rune and tries to mint it at once. */
  #mints(index: number): NewTransaction[] {
    const own = `${REFUSED_AT}:${index}`
    const etching = { symbol: '🔁', turbo: false, terms: NEVER_OPEN }
    const names = [FUTURE_NAME, CLOSED_NAME, TREASURY_NAME, CENOTAPH_NAME]
    const runes = [own, `${REFUSED_AT}:9999`, ...names.map((name) => this.#runeNamed(name))]
    return [
      etch(this.#takeCoin(), { runestone: { etching, mint: own }, owners: [LATECOMER_SCRIPT] }),
      ...runes.map((rune) => mint(this.#takeCoin(), rune)),
      ...this.#mintTooLate(),
    ]
  }

  /** Gets nothing, and gives away half of what it has of another rune. */
  #mintTooLate(): NewTransaction[] {
    if (this.#minted === undefined) return []
    const payment = { rune: this.#runeNamed(LOOK_ALIKE_NAME), amount: 500n, script: ALICE_SCRIPT }
    const rune = this.#runeNamed(MINTED_OUT_NAME)
    return [mintAndTransfer(this.#takeCoin(), this.#minted, { rune, payment })]
  }

  #etchings(): NewTransaction[] {
    const names = [POPULAR_NAME, UNCOMMITTED_NAME, LOCKED_NAME, RESERVED_NAME]
    return [
      ...names.map((name) => etch(this.#takeCoin(), etchingOf(name))),
      ...this.#revealTooEarly(),
    ]
  }

  #revealTooEarly(): NewTransaction[] {
    if (this.#commitment === undefined) return []
    return [reveal(this.#commitment, numberOfSpacedName(YOUNG_NAME), etchingOf(YOUNG_NAME))]
  }

  #runeNamed(name: string): RuneId {
    const rune = this.#state.names.get(numberOfSpacedName(name))
    if (rune === undefined) throw new RangeError(`There is no ${name}.`)
    return rune
  }

  #takeCoin(): Coin {
    const coin = this.#coins.shift()
    if (coin === undefined) throw new RangeError('The latecomer has no coin left.')
    return coin
  }
}

function coinsOf(block: MinedBlock | undefined): Coin[] {
  const [txid = ''] = block?.txids ?? []
  const outputs = block?.transactions[0]?.transaction.outputs ?? []
  return outputs.flatMap(({ script, value }, vout) =>
    value === COIN_VALUE ? [{ txid, vout, script }] : [],
  )
}

function firstOutput(transaction: NewTransaction): Coin {
  return { txid: txidOf(transaction), vout: 0, script: LATECOMER_SCRIPT }
}

function etchingOf(name: string): NewEtching {
  const etching = { ...chosenName(name), symbol: '🐌', premine: 1n, turbo: false }
  return { runestone: { etching }, owners: [LATECOMER_SCRIPT] }
}
