import type { Edict } from '../bitcoin/runestone.ts'
import type { Outputs, Piece } from './moves.ts'

/** What the pieces of one rune are allocated to. */
type Allocation = {
  /** First in, first out. */
  pieces: Piece[]
  /** The edicts about the rune, in their order. */
  edicts: readonly Pick<Edict, 'amount' | 'output'>[]
  outputs: Outputs
  /** The output that gets what is left. */
  rest: number | undefined
}

/** What arrives at an output, with one piece of each owner. */
type MergedArrival = { vout: number | undefined; pieces: Piece[] }

/**
 * Allocates a rune in time proportional to what it yields, however much its edicts repeat: what goes to a run of
 * outputs in equal parts is one span, and the spans of an owner are added up before any output is touched. Yields
 * the outputs in their order, then what goes nowhere. The pieces of an output are in the order in which their
 * owners' first units arrived there.
 */
export function* mergeMoves(allocation: Allocation): Generator<MergedArrival> {
  const { outputs } = allocation
  const { spans, burned } = spread(allocation)
  const burning = [...burned.keys()].filter((vout) => vout !== undefined).sort((a, b) => a - b)
  let next = 0
  for (const { first, end, pieces } of mergeOwners([...spans.values()].map(addUp))) {
    for (let index = first; index < end; index++) {
      const vout = outputs.destinations[index]
      if (vout === undefined) continue
      for (; (burning[next] ?? vout) < vout; next++) yield arrivalAt(burning[next], burned)
      yield { vout, pieces }
    }
  }
  for (; next < burning.length; next++) yield arrivalAt(burning[next], burned)
  if (burned.has(undefined)) yield arrivalAt(undefined, burned)
}

function arrivalAt(vout: number | undefined, burned: Burned): MergedArrival {
  return { vout, pieces: [...(burned.get(vout)?.values() ?? [])] }
}

/**
 * An owner's units that go to the outputs from `first` up to `end`, `amount` to each. Outputs are counted without
 * OP_RETURNs. Spans with a lower `order` arrive earlier.
 */
type Span = { first: number; end: number; piece: Piece; amount: bigint; order: number }

/** By owner. New units, and those of outputs without an address, are owners of their own. */
type Spans = Map<string, Span[]>
type Burned = Map<number | undefined, Map<string, Piece>>

function ownerKey({ owner, origin }: Piece): string {
  return owner ?? origin
}

/** Carries out the edicts, and then gives away what is left. */
function spread({ pieces, edicts, outputs, rest }: Allocation): { spans: Spans; burned: Burned } {
  const queue = new Queue(pieces)
  const spans: Spans = new Map()
  const burned: Burned = new Map()
  const { destinations } = outputs
  const indexOf = new Map(destinations.map((vout, index) => [vout, index]))
  let order = 0

  function burn(vout: number | undefined, amount: bigint): void {
    for (const { piece } of queue.take(amount, 1)) {
      const owners = burned.get(vout) ?? new Map<string, Piece>()
      burned.set(vout, owners)
      const known = owners.get(ownerKey(piece))
      if (known === undefined) owners.set(ownerKey(piece), { ...piece })
      else known.amount += piece.amount
    }
  }

  /** Gives `amount` to each of `count` outputs from `first` on. */
  function give(first: number, count: number, amount: bigint): void {
    for (const { piece, index, count: outputCount } of queue.take(amount, count)) {
      const own = spans.get(ownerKey(piece)) ?? []
      spans.set(ownerKey(piece), own)
      const [start, end] = [first + index, first + index + outputCount]
      const last = own.at(-1)
      if (last?.first === start && last.end === end) last.amount += piece.amount
      else own.push({ first: start, end, piece, amount: piece.amount, order: order++ })
    }
  }

  function giveTo(vout: number | undefined, amount: bigint): void {
    const index = vout === undefined ? undefined : indexOf.get(vout)
    if (index === undefined) burn(vout, amount)
    else give(index, 1, amount)
  }

  for (const { amount, output } of edicts) {
    const { balance } = queue
    if (balance === 0n) break
    if (output < outputs.count) giveTo(output, amount === 0n ? balance : amount)
    else if (amount !== 0n) give(0, destinations.length, amount)
    else if (destinations.length > 0) {
      const count = BigInt(destinations.length)
      const extra = Number(balance % count)
      give(0, extra, balance / count + 1n)
      give(extra, destinations.length - extra, balance / count)
    }
  }
  if (queue.balance > 0n) giveTo(rest, queue.balance)
  return { spans, burned }
}

