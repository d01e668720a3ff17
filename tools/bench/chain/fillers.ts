import {
  encodeTransaction,
  type NewTransaction,
  sha256d,
} from '../../../src/demo/encodeTransaction.ts'
import type { Random } from '../../../src/demo/random.ts'
import { taprootScript } from '../../../src/demo/scripts.ts'

/** The numbers of inputs of transactions; on average 2.75. */
const INPUT_COUNTS = [1, 1, 1, 2, 2, 3, 4, 8]
/** A signature and a public key. */
const WITNESS = [Buffer.alloc(72, 1), Buffer.alloc(33, 2)]
/** One transaction of so many carries data, as inscriptions do. */
const DATA_EVERY = 50
const DATA_BYTES = 5000

/** A transaction without runes. The places in both encodings where its inputs name what they spend. */
type Template = { bytes: Buffer; stripped: Buffer; inputs: { at: number; strippedAt: number }[] }

/** Makes transactions without runes, which are most of a block: they differ in what they spend. */
export class Fillers {
  readonly #random: Random
  readonly #templates = INPUT_COUNTS.map((inputs) => createTemplate(inputs, 0))
  readonly #withData = createTemplate(1, DATA_BYTES)
  #count = 0

  constructor(random: Random) {
    this.#random = random
  }

  next(): { bytes: Buffer; txid: string } {
    this.#count++
    const hasData = this.#count % DATA_EVERY === 0
    const template = hasData ? this.#withData : this.#random.pick(this.#templates)
    const bytes = Buffer.from(template.bytes)
    for (const { at, strippedAt } of template.inputs) {
      const spent = Math.floor(this.#random.next() * 2 ** 32)
      bytes.writeUInt32LE(spent, at)
      template.stripped.writeUInt32LE(spent, strippedAt)
      bytes.writeUInt32LE(this.#count, at + 4)
      template.stripped.writeUInt32LE(this.#count, strippedAt + 4)
    }
    return { bytes, txid: sha256d(template.stripped).reverse().toString('hex') }
  }
}

function createTemplate(inputCount: number, dataBytes: number): Template {
  const data = dataBytes === 0 ? [] : [Buffer.alloc(dataBytes, 3)]
  const inputs = Array.from({ length: inputCount }, (_, index) => ({
    txid: index.toString(16).padStart(64, 'f'),
    vout: index,
  }))
  const outputs = ['payment', 'change'].map((seed) => ({
    script: taprootScript(seed),
    value: 10_000,
  }))
  const transaction: NewTransaction = { inputs, outputs }
  const stripped = encodeTransaction(transaction)
  const bytes = encodeTransaction({
    ...transaction,
    inputs: inputs.map((input) => ({ ...input, witness: [...WITNESS, ...data] })),
  })
  return {
    bytes,
    stripped,
    // Version, marker and flag, and the number of inputs; each input has 41 bytes.
    inputs: inputs.map((_, index) => ({ at: 7 + index * 41, strippedAt: 5 + index * 41 })),
  }
}
