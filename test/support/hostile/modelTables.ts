// The rows that the tables of an index must have, from the model alone.
import { KINDS, type KindName, noCounts } from '../../../src/database/kinds.ts'
import { MINT_STATES } from '../../../src/database/mintStates.ts'
import { sortableAmount, sortableShownAmount } from '../../../src/database/sortableAmount.ts'
import { boundsOf, DAY, groupBy, isMint, ownTypesOf, signed, typeOf } from '../model/facts.ts'
import { FIRST_BLOCKS } from '../model/historyAnswers.ts'
import type { Ledger } from '../model/ledger.ts'
import type { ModelBlock, ModelRecord, ModelRune, ModelTx } from '../model/types.ts'
import {
  kindOf,
  newAddress,
  newPeriod,
  newRune,
  periodRow,
  refusalRow,
  type TableRow,
} from './modelRows.ts'

/** `undo`, which readers never see, is left out. */
export type ModelTables = Record<
  | 'blocks'
  | 'txs'
  | 'addresses'
  | 'runes'
  | 'ledger'
  | 'outputs'
  | 'balances'
  | 'rune_days'
  | 'rune_blocks'
  | 'refusals',
  TableRow[]
>

export function modelTables(ledger: Ledger): ModelTables {
  return new Tables(ledger).read()
}

type Account = {
  address: number
  rune: ModelRune
  amount: bigint
  records: number
  movements: number
}