/** A part of what was taken: the same piece for each of `count` outputs from the one at `index` on. */
type Taken = { piece: Piece; index: number; count: number }

/** Pieces from which units are taken, the oldest first. */
class Queue {
  readonly #pieces: Piece[]
  #next = 0
  balance: bigint

  constructor(pieces: Piece[]) {
    this.#pieces = pieces.map((piece) => ({ ...piece }))
    this.balance = pieces.reduce((sum, { amount }) => sum + amount, 0n)
  }

  /** Takes `amount` for each of `count` outputs, as far as there is enough. */
  *take(amount: bigint, count: number): Generator<Taken> {
    let [index, missing] = [0, amount]
    while (index < count && amount > 0n) {
      const piece = this.#pieces[this.#next]
      if (piece === undefined) return
      if (missing === amount && piece.amount >= amount) {
        const fits = piece.amount / amount
        const whole = fits < BigInt(count - index) ? Number(fits) : count - index
        yield { piece: { ...piece, amount }, index, count: whole }
        this.#remove(piece, amount * BigInt(whole))
        index += whole
        continue
      }
      const part = piece.amount < missing ? piece.amount : missing
      yield { piece: { ...piece, amount: part }, index, count: 1 }
      this.#remove(piece, part)
      missing -= part
      if (missing > 0n) continue
      index++
      missing = amount
    }
  }

  #remove(piece: Piece, amount: bigint): void {
    piece.amount -= amount
    this.balance -= amount
    if (piece.amount === 0n) this.#next++
  }
}

/** Adds up the spans of one owner, which may overlap, to spans that do not, in the order of the outputs. */
function addUp(spans: Span[]): Span[] {
  const [only] = spans
  if (only !== undefined && spans.length === 1) return spans
  const edges = [...new Set(spans.flatMap(({ first, end }) => [first, end]))].sort((a, b) => a - b)
  const indexOf = new Map(edges.map((edge, index) => [edge, index]))
  const changes = edges.map(() => 0n)
  const orders = new Earliest(edges.length)
  for (const { first, end, amount, order } of spans) {
    const [from = 0, to = 0] = [indexOf.get(first), indexOf.get(end)]
    changes[from] = (changes[from] ?? 0n) + amount
    changes[to] = (changes[to] ?? 0n) - amount
    orders.set(from, to, order)
  }
  let sum = 0n
  return edges.flatMap((first, index): Span[] => {
    sum += changes[index] ?? 0n
    const end = edges[index + 1]
    if (end === undefined || sum === 0n || only === undefined) return []
    return [{ first, end, piece: only.piece, amount: sum, order: orders.get(index) }]
  })
}

/** Remembers the first value that is set for each index. Indexes that have one are skipped at once (union-find). */
class Earliest {
  readonly #values: Float64Array
  readonly #nextUnset: Uint32Array

  constructor(size: number) {
    this.#values = new Float64Array(size)
    this.#nextUnset = Uint32Array.from({ length: size + 1 }, (_, index) => index)
  }

  /** For the indexes from `first` up to `end` that have no value yet. */
  set(first: number, end: number, value: number): void {
    for (let index = this.#find(first); index < end; index = this.#find(index)) {
      this.#values[index] = value
      this.#nextUnset[index] = index + 1
    }
  }

  get(index: number): number {
    return this.#values[index] ?? 0
  }

  #find(index: number): number {
    let root = index
    while (this.#nextUnset[root] !== root) root = this.#nextUnset[root] ?? root
    for (let at = index; at !== root; ) {
      const next = this.#nextUnset[at] ?? root
      this.#nextUnset[at] = root
      at = next
    }
    return root
  }
}

/** Yields runs of outputs that get the same from the same owners. */
function* mergeOwners(owners: Span[][]) {
  const waiting = owners.flat().sort((one, two) => one.first - two.first)
  let active: Span[] = []
  let at = waiting[0]?.first ?? 0
  for (let next = 0; ; ) {
    const started = active.length
    for (let span = waiting[next]; span?.first === at; span = waiting[++next]) active.push(span)
    if (active.length > started) active.sort((one, two) => one.order - two.order)
    const ends = active.reduce((least, { end }) => Math.min(least, end), Number.POSITIVE_INFINITY)
    const end = Math.min(ends, waiting[next]?.first ?? Number.POSITIVE_INFINITY)
    if (end === Number.POSITIVE_INFINITY) return
    if (active.length > 0) {
      yield { first: at, end, pieces: active.map(({ piece, amount }) => ({ ...piece, amount })) }
    }
    active = active.filter((span) => span.end > end)
    at = end
  }
}
