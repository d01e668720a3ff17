import { addressOf } from '../bitcoin/addresses.ts'
import type { NetworkName } from '../bitcoin/networks.ts'
import { compareRuneIds, type RuneId } from '../bitcoin/runestone.ts'
import { isOpReturn } from '../bitcoin/script.ts'

/** Where units come from: an output that is spent, or this transaction, which mints or premines them. */
export type UnitOrigin = 'spent' | 'mint' | 'premine'

/** A part of what a transaction allocates. New units, and those of an output without an address, have no owner. */
export type Piece = { owner: string | undefined; amount: bigint; origin: UnitOrigin }

/** The runes in an unspent output, in the order of their ids. An output without an address has no owner. */
export type HeldOutput = { owner: string | undefined; amounts: ReadonlyMap<RuneId, bigint> }

/** By its owner. */
export type Burn = {
  operation: 'burn'
  rune: RuneId
  address: string | undefined
  amount: bigint
  vout: number | undefined
  origin: UnitOrigin
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

/** Pieces of a rune that go to an output together, or nowhere if `vout` is undefined. */
export type Move = { rune: RuneId; vout: number | undefined; pieces: Piece[] }

/** The outputs of a transaction, as runes see them. */
export class Outputs {
  readonly count: number
  /** Those that are not OP_RETURN, in order. */
  readonly destinations: number[]
  readonly #scripts: readonly Uint8Array[]
  readonly #network: NetworkName
  readonly #owners = new Map<number, string | undefined>()

  constructor(scripts: readonly Uint8Array[], network: NetworkName) {
    this.count = scripts.length
    this.destinations = scripts.flatMap((script, vout) => (isOpReturn(script) ? [] : [vout]))
    this.#scripts = scripts
    this.#network = network
  }

  /** Whether what goes there is burned. */
  isBurning(vout: number): boolean {
    const script = this.#scripts[vout]
    return script === undefined || isOpReturn(script)
  }

  /** Its address, if it has one. */
  ownerOf(vout: number): string | undefined {
    if (this.#owners.has(vout)) return this.#owners.get(vout)
    const owner = addressOf(this.#scripts[vout] ?? new Uint8Array(), this.#network)
    this.#owners.set(vout, owner)
    return owner
  }
}

/** The records of a move: burns, or a `receive` and its sends. */
export function recordsOf(move: Move, outputs: Outputs): (Burn | Receive | Send)[] {
  const { vout } = move
  return vout === undefined || outputs.isBurning(vout)
    ? burnsOf(move)
    : arrivalOf({ ...move, vout }, outputs.ownerOf(vout))
}

/** The outputs that hold runes after some moves, in the order in which they got the first. */
export function heldAfter(moves: Move[], outputs: Outputs): { vout: number; output: HeldOutput }[] {
  const amountsByVout = new Map<number, Map<RuneId, bigint>>()
  for (const { rune, vout, pieces } of moves) {
    if (vout === undefined || outputs.isBurning(vout)) continue
    const amounts = amountsByVout.get(vout) ?? new Map<RuneId, bigint>()
    amountsByVout.set(vout, amounts)
    amounts.set(rune, (amounts.get(rune) ?? 0n) + sumOf(pieces))
  }
  return [...amountsByVout].map(([vout, amounts]) => {
    const sorted = [...amounts].sort(([one], [two]) => compareRuneIds(one, two))
    return { vout, output: { owner: outputs.ownerOf(vout), amounts: new Map(sorted) } }
  })
}

function burnsOf({ rune, vout, pieces }: Move): Burn[] {
  return pieces.map(({ owner, amount, origin }) => ({
    operation: 'burn',
    rune,
    address: owner,
    amount,
    vout,
    origin,
  }))
}

function arrivalOf(
  { rune, vout, pieces }: Move & { vout: number },
  receiver: string | undefined,
): (Receive | Send)[] {
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

export function sumOf(pieces: Piece[]): bigint {
  return pieces.reduce((sum, { amount }) => sum + amount, 0n)
}
