// The test cases of the rules: blocks as data, and what an index must show after them. The format is
// described in test/fixtures/ord/README.md.
import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { addressOf } from '../../src/bitcoin/addresses.ts'
import type { NetworkName } from '../../src/bitcoin/networks.ts'
import { commitmentOf, numberOfName } from '../../src/bitcoin/runeNames.ts'
import { OP_1, OP_RETURN } from '../../src/bitcoin/script.ts'
import { encodeIntegers, encodeRunestone } from '../../src/demo/encodeRunestone.ts'
import { COINBASE_INPUT, type NewTransaction, txidOf } from '../../src/demo/encodeTransaction.ts'
import {
  encodePush,
  revealWitness,
  taprootScript,
  witnessKeyScript,
} from '../../src/demo/scripts.ts'

/** Digits, or a JSON number. */
export const Integer = v.pipe(
  v.union([v.pipe(v.number(), v.safeInteger(), v.minValue(0)), v.pipe(v.string(), v.digits())]),
  v.transform((value) => BigInt(value)),
)
const SmallInteger = v.pipe(Integer, v.transform(Number))
export const Hex = v.pipe(
  v.string(),
  v.regex(/^([0-9a-f]{2})*$/),
  v.transform((hex) => Buffer.from(hex, 'hex')),
)
/** The number of a name, which is given in letters or as the number. */
export const Name = v.pipe(
  v.string(),
  v.regex(/^([A-Z]+|\d+)$/),
  v.transform((text) => (/\d/.test(text) ? BigInt(text) : numberOfName(text))),
)

const Terms = v.strictObject({
  amount: v.optional(Integer),
  cap: v.optional(Integer),
  heightStart: v.optional(Integer),
  heightEnd: v.optional(Integer),
  offsetStart: v.optional(Integer),
  offsetEnd: v.optional(Integer),
})
const Edict = v.strictObject({ id: v.string(), amount: Integer, output: SmallInteger })
export const RunestoneFields = v.strictObject({
  etching: v.optional(
    v.strictObject({
      rune: v.optional(Name),
      spacers: v.optional(SmallInteger),
      divisibility: v.optional(SmallInteger),
      symbol: v.optional(v.string()),
      premine: v.optional(Integer),
      terms: v.optional(Terms),
      turbo: v.optional(v.boolean(), false),
    }),
  ),
  mint: v.optional(v.string()),
  pointer: v.optional(SmallInteger),
  edicts: v.optional(v.array(Edict), []),
})

/** A runestone by its fields, by its integers, or by its script. */
const NewRunestone = v.union([
  RunestoneFields,
  v.strictObject({ integers: v.array(Integer) }),
  v.strictObject({ script: Hex }),
])
type NewRunestone = v.InferOutput<typeof NewRunestone>

const ScriptPart = v.union([Hex, v.strictObject({ push: Name })])
const WitnessItem = v.union([Hex, v.array(ScriptPart)])
type WitnessItem = v.InferOutput<typeof WitnessItem>
const Input = v.union([
  v.string(),
  v.strictObject({ from: v.string(), reveal: Name }),
  v.strictObject({ from: v.string(), witness: v.array(WitnessItem) }),
])
type Input = v.InferOutput<typeof Input>

const CaseTransaction = v.strictObject({
  label: v.string(),
  inputs: v.optional(v.array(Input), ['coins']),
  outputs: v.array(v.string()),
  runestone: v.optional(NewRunestone),
})
type CaseTransaction = v.InferOutput<typeof CaseTransaction>

const Etch = v.strictObject({
  /** The label of the transaction that etches. */
  etch: v.string(),
  /** The name that is committed to; the one that the runestone etches unless given. */
  reveal: v.optional(Name),
  outputs: v.array(v.string()),
  runestone: NewRunestone,
})
type Etch = v.InferOutput<typeof Etch>

const CaseBlock = v.union([
  v.number(),
  Etch,
  v.array(CaseTransaction),
  v.strictObject({
    coinbase: v.omit(CaseTransaction, ['inputs']),
    transactions: v.optional(v.array(CaseTransaction), []),
  }),
])
type CaseBlock = v.InferOutput<typeof CaseBlock>

const ExpectedRune = v.strictObject({
  id: v.string(),
  name: v.string(),
  /** The label of the transaction that etched it; 1:0 has none. */
  etching: v.optional(v.string()),
  spacers: v.optional(SmallInteger, 0),
  divisibility: v.optional(SmallInteger, 0),
  symbol: v.optional(v.string()),
  premine: v.optional(Integer, 0),
  terms: v.optional(Terms),
  turbo: v.optional(v.boolean(), false),
  mints: v.optional(Integer, 0),
  burned: v.optional(Integer, 0),
})

