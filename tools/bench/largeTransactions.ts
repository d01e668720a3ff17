import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { type NewTransaction, txidOf } from '../../src/demo/encodeTransaction.ts'
import { taprootScript } from '../../src/demo/scripts.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'

/** A transaction that answers are slow about, and one of its outputs. */
export type LargeTransaction = { name: string; txid: string; vout: number }

const PREMINE = 1_000_000_000n
/** Of the first shape: so many times more balances than runes. */
const OUTPUTS_A_RUNE = 120
/** A block of the chain has no more transactions. */
const MAX_IN_BLOCK = 10_000

/**
 * A chain with the transactions that change the most balances in different ways, about `balances` each: many runes
 * to many outputs, one rune to many outputs, many senders to one output, and many runes in one output.
 */
export function mineLargeTransactions(balances: number) {
  const node = new SimulatedNode()
  const runes = etchMany(node, balances)
  const large: LargeTransaction[] = []

  function mine(name: string, transaction: NewTransaction): string {
    node.mine([transaction])
    const txid = txidOf(transaction)
    large.push({ name, txid, vout: 0 })
    return txid
  }

  const some = runes.slice(0, Math.max(1, Math.round(balances / OUTPUTS_A_RUNE)))
  const spread = Math.ceil(balances / some.length)
  mine(`${some.length} runes to ${spread} outputs`, spreadOver(some, spread))
  const [first] = runes.slice(some.length)
  if (first === undefined) throw new RangeError('too few balances')
  const senders = mine(`1 rune to ${balances} outputs`, spreadOver([first], balances))
  const inputs = Array.from({ length: balances }, (_, vout) => ({ txid: senders, vout }))
  mine(`${balances} senders to 1 output`, payOne(inputs, 'collector'))
  const unspent = runes.slice(some.length + 1).map(({ txid }) => ({ txid, vout: 0 }))
  const held = mine(`${unspent.length} runes of as many owners to 1 output`, payOne(unspent, 'one'))
  mine(`${unspent.length} runes of 1 owner to 1 output`, payOne([{ txid: held, vout: 0 }], 'two'))
  return { node, large }
}

type EtchedRune = { id: string; txid: string }

/** Each rune belongs to somebody else. */
function etchMany(node: SimulatedNode, count: number): EtchedRune[] {
  const runes: EtchedRune[] = []
  while (runes.length < count) {
    const length = Math.min(MAX_IN_BLOCK, count - runes.length)
    const etchings = Array.from({ length }, (_, index) => etch(runes.length + index))
    const { height, txids } = node.mine(etchings)
    for (const [index, txid] of txids.slice(1).entries()) {
      runes.push({ id: `${height}:${index + 1}`, txid })
    }
  }
  return runes
}

function etch(index: number): NewTransaction {
  const etching = { premine: PREMINE, divisibility: index % 39, turbo: false }
  return {
    inputs: [{ txid: index.toString(16).padStart(64, 'f'), vout: 0 }],
    outputs: [
      { script: taprootScript(`owner ${index}`), value: 546 },
      runestoneOutput({ etching }),
    ],
  }
}

/** Some of each rune goes to each output. An edict with an output that does not exist is about all outputs. */
function spreadOver(runes: EtchedRune[], count: number): NewTransaction {
  const edicts = runes.map(({ id }, index) => ({
    id,
    amount: BigInt(index + 1),
    output: count + 1,
  }))
  const outputs = Array.from({ length: count }, (_, index) => ({
    script: taprootScript(`receiver ${index}`),
    value: 546,
  }))
  return {
    inputs: runes.map(({ txid }) => ({ txid, vout: 0 })),
    outputs: [...outputs, runestoneOutput({ edicts })],
  }
}

/** Without a runestone, all runes go to the first output. */
function payOne(inputs: NewTransaction['inputs'], owner: string): NewTransaction {
  return { inputs, outputs: [{ script: taprootScript(owner), value: 546 }] }
}
