// What the service must answer, computed from all records in memory, in the plainest way. Each function returns
// the whole list as it is sent, or the value; `expectList.ts` compares pages.
import { NETWORKS } from '../../../src/bitcoin/networks.ts'
import type { Ledger, ModelBlock, ModelOutput, ModelRecord, ModelRune, ModelTx } from './ledger.ts'

const DAY = 86_400

type Heights = { from?: number; to?: number }
export type MovementType = 'transfer' | 'mint' | 'burn' | 'etching' | 'change'
export type MovementFilters = {
  type?: MovementType
  rune?: ModelRune
  address?: string
  min?: string
  max?: string
  text?: string
  change?: 'hide'
  first_tx?: number
  last_tx?: number
}
export type RuneFilters = {
  name?: string
  mint?: 'mintable' | 'almost' | 'minted-out'
  from?: number
  to?: number
  order_by?: (typeof RUNE_ORDERS)[number]
  order?: 'asc' | 'desc'
}
export const RUNE_ORDERS = [
  'number',
  'name',
  'holders',
  'movements',
  'day_movements',
  'progress',
  'newest_mint',
] as const

export class Answers {
  readonly ledger: Ledger
  readonly firstHeight: number
  readonly #isComplete: boolean
  readonly #byRune: Map<ModelRune, ModelRecord[]>
  readonly #byAddress: Map<string | undefined, ModelRecord[]>

  constructor(ledger: Ledger) {
    this.ledger = ledger
    this.#byRune = groupBy(ledger.records, ({ rune }) => rune)
    this.#byAddress = groupBy(ledger.records, ({ address }) => address)
    this.firstHeight = ledger.blocks[0]?.height ?? 0
    this.#isComplete = this.firstHeight <= NETWORKS[ledger.network].firstRuneHeight
  }

  // Records, newest first.

