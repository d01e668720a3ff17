import type { Block, Outpoint, Transaction } from '../bitcoin/block.ts'
import { nameOfNumber, spaceName } from '../bitcoin/runeNames.ts'
import { type Flaw, type RuneId, splitRuneId } from '../bitcoin/runestone.ts'
import { changeBalanceSize } from '../database/balanceSizes.ts'
import {
  ADDRESS_MOVEMENTS,
  KIND_NAMES,
  KINDS,
  type KindName,
  noCounts,
  RUNE_MOVEMENTS,
  sumOfCounts,
} from '../database/kinds.ts'
import { REFUSAL_CODES, REFUSED_PARTS, type refusals } from '../database/refusals.ts'
import { type blocks, FIRST_BLOCKS, type ledger, type txs } from '../database/schema.ts'
import type { NewRow } from '../database/table.ts'
import { changeOfBalance, type EtchedRune, type LedgerRecord } from './effects.ts'
import { BlockHighlights, type TransactionHighlights } from './highlights.ts'
import { isHolderMilestone, noteHolders } from './holderMilestones.ts'
import type { BlockRows, IndexState } from './indexState.ts'
import { amountsOf, kindOfRecord } from './ledgerRow.ts'
import { updateMintState } from './mintState.ts'
import type { HeldOutput } from './moves.ts'
import { expectKnown, pairKey } from './readChain.ts'
import type { TransactionChanges } from './rules.ts'
import {
  countRecord,
  newPeriod,
  type PeriodState,
  RUNE_MOVEMENT_KINDS,
  type RuneBlockState,
  type RuneDayState,
} from './runePeriods.ts'
import {
  type AddressState,
  type BalanceState,
  noFigures,
  type OutputState,
  type RuneState,
} from './states.ts'
import type { IndexTip } from './writeBatch.ts'

const SECONDS_PER_DAY = 86_400
/** How many movements of its address a record of each kind is. */
const OWN_MOVEMENTS = countEach(ADDRESS_MOVEMENTS)

function countEach(kinds: readonly KindName[]) {
  const counts = noCounts()
  for (const kind of kinds) counts[kind]++
  return counts
}

function dayOf(latestTimestamp: number): number {
  return Math.floor(latestTimestamp / SECONDS_PER_DAY)
}

/** Applies what a block does to the state in memory, whose rows were loaded, and adds its own rows. */
export function applyChanges(
  state: IndexState,
  changes: TransactionChanges[],
  writer: BlockWriter,
  { dueRunes, isUndoable }: { dueRunes: Iterable<Readonly<RuneState>>; isUndoable: boolean },
): void {
  state.begin(isUndoable)
  for (const change of changes) writer.addTransaction(change)
  writer.finish(dueRunes)
  state.end(writer.takeRows(), { height: writer.height, part: 0 })
  state.addBlock(...writer.blockRow())
}

/** Collects the rows of a block while its transactions change the state. */
export class BlockWriter {
  readonly #state: IndexState
  readonly #block: Block
  readonly #latestTimestamp: number
  readonly #day: number
  readonly #next: IndexState['tip']['next']
  readonly #counts = noCounts()
  readonly #movements = new Map<number, number>()
  /** Runes that were etched or minted, or had as many holders as a milestone, if only within the block. */
  readonly #unfinished = new Set<RuneId>()
  /** What the block does to runes that are new in the index, by their ids. */
  readonly #firstBlocks = new Map<number, RuneBlockState>()
  #txs: NewRow<typeof txs>[] = []
  #ledger: NewRow<typeof ledger>[] = []
  #refusals: NewRow<typeof refusals>[] = []
  readonly #highlights: BlockHighlights
  #isFinished = false

  constructor(state: IndexState, block: Block) {
    this.#state = state
    this.#block = block
    this.#latestTimestamp = Math.max(block.timestamp, state.tip.latestTimestamp)
    this.#day = dayOf(this.#latestTimestamp)
    this.#next = { ...state.tip.next }
    this.#highlights = new BlockHighlights(state)
  }

