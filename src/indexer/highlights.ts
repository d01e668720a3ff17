import { NETWORKS } from '../bitcoin/networks.ts'
import { HIGHLIGHT_CODES, type HighlightKind, type highlights } from '../database/highlights.ts'
import type { KindName } from '../database/kinds.ts'
import type { NewRow } from '../database/table.ts'
import type { LedgerRecord } from './effects.ts'
import type { IndexState } from './indexState.ts'
import type { Burn, Send } from './moves.ts'
import type { RuneState } from './states.ts'

type Row = NewRow<typeof highlights>
/** `weight`: of several of a kind, the heaviest come first. */
type Candidate = { weight: number; row: Row }

const MAX_HIGHLIGHTS = 5
/** A transfer or a burn is large if it is a hundredth of the supply. */
const LARGE_PART = 100n
const MILLION = 1_000_000n

/** `supply`: what a large transfer or burn is a part of. */
type Notable = { kind: HighlightKind; weight: number; deed: Deed; supply?: bigint | undefined }

/** A record as the ledger has it. */
type Recorded = {
  record: LedgerRecord
  kind: KindName
  rune: Readonly<RuneState>
  address: number | undefined
  receiver: number | undefined
}

/** What stands out in a block: of what its transactions do to runes, at most five. */
export class BlockHighlights {
  readonly #state: Pick<IndexState, 'network' | 'firstHeight' | 'limits'>
  #candidates: Candidate[] = []

  constructor(state: Pick<IndexState, 'network' | 'firstHeight' | 'limits'>) {
    this.#state = state
  }

  /** Begins a transaction, whose records are added in their order. */
  beginTransaction(tx: number): TransactionHighlights {
    return new TransactionHighlights((deeds, kind) => this.#offer(tx, deeds, kind))
  }

  rows(): Row[] {
    return this.#candidates.map(({ row }) => row)
  }

  #offer(tx: number, deeds: Deeds, rune: Readonly<RuneState>): void {
    for (const { kind, weight, deed, supply } of this.#notable(deeds, rune)) {
      this.#candidates.push({ weight, row: rowOf(deed, { tx, rune: rune.id, kind, supply }) })
    }
    if (this.#candidates.length <= MAX_HIGHLIGHTS) return
    this.#candidates = this.#candidates.sort(compare).slice(0, MAX_HIGHLIGHTS)
  }

  #notable({ made, sent, burned }: Deeds, rune: Readonly<RuneState>): Notable[] {
    const { receivers, holders } = this.#state.limits.highlights
    const isKnown = rune.holders >= holders && !this.#isOlder(rune)
    const supply = rune.premine + rune.minted - rune.burned + (burned?.amount ?? 0n)
    const isLarge = ({ amount }: Deed) => isKnown && amount * LARGE_PART >= supply
    const large = (kind: HighlightKind, deed: Deed) => {
      return { kind, weight: Number((deed.amount * MILLION) / supply), deed, supply }
    }
    const notable: Notable[] = []
    if (made !== undefined) {
      notable.push({
        kind: made.kind,
        weight: 0,
        deed: made.isBurned ? withoutReceivers(made) : made,
      })
    }
    if (sent !== undefined && sent.receivers.size >= receivers) {
      notable.push({ kind: 'airdrop', weight: sent.receivers.size, deed: sent })
    } else if (sent !== undefined && isLarge(sent)) {
      notable.push(large('transfer', sent))
    }
    if (burned !== undefined && isLarge(burned)) {
      notable.push(large('burn', burned))
    }
    return notable
  }

  /** Of a rune that is older than the index, the supply is not known. */
  #isOlder({ height }: Readonly<RuneState>): boolean {
    const { network, firstHeight } = this.#state
    return firstHeight > NETWORKS[network].firstRuneHeight && height < firstHeight
  }
}

/** Collects what one transaction does to each rune. */
export class TransactionHighlights {
  readonly #offer: (deeds: Deeds, rune: Readonly<RuneState>) => void
  readonly #runes = new Map<number, Deeds & { rune: Readonly<RuneState> }>()

  constructor(offer: (deeds: Deeds, rune: Readonly<RuneState>) => void) {
    this.#offer = offer
  }

  /** Adds a record, which the state of its rune includes. */
  add({ record, kind, rune, address, receiver }: Recorded): void {
    switch (record.operation) {
      case 'etching':
        this.#deedsOf(rune).made = newMade('etching', rune.premine)
        return
      case 'mint':
        if (BigInt(rune.mintCount) === rune.terms?.cap) {
          this.#deedsOf(rune).made = newMade('minted-out', record.amount)
        }
        return
      case 'receive': {
        const made = record.fresh && this.#runes.get(rune.id)?.made
        if (made !== undefined) arrive(made, address, record.vout)
        return
      }
      case 'burn':
        if (record.origin === 'spent') this.#addBurn(record, rune, address)
        else this.#markBurned(rune)
        return
      case 'send':
        if (kind === 'transfers') this.#addTransfer(record, rune, { address, receiver })
    }
  }

