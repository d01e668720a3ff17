// What the service must answer, computed from all records in memory, in the plainest way. Each function returns
// the whole list as it is sent, or the value; `expectAnswers.ts` compares pages.
import type { BalanceOrder } from '../../../src/contract/schemas/address.ts'
import {
  amountOf,
  balancesFrom,
  DAY,
  dateOf,
  descending,
  gainsOf,
  groupBy,
  isWithin,
  ownCountsOf,
  ownTypesOf,
  placeOf,
  type RuneInOutput,
  type Span,
  shareOf,
  shown,
} from './facts.ts'
import { FIRST_BLOCKS, type Step } from './historyAnswers.ts'
import { HomeAnswers } from './homeAnswers.ts'
import type { ModelOutput, ModelRecord, ModelRefusal, ModelRune, ModelTx } from './types.ts'

type HeldRune = { rune: ModelRune; balance: bigint }

/** Adds addresses and outputs. */
export class Answers extends HomeAnswers {
  address(address: string) {
    const records = this.ofAddress(address)
    const counts = ownCountsOf(records)
    const [first, last] = [records[0], records.at(-1)]
    return {
      address,
      runes: this.balancesOf(address).length,
      outputs: this.outputs(address).length,
      movements: counts.transfers + counts.mints + counts.burns + counts.etchings,
      counts,
      records: records.length,
      paid: this.paidBy(address).length,
      refusals: Math.min(1000, this.refusalsOf(address).length),
      has_more_refusals: this.refusalsOf(address).length > 1000,
      first_seen: first && placeOf(first.tx),
      last_seen: last && placeOf(last.tx),
      covers: this.covers(),
      newest_block: this.newestBlock(),
    }
  }

  protected refusalsOf(address: string): ModelRefusal[] {
    return this.ledger.refusals.filter((refusal) => refusal.address === address)
  }

  /** Newest first. */
  refusals(address: string) {
    return this.refusalsOf(address)
      .map((refusal) => this.refusal(refusal))
      .reverse()
  }

  /** The largest shown amount first. */
  balancesOf(address: string, until = Infinity): HeldRune[] {
    const records = this.ofAddress(address).filter(({ tx }) => tx.block.height <= until)
    const scaled = ({ rune, balance }: HeldRune) => balance * 10n ** BigInt(38 - rune.divisibility)
    return [...balancesFrom(records, ({ rune }) => rune)]
      .map(([rune, balance]) => ({ rune, balance }))
      .sort((one, two) => descending(scaled(one), scaled(two)) || one.rune.number - two.rune.number)
  }

  balances(address: string) {
    return this.balancesOf(address).map(({ rune, balance }) => {
      return { rune: this.shortLabel(rune), address, balance: shown(balance, rune) }
    })
  }

  balancesWithShares(address: string, order: BalanceOrder = 'amount', name = '') {
    const balances = this.balancesOf(address).filter(({ rune }) => rune.name.startsWith(name))
    if (order !== 'amount') balances.sort(this.balanceOrder(address, order))
    return balances.map(({ rune, balance }) => ({
      rune: this.label(rune),
      address,
      balance: shown(balance, rune),
      // The supply of a rune that is older than the index is not known.
      share: this.isOlder(rune) ? undefined : shareOf(balance, this.supplyOf(rune)),
      movements: this.addressMovements(address, { rune }).length,
      ...this.receiptsOf(rune, address),
    }))
  }

  protected balanceOrder(
    address: string,
    order: Exclude<BalanceOrder, 'amount'>,
  ): (one: HeldRune, two: HeldRune) => number {
    const known = ({ rune }: HeldRune) => !this.isOlder(rune)
    if (order === 'share') {
      return (one, two) =>
        known(one) && known(two)
          ? descending(one.balance * this.supplyOf(two.rune), two.balance * this.supplyOf(one.rune))
          : Number(known(two)) - Number(known(one))
    }
    const records = this.ofAddress(address)
    const place = ({ rune }: HeldRune) => {
      const gains = gainsOf(records.filter((record) => record.rune === rune))
      const first = this.isOlder(rune) ? undefined : gains[0]
      const record = order === 'first_received' ? first : gains.at(-1)
      return record === undefined ? -1 : records.indexOf(record)
    }
    return (one, two) => place(two) - place(one)
  }

  /** After the block at a height, or at the end of a UTC day. */
  pastBalances(address: string, at: number | string, name = '') {
    const until =
      typeof at === 'number'
        ? at
        : (this.ledger.blocks.findLast(({ latest }) => dateOf(latest) <= at)?.height ?? -1)
    return this.balancesOf(address, until)
      .filter(({ rune }) => rune.name.startsWith(name))
      .map(({ rune, balance }) => {
        return { rune: this.label(rune), address, balance: shown(balance, rune) }
      })
  }

  /** What it had of a rune at the end of each day, or block. */
  series(address: string, rune: ModelRune, step: Step = 'day') {
    const axis = this.addressAxis(address, step)
    const records = this.ofAddress(address).filter((record) => record.rune === rune)
    const results = this.stepsOf(records, axis.step).map(({ last, own, when }) => {
      const held = balancesFrom(
        records.filter(({ tx }) => tx.block.height <= last.height),
        (record) => record.rune,
      )
      return {
        ...when,
        movements: own.flatMap(ownTypesOf).filter((type) => type !== 'change').length,
        balance: this.isOlder(rune) ? undefined : shown(held.get(rune) ?? 0n, rune),
      }
    })
    return { ...axis, rune: this.label(rune), results }
  }

