// What hostile blocks begin with: runes, who has them, and the transactions that move them.
import { commitmentOf, numberOfName } from '../../../src/bitcoin/runeNames.ts'
import type { Edict, RuneId, Terms } from '../../../src/bitcoin/runestone.ts'
import { OP_1, OP_RETURN } from '../../../src/bitcoin/script.ts'
import { encodeRunestone, type NewRunestone } from '../../../src/demo/encodeRunestone.ts'
import { type NewTransaction, txidOf } from '../../../src/demo/encodeTransaction.ts'
import { revealWitness, taprootScript, witnessKeyScript } from '../../../src/demo/scripts.ts'
import type { SimulatedNode } from '../../../src/demo/simulatedNode.ts'

export type Outpoint = { txid: string; vout: number }
export type Coin = Outpoint & { runes: RuneId[] }
export type Output = NewTransaction['outputs'][number]

export const BURNT = Uint8Array.of(OP_RETURN)

/** The outputs of `pay` with a runestone, as an edict names all of them. */
export const allOf = (scripts: readonly unknown[]) => scripts.length + 1

/** An output of 10 bytes, which has no address. Anybody can spend it. */
export const TINY = Uint8Array.of(OP_1)

/** A part of a number, at least one. */
export function times(count: number, scale: number): number {
  return Math.max(1, Math.round(count * scale))
}

/** One of two numbers whose product is scaled; at least two. */
export function side(count: number, scale: number): number {
  return Math.max(2, Math.round(count * Math.sqrt(scale)))
}

/** `make` for each number from 0 on. */
export function repeat<Made>(count: number, make: (index: number) => Made): Made[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

export function person(index: number): Uint8Array {
  return witnessKeyScript(`person ${index}`)
}

export function people(count: number): Uint8Array[] {
  return repeat(count, person)
}

/** An output that never was, which holds no runes. */
export function nothing(index: number): Outpoint {
  return { txid: index.toString(16).padStart(8, '0').padStart(64, 'f'), vout: 0 }
}

/** A transaction with outputs of these scripts, and its runestone as the last one. */
export function pay(
  inputs: NewTransaction['inputs'],
  scripts: readonly Uint8Array[],
  runestone?: NewRunestone | Uint8Array,
): NewTransaction {
  const outputs = scripts.map(outputTo)
  if (runestone === undefined) return { inputs, outputs }
  const stone = runestone instanceof Uint8Array ? runestone : encodeRunestone(runestone)
  return { inputs, outputs: [...outputs, outputTo(stone)] }
}

function outputTo(script: Uint8Array): Output {
  return { script, value: 546 }
}

/** The same edict for each rune. The runes are in the order of their ids. */
export function edictsFor(runes: RuneId[], edict: Omit<Edict, 'id'>): Edict[] {
  return runes.map((id) => ({ id, ...edict }))
}

type RunesToEtch = {
  premine?: bigint
  divisibility?: number
  terms?: Terms
  owner?: (index: number) => Uint8Array
}

/** Mines a block that etches runes without names. Each premine goes to an output of its own. */
export function etchRunes(node: SimulatedNode, count: number, options: RunesToEtch = {}): Coin[] {
  const { premine = 10n ** 15n, divisibility, terms, owner = () => person(0) } = options
  const etching = { premine, divisibility, terms, turbo: false }
  const height = node.tip.height + 1
  const transactions = repeat(count, (index) =>
    pay([nothing(height * 1_000_000 + index)], [owner(index)], { etching }),
  )
  node.mine(transactions)
  return transactions.map((transaction, index) => {
    return { txid: txidOf(transaction), vout: 0, runes: [`${height}:${index + 1}`] }
  })
}

export function etchRune(node: SimulatedNode, options: RunesToEtch = {}): Coin & { rune: RuneId } {
  const [coin] = etchRunes(node, 1, options)
  const [rune] = coin?.runes ?? []
  if (coin === undefined || rune === undefined) throw new Error('It is etched.')
  return { ...coin, rune }
}

/** Mines a block that brings all runes of some outputs to one. */
export function gather(node: SimulatedNode, coins: Coin[], owner = person(1)): Coin {
  const transaction = pay(coins, [owner])
  node.mine([transaction])
  return { txid: txidOf(transaction), vout: 0, runes: coins.flatMap(({ runes }) => runes) }
}

/** Mines a block that gives equal parts of each rune of an output to each of these. */
export function shareOut(node: SimulatedNode, coin: Coin, scripts: Uint8Array[]): Coin[] {
  const edicts = edictsFor(coin.runes, { amount: 0n, output: scripts.length + 1 })
  const transaction = pay([coin], scripts, { edicts })
  node.mine([transaction])
  const txid = txidOf(transaction)
  return scripts.map((_, vout) => ({ txid, vout, runes: coin.runes }))
}

/** Outputs with parts of one rune: of Alice, Bob, nobody, and again. */
export function alternate(node: SimulatedNode, count: number): { coins: Coin[]; rune: RuneId } {
  const owners = [person(1), person(2), person(1), person(2), TINY]
  const { rune, ...coin } = etchRune(node, { terms: { amount: 1000n, cap: 1_000_000n } })
  const scripts = repeat(count, (index) => owners[index % owners.length] ?? TINY)
  return { coins: shareOut(node, coin, scripts), rune }
}

/** Mines a block with outputs that commit, and those that make the commitments mature. */
export function commitMany(node: SimulatedNode, count: number): (Outpoint & { name: bigint })[] {
  const height = node.tip.height + 1
  const scripts = repeat(count, (index) => taprootScript(`commitment ${index}`))
  const transaction = pay([nothing(height * 1_000_000)], scripts)
  node.mine([transaction])
  for (let blocks = 0; blocks < 5; blocks++) node.mine()
  const txid = txidOf(transaction)
  return scripts.map((_, vout) => ({ txid, vout, name: FIRST_NAME + BigInt(vout) }))
}

/** Names of 13 letters can be etched from the first block on. */
const FIRST_NAME = numberOfName('HOSTILEBLOCKS')

type Witness = { before?: Uint8Array[]; after?: Uint8Array[]; script?: Uint8Array }

/** Etches the name of the first commitment. All inputs reveal it, with more around it in the witness. */
export function reveal(
  commitments: (Outpoint & { name: bigint })[],
  { before = [], after = [], script = EMPTY }: Witness = {},
): NewTransaction {
  const name = commitments[0]?.name ?? numberOfName('NEVERCOMMITTED')
  const [signature = EMPTY, tapscript = EMPTY, control = EMPTY] = revealWitness(commitmentOf(name))
  const whole = Buffer.concat([script, tapscript])
  const witness = [...before, signature, whole, control, ...after]
  const inputs = commitments.map(({ txid, vout }) => ({ txid, vout, witness }))
  return pay(inputs, [person(1)], { etching: { rune: name, premine: 100n, turbo: false } })
}

const EMPTY = new Uint8Array()
