import * as v from 'valibot'
import { displayHash, hashBytes, type Outpoint, splitOutpoint, toOutpoint } from './block.ts'
import type { Wanted } from './jsonPicker.ts'
import { NodeError } from './nodeConnection.ts'
import { NodeBytes, NodeCount, NodeHash } from './nodeFields.ts'

/** The script of an output, and the height of the block that has its transaction. */
export type SpentOutput = { script: Uint8Array; height: number }

/** Collects the wanted ones of the outputs that the inputs of a response spend. */
export class SpentOutputs {
  readonly #wanted: ReadonlySet<Outpoint>
  readonly #found = new Map<Outpoint, SpentOutput>()

  constructor(wanted: ReadonlySet<Outpoint>) {
    this.#wanted = wanted
  }

  /** The lists of inputs in a response. */
  get inputs(): Wanted {
    return { each: INPUT_FIELDS, onItem: (input) => this.#add(input) }
  }

  /** @throws {NodeError} @throws {v.ValiError} */
  #add(item: unknown): void {
    const input = v.parse(Input, item)
    if ('coinbase' in input) return
    const outpoint = toOutpoint(hashBytes(input.txid), input.vout)
    if (this.#wanted.has(outpoint)) this.#found.set(outpoint, readPrevout(input))
  }

  /** @throws {NodeError} if one is missing. */
  all(): Map<Outpoint, SpentOutput> {
    for (const outpoint of this.#wanted) {
      if (this.#found.has(outpoint)) continue
      const { txid, vout } = splitOutpoint(outpoint)
      const message = `The Bitcoin node left out the output ${displayHash(txid)}:${vout}, which its own block spends.`
      throw new NodeError('malformed', message)
    }
    return this.#found
  }
}

/** Collects the output that the first input of a transaction spends. */
export class FirstSpentOutput {
  #hasInput = false
  #output: SpentOutput | undefined

  /** The list of inputs in a response. */
  get inputs(): Wanted {
    return { each: INPUT_FIELDS, onItem: (input) => this.#add(input) }
  }

  /** @throws {NodeError} @throws {v.ValiError} */
  #add(item: unknown): void {
    if (this.#hasInput) return
    this.#hasInput = true
    const input = v.parse(Input, item)
    if (!('coinbase' in input)) this.#output = readPrevout(input)
  }

  /** The output; undefined of a coinbase. The next input is that of another transaction. */
  take(): SpentOutput | undefined {
    const output = this.#output
    this.#hasInput = false
    this.#output = undefined
    return output
  }
}

/** The script of the outputs that the inputs of a transaction spend, while it is the same. */
export class OnlyOwner {
  #first: Uint8Array | undefined
  #hasOthers = false

  /** The list of inputs in a response. */
  get inputs(): Wanted {
    return { each: INPUT_FIELDS, onItem: (input) => this.#add(input) }
  }

  /** @throws {NodeError} @throws {v.ValiError} */
  #add(item: unknown): void {
    const input = v.parse(Input, item)
    if ('coinbase' in input) return
    const { script } = readPrevout(input)
    this.#first ??= script
    this.#hasOthers ||= Buffer.compare(this.#first, script) !== 0
  }

  /** Undefined of a coinbase, and of several owners. */
  get script(): Uint8Array | undefined {
    return this.#hasOthers ? undefined : this.#first
  }
}

/** @throws {NodeError} @throws {v.ValiError} */
function readPrevout({ prevout }: { prevout?: unknown }): SpentOutput {
  if (prevout === undefined) refuseOldNode()
  const { height, scriptPubKey } = v.parse(Prevout, prevout)
  return { script: scriptPubKey.hex, height }
}

/** Nodes that do not tell which outputs are spent leave them out, or refuse the parameters. */
export function refuseOldNode(cause?: unknown): never {
  const isRefused = cause instanceof NodeError && cause.kind === 'unsupported'
  if (cause !== undefined && !isRefused) throw cause
  const message =
    'The Bitcoin node does not tell which outputs a transaction spends: Cairn needs Bitcoin Core 25 or later.'
  throw new NodeError('unsupported', message, { cause })
}

const Prevout = v.object({ height: NodeCount, scriptPubKey: v.object({ hex: NodeBytes }) })
const Input = v.union([
  v.object({ coinbase: v.string() }),
  v.object({ txid: NodeHash, vout: NodeCount, prevout: v.optional(v.unknown()) }),
])

/** The fields of an input in a response, as far as they are read. */
const INPUT_FIELDS = {
  fields: {
    coinbase: 'scalar',
    txid: 'scalar',
    vout: 'scalar',
    prevout: { fields: { height: 'scalar', scriptPubKey: { fields: { hex: 'scalar' } } } },
  },
} as const
