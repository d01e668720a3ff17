import { addressOf } from '../../src/bitcoin/addresses.ts'
import { numberOfName } from '../../src/bitcoin/runeNames.ts'
import { cenotaph, commit, mint, reveal, transfer } from '../../src/demo/demoTransactions.ts'
import { txidOf } from '../../src/demo/encodeTransaction.ts'
import { taprootScript, witnessKeyScript } from '../../src/demo/scripts.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'

/** Longer names are reserved. */
const RUNES = [
  { name: 'LONGESTINTEGEROFALLRUNES', divisibility: 0 },
  { name: 'LONGESTFRACTIONOFALLRUNES', divisibility: 38 },
]
const SPACERS = 0b1010_0001_0010_0100_0000
const MAX_AMOUNT = 2n ** 128n - 1n
const MINTS = 1000n
const COMMITMENT_BLOCKS = 6

/** A chain with amounts of 39 digits, and with some of 38 decimals, and where to find them. */
export function createLongDigits() {
  const node = new SimulatedNode()
  const [owner, receiver] = [taprootScript('owner'), witnessKeyScript('receiver')]
  const coin = (vout: number) => ({ txid: node.tip.txids[0] ?? '', vout, script: owner })
  const etchings = RUNES.map(({ name, divisibility }, index) => {
    const commitment = commit(coin(index), name)
    const etching = {
      rune: numberOfName(name),
      divisibility,
      spacers: SPACERS,
      symbol: '⧉',
      premine: MAX_AMOUNT - MINTS,
      terms: { amount: 1n, cap: MINTS },
      turbo: false,
    }
    const runestone = { etching }
    const spent = { txid: txidOf(commitment), vout: 0 }
    return { commitment, reveal: reveal(spent, etching.rune, { runestone, owners: [owner] }) }
  })
  node.mine(etchings.map(({ commitment }) => commitment))
  for (let block = 1; block < COMMITMENT_BLOCKS; block++) node.mine()
  const etched = node.mine(etchings.map((etching) => etching.reveal))
  const runes = RUNES.map((_, index) => `${etched.height}:${index + 1}`)
  const held = etchings.map((etching, index) => ({
    txid: txidOf(etching.reveal),
    vout: 0,
    script: owner,
    amounts: new Map([[runes[index] ?? '', MAX_AMOUNT - MINTS]]),
  }))
  const payments = runes.map((rune) => ({ rune, amount: MAX_AMOUNT / 3n, script: receiver }))
  const sent = transfer(coin(0), held, payments)
  const { height } = node.mine([sent, ...runes.map((rune, index) => mint(coin(index + 1), rune))])
  const left = { txid: txidOf(sent), vout: 0, script: owner, amounts: new Map() }
  node.mine([cenotaph(coin(0), [left], { flaw: 'varint' })])
  return { node, runes, txId: txidOf(sent), height, address: addressOf(receiver, 'regtest') }
}
