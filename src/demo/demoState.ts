import { type Block, displayHash, type Outpoint, splitOutpoint } from '../bitcoin/block.ts'
import type { NetworkName } from '../bitcoin/networks.ts'
import type { RuneId } from '../bitcoin/runestone.ts'
import type { SpentOutput } from '../bitcoin/spentOutputs.ts'
import {
  applyBlock,
  type Chain,
  committingInputs,
  type MintableRune,
  type TransactionChanges,
} from '../indexer/rules.ts'

export type KnownRune = NonNullable<TransactionChanges['etched']> & MintableRune
type HeldOutput = TransactionChanges['outputs'][number]['output']

type Options = {
  network: NetworkName
  /** Finds an output of the chain, spent or not. */
  findOutput: (output: { txid: string; vout: number }) => SpentOutput | undefined
}

/** What blocks have done to runes, in memory. The last blocks can be undone. */
export class DemoState {
  /** Unspent outputs that hold runes. */
  readonly outputs = new Map<Outpoint, HeldOutput>()
  readonly runes = new Map<RuneId, KnownRune>()
  readonly names = new Map<bigint, RuneId>()
  /** The outputs of each address, and of those without one. */
  readonly owners = new Map<string | undefined, Set<Outpoint>>()
  readonly #options: Options
  /** For each block, what undoes its changes, in their order. */
  readonly #undo: (() => void)[][] = []

  constructor(options: Options) {
    this.#options = options
  }

  /** Applies the block after the last one. */
  apply(block: Block): TransactionChanges[] {
    this.#undo.push([])
    if (this.#undo.length > MAX_UNDO) this.#undo.shift()
    const changes = applyBlock(block, this.#readChain(block))
    for (const change of changes) this.#write(change, block.height)
    return changes
  }

  /** Undoes the last block. Up to 200 blocks can be undone. */
  undo(): void {
    for (const undoChange of this.#undo.pop()?.reverse() ?? []) undoChange()
  }

  #readChain({ transactions }: Block): Chain {
    const outputs = new Map<Outpoint, HeldOutput>()
    const runes = new Map<RuneId, MintableRune>()
    const takenNames = new Set<bigint>()
    const commitments = new Map<Outpoint, SpentOutput>()
    for (const transaction of transactions) {
      for (const outpoint of transaction.inputs) copyEntry(this.outputs, outputs, outpoint)
      const { runestone } = transaction
      copyEntry(this.runes, runes, runestone?.mint ?? '')
      const name = runestone?.kind === 'cenotaph' ? runestone.rune : runestone?.etching?.rune
      if (name === undefined) continue
      if (this.names.has(name)) takenNames.add(name)
      for (const outpoint of committingInputs(transaction, name)) {
        const { txid, vout } = splitOutpoint(outpoint)
        const output = this.#options.findOutput({ txid: displayHash(txid), vout })
        if (output !== undefined) commitments.set(outpoint, output)
      }
    }
    return { network: this.#options.network, outputs, runes, takenNames, commitments }
  }

  #write({ transaction, etched, records, spent, outputs }: TransactionChanges, height: number) {
    for (const outpoint of spent) {
      const output = this.#remove(outpoint)
      this.#onUndo(() => output && this.#add(outpoint, output))
    }
    for (const { vout, output } of outputs) {
      this.#add(transaction.outpoint(vout), output)
      this.#onUndo(() => this.#remove(transaction.outpoint(vout)))
    }
    if (etched !== undefined)
      this.#addRune({ ...etched, height, terms: etched.etching.terms, mints: 0n })
    for (const record of records) {
      if (record.operation === 'mint') this.#countMint(record.rune)
    }
  }

  #addRune(rune: KnownRune): void {
    this.runes.set(rune.id, rune)
    this.names.set(rune.name, rune.id)
    this.#onUndo(() => {
      this.runes.delete(rune.id)
      this.names.delete(rune.name)
    })
  }

  #countMint(id: RuneId): void {
    const rune = this.runes.get(id)
    if (rune === undefined) return
    this.runes.set(id, { ...rune, mints: rune.mints + 1n })
    this.#onUndo(() => this.runes.set(id, rune))
  }

  #add(outpoint: Outpoint, output: HeldOutput): void {
    this.outputs.set(outpoint, output)
    const owned = this.owners.get(output.owner) ?? new Set()
    this.owners.set(output.owner, owned.add(outpoint))
  }

  #remove(outpoint: Outpoint): HeldOutput | undefined {
    const output = this.outputs.get(outpoint)
    this.outputs.delete(outpoint)
    this.owners.get(output?.owner)?.delete(outpoint)
    return output
  }

  #onUndo(undoChange: () => void): void {
    this.#undo.at(-1)?.push(undoChange)
  }
}

const MAX_UNDO = 200

function copyEntry<Key, Value>(source: Map<Key, Value>, target: Map<Key, Value>, key: Key): void {
  const value = source.get(key)
  if (value !== undefined) target.set(key, value)
}
