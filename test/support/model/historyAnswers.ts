// What happened to a rune over time, and who holds it.
import {
  amountOf,
  balancesFrom,
  boundsOf,
  countMovements,
  DAY,
  dateOf,
  dayOf,
  groupBy,
  isMint,
  shareOf,
  shown,
  signed,
  typeOf,
} from './facts.ts'
import { RuneAnswers } from './runeAnswers.ts'
import type { ModelBlock, ModelRecord, ModelRune } from './types.ts'

export type Step = 'day' | 'block' | 'auto'

/** About three days: so many first blocks of a rune are known one by one. */
export const FIRST_BLOCKS = 432

export class HistoryAnswers extends RuneAnswers {
  /** By days or by the first blocks; of the last days, also the day with activity before them. */
  history(rune: ModelRune, { days = Infinity, step = 'day' }: { days?: number; step?: Step } = {}) {
    const { tip } = this.ledger
    const records = this.ofRune(rune)
    const active = [...new Set(records.map(dayOf))]
    const newest = Math.floor(tip.latest / DAY)
    const first_height = this.firstHeightOf(rune)
    const isYoung = newest - (active[0] ?? newest) < 3 && tip.height < first_height + FIRST_BLOCKS
    const shownStep = step === 'auto' ? (isYoung ? 'block' : 'day') : step
    const bounds = {
      step: shownStep,
      first_date: active[0] === undefined ? undefined : dateOf(active[0] * DAY),
      newest_date: dateOf(newest * DAY),
      first_height,
      newest_height: tip.height,
    }
    if (shownStep === 'block') {
      const blocks = this.ledger.blocks.filter(({ height }) => height < first_height + FIRST_BLOCKS)
      const results = blocks
        .filter((block) => records.some(({ tx }) => tx.block === block))
        .map((block) => ({ ...this.period(rune, [block]), timestamp: block.timestamp }))
      return { ...bounds, before: undefined, results }
    }
    const isShown = (day: number) => day > newest - days
    const before = active.findLast((day) => !isShown(day))
    return {
      ...bounds,
      before: before === undefined ? undefined : this.period(rune, this.blocksOf(before)),
      results: active.filter(isShown).map((day) => this.period(rune, this.blocksOf(day))),
    }
  }

  protected firstHeightOf({ height }: ModelRune): number {
    return Math.max(height, this.firstHeight)
  }

  protected blocksOf(day: number): ModelBlock[] {
    return this.ledger.blocks.filter(({ latest }) => Math.floor(latest / DAY) === day)
  }

