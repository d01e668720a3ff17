import { numberOfName } from '../../src/bitcoin/runeNames.ts'
import {
  commit,
  mint,
  moveAll,
  reveal,
  transfer,
} from '../../src/indexer/demoChain/demoTransactions.ts'
import { taprootScript, txidOf, witnessKeyScript } from '../../src/indexer/demoChain/encode.ts'
import { SimulatedNode } from '../../src/indexer/demoChain/simulatedNode.ts'

/** Longer names are reserved. */
const NAMES = ['LONGESTINTEGEROFALLRUNES', 'LONGESTFRACTIONOFALLRUNES']
const MAX_AMOUNT = 2n ** 128n - 1n
const SPACERS = 0b1010_1001_0010_0101_0100

/** The pages of a chain with the longest amounts: 39 digits, and 38 decimals. */
export function createLongDigits() {
  const node = new SimulatedNode({ network: 'regtest' })
  const [owner, other] = [taprootScript('owner'), witnessKeyScript('other')]
  const coin = (vout = 0) => ({ txid: node.tip.txids[0] ?? '', vout, script: owner })
  const commitments = NAMES.map((name, index) => commit({ ...coin(), vout: index }, name))
  node.mine(commitments)
  for (let block = 0; block < 6; block++) node.mine()
  const etchings = NAMES.map((name, index) => {
    const etching = {
      rune: numberOfName(name),
      divisibility: index === 0 ? 0 : 38,
      spacers: SPACERS,
      symbol: '⧉',
      premine: MAX_AMOUNT - 1000n,
      terms: { amount: 1n, cap: 1000n },
      turbo: false,
    }
    const runestone = { etching, edicts: [] }
    const [commitment] = [{ txid: txidOf(commitments[index] ?? commit(coin(), name)), vout: 0 }]
    return reveal(commitment, numberOfName(name), { runestone, owners: [owner] })
  })
  const { height } = node.mine(etchings)
  const runes = NAMES.map((_, index) => `${height}:${index + 1}`)
  const held = etchings.map((etching, index) => ({
    txid: txidOf(etching),
    vout: 0,
    script: owner,
    amounts: new Map([[runes[index] ?? '', MAX_AMOUNT - 1000n]]),
  }))
  const payments = runes.map((rune) => ({
    rune,
    amount: MAX_AMOUNT / 3n,
    script: other,
  }))
  const sent = transfer(coin(), held, payments)
  node.mine([sent, ...runes.map((rune) => mint({ ...coin(), vout: 1 }, rune))])
  const kept = { txid: txidOf(sent), vout: 0, script: owner, amounts: new Map() }
  node.mine([moveAll(coin(), [kept], owner)])
  return { node, runes, txId: txidOf(sent), sentIn: height + 1 }
}