  blockActivity(block: ModelBlock, operation?: string) {
    return this.#records(
      block.txs.flatMap(({ records }) => records),
      operation,
    )
  }

  transactionActivity(tx: ModelTx, operation?: string) {
    return this.#records(tx.records, operation)
  }

  runeActivity(rune: ModelRune, operation?: string) {
    return this.#records(this.#ofRune(rune), operation)
  }

  addressActivity(address: string, operation?: string) {
    return this.#records(this.#ofAddress(address), operation)
  }

  runeAddressActivity(rune: ModelRune, address: string) {
    return this.#records(this.#ofAddress(address).filter((it) => it.rune === rune))
  }

  #records(records: ModelRecord[], operation?: string) {
    return records
      .filter((it) => operation === undefined || it.operation === operation)
      .map((it) => this.#record(it))
      .reverse()
  }

  #ofRune(rune: ModelRune): ModelRecord[] {
    return this.#byRune.get(rune) ?? []
  }

  #ofAddress(address: string): ModelRecord[] {
    return this.#byAddress.get(address) ?? []
  }

  #record({ rune, address, receiver, amount, operation, vout, tx }: ModelRecord) {
    return {
      rune: this.#shortLabel(rune),
      address,
      receiver_address: receiver,
      amount: amount === undefined ? undefined : shown(amount, rune),
      operation,
      location: {
        block_hash: `0x${tx.block.hash}`,
        block_height: tx.block.height,
        tx_id: `0x${tx.id}`,
        tx_index: tx.index,
        vout,
        output: vout === undefined ? undefined : `0x${tx.id}`,
        timestamp: tx.block.timestamp,
      },
    }
  }

  // Movements, newest first.

  blockMovements(block: ModelBlock, filters: MovementFilters = {}) {
    return this.#rangeMovements(block.txs, filters)
  }

  transactionMovements(tx: ModelTx, filters: MovementFilters = {}) {
    return this.#rangeMovements([tx], filters)
  }

  runeMovements(rune: ModelRune, { type, ...heights }: Heights & { type?: MovementType } = {}) {
    return this.#ofRune(rune)
      .filter((it) => isWithin(it, heights) && isOfType(it, type ?? 'all but change'))
      .map((it) => this.#movement(it))
      .reverse()
  }

  addressMovements(
    address: string,
    { type, rune, ...heights }: Heights & { type?: MovementType; rune?: ModelRune } = {},
  ) {
    return this.#ofAddress(address)
      .filter((it) => isWithin(it, heights) && (rune === undefined || it.rune === rune))
      .filter((it) => {
        const own = ownTypeOf(it)
        return type === undefined ? own !== undefined && own !== 'change' : own === type
      })
      .map((it) => this.#addressMovement(it))
      .reverse()
  }

  #rangeMovements(txs: ModelTx[], filters: MovementFilters) {
    const {
      type,
      rune,
      address,
      min,
      max,
      text,
      change,
      first_tx = 0,
      last_tx = Infinity,
    } = filters
    const shownTypes = type ?? (change === 'hide' ? 'all but change' : 'all')
    return txs
      .filter(({ index }) => index >= first_tx && index <= last_tx)
      .flatMap(({ records }) => records)
      .filter((it) => isOfType(it, shownTypes))
      .filter((it) => rune === undefined || it.rune === rune)
      .filter((it) => address === undefined || it.address === address || it.receiver === address)
      .map((it) => this.#movement(it))
      .filter(({ amount = '0' }) => min === undefined || compare(amount, min) >= 0)
      .filter(({ amount = '0' }) => max === undefined || compare(amount, max) <= 0)
      .filter((it) => text === undefined || hasText(it, text.toLowerCase()))
      .reverse()
  }

  #movement(record: ModelRecord) {
    const { operation, rune, address, receiver, amount, vout, fresh, tx, index } = record
    const isNew = operation === 'receive'
    const raw = isNew ? fresh : amount
    return {
      type: typeOf(record),
      rune: this.label(rune),
      amount: raw === undefined ? undefined : shown(raw, rune),
      from: isNew ? undefined : address,
      to: isNew ? address : receiver,
      output: vout === undefined || operation === 'burn' ? undefined : `${tx.id}:${vout}`,
      index,
      place: placeOf(tx),
    }
  }

  #addressMovement(record: ModelRecord) {
    const { operation, rune, address, receiver, amount = 0n, change, tx, index, vout } = record
    if (operation !== 'receive') {
      const isChange = typeOf(record) === 'change'
      return {
        ...this.#movement(record),
        change: shown(isChange ? 0n : -amount, rune),
        counterparties: receiver === undefined || isChange ? [] : [receiver],
        has_more_counterparties: false,
      }
    }
    const givers = sendsOf(record).flatMap((it) => it.address ?? [])
    const others = [...new Set(givers)].filter((giver) => giver !== address)
    return {
      type: ownTypeOf(record),
      rune: this.label(rune),
      amount: shown(amount - change, rune),
      from: others.length === 1 ? others[0] : undefined,
      to: address,
      output: `${tx.id}:${vout}`,
      index,
      place: placeOf(tx),
      change: shown(amount - change, rune),
      counterparties: others.slice(0, 3),
      has_more_counterparties: others.length > 3,
    }
  }

  // Sums of a block or a transaction.

  byRune(txs: ModelTx[]) {
    return this.#movedRunes(txs).map((rune) => this.#runeTotals(rune, recordsOf(txs)))
  }

  byAddress(txs: ModelTx[], only?: ModelRune) {
    return this.#movedRunes(txs)
      .filter((rune) => only === undefined || rune === only)
      .flatMap((rune) => this.#addressTotals(rune, recordsOf(txs)))
  }

  /** The rune with the most movements first. */
  #movedRunes(txs: ModelTx[]): ModelRune[] {
    const records = recordsOf(txs)
    const movements = (rune: ModelRune) => countMovements(records.filter((it) => it.rune === rune))
    return [...new Set(records.map(({ rune }) => rune))].sort(
      (one, two) => movements(two) - movements(one) || one.number - two.number,
    )
  }

  #runeTotals(rune: ModelRune, all: ModelRecord[]) {
    const records = all.filter((it) => it.rune === rune)
    const total = (type: MovementType) => amountOf(records.filter((it) => typeOf(it) === type))
    const mints = records.filter(isMint)
    const isEtched = records.some(({ operation }) => operation === 'etching')
    return {
      rune: this.label(rune),
      movements: countMovements(records),
      ...countsOf(records),
      transferred: shown(total('transfer'), rune),
      minted: shown(amountOf(mints), rune),
      premined: shown(isEtched ? rune.premine : 0n, rune),
      burned: shown(total('burn'), rune),
      addresses: new Set(records.flatMap(({ address }) => address ?? [])).size,
    }
  }

  /** The largest change first, then by first appearance; outputs without an address are one entry, the last. */
  #addressTotals(rune: ModelRune, all: ModelRecord[]) {
    const owned = all.filter((it) => it.rune === rune && isOwned(it))
    const entries = [...new Set(owned.map(({ address }) => address))].map((address) => {
      const records = owned.filter((it) => it.address === address)
      const received = records.filter(({ operation }) => operation === 'receive')
      const amounts = {
        received: received.reduce(
          (all, { amount = 0n, fresh, change }) => all + amount - fresh - change,
          0n,
        ),
        sent: amountOf(
          records.filter((it) => typeOf(it) === 'transfer' && it.operation === 'send'),
        ),
        minted: received.reduce((all, { fresh }) => all + fresh, 0n),
        burned: amountOf(records.filter(({ operation }) => operation === 'burn')),
      }
      const net = amounts.received + amounts.minted - amounts.sent - amounts.burned
      return { address, ...amounts, net }
    })
    return entries
      .sort((one, two) => descending(absolute(one.net), absolute(two.net)) || this.#byAge(one, two))
      .map(({ address, received, sent, minted, burned, net }) => ({
        address,
        rune: this.label(rune),
        received: shown(received, rune),
        sent: shown(sent, rune),
        minted: shown(minted, rune),
        burned: shown(burned, rune),
        net: shown(net, rune),
      }))
  }

  #byAge(one: { address: string | undefined }, two: { address: string | undefined }): number {
    const placeOf = ({ address }: { address: string | undefined }) =>
      (address === undefined ? undefined : this.ledger.addresses.get(address)) ?? Infinity
    return placeOf(one) - placeOf(two)
  }

  // Blocks and transactions.

  /** Newest first. */
  blocks(before = Infinity) {
    return this.ledger.blocks
      .filter(({ height }) => height < before)
      .map((block) => this.#blockSummary(block))
      .reverse()
  }

  #blockSummary(block: ModelBlock) {
    const records = recordsOf(block.txs)
    return {
      block_height: block.height,
      block_hash: block.hash,
      timestamp: block.timestamp,
      transactions: block.txs.length,
      movements: countMovements(records),
      counts: countsOf(records),
      etched: records.filter(({ operation }) => operation === 'etching').length,
      records: records.length,
    }
  }

  block(block: ModelBlock) {
    const { height } = block
    const { tip } = this.ledger
    return {
      ...this.#blockSummary(block),
      runes: new Set(recordsOf(block.txs).map(({ rune }) => rune)).size,
      confirmations: tip.height - height + 1,
      previous: height > this.firstHeight ? height - 1 : undefined,
      next: height < tip.height ? height + 1 : undefined,
      ...strataOf(block),
    }
  }

  transaction(tx: ModelTx) {
    const txs = this.ledger.blocks.flatMap((block) => block.txs)
    const place = txs.indexOf(tx)
    const flow = this.#flowOf(tx)
    return {
      place: placeOf(tx),
      block_hash: tx.block.hash,
      confirmations: this.ledger.tip.height - tx.block.height + 1,
      movements: countMovements(tx.records),
      counts: countsOf(tx.records),
      records: tx.records.length,
      flaw: tx.flaw,
      previous: txs[place - 1]?.id,
      next: txs[place + 1]?.id,
      clauses: this.#movedRunes([tx]).flatMap((rune) => this.#clausesOf(rune, tx)),
      runes: this.byRune([tx]),
      flow: flow.slice(0, 100).map(({ rune, amount, vouts, ...edge }) => ({
        ...edge,
        rune: this.label(rune),
        amount: shown(amount, rune),
        outputs: vouts.size,
      })),
      flow_total: flow.length,
    }
  }

  /** Who gave how much to whom. */
  #flowOf(tx: ModelTx): Edge[] {
    const edges = new Map<string, Edge>()
    for (const edge of tx.records.flatMap(edgeOf)) {
      const { rune, source, from, target, to } = edge
      const key = [rune.id, source, from, target, to].join()
      const known = edges.get(key)
      if (known === undefined) edges.set(key, edge)
      else {
        known.amount += edge.amount
        for (const vout of edge.vouts) known.vouts.add(vout)
      }
    }
    return [...edges.values()].sort(
      (one, two) => one.rune.number - two.rune.number || descending(one.amount, two.amount),
    )
  }

  #clausesOf(rune: ModelRune, tx: ModelTx) {
    const edges = this.#flowOf(tx).filter((it) => it.rune === rune)
    const others = edges.filter(({ from, to }) => from === undefined || from !== to)
    const premined = others.filter(({ source }) => source === 'premined')
    const minted = others.filter(({ source, target }) => source === 'minted' && target !== 'burned')
    const isOld = ({ source }: Edge) => source === 'address' || source === 'no-address'
    const sent = others.filter((edge) => isOld(edge) && edge.target !== 'burned')
    const burned = others.filter(({ target }) => target === 'burned')
    const isEtched = rune.tx === tx
    const parts = [
      ...(isEtched ? [this.#clause('etched', rune, premined.filter(isKept), rune.premine)] : []),
      ...(minted.length > 0 ? [this.#clause('minted', rune, minted)] : []),
      ...(sent.length > 0 ? [this.#clause('sent', rune, sent)] : []),
      ...(burned.length > 0 ? [this.#clause('burned', rune, burned)] : []),
    ]
    const change = edges.filter((edge) => !others.includes(edge))
    if (parts.length > 0 || change.length === 0) return parts
    return [this.#clause('moved', rune, change)]
  }

  #clause(verb: string, rune: ModelRune, edges: Edge[], amount = sumOf(edges)) {
    const senders = [...new Set(edges.flatMap(({ from }) => from ?? []))]
    const receivers = [...new Set(edges.flatMap(({ to }) => to ?? []))]
    return {
      verb,
      rune: this.label(rune),
      amount: shown(amount, rune),
      from: senders.length === 1 ? senders[0] : undefined,
      from_count: senders.length,
      to: receivers.length === 1 ? receivers[0] : undefined,
      to_count: receivers.length,
      outputs: new Set(edges.flatMap(({ vouts }) => [...vouts])).size,
    }
  }

  // Runes.

  etchings() {
    return this.ledger.runes.map((rune) => this.etching(rune)).reverse()
  }

  etching(rune: ModelRune, hexPrefix = '0x') {
    const { tx, terms } = rune
    const hex = (hash: string | undefined) => hash && hexPrefix + hash
    const records = this.#ofRune(rune)
    const figures = this.#figuresOf(rune)
    return {
      ...this.#shortLabel(rune),
      divisibility: rune.divisibility,
      symbol: rune.symbol ?? '¤',
      turbo: rune.turbo,
      cenotaph: rune.isCenotaph || undefined,
      mint_terms: {
        amount: terms?.amount === undefined ? null : shown(terms.amount, rune),
        cap: terms?.cap === undefined ? null : shown(terms.cap, rune),
        height_start: numberOrNull(terms?.heightStart),
        height_end: numberOrNull(terms?.heightEnd),
        offset_start: numberOrNull(terms?.offsetStart),
        offset_end: numberOrNull(terms?.offsetEnd),
      },
      supply: {
        current: shown(this.supplyOf(rune), rune),
        premine: shown(rune.premine, rune),
        minted: shown(figures.minted, rune),
        total_mints: String(figures.mints),
        burned: shown(figures.burned, rune),
        total_burns: String(records.filter(({ operation }) => operation === 'burn').length),
        mint_percentage: percentage(BigInt(figures.mints), terms?.cap ?? 0n),
        mintable: this.#mintState(rune) === 'mintable',
      },
      location: {
        block_hash: hex(tx?.block.hash),
        block_height: rune.height,
        tx_id: hex(tx?.id),
        tx_index: rune.txIndex,
        timestamp: tx?.block.timestamp,
      },
    }
  }

  rune(rune: ModelRune) {
    const records = this.#ofRune(rune)
    const { terms } = rune
    const { mints, newestMint } = this.#figuresOf(rune)
    const { start, end } = boundsOf(rune)
    return {
      ...this.etching(rune, ''),
      symbol: rune.symbol,
      mint_state: this.#mintState(rune),
      mints_left: terms?.cap === undefined ? undefined : String(terms.cap - BigInt(mints)),
      mint_start: terms === undefined || start === 0n ? undefined : safeNumber(start),
      mint_end: terms === undefined ? undefined : safeNumber(end),
      newest_mint: newestMint,
      holders: this.holdersOf(rune).length,
      movements: countMovements(records),
      day_movements: countMovements(records.filter((it) => this.#isWithin(it, DAY))),
      records: records.length,
      is_older: this.#isOlder(rune) || undefined,
    }
  }

  #isOlder({ height }: ModelRune): boolean {
    return !this.#isComplete && height < this.firstHeight
  }

  runeDetails(rune: ModelRune) {
    const { runes } = this.ledger
    const premined = this.#ofRune(rune).filter(
      (it) => it.operation === 'receive' && typeOf(it) === 'etching',
    )
    const receivers = [...new Set(premined.flatMap(({ address }) => address ?? []))]
    const [previous, next] = [runes[rune.number - 1], runes[rune.number + 1]]
    return {
      ...this.rune(rune),
      counts: countsOf(this.#ofRune(rune)),
      premine_receivers: receivers.slice(0, 3),
      has_more_premine_receivers: receivers.length > 3,
      previous: previous && this.label(previous),
      next: next && this.label(next),
      newest_block: this.newestBlock(),
    }
  }

  runes({
    name = '',
    mint,
    from = 0,
    to = Infinity,
    order_by = 'number',
    order,
  }: RuneFilters = {}) {
    const direction = order ?? (order_by === 'name' ? 'asc' : 'desc')
    const matching = this.ledger.runes
      .filter((it) => it.name.startsWith(name.replace(/[^A-Za-z]/g, '').toUpperCase()))
      .filter(({ height }) => height >= from && height <= to)
      .filter((it) => mint === undefined || this.#matchesMint(it, mint))
    const figures = new Map(matching.map((rune) => [rune, this.#figureOf(rune, order_by)]))
    const ascending = matching.sort((one, two) => {
      const [a, b] = [figures.get(one) ?? 0, figures.get(two) ?? 0]
      return a < b ? -1 : a > b ? 1 : one.number - two.number
    })
    return (direction === 'asc' ? ascending : ascending.reverse()).map((it) => this.rune(it))
  }

  #figureOf(rune: ModelRune, order: (typeof RUNE_ORDERS)[number]): string | number | bigint {
    if (order === 'number') return rune.number
    if (order === 'name') return rune.name
    if (order === 'progress') return this.#progressOf(rune)
    if (order === 'newest_mint') return this.#figuresOf(rune).newestMint ?? -1
    return this.rune(rune)[order]
  }

  /** In billionths of the cap. */
  #progressOf(rune: ModelRune): bigint {
    const cap = rune.terms?.cap ?? 0n
    return cap === 0n ? -1n : (BigInt(this.#figuresOf(rune).mints) * 1_000_000_000n) / cap
  }

  #matchesMint(rune: ModelRune, mint: 'mintable' | 'almost' | 'minted-out'): boolean {
    const state = this.#mintState(rune)
    if (mint === 'almost') return state === 'mintable' && this.#progressOf(rune) >= 900_000_000n
    return state === mint
  }

  /** Whether the next block can mint it. */
  #mintState(rune: ModelRune): string {
    const cap = rune.terms?.cap ?? 0n
    if (cap === 0n) return 'unmintable'
    if (BigInt(this.#figuresOf(rune).mints) >= cap) return 'minted-out'
    const next = BigInt(this.ledger.tip.height + 1)
    const { start, end } = boundsOf(rune)
    if (end !== undefined && next >= end) return 'ended'
    return next < start ? 'upcoming' : 'mintable'
  }

  #figuresOf(rune: ModelRune) {
    const records = this.#ofRune(rune)
    const mints = records.filter(isMint)
    return {
      mints: mints.length,
      minted: amountOf(mints),
      burned: amountOf(records.filter(({ operation }) => operation === 'burn')),
      newestMint: mints.at(-1)?.tx.block.height,
    }
  }

  supplyOf(rune: ModelRune): bigint {
    const { minted, burned } = this.#figuresOf(rune)
    return rune.premine + minted - burned
  }

  /** The largest balance first, then by first appearance. */
  holdersOf(rune: ModelRune): { address: string; balance: bigint }[] {
    return [...balancesFrom(this.#ofRune(rune), ({ address }) => address)]
      .map(([address, balance]) => ({ address, balance }))
      .sort((one, two) => descending(one.balance, two.balance) || this.#byAge(one, two))
  }

  holders(rune: ModelRune) {
    return this.holdersOf(rune).map(({ address, balance }) => {
      return { address, balance: shown(balance, rune) }
    })
  }

  holdersWithChanges(rune: ModelRune) {
    const records = this.#ofRune(rune)
    const changeOf = (address: string, seconds: number) => {
      const own = records.filter((it) => it.address === address && this.#isWithin(it, seconds))
      return shown(
        own.reduce((all, record) => all + signed(record), 0n),
        rune,
      )
    }
    return this.holdersOf(rune).map(({ address, balance }, place) => ({
      rank: place + 1,
      address,
      balance: shown(balance, rune),
      share: percentage(balance, this.supplyOf(rune)),
      day_change: changeOf(address, DAY),
      week_change: changeOf(address, 7 * DAY),
    }))
  }

  /** What the 1, 10 and 100 largest have together, if there are more. */
  concentration(rune: ModelRune) {
    const holders = this.holdersOf(rune)
    return [1, 10, 100]
      .filter((count) => count < holders.length)
      .map((count) => {
        const held = holders.slice(0, count).reduce((all, { balance }) => all + balance, 0n)
        return { holders: count, share: percentage(held, this.supplyOf(rune)) }
      })
  }

  /** Whether it happened in the last seconds before the newest block. */
  #isWithin({ tx }: ModelRecord, seconds: number): boolean {
    return tx.block.latest > this.ledger.tip.latest - seconds
  }

  /** By days; of the last ones, also the day with activity before them. */
  history(rune: ModelRune, days = Infinity) {
    const active = [...new Set(this.#ofRune(rune).map(dayOf))].map((day) => ({
      day,
      shown: this.#runeDay(rune, day),
    }))
    const newest = Math.floor(this.ledger.tip.latest / DAY)
    const isShown = ({ day }: { day: number }) => day > newest - days
    return {
      first_date: active[0]?.shown.date,
      newest_date: dateOf(newest * DAY),
      before: active.findLast((it) => !isShown(it))?.shown,
      results: active.filter(isShown).map(({ shown }) => shown),
    }
  }

  #runeDay(rune: ModelRune, day: number) {
    const own = this.#ofRune(rune).filter((it) => dayOf(it) === day)
    const soFar = this.#ofRune(rune).filter((it) => dayOf(it) <= day)
    const blocks = this.ledger.blocks.filter(({ latest }) => Math.floor(latest / DAY) === day)
    const mints = own.filter(isMint)
    const transfers = own.filter((it) => typeOf(it) === 'transfer')
    const burns = own.filter(({ operation }) => operation === 'burn')
    const burned = soFar.filter(({ operation }) => operation === 'burn')
    return {
      date: dateOf(day * DAY),
      first_height: blocks[0]?.height,
      last_height: blocks.at(-1)?.height,
      movements: countMovements(own),
      mints: mints.length,
      minted: shown(amountOf(mints), rune),
      transfers: transfers.length,
      transferred: shown(amountOf(transfers), rune),
      burns: burns.length,
      burned: shown(amountOf(burns), rune),
      holders: balancesFrom(soFar, ({ address }) => address).size,
      supply: shown(rune.premine + amountOf(soFar.filter(isMint)) - amountOf(burned), rune),
    }
  }

  // Addresses.

  address(address: string) {
    const records = this.#ofAddress(address)
    const types = records.map(ownTypeOf)
    const count = (type: MovementType) => types.filter((it) => it === type).length
    const [first, last] = [records[0], records.at(-1)]
    return {
      address,
      runes: this.balancesOf(address).length,
      outputs: this.outputs(address).length,
      movements: types.filter((it) => it !== undefined && it !== 'change').length,
      counts: {
        transfers: count('transfer'),
        mints: count('mint'),
        burns: count('burn'),
        etchings: count('etching'),
        changes: count('change'),
      },
      records: records.length,
      first_seen: first && placeOf(first.tx),
      last_seen: last && placeOf(last.tx),
    }
  }

  /** The largest shown amount first. */
  balancesOf(address: string, until = Infinity): { rune: ModelRune; balance: bigint }[] {
    const records = this.#ofAddress(address).filter(({ tx }) => tx.block.height <= until)
    const scaled = ({ rune, balance }: { rune: ModelRune; balance: bigint }) =>
      balance * 10n ** BigInt(38 - rune.divisibility)
    return [...balancesFrom(records, ({ rune }) => rune)]
      .map(([rune, balance]) => ({ rune, balance }))
      .sort((one, two) => descending(scaled(one), scaled(two)) || one.rune.number - two.rune.number)
  }

  balances(address: string) {
    return this.balancesOf(address).map(({ rune, balance }) => {
      return { rune: this.#shortLabel(rune), address, balance: shown(balance, rune) }
    })
  }

  balancesWithShares(address: string) {
    return this.balancesOf(address).map(({ rune, balance }) => ({
      rune: this.label(rune),
      address,
      balance: shown(balance, rune),
      // The supply of a rune that is older than the index is not known.
      share: this.#isOlder(rune) ? undefined : percentage(balance, this.supplyOf(rune)),
      movements: this.addressMovements(address, { rune }).length,
    }))
  }

  /** After the block at a height, or at the end of a UTC day. */
  pastBalances(address: string, at: number | string) {
    const until =
      typeof at === 'number'
        ? at
        : (this.ledger.blocks.findLast(({ latest }) => dateOf(latest) <= at)?.height ?? -1)
    return this.balancesOf(address, until).map(({ rune, balance }) => {
      return { rune: this.label(rune), address, balance: shown(balance, rune) }
    })
  }

  /** Newest first. */
  outputs(address: string) {
    return this.ledger.outputs
      .filter((output) => output.address === address && output.spender === undefined)
      .flatMap((output) => [...output.amounts].map(([rune, amount]) => ({ output, rune, amount })))
      .sort((one, two) => this.#compareOutputs(one, two))
      .reverse()
      .map(({ output, rune, amount }) => ({
        output: `${output.tx.id}:${output.vout}`,
        rune: this.label(rune),
        amount: shown(amount, rune),
        place: placeOf(output.tx),
      }))
  }

  #compareOutputs(one: RuneInOutput, two: RuneInOutput): number {
    const [a, b] = [one.output, two.output]
    return (
      a.tx.block.height - b.tx.block.height ||
      a.tx.index - b.tx.index ||
      a.vout - b.vout ||
      one.rune.number - two.rune.number
    )
  }

  private newestBlock() {
    const { height, hash, timestamp } = this.ledger.tip
    return { block_height: height, block_hash: hash, timestamp }
  }

  output({ tx, vout, address, amounts, spender }: ModelOutput) {
    const sorted = [...amounts].sort(([one], [two]) => one.number - two.number)
    return {
      output: `${tx.id}:${vout}`,
      address,
      runes: sorted.map(([rune, amount]) => {
        return { rune: this.label(rune), amount: shown(amount, rune) }
      }),
      place: placeOf(tx),
      spent_by: spender && placeOf(spender),
      newest_block: this.newestBlock(),
    }
  }

  label(rune: ModelRune) {
    return { ...this.#shortLabel(rune), symbol: rune.symbol, divisibility: rune.divisibility }
  }

  /** An index that begins late knows only the number of the first rune. */
  #shortLabel({ id, number, name, spacedName }: ModelRune) {
    const isKnown = this.#isComplete || id === '1:0'
    return { id, number: isKnown ? number : undefined, name, spaced_name: spacedName }
  }
}

type RuneInOutput = { output: ModelOutput; rune: ModelRune }

type Edge = {
  rune: ModelRune
  source: 'address' | 'minted' | 'premined' | 'no-address'
  from: string | undefined
  target: 'address' | 'burned' | 'no-address'
  to: string | undefined
  amount: bigint
  vouts: Set<number>
}

function edgeOf(record: ModelRecord): Edge[] {
  const { operation, rune, address, receiver, amount = 0n, fresh, vout, tx } = record
  const kindOf = (owner: string | undefined) => (owner === undefined ? 'no-address' : 'address')
  const newKind = rune.tx === tx ? 'premined' : 'minted'
  const edge = { rune, vouts: new Set(vout === undefined ? [] : [vout]) }
  if (operation === 'send') {
    const owners = {
      source: kindOf(address),
      from: address,
      target: kindOf(receiver),
      to: receiver,
    } as const
    return [{ ...edge, ...owners, amount }]
  }
  if (operation === 'burn') {
    const source = fresh > 0n || record.isMint ? newKind : kindOf(address)
    return [{ ...edge, source, from: address, target: 'burned', to: undefined, amount }]
  }
  if (operation !== 'receive' || fresh === 0n) return []
  const target = kindOf(address)
  return [{ ...edge, source: newKind, from: undefined, target, to: address, amount: fresh }]
}

function isKept({ target }: Edge): boolean {
  return target !== 'burned'
}

/** The type of a movement; undefined if the record is none. */
function typeOf({
  operation,
  rune,
  address,
  receiver,
  fresh,
  tx,
}: ModelRecord): MovementType | undefined {
  // Otherwise those who got the premine are its movements.
  if (operation === 'etching') return tx.records.some(isPremine(rune)) ? undefined : 'etching'
  if (operation === 'burn') return 'burn'
  if (operation === 'send')
    return address !== undefined && address === receiver ? 'change' : 'transfer'
  if (operation === 'mint' || fresh === 0n) return
  return rune.tx === tx ? 'etching' : 'mint'
}

const isPremine = (rune: ModelRune) => (record: ModelRecord) =>
  record.rune === rune && record.operation === 'receive' && record.fresh > 0n

function isOfType(record: ModelRecord, type: MovementType | 'all' | 'all but change'): boolean {
  const own = typeOf(record)
  if (type === 'all') return own !== undefined
  return type === 'all but change' ? own !== undefined && own !== 'change' : own === type
}

/** Of a cenotaph, the burn of what it mints. */
function isMint({ operation, isMint }: ModelRecord): boolean {
  return operation === 'mint' || isMint
}

/** For the address of the record: what comes in an output is one movement, unless all of it is change. */
function ownTypeOf(record: ModelRecord): MovementType | undefined {
  const { operation, amount, change } = record
  const type = typeOf(record)
  if (type !== undefined || operation !== 'receive') return type
  return change === amount ? undefined : 'transfer'
}

/** The sends of a `receive` follow it. */
function sendsOf({ tx, index }: ModelRecord): ModelRecord[] {
  const later = tx.records.slice(index + 1)
  const end = later.findIndex(({ operation }) => operation !== 'send')
  return end === -1 ? later : later.slice(0, end)
}

/** New units that burn at once belonged to nobody. */
function isOwned({ operation, fresh, isMint }: ModelRecord): boolean {
  if (operation === 'etching' || operation === 'mint') return false
  return operation !== 'burn' || (fresh === 0n && !isMint)
}

function isWithin({ tx }: ModelRecord, { from = 0, to = Infinity }: Heights): boolean {
  return tx.block.height >= from && tx.block.height <= to
}

function recordsOf(txs: ModelTx[]): ModelRecord[] {
  return txs.flatMap(({ records }) => records)
}

function countMovements(records: ModelRecord[]): number {
  return records.filter((it) => isOfType(it, 'all but change')).length
}

function countsOf(records: ModelRecord[]) {
  const count = (type: MovementType) => records.filter((it) => typeOf(it) === type).length
  return {
    transfers: count('transfer'),
    mints: count('mint'),
    burns: count('burn'),
    etchings: count('etching'),
    changes: count('change'),
  }
}

/** In at most 120 equal parts of the block: transfers, mints, burns and etchings. */
function strataOf({ txs }: ModelBlock) {
  const moving = txs.filter(({ records }) => countMovements(records) > 0)
  const last = moving.at(-1)?.index ?? 0
  const step = Math.max(1, Math.ceil((last + 1) / 120))
  const parts = moving.length === 0 ? 0 : Math.floor(last / step) + 1
  const strata = Array.from({ length: parts }, (_, part) => {
    const own = recordsOf(moving.filter(({ index }) => Math.floor(index / step) === part))
    const { transfers, mints, burns, etchings } = countsOf(own)
    return [transfers, mints, burns, etchings]
  })
  return { strata, strata_step: step }
}

function groupBy<Item, Key>(items: Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? []
    groups.set(keyOf(item), group)
    group.push(item)
  }
  return groups
}

/** Σ receive − Σ send − Σ burn, without zeros. */
function balancesFrom<Key>(
  records: ModelRecord[],
  keyOf: (record: ModelRecord) => Key | undefined,
): Map<Key, bigint> {
  const balances = new Map<Key, bigint>()
  for (const record of records) {
    const key = keyOf(record)
    if (key === undefined || record.address === undefined) continue
    balances.set(key, (balances.get(key) ?? 0n) + signed(record))
  }
  return new Map([...balances].filter(([, balance]) => balance !== 0n))
}

function signed({ operation, amount = 0n }: ModelRecord): bigint {
  if (operation === 'receive') return amount
  return operation === 'send' || operation === 'burn' ? -amount : 0n
}

function boundsOf({ height, terms }: ModelRune): { start: bigint; end: bigint | undefined } {
  const { heightStart = 0n, offsetStart, heightEnd, offsetEnd } = terms ?? {}
  const relativeStart = offsetStart === undefined ? 0n : BigInt(height) + offsetStart
  const ends = [heightEnd, offsetEnd === undefined ? undefined : BigInt(height) + offsetEnd]
  const [end] = ends.filter((it) => it !== undefined).sort((one, two) => descending(two, one))
  return { start: heightStart > relativeStart ? heightStart : relativeStart, end }
}

export function placeOf({ id, index, block }: ModelTx) {
  return { block_height: block.height, timestamp: block.timestamp, tx_id: id, tx_index: index }
}

function dayOf({ tx }: ModelRecord): number {
  return Math.floor(tx.block.latest / DAY)
}

function dateOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}

function amountOf(records: ModelRecord[]): bigint {
  return records.reduce((total, { amount = 0n }) => total + amount, 0n)
}

function sumOf(edges: Edge[]): bigint {
  return edges.reduce((total, { amount }) => total + amount, 0n)
}

function descending(one: bigint, two: bigint): number {
  return one > two ? -1 : one < two ? 1 : 0
}

function absolute(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}

/** With all places of the divisibility. */
export function shown(amount: bigint, { divisibility }: { divisibility: number }): string {
  const unit = 10n ** BigInt(divisibility)
  const [whole, rest] = [absolute(amount) / unit, absolute(amount) % unit]
  const fraction = divisibility === 0 ? '' : `.${String(rest).padStart(divisibility, '0')}`
  return `${amount < 0n ? '-' : ''}${whole}${fraction}`
}

/** In percent with four decimals, rounded half up. */
function percentage(part: bigint, whole: bigint): string {
  if (whole === 0n) return '0.0000'
  return shown((part * 1_000_000n * 2n + whole) / (whole * 2n), { divisibility: 4 })
}

/** Compares decimals with at most 38 places. */
function compare(one: string, two: string): number {
  const [a, b] = [one, two].map((decimal) => {
    const [whole = '', fraction = ''] = decimal.split('.')
    return BigInt(whole + fraction.padEnd(38, '0'))
  })
  return descending(b ?? 0n, a ?? 0n)
}

function hasText(
  {
    rune,
    from = '',
    to = '',
    place,
  }: {
    rune: { name: string; spaced_name: string }
    from?: string | undefined
    to?: string | undefined
    place: { tx_id: string }
  },
  text: string,
): boolean {
  return [rune.name, rune.spaced_name, from, to, place.tx_id].some((it) =>
    it.toLowerCase().includes(text),
  )
}

/** The client of a test reads integers beyond 2^53 as doubles. */
function numberOrNull(value: bigint | undefined): number | null {
  return value === undefined ? null : Number(value)
}

function safeNumber(value: bigint | undefined): number | undefined {
  return value === undefined || value > Number.MAX_SAFE_INTEGER ? undefined : Number(value)
}
