import { compareRuneIds, type RuneId } from '../bitcoin/runestone.ts'

/** Where units come from: an output that is spent, or this transaction, which mints or premines them. */
export type Origin = 'spent' | 'mint' | 'premine'

/** A part of what a transaction allocates. New units, and those of an output without an address, have no owner. */
export type Piece = { owner: string | undefined; amount: bigint; origin: Origin }

/** The runes in an unspent output, in the order of their ids. An output without an address has no owner. */
export type HeldOutput = { owner: string | undefined; amounts: ReadonlyMap<RuneId, bigint> }

/** By its owner. `isMint`: a cenotaph minted the units. */
export type Burn = {
  operation: 'burn'
  rune: RuneId
  address: string | undefined
  amount: bigint
  vout: number | undefined
  origin: Origin
  isMint: boolean
}

/**
 * Runes that arrive at an output of an address: `amount` in all, of which `fresh` were minted or premined by this
 * transaction, and `change` came from the same address. A transaction cannot mint a rune that it etches.
 */
export type Receive = {
  operation: 'receive'
  rune: RuneId
  address: string | undefined
  amount: bigint
  vout: number
  fresh: { amount: bigint; origin: 'mint' | 'premine' } | undefined
  change: bigint
}

/** From an address. */
export type Send = {
  operation: 'send'
  rune: RuneId
  address: string | undefined
  receiver: string | undefined
  amount: bigint
  vout: number
}

/** A transaction with more moves writes one record for each owner, rune and output. */
const MAX_MOVES = 20_000

type Move = { rune: RuneId; vout: number | undefined; pieces: Piece[] }
type Destination = { isBurned: true } | { isBurned: false; owner: string | undefined }

/**
 * The moves of a transaction: pieces of a rune that go to an output together. A transaction of the size of
 * a block can ask for millions; beyond MAX_MOVES, equal ones are added up.
 */
export class Moves {
  readonly #destinationOf: (vout: number) => Destination
  readonly #destinations = new Map<number, Destination>()
  #moves: Move[] = []
  #count = 0
  #merged: MergedMoves | undefined

  constructor(destinationOf: (vout: number) => Destination) {
    this.#destinationOf = destinationOf
  }

  /** `vout` undefined: the pieces go nowhere. */
  add(rune: RuneId, pieces: Piece[], vout: number | undefined): void {
    this.#count += pieces.length
    if (this.#merged === undefined && this.#count > MAX_MOVES) {
      this.#merged = new MergedMoves()
      for (const move of this.#moves) this.#merged.add(move)
    }
    if (this.#merged !== undefined) this.#merged.add({ rune, vout, pieces })
    else this.#moves.push({ rune, vout, pieces })
  }

  burn(rune: RuneId, pieces: Piece[]): void {
    this.add(rune, pieces, undefined)
  }

  records(): (Burn | Receive | Send)[] {
    return this.#all().flatMap((move): (Burn | Receive | Send)[] => {
      const destination = this.#destination(move.vout)
      return destination.isBurned ? burnsOf(move) : arrivalOf(move, destination.owner)
    })
  }

  /** The outputs that hold runes afterwards. */
  outputs(): { vout: number; output: HeldOutput }[] {
    const outputs = new Map<number, { owner: string | undefined; amounts: Map<RuneId, bigint> }>()
    for (const { rune, vout, pieces } of this.#all()) {
      const destination = this.#destination(vout)
      if (vout === undefined || destination.isBurned) continue
      const output = outputs.get(vout) ?? { owner: destination.owner, amounts: new Map() }
      outputs.set(vout, output)
      output.amounts.set(rune, (output.amounts.get(rune) ?? 0n) + sumOf(pieces))
    }
    return [...outputs].map(([vout, { owner, amounts }]) => {
      const sorted = [...amounts].sort(([one], [two]) => compareRuneIds(one, two))
      return { vout, output: { owner, amounts: new Map(sorted) } }
    })
  }

  #all(): readonly Move[] {
    if (this.#merged !== undefined) this.#moves = this.#merged.list()
    return this.#moves
  }

  #destination(vout: number | undefined): Destination {
    if (vout === undefined) return { isBurned: true }
    const known = this.#destinations.get(vout) ?? this.#destinationOf(vout)
    this.#destinations.set(vout, known)
    return known
  }
}

function burnsOf({ rune, vout, pieces }: Move): Burn[] {
  return pieces.map(({ owner, amount, origin }) => ({
    operation: 'burn',
    rune,
    address: owner,
    amount,
    vout,
    origin,
    isMint: false,
  }))
}

function arrivalOf({ rune, vout = 0, pieces }: Move, receiver: string | undefined) {
  const isChange = ({ owner }: Piece) => owner !== undefined && owner === receiver
  const receive: Receive = {
    operation: 'receive',
    rune,
    address: receiver,
    amount: sumOf(pieces),
    vout,
    fresh: freshOf(pieces),
    change: sumOf(pieces.filter(isChange)),
  }
  const sends = pieces
    .filter(({ origin }) => origin === 'spent')
    .map(({ owner: address, amount }): Send => {
      return { operation: 'send', rune, address, receiver, amount, vout }
    })
  return [receive, ...sends]
}

function freshOf(pieces: Piece[]): Receive['fresh'] {
  const origin = pieces.find((piece) => piece.origin !== 'spent')?.origin
  if (origin === undefined || origin === 'spent') return
  return { amount: sumOf(pieces.filter((piece) => piece.origin !== 'spent')), origin }
}

function sumOf(pieces: Piece[]): bigint {
  return pieces.reduce((sum, { amount }) => sum + amount, 0n)
}

/** Moves of one rune to one output are one move here, with one piece of each owner. */
class MergedMoves {
  readonly #byRune = new Map<RuneId, Map<number | undefined, Map<string, Piece>>>()
  readonly #order: {
    rune: RuneId
    vout: number | undefined
    pieces: Map<string, Piece>
  }[] = []

  add({ rune, vout, pieces }: Move): void {
    const merged = this.#find(rune, vout)
    for (const piece of pieces) {
      const key = piece.owner ?? piece.origin
      const known = merged.get(key)
      if (known === undefined) merged.set(key, { ...piece })
      else known.amount += piece.amount
    }
  }

  list(): Move[] {
    return this.#order.map(({ rune, vout, pieces }) => ({
      rune,
      vout,
      pieces: [...pieces.values()],
    }))
  }

  #find(rune: RuneId, vout: number | undefined): Map<string, Piece> {
    const outputs = this.#byRune.get(rune) ?? new Map()
    this.#byRune.set(rune, outputs)
    const known = outputs.get(vout)
    if (known !== undefined) return known
    const pieces = new Map<string, Piece>()
    outputs.set(vout, pieces)
    this.#order.push({ rune, vout, pieces })
    return pieces
  }
}
