// Runes and their holders.
import {
  amountOf,
  balancesFrom,
  boundsOf,
  countMovements,
  countsOf,
  DAY,
  dayOf,
  descending,
  gainsOf,
  isMint,
  isPremine,
  numberOrNull,
  percentage,
  placeOf,
  type RUNE_ORDERS,
  type RuneFilters,
  safeNumber,
  shareOf,
  shown,
  signed,
} from './facts.ts'
import { TotalAnswers } from './totalAnswers.ts'
import type { ModelRecord, ModelRefusal, ModelRune } from './types.ts'

export class RuneAnswers extends TotalAnswers {
  etchings() {
    return this.ledger.runes.map((rune) => this.etching(rune)).reverse()
  }

  etching(rune: ModelRune, hexPrefix = '0x') {
    const { tx, terms } = rune
    const hex = (hash: string | undefined) => hash && hexPrefix + hash
    const records = this.ofRune(rune)
    const figures = this.figuresOf(rune)
    return {
      ...this.shortLabel(rune),
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
        mintable: this.mintState(rune) === 'mintable',
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
    const records = this.ofRune(rune)
    const { terms } = rune
    const { mints, newestMint } = this.figuresOf(rune)
    const { start, end } = boundsOf(rune)
    return {
      ...this.etching(rune, ''),
      symbol: rune.symbol,
      mint_state: this.mintState(rune),
      mints_left: terms?.cap === undefined ? undefined : String(terms.cap - BigInt(mints)),
      mint_start: terms === undefined || start === 0n ? undefined : safeNumber(start),
      mint_end: terms === undefined ? undefined : safeNumber(end),
      newest_mint: newestMint,
      holders: this.holdersOf(rune).length,
      movements: countMovements(records),
      day_movements: countMovements(records.filter((record) => this.isWithin(record, DAY))),
      records: records.length,
      look_alikes: this.lookingLike(rune).length || undefined,
      is_older: this.isOlder(rune) || undefined,
    }
  }

  protected lookingLike({ name }: ModelRune): ModelRune[] {
    return this.ledger.runes.filter((other) => lookAlike(name, other.name))
  }

  /** Those with most holders first, then the oldest. */
  lookAlikes(rune: ModelRune) {
    return this.lookingLike(rune)
      .map((other) => ({ other, holders: this.holdersOf(other).length }))
      .sort((one, two) => two.holders - one.holders || one.other.number - two.other.number)
      .map(({ other, holders }) => {
        return { rune: this.label(other), holders, location: this.etching(other, '').location }
      })
  }

  protected isOlder({ height }: ModelRune): boolean {
    return !this.isComplete && height < this.firstHeight
  }

  runeDetails(rune: ModelRune) {
    const { runes } = this.ledger
    const premined = rune.tx?.records.filter(isPremine(rune)) ?? []
    const receivers = [...new Set(premined.flatMap(({ address }) => address ?? []))]
    // Between the older runes and the index, some may be missing.
    const [previous, next] = [-1, 1].map((step) => {
      const neighbour = runes[rune.number + step]
      return neighbour && this.isOlder(neighbour) === this.isOlder(rune) ? neighbour : undefined
    })
    return {
      ...this.rune(rune),
      counts: countsOf(this.ofRune(rune)),
      refusals: Math.min(1000, this.refusedMints(rune).length),
      has_more_refusals: this.refusedMints(rune).length > 1000,
      recent_mints: this.recentMints(rune),
      max_supply: this.maxSupply(rune),
      premine_receivers: receivers.slice(0, 3),
      has_more_premine_receivers: receivers.length > 3,
      payer: this.payer(rune),
      previous: previous && this.label(previous),
      next: next && this.label(next),
      newest_block: this.newestBlock(),
    }
  }

  /** Newest first. A mint may name a rune that is etched later. */
  refusedMints({ id }: ModelRune): ModelRefusal[] {
    return this.ledger.refusals.filter(({ part, rune }) => part === 'mint' && rune === id).reverse()
  }

  runeRefusals(rune: ModelRune) {
    return this.refusedMints(rune).map((refusal) => this.refusal(refusal))
  }

  /** Only of what can be minted now. */
  protected recentMints(rune: ModelRune): number | undefined {
    if (this.mintState(rune) !== 'mintable') return
    const last = this.ledger.tip.height - 144
    return this.ofRune(rune).filter((record) => isMint(record) && record.tx.block.height > last)
      .length
  }

  /** If all mints that can still come are used. */
  protected maxSupply(rune: ModelRune): string | undefined {
    if (this.isOlder(rune)) return
    const { cap = 0n, amount = 0n } = rune.terms ?? {}
    const canCome = ['mintable', 'upcoming'].includes(this.mintState(rune))
    const left = canCome ? cap - BigInt(this.figuresOf(rune).mints) : 0n
    return shown(this.supplyOf(rune) + left * amount, rune)
  }

  protected payer({ payer: address }: ModelRune) {
    return address && { address, other_runes: this.paidBy(address).length - 1 }
  }

  protected paidBy(address: string): ModelRune[] {
    return this.ledger.runes.filter(({ payer }) => payer === address)
  }

  /** The runes whose commitments an address paid for, newest first. */
  paid(address: string) {
    return this.paidBy(address)
      .map((rune) => this.rune(rune))
      .reverse()
  }

  runes({
    name = '',
    mint,
    from = 0,
    to = Infinity,
    order_by = 'number',
    order,
    days,
  }: RuneFilters = {}) {
    const direction = order ?? (order_by === 'name' ? 'asc' : 'desc')
    const matching = this.ledger.runes
      .filter((rune) => rune.name.startsWith(name.replace(/[^A-Za-z]/g, '').toUpperCase()))
      .filter(({ height }) => height >= from && height <= to)
      .filter((rune) => mint === undefined || this.matchesMint(rune, mint))
    const figures = new Map(matching.map((rune) => [rune, this.figureOf(rune, order_by)]))
    const ascending = matching.sort((one, two) => {
      const [a, b] = [figures.get(one) ?? 0, figures.get(two) ?? 0]
      return a < b ? -1 : a > b ? 1 : one.number - two.number
    })
    return (direction === 'asc' ? ascending : ascending.reverse()).map((rune) => ({
      ...this.rune(rune),
      ...(days !== undefined && this.runeDays(rune, days)),
    }))
  }

  /** The movements of the last days by type, and how the holders changed on the last one. */
  protected runeDays(rune: ModelRune, days: number) {
    const [first, newest] = [this.ledger.blocks[0], this.ledger.tip].map((block) =>
      Math.floor((block?.latest ?? 0) / DAY),
    )
    const [start, end] = [Math.max(first ?? 0, (newest ?? 0) - days + 1), newest ?? 0]
    const records = this.ofRune(rune)
    const before = records.filter((record) => dayOf(record) < end)
    return {
      days: Array.from({ length: end - start + 1 }, (_, place) => {
        const own = records.filter((record) => dayOf(record) === start + place)
        const { transfers, mints, burns, etchings } = countsOf(own)
        return [transfers, mints, burns, etchings]
      }),
      holders_change: this.isOlder(rune)
        ? undefined
        : this.holdersOf(rune).length - balancesFrom(before, ({ address }) => address).size,
    }
  }

  protected figureOf(
    rune: ModelRune,
    order: (typeof RUNE_ORDERS)[number],
  ): string | number | bigint {
    if (order === 'number') return rune.number
    if (order === 'name') return rune.name
    if (order === 'progress') return this.progressOf(rune)
    if (order === 'newest_mint') return this.figuresOf(rune).newestMint ?? -1
    return this.rune(rune)[order]
  }

  /** In billionths of the cap. */
  protected progressOf(rune: ModelRune): bigint {
    const cap = rune.terms?.cap ?? 0n
    return this.mintState(rune) === 'unmintable'
      ? -1n
      : (BigInt(this.figuresOf(rune).mints) * 1_000_000_000n) / cap
  }

  protected matchesMint(rune: ModelRune, mint: 'mintable' | 'almost' | 'minted-out'): boolean {
    const state = this.mintState(rune)
    if (mint === 'almost') return state === 'mintable' && this.progressOf(rune) >= 900_000_000n
    return state === mint
  }

  /** Whether the next block can mint it. */
  protected mintState(rune: ModelRune): string {
    const cap = rune.terms?.cap ?? 0n
    const { start, end } = boundsOf(rune)
    if (cap === 0n || (end !== undefined && (end <= start || end <= rune.height)))
      return 'unmintable'
    if (BigInt(this.figuresOf(rune).mints) >= cap) return 'minted-out'
    const next = BigInt(this.ledger.tip.height + 1)
    if (end !== undefined && next >= end) return 'ended'
    return next < start ? 'upcoming' : 'mintable'
  }

  protected figuresOf(rune: ModelRune) {
    const records = this.ofRune(rune)
    const mints = records.filter(isMint)
    return {
      mints: mints.length,
      minted: amountOf(mints),
      burned: amountOf(records.filter(({ operation }) => operation === 'burn')),
      newestMint: mints.at(-1)?.tx.block.height,
    }
  }

  supplyOf(rune: ModelRune): bigint {
    const { minted, burned } = this.figuresOf(rune)
    return rune.premine + minted - burned
  }

  /** The largest balance first, then by first appearance. */
  holdersOf(rune: ModelRune): { address: string; balance: bigint }[] {
    return [...balancesFrom(this.ofRune(rune), ({ address }) => address)]
      .map(([address, balance]) => ({ address, balance }))
      .sort((one, two) => descending(one.balance, two.balance) || this.byAge(one, two))
  }

  holders(rune: ModelRune) {
    return this.holdersOf(rune).map(({ address, balance }) => {
      return { address, balance: shown(balance, rune) }
    })
  }

  holdersWithChanges(rune: ModelRune, limit = Infinity) {
    const records = this.ofRune(rune)
    const changeOf = (address: string, seconds: number) => {
      const own = records.filter(
        (record) => record.address === address && this.isWithin(record, seconds),
      )
      const [first] = this.ledger.blocks
      const isKnown = (first?.latest ?? 0) <= this.ledger.tip.latest - seconds
      if (this.isOlder(rune) && !isKnown) return
      return shown(
        own.reduce((all, record) => all + signed(record), 0n),
        rune,
      )
    }
    return this.holdersOf(rune)
      .slice(0, limit)
      .map(({ address, balance }, place) => ({
        rank: this.isOlder(rune) ? undefined : place + 1,
        address,
        balance: shown(balance, rune),
        share: this.isOlder(rune) ? undefined : shareOf(balance, this.supplyOf(rune)),
        day_change: changeOf(address, DAY),
        week_change: changeOf(address, 7 * DAY),
        ...this.receiptsOf(rune, address),
      }))
  }

  /** The first is not known of runes that are older than the index. */
  protected receiptsOf(rune: ModelRune, address: string) {
    const gains = gainsOf(this.ofRune(rune).filter((record) => record.address === address))
    const [first, last] = [this.isOlder(rune) ? undefined : gains[0], gains.at(-1)]
    return { first_received: first && placeOf(first.tx), last_received: last && placeOf(last.tx) }
  }

  /** What the 1, 10 and 100 largest have together, if there are more. */
  concentration(rune: ModelRune) {
    if (this.isOlder(rune)) return []
    const holders = this.holdersOf(rune)
    return [1, 10, 100]
      .filter((count) => count < holders.length)
      .map((count) => {
        const held = holders.slice(0, count).reduce((all, { balance }) => all + balance, 0n)
        return { holders: count, share: shareOf(held, this.supplyOf(rune)) }
      })
  }

  withoutAddress(rune: ModelRune) {
    if (this.isOlder(rune)) return undefined
    const unspent = this.ledger.outputs.filter(({ spender }) => spender === undefined)
    const balance = unspent
      .filter(({ address }) => address === undefined)
      .reduce((all, { amounts }) => all + (amounts.get(rune) ?? 0n), 0n)
    return { balance: shown(balance, rune), share: shareOf(balance, this.supplyOf(rune)) }
  }

  /** Whether it happened in the last seconds before the newest block. */
  protected isWithin({ tx }: ModelRecord, seconds: number): boolean {
    return tx.block.latest > this.ledger.tip.latest - seconds
  }
}

/** Whether one step leads from one name to the other, both of 7 letters or more and not reserved. */
function lookAlike(one: string, other: string): boolean {
  if ([one, other].some(({ length }) => length < 7 || length > 26)) return false
  return distanceOf([...one], [...other]) === 1
}

/** The least number of steps: a letter added, left out, changed, or swapped with the next. */
function distanceOf(one: string[], other: string[]): number {
  const rows: number[][] = []
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 0; row <= one.length; row++) {
    rows.push([])
    for (let column = 0; column <= other.length; column++) {
      const [a, b] = [one[row - 1], other[column - 1]]
      const isSwapped = a === other[column - 2] && b === one[row - 2]
      const steps = [
        row + column === 0 ? 0 : Number.POSITIVE_INFINITY,
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (a === b ? 0 : 1),
        isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      ]
      rows[row]?.push(Math.min(...steps))
    }
  }
  return at(one.length, other.length)
}