const Amounts = v.record(v.string(), Integer)

/** What an index shows after a chain. Transactions and addresses are named by their labels. */
export const IndexContents = v.strictObject({
  /** In the order of their numbers. */
  runes: v.optional(v.array(ExpectedRune), []),
  /** By `<label>:<vout>`: the runes in each unspent output. */
  outputs: v.optional(v.record(v.string(), Amounts), {}),
  /** By label of an address. */
  balances: v.optional(v.record(v.string(), Amounts), {}),
  /** By transaction, as `describeRecord` writes them. */
  records: v.optional(v.record(v.string(), v.array(v.string())), {}),
  /** By transaction, of the cenotaphs that have records. */
  flaws: v.optional(v.record(v.string(), v.string()), {}),
  /** By transaction, as `describeRefusal` writes them. */
  refusals: v.optional(v.record(v.string(), v.array(v.string())), {}),
})
export type IndexContents = v.InferOutput<typeof IndexContents>

const ChainCase = v.strictObject({
  name: v.string(),
  network: v.optional(v.picklist(['main', 'regtest']), 'regtest'),
  firstHeight: v.optional(v.number(), 0),
  blocks: v.array(CaseBlock),
  expect: IndexContents,
})
export type ChainCase = v.InferOutput<typeof ChainCase>

const FIXTURES = new URL('../fixtures/ord/', import.meta.url)

export function readFixture(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, FIXTURES), 'utf8'))
}

/** Files of cases: first those of `ord`'s own tests, then those of rules that it does not test. */
export const CHAIN_FILES = [
  'etching.json',
  'edicts.json',
  'minting.json',
  'mintable.json',
  'cenotaphs.json',
  'more/commitments.json',
  'more/etching.json',
  'more/minting.json',
  'more/refusals.json',
  'more/cenotaphs.json',
  'more/records.json',
] as const

export function readChainCases(file: (typeof CHAIN_FILES)[number]): ChainCase[] {
  return v.parse(v.array(ChainCase), readFixture(file))
}

/**
 * A chain as data. The first block has the height `firstHeight`; a SimulatedNode has it from the start, and
 * mines the others as they are here.
 */
export type BuiltChain = {
  network: NetworkName
  firstHeight: number
  blocks: { coinbase: NewTransaction; transactions: NewTransaction[] }[]
  /** The ids of the transactions that have a label. */
  txids: Map<string, string>
  /** The addresses of the outputs, by label. */
  addresses: Map<string, string>
}

/** Builds the blocks of a case. */
export function buildChain({
  network,
  firstHeight,
  blocks,
}: Pick<ChainCase, 'network' | 'firstHeight' | 'blocks'>): BuiltChain {
  const builder = new ChainBuilder(network, firstHeight)
  for (const block of blocks) builder.add(block)
  return builder.chain
}

const COINBASE_SATOSHIS = 5_000_000_000
const OUTPUT_SATOSHIS = 1_000
const EMPTY_RUNESTONE = { edicts: [] }

class ChainBuilder {
  readonly chain: BuiltChain
  /** The ids of coinbases that no transaction spends yet. */
  readonly #coins: string[] = []

  constructor(network: NetworkName, firstHeight: number) {
    this.chain = { network, firstHeight, blocks: [], txids: new Map(), addresses: new Map() }
  }

  add(block: CaseBlock): void {
    if (typeof block === 'number') this.#addEmptyBlocks(block)
    else if (Array.isArray(block)) this.#addBlock(block)
    else if ('etch' in block) this.#addEtching(block)
    else this.#addBlock(block.transactions, { ...block.coinbase, inputs: [] })
  }

