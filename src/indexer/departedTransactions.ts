import { unixSeconds } from '../bitcoin/unixSeconds.ts'

/** A transaction that left the mempool. `inputs` are the outputs that it spent, one after the other. */
export type DepartedTransaction = { inputs: string; since: number | undefined; until: number }

/** The bytes of the inputs that are remembered. */
const MAX_CHARACTERS = 4_000_000

/** The transactions that left the mempool last. Times are Unix seconds. */
export class DepartedTransactions {
  readonly #departed = new Map<string, DepartedTransaction>()
  /** When the node got those that somebody asked about. */
  readonly #since = new Map<string, number>()
  #characters = 0

  get(id: string): DepartedTransaction | undefined {
    return this.#departed.get(id)
  }

  /** Notes since when the node has a transaction, in case that it leaves. */
  noteSince(id: string, since: number): void {
    this.#since.set(id, since)
    if (this.#since.size > MAX_NOTED) this.#since.delete(firstOf(this.#since) ?? '')
  }

  add(id: string, inputs: string): void {
    this.#remove(id)
    const entry = { inputs, since: this.#since.get(id), until: unixSeconds() }
    this.#departed.set(id, entry)
    this.#characters += inputs.length
    while (this.#characters > MAX_CHARACTERS) this.#remove(firstOf(this.#departed) ?? '')
  }

  #remove(id: string): void {
    this.#characters -= this.#departed.get(id)?.inputs.length ?? 0
    this.#departed.delete(id)
  }
}

const MAX_NOTED = 1000

/** The one that was added first. */
function firstOf(map: ReadonlyMap<string, unknown>): string | undefined {
  const [first] = map.keys()
  return first
}