class Tables {
  readonly #ledger: Ledger
  readonly #runes = new Map<ModelRune, ReturnType<typeof newRune>>()
  readonly #addresses = new Map<string, ReturnType<typeof newAddress>>()
  /** By address and rune. */
  readonly #accounts = new Map<string, Account>()
  /** By rune and day. */
  readonly #days = new Map<string, ReturnType<typeof newPeriod> & { day: number }>()
  /** By rune and height, of the first blocks of each rune. */
  readonly #firstBlocks = new Map<string, ReturnType<typeof newPeriod> & { height: number }>()
  readonly #txs = new Map<ModelTx, number>()
  readonly #rows: Pick<ModelTables, 'blocks' | 'txs' | 'ledger'> = {
    blocks: [],
    txs: [],
    ledger: [],
  }

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  read(): ModelTables {
    let etched = 0
    for (const block of this.#ledger.blocks) {
      const counts = noCounts()
      for (const tx of block.txs) this.#addTx(tx, counts)
      this.#noteMilestones(block)
      etched += this.#ledger.runes.filter(({ height }) => height === block.height).length
      this.#rows.blocks.push(this.#blockRow(block, etched, counts))
    }
    return {
      ...this.#rows,
      outputs: this.#outputRows(),
      addresses: this.#addressRows(),
      runes: this.#ledger.runes.map((rune) => this.#runeRow(rune)),
      balances: this.#balanceRows(),
      rune_days: [...this.#days.values()]
        .sort((one, two) => one.rune - two.rune || one.day - two.day)
        .map(periodRow),
      rune_blocks: [...this.#firstBlocks.values()]
        .sort((one, two) => one.rune - two.rune || one.height - two.height)
        .map(periodRow),
      refusals: this.#ledger.refusals.map(refusalRow),
    }
  }

  #blockRow(block: ModelBlock, etched: number, counts: ReturnType<typeof noCounts>): TableRow {
    return {
      height: block.height,
      hash: block.hash,
      timestamp: block.timestamp,
      latest_timestamp: block.latest,
      next_tx: this.#txs.size,
      next_address: this.#addresses.size,
      next_rune: etched,
      next_record: this.#rows.ledger.length,
      ...counts,
    }
  }

  #addTx(tx: ModelTx, counts: ReturnType<typeof noCounts>): void {
    const id = this.#txs.size
    this.#txs.set(tx, id)
    this.#rows.txs.push({
      id,
      txid: tx.id,
      height: tx.block.height,
      tx_index: tx.index,
      first_record: this.#rows.ledger.length,
      records: tx.records.length,
      flaw: tx.flaw ?? null,
    })
    for (const record of tx.records) {
      const kind = kindOf(record)
      counts[kind]++
      this.#addRecord(record, id, kind)
    }
  }

  #addRecord(record: ModelRecord, tx: number, kind: KindName): void {
    const rune = this.#rune(record.rune)
    const address = record.address === undefined ? undefined : this.#address(record.address)
    const receiver = record.receiver === undefined ? undefined : this.#address(record.receiver)
    const isMovement = !['change', undefined].includes(typeOf(record))
    const own = ownTypesOf(record).filter((type) => type !== 'change').length
    const isOwn = address !== undefined && own > 0
    this.#rows.ledger.push({
      id: this.#rows.ledger.length,
      tx,
      kind: KINDS[kind],
      rune: record.rune.number,
      address: address?.id ?? null,
      receiver: receiver?.id ?? null,
      amount: record.amount?.toString() ?? null,
      vout: record.vout ?? null,
      fresh: record.fresh > 0n ? String(record.fresh) : null,
      change: record.change > 0n ? String(record.change) : null,
      rune_position: rune.records++,
      rune_movement: isMovement ? rune.movements : null,
      address_position: address === undefined ? null : address.records++,
      address_movement: isOwn ? address.movements : null,
    })
    rune.counts[kind]++
    if (isMovement) rune.movements++
    if (address !== undefined) address.counts[kind]++
    if (address !== undefined) address.movements += own
    this.#addFigures(record, isMovement)
    if (address !== undefined) this.#addBalance(record, address.id, own)
    for (const period of this.#periods(record)) {
      period.holders = rune.holders
      period.supply = record.rune.premine + rune.minted - rune.burned
    }
  }

  #addFigures(record: ModelRecord, isMovement: boolean): void {
    const { amount = 0n, operation, tx } = record
    const rune = this.#rune(record.rune)
    if (isMovement && tx.block.latest > this.#ledger.tip.latest - DAY) rune.dayMovements++
    if (isMint(record)) {
      rune.mints++
      rune.minted += amount
      rune.newestMint = tx.block.height
    }
    if (operation === 'burn') rune.burned += amount
    for (const period of this.#periods(record)) {
      if (isMovement) period.movements++
      if (isMint(record)) {
        period.mints++
        period.minted += amount
      }
      if (operation === 'burn') {
        period.burns++
        period.burned += amount
      }
      if (typeOf(record) === 'transfer') {
        period.transfers++
        period.transferred += amount
      }
    }
  }

  /** What is so for the first time at the end of a block. */
  #noteMilestones({ height, txs }: ModelBlock): void {
    for (const rune of new Set(txs.flatMap(({ records }) => records.map(({ rune }) => rune)))) {
      const figures = this.#rune(rune)
      const { holders, mints, firsts } = figures
      if (holders >= 100) firsts.holders_100_at ??= height
      if (holders >= 1000) firsts.holders_1000_at ??= height
      if (holders >= 10_000) firsts.holders_10000_at ??= height
      const cap = rune.terms?.cap ?? 0n
      if (cap === 0n || this.#mintState(rune, mints) === MINT_STATES.unmintable) continue
      const isHalf = BigInt(mints) * 2n >= cap && BigInt(mints) < cap
      if (isHalf) firsts.half_minted_at ??= height
    }
  }

  #addBalance(record: ModelRecord, address: number, movements: number): void {
    const key = `${address} ${record.rune.id}`
    const created = { address, rune: record.rune, amount: 0n, records: 0, movements: 0 }
    const account = this.#accounts.get(key) ?? created
    this.#accounts.set(key, account)
    const wasHeld = account.amount > 0n
    account.amount += signed(record)
    account.records++
    account.movements += movements
    this.#rune(record.rune).holders += Number(account.amount > 0n) - Number(wasHeld)
  }

  #outputRows(): TableRow[] {
    const rows = this.#ledger.outputs.flatMap(({ tx, vout, address, amounts, spender }) => {
      const owner = address === undefined ? undefined : this.#address(address)
      if (owner && spender === undefined) owner.outputs += amounts.size
      return [...amounts].map(([rune, amount]) => ({
        tx: this.#txs.get(tx) ?? -1,
        vout,
        rune: rune.number,
        address: owner?.id ?? null,
        amount: String(amount),
        spender: spender === undefined ? null : (this.#txs.get(spender) ?? -1),
      }))
    })
    return rows.sort((one, two) => one.tx - two.tx || one.vout - two.vout || one.rune - two.rune)
  }

  #addressRows(): TableRow[] {
    const byId = [...this.#addresses.values()]
    for (const { address, amount } of this.#accounts.values()) {
      const own = byId[address]
      if (own !== undefined && amount > 0n) own.runes++
    }
    return [...this.#addresses].map(([address, { id, counts, runes, outputs }]) => {
      const { etchings, mints, ...own } = counts
      return { id, address, ...own, runes, outputs }
    })
  }

  #balanceRows(): TableRow[] {
    const rows = [...this.#accounts.values()].map(
      ({ address, rune, amount, records, movements }) => {
        const sortable = sortableAmount(amount)
        const shown_amount = sortableShownAmount(sortable, rune.divisibility)
        return { address, rune: rune.number, amount: sortable, shown_amount, records, movements }
      },
    )
    return rows.sort((one, two) => one.address - two.address || one.rune - two.rune)
  }

  #runeRow(rune: ModelRune): TableRow {
    const { terms } = rune
    const figures = this.#rune(rune)
    const digits = (value: bigint | undefined) => value?.toString() ?? null
    const cap = terms?.cap ?? 0n
    const state = this.#mintState(rune, figures.mints)
    return {
      id: rune.number,
      height: rune.height,
      tx_index: rune.txIndex,
      tx: rune.tx === undefined ? null : (this.#txs.get(rune.tx) ?? -1),
      name: rune.name,
      spaced_name: rune.spacedName,
      divisibility: rune.divisibility,
      symbol: rune.symbol?.codePointAt(0) ?? null,
      turbo: Number(rune.turbo),
      cenotaph: Number(rune.isCenotaph),
      premine: String(rune.premine),
      has_terms: Number(terms !== undefined),
      terms_amount: digits(terms?.amount),
      terms_cap: digits(terms?.cap),
      terms_height_start: digits(terms?.heightStart),
      terms_height_end: digits(terms?.heightEnd),
      terms_offset_start: digits(terms?.offsetStart),
      terms_offset_end: digits(terms?.offsetEnd),
      minted: String(figures.minted),
      mint_count: figures.mints,
      newest_mint: figures.newestMint,
      burned: String(figures.burned),
      holders: figures.holders,
      balance_sizes: this.#balanceSizes(rune),
      ...figures.firsts,
      movements: figures.movements,
      day_movements: figures.dayMovements,
      mint_state: state,
      mint_progress:
        state === MINT_STATES.unmintable
          ? -1
          : Number((BigInt(figures.mints) * 1_000_000_000n) / cap),
      ...figures.counts,
    }
  }

  #mintState(rune: ModelRune, mints: number): number {
    const cap = rune.terms?.cap ?? 0n
    const { start, end } = boundsOf(rune)
    const isNeverOpen = end !== undefined && (end <= start || end <= BigInt(rune.height))
    if (cap === 0n || isNeverOpen) return MINT_STATES.unmintable
    if (BigInt(mints) >= cap) return MINT_STATES.mintedOut
    const next = BigInt(this.#ledger.tip.height + 1)
    if (end !== undefined && next >= end) return MINT_STATES.ended
    return next < start ? MINT_STATES.upcoming : MINT_STATES.mintable
  }

  #balanceSizes(rune: ModelRune): string {
    const amounts = [...this.#accounts.values()]
      .filter((account) => account.rune === rune && account.amount > 0n)
      .map(({ amount }) => amount)
    const byDigits = groupBy(amounts, (amount) => String(amount).length)
    const sizes = [...byDigits].sort(([one], [two]) => one - two)
    const sum = (some: bigint[]) => String(some.reduce((total, amount) => total + amount, 0n))
    return JSON.stringify(sizes.map(([digits, some]) => [digits, some.length, sum(some)]))
  }

  #rune(rune: ModelRune) {
    const known = this.#runes.get(rune) ?? newRune()
    this.#runes.set(rune, known)
    return known
  }

  #address(address: string) {
    const known = this.#addresses.get(address) ?? newAddress(this.#addresses.size)
    this.#addresses.set(address, known)
    return known
  }

  /** The day and, of a rune that is new in the index, the block. */
  #periods({ rune, tx: { block } }: ModelRecord) {
    const day = Math.floor(block.latest / DAY)
    const known = this.#days.get(`${rune.id} ${day}`) ?? { ...newPeriod(rune.number), day }
    this.#days.set(`${rune.id} ${day}`, known)
    const { height } = block
    const first = Math.max(rune.height, this.#ledger.blocks[0]?.height ?? 0)
    if (height >= first + FIRST_BLOCKS) return [known]
    const key = `${rune.id} ${height}`
    const own = this.#firstBlocks.get(key) ?? { ...newPeriod(rune.number), height }
    this.#firstBlocks.set(key, own)
    return [known, own]
  }
}