  get height(): number {
    return this.#block.height
  }

  get latestTimestamp(): number {
    return this.#latestTimestamp
  }

  /** The UTC day of the block, as days since 1970: that of the greatest timestamp so far. */
  get day(): number {
    return this.#day
  }

  /** The number of records so far. */
  get recordCount(): number {
    return this.#next.record - this.#state.tip.next.record
  }

  addTransaction(changes: TransactionChanges): void {
    const { transaction, flaw, etched, records, spent, outputs } = changes
    this.addRefusals(transaction, changes)
    if (records.length === 0) return
    const tx = this.beginTransaction(transaction, { flaw, etched })
    for (const record of records) tx.addRecord(record)
    for (const outpoint of spent) {
      const output = expectKnown(this.#state.outputs.get(outpoint))
      this.#state.finder.removeOutput(outpoint, output.tx)
      tx.spend(output)
    }
    for (const { vout, output } of outputs) {
      const outpoint = transaction.outpoint(vout)
      this.#state.finder.addOutput(outpoint, tx.id)
      tx.addOutput(outpoint, vout, output)
    }
    tx.end()
  }

  addRefusals(
    { txid, index }: Transaction,
    { refusals, flaw }: Pick<TransactionChanges, 'refusals' | 'flaw'>,
  ): void {
    for (const refusal of refusals) {
      this.#refusals.push({
        height: this.#block.height,
        tx_index: index,
        part: REFUSED_PARTS[refusal.part],
        txid: Buffer.from(txid, 'hex'),
        reason: REFUSAL_CODES[refusal.reason],
        flaw,
        rune: refusal.rune,
        name: refusal.name,
        confirmations: refusal.confirmations,
        address: refusal.address,
      })
    }
  }

  /** Begins a transaction; its records are added in their order, before the next transaction begins. */
  beginTransaction(
    transaction: Transaction,
    { flaw, etched }: { flaw: Flaw | undefined; etched: EtchedRune | undefined },
  ) {
    const id = this.#next.tx++
    const firstRecord = this.#next.record
    if (etched !== undefined) this.#addRune(etched, id)
    const highlights = this.#highlights.beginTransaction(id)
    return {
      id,
      addRecord: (record: LedgerRecord) => this.#addRecord(record, id, highlights),
      /** Call it where all records of the runes so far are added, but perhaps not those of `current`. */
      endRunes: (current: RuneId | undefined) => highlights.endRunes(current),
      /** Marks the amounts of an output as spent. */
      spend: (output: Readonly<OutputState>) => {
        this.#state.outputs.change(output).spender = id
        // The cache may have forgotten the owner and read it again since it has the output.
        const owner = output.owner && this.#address(output.owner.address)
        if (owner) this.#state.addresses.change(owner).outputs -= output.amounts.length
      },
      addOutput: (outpoint: Outpoint, vout: number, output: HeldOutput) =>
        this.#addOutput(outpoint, { tx: id, vout }, output),
      end: () => {
        highlights.end()
        this.#txs.push({
          id,
          txid: Buffer.from(transaction.txid, 'hex'),
          height: this.#block.height,
          tx_index: transaction.index,
          first_record: firstRecord,
          records: this.#next.record - firstRecord,
          flaw,
        })
      },
    }
  }

  #addRune({ id, name, etching, isCenotaph, payer }: EtchedRune, tx: number): void {
    const plainName = nameOfNumber(name)
    const [height, txIndex] = splitRuneId(id, Number)
    this.#state.addRune(
      {
        id: this.#next.rune++,
        runeId: id,
        height,
        txIndex,
        tx,
        name: plainName,
        spacedName: spaceName(plainName, etching.spacers ?? 0),
        divisibility: etching.divisibility ?? 0,
        symbol: etching.symbol,
        isTurbo: etching.turbo,
        isCenotaph,
        premine: etching.premine ?? 0n,
        payer,
        terms: etching.terms,
        ...noFigures(),
      },
      name,
    )
    this.#unfinished.add(id)
  }

  #addOutput(outpoint: string, key: { tx: number; vout: number }, output: HeldOutput): void {
    const owner = output.owner === undefined ? undefined : this.#address(output.owner)
    const amounts = [...output.amounts].map(([id, amount]) => ({ rune: this.#rune(id), amount }))
    this.#state.outputs.create(outpoint, { ...key, owner, amounts, spender: undefined })
    if (owner) this.#state.addresses.change(owner).outputs += amounts.length
  }

  #addRecord(record: LedgerRecord, tx: number, highlights: TransactionHighlights): void {
    const rune = this.#state.runes.change(this.#rune(record.rune))
    const kind = kindOfRecord(record)
    const owner = record.address === undefined ? undefined : this.#address(record.address)
    const address = owner && this.#state.addresses.change(owner)
    const receivedBy = record.operation === 'send' ? record.receiver : undefined
    const isMovement = RUNE_MOVEMENT_KINDS.has(kind)
    const ownMovements = address === undefined ? 0 : OWN_MOVEMENTS[kind]
    const receiver = receivedBy === undefined ? undefined : this.#address(receivedBy).id
    this.#ledger.push({
      id: this.#next.record++,
      tx,
      kind: KINDS[kind],
      rune: rune.id,
      address: address?.id,
      receiver,
      rune_position: sumOfCounts(rune, KIND_NAMES),
      rune_movement: isMovement ? sumOfCounts(rune, RUNE_MOVEMENTS) : undefined,
      address_position: address && sumOfCounts(address, KIND_NAMES),
      address_movement:
        address && ownMovements > 0 ? sumOfCounts(address, ADDRESS_MOVEMENTS) : undefined,
      ...amountsOf(record),
    })
    rune[kind]++
    this.#counts[kind]++
    if (address) address[kind]++
    this.#changeFigures(record, rune, kind)
    if (address) this.#changeBalance(record, { rune, address, ownMovements })
    else rune.withoutAddress += changeOfBalance(record)
    highlights.add({ record, kind, rune, address: address?.id, receiver })
  }

  #changeFigures(record: LedgerRecord, rune: RuneState, kind: KindName): void {
    if (RUNE_MOVEMENT_KINDS.has(kind)) {
      rune.dayMovements++
      this.#movements.set(rune.id, (this.#movements.get(rune.id) ?? 0) + 1)
    }
    if (record.operation === 'mint') {
      rune.mintCount++
      rune.minted += record.amount
      rune.newestMint = this.#block.height
      this.#unfinished.add(rune.runeId)
    }
    if (record.operation === 'burn') rune.burned += record.amount
    for (const period of this.#periodsOf(rune)) {
      countRecord(period, record, kind)
      period.supply = rune.premine + rune.minted - rune.burned
    }
  }

  #changeBalance(
    record: LedgerRecord,
    {
      rune,
      address,
      ownMovements,
    }: { rune: RuneState; address: AddressState; ownMovements: number },
  ): void {
    if (record.operation === 'etching' || record.operation === 'mint') return
    const balance = this.#state.balances.change(this.#balance(address, rune))
    const before = balance.amount
    balance.amount += changeOfBalance(record)
    changeBalanceSize(rune.balanceSizes, before, balance.amount)
    balance.records++
    balance.movements += ownMovements
    const isHeld = balance.amount > 0n
    if (before > 0n === isHeld) return
    const step = isHeld ? 1 : -1
    rune.holders += step
    address.runes += step
    for (const period of this.#periodsOf(rune)) period.holders = rune.holders
    if (isHolderMilestone(rune.holders)) this.#unfinished.add(rune.runeId)
  }

  /** The runes that `finish` changes, besides those that are due. */
  get unfinishedRunes(): RuneId[] {
    return [...this.#unfinished]
  }

  /** Updates what the end of the block changes. `dueRunes`: those whose mint state changes by itself. */
  finish(dueRunes: Iterable<Readonly<RuneState>>): void {
    this.#forgetOldMovements()
    for (const rune of dueRunes) this.#updateMintState(rune)
    for (const id of this.#unfinished) {
      this.#updateMintState(this.#rune(id))
      noteHolders(this.#state.runes.change(this.#rune(id)), this.#block.height)
    }
    for (const period of this.#firstBlocks.values()) {
      this.#state.runeBlocks.create(pairKey(period.rune.id, period.height), period)
    }
    const latestTimestamp = this.#latestTimestamp
    this.#state.window.add({ latestTimestamp, movements: this.#movements })
    this.#isFinished = true
  }

  /** Counts only what happened in the 24 hours before this block. */
  #forgetOldMovements(): void {
    for (const { movements } of this.#state.window.leaving(this.#latestTimestamp)) {
      for (const [id, count] of movements) {
        const rune = expectKnown(this.#state.runes.get(this.#state.runeIds.get(id) ?? ''))
        this.#state.runes.change(rune).dayMovements -= count
      }
    }
  }

  #updateMintState(due: Readonly<RuneState>): void {
    const rune = this.#state.runes.change(due)
    updateMintState(rune, this.#block.height + 1)
    if (rune.nextStateAt !== undefined) this.#state.addNextState(rune.nextStateAt, rune)
  }

  /** The rows since the last call; of what stands out, those that are known when the block is finished. */
  takeRows(): BlockRows {
    const rows = {
      txs: this.#txs,
      ledger: this.#ledger,
      refusals: this.#refusals,
      highlights: this.#isFinished ? this.#highlights.rows() : [],
    }
    this.#refusals = []
    this.#txs = []
    this.#ledger = []
    return rows
  }

  /** The row of the block itself, when all others are taken. */
  blockRow(): [tip: IndexTip, row: NewRow<typeof blocks>] {
    const { height, hash, timestamp } = this.#block
    const latestTimestamp = this.#latestTimestamp
    const { tx, address, rune, record } = this.#next
    const movements = this.#state.tip.movements + sumOfCounts(this.#counts, RUNE_MOVEMENTS)
    const burns = this.#state.tip.burns + this.#counts.burns
    const row = {
      height,
      hash: Buffer.from(hash, 'hex'),
      timestamp,
      latest_timestamp: latestTimestamp,
      next_tx: tx,
      next_address: address,
      next_rune: rune,
      next_record: record,
      all_movements: movements,
      all_burns: burns,
      ...this.#counts,
    }
    return [{ height, hash, latestTimestamp, movements, burns, next: this.#next }, row]
  }

  #rune(id: string): Readonly<RuneState> {
    return expectKnown(this.#state.runes.get(id))
  }

  #address(address: string): Readonly<AddressState> {
    const known = this.#state.addresses.get(address)
    if (known !== undefined) return known
    const id = this.#next.address++
    this.#state.finder.addAddress(address, id)
    const created = { id, address, runes: 0, outputs: 0, ...noCounts() }
    return this.#state.addresses.create(address, created)
  }

  #balance(address: AddressState, rune: RuneState): Readonly<BalanceState> {
    const key = pairKey(address.id, rune.id)
    const created = { address: address.id, rune, amount: 0n, records: 0, movements: 0 }
    return this.#state.balances.get(key) ?? this.#state.balances.create(key, created)
  }

  /** The day and, of a rune that is new in the index, the block. */
  #periodsOf(rune: Readonly<RuneState>): PeriodState[] {
    const day = this.#dayOf(rune)
    const { height } = this.#block
    if (height >= Math.max(rune.height, this.#state.firstHeight) + FIRST_BLOCKS) return [day]
    const block = this.#firstBlocks.get(rune.id) ?? { ...newPeriod(rune), height }
    this.#firstBlocks.set(rune.id, block)
    return [day, block]
  }

  #dayOf(rune: Readonly<RuneState>): RuneDayState {
    const { days } = this.#state
    const key = pairKey(rune.id, this.#day)
    const known = days.get(key)
    if (known !== undefined) return days.change(known)
    return days.create(key, { ...newPeriod(rune), day: this.#day })
  }
}