  /** What happened in some blocks, all of one day. */
  protected period(rune: ModelRune, blocks: ModelBlock[]) {
    const [first, last] = [blocks[0], blocks.at(-1)]
    const own = this.ofRune(rune).filter(({ tx }) => blocks.includes(tx.block))
    const soFar = this.until(rune, last)
    const mints = own.filter(isMint)
    const transfers = own.filter((record) => typeOf(record) === 'transfer')
    const burns = own.filter(({ operation }) => operation === 'burn')
    const burned = soFar.filter(({ operation }) => operation === 'burn')
    return {
      date: dateOf(first?.latest ?? 0),
      first_height: first?.height,
      last_height: last?.height,
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

  protected until(rune: ModelRune, block: ModelBlock | undefined): ModelRecord[] {
    return this.ofRune(rune).filter(({ tx }) => tx.block.height <= (block?.height ?? -1))
  }

  milestones(rune: ModelRune) {
    if (this.isOlder(rune)) return { results: [] }
    const inBlocks = this.blockMilestones(rune)
    const days = this.dayMilestones(rune).slice(0, 9 - inBlocks.length)
    const results = [...inBlocks, ...days]
    return { results: results.sort((one, two) => one.last_height - two.last_height) }
  }

  /** What a block did for the first time, as its end shows it. */
  protected blockMilestones(rune: ModelRune) {
    const ends = this.endsOfBlocks(rune)
    const cap = this.mintState(rune) === 'unmintable' ? 0n : (rune.terms?.cap ?? 0n)
    const opens = boundsOf(rune).start
    const firstWith = (isReached: (end: (typeof ends)[number]) => boolean) =>
      ends.find(isReached)?.block
    const mintedOut = cap > 0n ? firstWith(({ mints }) => mints >= cap) : undefined
    const half = cap > 0n ? firstWith(({ mints }) => mints * 2n >= cap) : undefined
    const found = [
      { kind: 'etched', block: rune.tx?.block },
      {
        kind: 'mint-opened',
        block:
          cap > 0n && opens > BigInt(rune.height)
            ? this.ledger.blocks.find(({ height }) => BigInt(height) === opens)
            : undefined,
      },
      ...[100, 1000, 10_000].map((value) => ({
        kind: 'holders',
        value,
        block: firstWith(({ holders }) => holders >= value),
      })),
      { kind: 'half-minted', block: half === mintedOut ? undefined : half },
      { kind: 'minted-out', block: mintedOut },
    ]
    return found.flatMap(({ block, ...milestone }) => {
      if (block === undefined) return []
      const { height, latest, timestamp } = block
      const place = { first_height: height, last_height: height, date: dateOf(latest), timestamp }
      return [{ ...milestone, ...place }]
    })
  }

  /** After each block with records of a rune: its holders, and its mints so far. */
  protected endsOfBlocks(rune: ModelRune) {
    const balances = new Map<string, bigint>()
    let mints = 0n
    return [...groupBy(this.ofRune(rune), ({ tx }) => tx.block)].map(([block, records]) => {
      for (const record of records) {
        const { address } = record
        if (isMint(record)) mints++
        if (address === undefined) continue
        const balance = (balances.get(address) ?? 0n) + signed(record)
        if (balance > 0n) balances.set(address, balance)
        else balances.delete(address)
      }
      return { block, holders: balances.size, mints }
    })
  }

  /** The busiest of at least three days that are over, then up to three above five times their median that have a tenth of it. */
  protected dayMilestones(rune: ModelRune) {
    const today = Math.floor(this.ledger.tip.latest / DAY)
    const days = [...groupBy(this.ofRune(rune), dayOf)]
      .map(([day, records]) => ({ day, movements: countMovements(records) }))
      .filter(({ day, movements }) => day < today && movements > 0)
      .sort((one, two) => two.movements - one.movements || one.day - two.day)
    const sorted = days.map(({ movements }) => movements).sort((one, two) => one - two)
    const [low = 0, high = 0] = [
      sorted[Math.floor((sorted.length - 1) / 2)],
      sorted[Math.floor(sorted.length / 2)],
    ]
    const [busiest, ...others] = days.length < 3 ? [] : days
    const isUnusual = (count: number) =>
      count > (5 * (low + high)) / 2 && 10 * count >= (busiest?.movements ?? 0)
    const unusual = others.filter(({ movements }) => isUnusual(movements)).slice(0, 3)
    const kinds = [
      ...(busiest === undefined ? [] : [{ kind: 'busiest-day', ...busiest }]),
      ...unusual.map((day) => ({ kind: 'unusual-day', ...day })),
    ]
    return kinds.map(({ kind, day, movements }) => {
      const period = this.period(rune, this.blocksOf(day))
      const { first_height = 0, last_height = 0, date } = period
      return { kind, value: movements, first_height, last_height, date, day: period }
    })
  }

  distribution(rune: ModelRune) {
    if (this.isOlder(rune)) return { groups: [], sizes: [] }
    const holders = this.holdersOf(rune)
    const part = (of: { balance: bigint }[]) => {
      const balance = of.reduce((sum, one) => sum + one.balance, 0n)
      return { balance: shown(balance, rune), share: shareOf(balance, this.supplyOf(rune)) }
    }
    const groups = [
      { group: 'largest', of: holders.slice(0, 1) },
      { group: 'next-9', of: holders.slice(1, 10) },
      { group: 'next-90', of: holders.slice(10, 100) },
      { group: 'others', of: holders.slice(100) },
    ].flatMap(({ group, of }) =>
      of.length === 0 ? [] : [{ group, holders: of.length, ...part(of) }],
    )
    const rest = this.withoutAddress(rune)
    const nobody = rest && /[1-9]/.test(rest.balance) ? [{ group: 'no-address', ...rest }] : []
    const digits = groupBy(holders, ({ balance }) => String(balance).length)
    const sizes = [...digits]
      .sort(([one], [two]) => one - two)
      .map(([length, of]) => ({
        least: shown(10n ** BigInt(length - 1), rune),
        most: shown(10n ** BigInt(length) - 1n, rune),
        holders: of.length,
        ...part(of),
      }))
    return { groups: [...groups, ...nobody], sizes }
  }
}