  #addEmptyBlocks(count: number): void {
    for (let index = 0; index < count; index++) this.#addBlock([])
  }

  /** A block for the coins, one with the commitment, five that let it mature, and one with the etching. */
  #addEtching({ etch: label, reveal, outputs, runestone }: Etch): void {
    const name = reveal ?? ('edicts' in runestone ? runestone.etching?.rune : undefined)
    const commitment = `${label} commitment`
    const from = `${commitment}:0`
    const input = name === undefined ? from : { from, reveal: name }
    this.#addBlock([])
    this.#addBlock([{ label: commitment, inputs: ['coins'], outputs: [`taproot ${label}`] }])
    this.#addEmptyBlocks(5)
    this.#addBlock([{ label, inputs: [input], outputs, runestone }])
  }

  #addBlock(transactions: CaseTransaction[], described?: CaseTransaction): void {
    const position = this.chain.blocks.length
    const outputs = described === undefined ? ['miner'] : this.#outputsOf(described)
    const coinbase: NewTransaction = {
      inputs: [COINBASE_INPUT],
      outputs: this.#encodeOutputs(outputs, COINBASE_SATOSHIS, described?.runestone),
      // The simulated node writes the same coinbases.
      lockTime: position,
    }
    if (described !== undefined) this.#name(described.label, coinbase)
    this.chain.blocks.push({
      coinbase,
      transactions: transactions.map((transaction) => this.#encode(transaction)),
    })
    // No node can look up the coinbase of block 0.
    const isSpendable = this.chain.firstHeight + position > 0
    if (described === undefined && isSpendable) this.#coins.push(txidOf(coinbase))
  }

  #encode(transaction: CaseTransaction): NewTransaction {
    const encoded = {
      inputs: transaction.inputs.map((input) => this.#encodeInput(input)),
      outputs: this.#encodeOutputs(
        this.#outputsOf(transaction),
        OUTPUT_SATOSHIS,
        transaction.runestone,
      ),
    }
    this.#name(transaction.label, encoded)
    return encoded
  }

  #name(label: string, transaction: NewTransaction): void {
    if (this.chain.txids.has(label)) throw new Error(`Two transactions are called ${label}`)
    this.chain.txids.set(label, txidOf(transaction))
  }

  #encodeInput(input: Input): NewTransaction['inputs'][number] {
    if (typeof input === 'string') return this.#spend(input)
    const witness =
      'reveal' in input
        ? revealWitness(commitmentOf(input.reveal))
        : input.witness.map(encodeWitnessItem)
    return { ...this.#spend(input.from), witness }
  }

  /** `coins` is the output of any coinbase that nothing spends yet. */
  #spend(from: string): { txid: string; vout: number } {
    const [label = '', vout = '0'] = from.split(':')
    const txid = from === 'coins' ? this.#coins.shift() : this.chain.txids.get(label)
    if (txid === undefined) throw new Error(`There is no output to spend: ${from}`)
    return { txid, vout: Number(vout) }
  }

  /** The runestone is the last output, unless the outputs name its place. */
  #outputsOf({ outputs, runestone }: CaseTransaction): string[] {
    const isPlaced = runestone === undefined || outputs.includes('runestone')
    return isPlaced ? outputs : [...outputs, 'runestone']
  }

  #encodeOutputs(
    outputs: string[],
    satoshis: number,
    runestone: NewRunestone = EMPTY_RUNESTONE,
  ): NewTransaction['outputs'] {
    return outputs.map((output) => {
      if (output === 'runestone') return { script: encodeNewRunestone(runestone), value: 0 }
      const script = scriptOf(output)
      const address = addressOf(script, this.chain.network)
      if (address !== undefined) this.chain.addresses.set(output, address)
      return { script, value: script[0] === OP_RETURN ? 0 : satoshis }
    })
  }
}

function scriptOf(label: string): Buffer {
  if (label === 'op_return') return Buffer.from([OP_RETURN])
  // Anybody can spend it.
  if (label === 'no address') return Buffer.from([OP_1])
  if (label.startsWith('script ')) return Buffer.from(label.slice(7), 'hex')
  return label.startsWith('taproot ') ? taprootScript(label) : witnessKeyScript(label)
}

function encodeNewRunestone(runestone: NewRunestone): Buffer {
  if ('script' in runestone) return runestone.script
  return 'integers' in runestone ? encodeIntegers(runestone.integers) : encodeRunestone(runestone)
}

function encodeWitnessItem(item: WitnessItem): Buffer {
  if (!Array.isArray(item)) return item
  return Buffer.concat(
    item.map((part) => ('push' in part ? encodePush(commitmentOf(part.push)) : part)),
  )
}

type RecordFields = {
  operation: string
  rune: string
  amount?: bigint | undefined
  address?: string | undefined
  receiver?: string | undefined
  vout?: number | undefined
}

/** `send 8:1 100 by alice to bob at 0`: what a record does not have is left out. */
export function describeRecord(record: RecordFields): string {
  const { operation, rune, amount, address, receiver, vout } = record
  const parts = [
    [amount, ''],
    [address, 'by '],
    [receiver, 'to '],
    [vout, 'at '],
  ].flatMap(([value, word]) => (value === undefined ? [] : [`${word}${value}`]))
  return [operation, rune, ...parts].join(' ')
}

type RefusalFields = {
  part: string
  reason: string
  rune?: string | undefined
  name?: string | undefined
  confirmations?: number | undefined
  address?: string | undefined
}

/** `mint 8:1 after-cap for bob`: what a refusal does not have is left out. */
export function describeRefusal(refusal: RefusalFields): string {
  const { part, reason, rune, name, confirmations, address } = refusal
  const what = [part, rune ?? name, reason, confirmations]
  const owner = address === undefined ? [] : [`for ${address}`]
  return [...what.filter((word) => word !== undefined), ...owner].join(' ')
}