  /** How many movements it had on each day, or in each block. */
  addressHistory(address: string, { step = 'day', ...span }: Span & { step?: Step } = {}) {
    const axis = this.addressAxis(address, step)
    const records = this.ofAddress(address).filter((record) => isWithin(record, span))
    const results = this.stepsOf(records, axis.step)
      .map(({ own, when }) => ({
        ...when,
        movements: own.flatMap(ownTypesOf).filter((type) => type !== 'change').length,
      }))
      .filter(({ movements }) => movements > 0)
    return { ...axis, results }
  }

  protected addressAxis(address: string, step: Step) {
    const { tip } = this.ledger
    const first = this.ofAddress(address)[0]?.tx.block
    const [newest, start] = [tip.latest, first?.latest ?? 0].map((time) => Math.floor(time / DAY))
    const isYoung =
      first !== undefined &&
      (newest ?? 0) - (start ?? 0) < 3 &&
      first.height > tip.height - FIRST_BLOCKS
    const shownStep = step === 'auto' ? (isYoung ? 'block' : 'day') : step
    return {
      step: shownStep,
      first_date: first && dateOf(first.latest),
      first_height: first?.height,
      newest_date: dateOf(tip.latest),
      newest_height: tip.height,
    }
  }

  /** The days with records, or those of the last blocks that have some. */
  protected stepsOf(records: ModelRecord[], step: 'day' | 'block') {
    const oldest = step === 'day' ? 0 : this.ledger.tip.height - FIRST_BLOCKS + 1
    const listed = records.filter(({ tx }) => tx.block.height >= oldest)
    const keyOf = ({ tx: { block } }: ModelRecord) =>
      step === 'day' ? dateOf(block.latest) : block.height
    return [...groupBy(listed, keyOf).values()].flatMap((own) => {
      const last = own.at(-1)?.tx.block
      if (last === undefined) return []
      const when = {
        date: dateOf(last.latest),
        block_height: step === 'day' ? undefined : last.height,
      }
      return [{ last, own, when }]
    })
  }

  /** Newest first. */
  outputs(address: string) {
    return this.inOutputs((entry) => entry.address === address && entry.spender === undefined)
      .reverse()
      .map((entry) => this.runeOutput(entry))
  }

  override transaction(tx: ModelTx) {
    const inputs = this.transactionInputs(tx).length
    return { ...super.transaction(tx), inputs, outputs: this.transactionOutputs(tx).length }
  }

  transactionOutputs(tx: ModelTx) {
    return this.inOutputs((entry) => entry.tx === tx).map((entry) => {
      const { vout, address, spender } = entry.output
      return { ...this.runeOutput(entry), vout, address, spent_by: spender && placeOf(spender) }
    })
  }

  /** What it spent. */
  transactionInputs(tx: ModelTx) {
    return this.inOutputs((entry) => entry.spender === tx).map((entry) => ({
      ...this.runeOutput(entry),
      address: entry.output.address,
    }))
  }

  protected inOutputs(isListed: (output: ModelOutput) => boolean): RuneInOutput[] {
    return this.ledger.outputs
      .filter(isListed)
      .flatMap((output) => [...output.amounts].map(([rune, amount]) => ({ output, rune, amount })))
      .sort((one, two) => this.compareOutputs(one, two))
  }

  protected compareOutputs(one: RuneInOutput, two: RuneInOutput): number {
    const [a, b] = [one.output, two.output]
    return (
      a.tx.block.height - b.tx.block.height ||
      a.tx.index - b.tx.index ||
      a.vout - b.vout ||
      one.rune.number - two.rune.number
    )
  }

  protected runeOutput({ output: { tx, vout }, rune, amount }: RuneInOutput) {
    return {
      output: `${tx.id}:${vout}`,
      rune: this.label(rune),
      amount: shown(amount, rune),
      place: placeOf(tx),
    }
  }

  output({ tx, vout, address, amounts, spender }: ModelOutput) {
    const sorted = [...amounts].sort(([one], [two]) => one.number - two.number)
    return {
      output: `${tx.id}:${vout}`,
      address,
      rune_count: sorted.length,
      runes: sorted.slice(0, 100).map(([rune, amount]) => {
        return { rune: this.label(rune), amount: shown(amount, rune) }
      }),
      burned_count: 0,
      burned: [],
      place: placeOf(tx),
      spent_by: spender && placeOf(spender),
      newest_block: this.newestBlock(),
    }
  }

  /** An OP_RETURN, by a record of what it burned. */
  burningOutput({ tx, vout }: ModelRecord) {
    const burns = tx.records.filter((one) => one.operation === 'burn' && one.vout === vout)
    const amounts = [...groupBy(burns, ({ rune }) => rune)]
      .sort(([one], [two]) => one.number - two.number)
      .map(([rune, records]) => {
        return { rune: this.label(rune), amount: shown(amountOf(records), rune) }
      })
    return {
      output: `${tx.id}:${vout}`,
      rune_count: 0,
      runes: [],
      burned_count: amounts.length,
      burned: amounts.slice(0, 100),
      place: placeOf(tx),
      newest_block: this.newestBlock(),
    }
  }
}
