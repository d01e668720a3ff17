import type { RuneId } from '../../../src/bitcoin/runestone.ts'
import { airdrop, type Coin, etch, mint, transfer } from '../../../src/demo/demoTransactions.ts'
import { type NewTransaction, txidOf } from '../../../src/demo/encodeTransaction.ts'
import { witnessKeyScript } from '../../../src/demo/scripts.ts'
import { SimulatedNode } from '../../../src/demo/simulatedNode.ts'

const RUNES = 800
const DROPS = 50
const RECIPIENTS = 2000
const QUIET_BLOCKS = 2000
const BUSY_BLOCKS = 4
const MINTS = 2600
const MAX_U128 = 2n ** 128n - 1n

/** Who holds the units that were not given away. */
type Holding = { rune: RuneId; coin: Coin; amount: bigint }

/**
 * A chain as busy as the main one: a rune with 100,000 holders, 2,000 blocks without a rune, amounts of 39 digits, and
 * blocks of 5,000 movements of 800 runes.
 */
export function createBusyChain(): SimulatedNode {
  const node = new SimulatedNode()
  const holdings = mineEtchings(node)
  const [dropped] = holdings
  if (dropped !== undefined) mineDrops(node, dropped)
  for (let block = 0; block < QUIET_BLOCKS; block++) node.mine()
  for (let block = 0; block < BUSY_BLOCKS; block++) mineBusyBlock(node, holdings)
  return node
}

function mineEtchings(node: SimulatedNode): Holding[] {
  const etchings = Array.from({ length: RUNES }, (_, number) => {
    const premine = number % 7 === 1 ? MAX_U128 - 10n ** 30n : 10n ** 15n
    const divisibility = [0, 2, 8, 38][number % 4] ?? 0
    const terms = { amount: 10n ** BigInt(number % 20), cap: 20_000n }
    const owner = witnessKeyScript(`issuer ${number % 300}`)
    const runestone = { etching: { premine, divisibility, symbol: '🐕', turbo: false, terms } }
    return { premine, transaction: etch(newCoin(owner), { runestone, owners: [owner] }) }
  })
  const { height } = node.mine(etchings.map(({ transaction }) => transaction))
  return etchings.map(({ premine, transaction }, index) => ({
    rune: `${height}:${index + 1}`,
    coin: coinOf(transaction, 0),
    amount: premine,
  }))
}

/** Gives some of a rune to many. */
function mineDrops(node: SimulatedNode, holding: Holding): void {
  for (let drop = 0; drop < DROPS; drop++) {
    const spent = { ...holding.coin, amounts: new Map([[holding.rune, holding.amount]]) }
    const recipients = Array.from({ length: RECIPIENTS }, (_, place) =>
      witnessKeyScript(`recipient ${drop * RECIPIENTS + place}`),
    )
    const amount = BigInt(100 + drop)
    const dropped = airdrop(newCoin(spent.script), spent, {
      rune: holding.rune,
      amount,
      recipients,
    })
    node.mine([dropped])
    // What is left goes to the first output too.
    holding.coin = coinOf(dropped, 0)
    holding.amount -= amount * BigInt(RECIPIENTS)
  }
}

function mineBusyBlock(node: SimulatedNode, holdings: Holding[]): void {
  const { height } = node.tip
  const transfers = holdings.map((holding, number) => {
    const { rune, coin, amount } = holding
    const payments = [1, 2, 3].map((part) => ({
      rune,
      amount: amount / BigInt(10 ** part) + BigInt(part),
      script: witnessKeyScript(`payee ${(number * part + height) % 5000}`),
    }))
    const spent = { ...coin, amounts: new Map([[rune, amount]]) }
    const paid = transfer(newCoin(coin.script), [spent], payments)
    holding.coin = coinOf(paid, 0)
    holding.amount -= payments.reduce((sum, payment) => sum + payment.amount, 0n)
    return paid
  })
  const mints = Array.from({ length: MINTS }, (_, number) => {
    const { rune = '' } = holdings[number % 40] ?? {}
    return mint(newCoin(witnessKeyScript(`minter ${number % 900}`)), rune)
  })
  node.mine([...transfers, ...mints])
}

function coinOf(transaction: NewTransaction, vout: number): Coin {
  const { script } = transaction.outputs[vout] ?? { script: new Uint8Array() }
  return { txid: txidOf(transaction), vout, script }
}

let coins = 0

/** An output that no block has, which pays for a transaction. */
function newCoin(script: Uint8Array): Coin {
  return { txid: (coins++).toString(16).padStart(64, '0'), vout: 1, script }
}