  #addTransfer(
    { amount, vout }: Send,
    rune: Readonly<RuneState>,
    { address, receiver }: Pick<Recorded, 'address' | 'receiver'>,
  ): void {
    const deeds = this.#deedsOf(rune)
    deeds.sent ??= newDeed()
    leave(deeds.sent, address, amount)
    arrive(deeds.sent, receiver, vout)
  }

  #addBurn({ amount, vout }: Burn, rune: Readonly<RuneState>, address: number | undefined): void {
    const deeds = this.#deedsOf(rune)
    deeds.burned ??= newDeed()
    leave(deeds.burned, address, amount)
    if (vout !== undefined) deeds.burned.outputs.add(vout)
  }

  #markBurned({ id }: Readonly<RuneState>): void {
    const made = this.#runes.get(id)?.made
    if (made !== undefined) made.isBurned = true
  }

  /**
   * Ends the runes that have all their records, so that a transaction with many takes little memory: those but
   * `current`, and but those that it makes, whose other records may follow.
   */
  endRunes(current?: string): void {
    for (const [id, { rune, ...deeds }] of this.#runes) {
      if (rune.runeId !== current && deeds.made === undefined) this.#end(id)
    }
  }

  end(): void {
    for (const id of [...this.#runes.keys()]) this.#end(id)
  }

  #end(id: number): void {
    const deeds = this.#runes.get(id)
    this.#runes.delete(id)
    if (deeds !== undefined) this.#offer(deeds, deeds.rune)
  }

  #deedsOf(rune: Readonly<RuneState>): Deeds {
    const known = this.#runes.get(rune.id)
    if (known !== undefined) {
      // The cache may have forgotten it and read it again.
      known.rune = rune
      return known
    }
    const added = { rune, made: undefined, sent: undefined, burned: undefined }
    this.#runes.set(rune.id, added)
    return added
  }
}

/** What a transaction did to a rune: etched it or used its last mint, sent some, burned some. */
type Deeds = { made: Made | undefined; sent: Deed | undefined; burned: Deed | undefined }
type Deed = {
  amount: bigint
  senders: Distinct
  receivers: Distinct
  outputs: Distinct
  outputsWithoutAddress: Distinct
}
/** `isBurned`: some of the new units. */
type Made = Deed & { kind: HighlightKind; isBurned: boolean }

function newDeed(): Deed {
  return {
    amount: 0n,
    senders: new Distinct(),
    receivers: new Distinct(),
    outputs: new Distinct(),
    outputsWithoutAddress: new Distinct(),
  }
}

function newMade(kind: HighlightKind, amount: bigint): Made {
  return { ...newDeed(), kind, amount, isBurned: false }
}

/** If some of it was burned, the amount is not what the receivers got. */
function withoutReceivers({ amount }: Deed): Deed {
  return { ...newDeed(), amount }
}

function leave(deed: Deed, sender: number | undefined, amount: bigint): void {
  deed.amount += amount
  if (sender !== undefined) deed.senders.add(sender)
}

function arrive(deed: Deed, receiver: number | undefined, vout: number): void {
  deed.outputs.add(vout)
  if (receiver !== undefined) deed.receivers.add(receiver)
  else deed.outputsWithoutAddress.add(vout)
}

/** Distinct numbers. Most have one: a set of each would cost more than all else here. */
class Distinct {
  #first: number | undefined
  #all: Set<number> | undefined

  add(number: number): void {
    if (this.#all !== undefined) this.#all.add(number)
    else if (this.#first === undefined) this.#first = number
    else if (this.#first !== number) this.#all = new Set([this.#first, number])
  }

  get size(): number {
    return this.#all?.size ?? (this.#first === undefined ? 0 : 1)
  }

  /** The number, if there is one only. */
  get only(): number | undefined {
    return this.#all === undefined ? this.#first : undefined
  }
}

type Noted = Pick<Row, 'tx' | 'rune'> & Pick<Notable, 'kind' | 'supply'>

function rowOf(deed: Deed, { tx, rune, kind, supply }: Noted): Row {
  return {
    tx,
    rune,
    kind: HIGHLIGHT_CODES[kind],
    amount: String(deed.amount),
    sender: deed.senders.only,
    senders: deed.senders.size,
    receiver: deed.receivers.only,
    receivers: deed.receivers.size,
    outputs: deed.outputs.size,
    outputs_without_address: deed.outputsWithoutAddress.size,
    supply: supply === undefined ? undefined : String(supply),
  }
}

/** By kind, then the heaviest, then the first of the block. */
function compare(one: Candidate, two: Candidate): number {
  return (
    one.row.kind - two.row.kind ||
    two.weight - one.weight ||
    one.row.tx - two.row.tx ||
    one.row.rune - two.row.rune
  )
}
