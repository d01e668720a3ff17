// Blocks, transactions, and what they sum up to.
import { expect } from 'vitest'
import type { AddressFigure } from '../../../src/contract/schemas/movement.ts'
import { AlikeAnswers } from './alikeAnswers.ts'
import {
  absolute,
  amountOf,
  compare,
  countMovements,
  countsOf,
  descending,
  type Edge,
  edgeOf,
  isKept,
  isMint,
  isOwned,
  isWithin,
  type MovementType,
  partsOf,
  placeOf,
  recordsOf,
  type Span,
  shown,
  sumOf,
  typeOf,
} from './facts.ts'
import { isFoundByAmount, outputsOf, ribbonsOf } from './ribbons.ts'
import type { ModelBlock, ModelRecord, ModelRefusal, ModelRune, ModelTx } from './types.ts'

const SHOWN_TYPES: MovementType[] = ['transfer', 'mint', 'burn', 'etching']

export class TotalAnswers extends AlikeAnswers {
  byRune(txs: ModelTx[]) {
    return this.movedRunes(txs).map((rune) => this.runeTotals(rune, recordsOf(txs)))
  }

  byAddress(txs: ModelTx[], only?: ModelRune, figure?: AddressFigure) {
    const entries = this.movedRunes(txs)
      .filter((rune) => only === undefined || rune === only)
      .flatMap((rune) => this.addressTotals(rune, recordsOf(txs)))
    const sorted =
      figure === undefined
        ? entries
        : entries
            .filter((entry) => entry[figure] > 0n)
            .sort(
              (one, two) =>
                compare(shown(two[figure], two.rune), shown(one[figure], one.rune)) ||
                one.rune.number - two.rune.number ||
                this.byAge(one, two),
            )
    return sorted.map(({ address, rune, ...amounts }) => ({
      address,
      rune: this.label(rune),
      received: shown(amounts.received, rune),
      sent: shown(amounts.sent, rune),
      minted: shown(amounts.minted, rune),
      premined: shown(amounts.premined, rune),
      burned: shown(amounts.burned, rune),
      net: shown(amounts.net, rune),
    }))
  }

  /** The rune with the most movements first. */
  protected movedRunes(txs: ModelTx[]): ModelRune[] {
    const records = recordsOf(txs)
    const movements = (rune: ModelRune) =>
      records.filter(
        (record) => record.rune === rune && SHOWN_TYPES.some((type) => type === typeOf(record)),
      ).length
    return [...new Set(records.map(({ rune }) => rune))].sort(
      (one, two) => movements(two) - movements(one) || one.number - two.number,
    )
  }

  protected runeTotals(rune: ModelRune, all: ModelRecord[]) {
    const records = all.filter((record) => record.rune === rune)
    const total = (type: MovementType) =>
      amountOf(records.filter((record) => typeOf(record) === type))
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
  protected addressTotals(rune: ModelRune, all: ModelRecord[]) {
    const owned = all.filter((record) => record.rune === rune && isOwned(record))
    const entries = [...new Set(owned.map(({ address }) => address))].map((address) => {
      const records = owned.filter((record) => record.address === address)
      const received = records.filter(({ operation }) => operation === 'receive')
      const amounts = {
        received: received.reduce(
          (all, { amount = 0n, fresh, change }) => all + amount - fresh - change,
          0n,
        ),
        sent: amountOf(
          records.filter((record) => typeOf(record) === 'transfer' && record.operation === 'send'),
        ),
        minted: sumOfNew(received.filter(({ tx }) => tx !== rune.tx)),
        premined: sumOfNew(received.filter(({ tx }) => tx === rune.tx)),
        burned: amountOf(records.filter(({ operation }) => operation === 'burn')),
      }
      const { minted, premined, sent, burned } = amounts
      return {
        address,
        rune,
        ...amounts,
        net: amounts.received + minted + premined - sent - burned,
      }
    })
    return entries.sort(
      (one, two) => descending(absolute(one.net), absolute(two.net)) || this.byAge(one, two),
    )
  }

  protected byAge(
    one: { address: string | undefined },
    two: { address: string | undefined },
  ): number {
    const placeOf = ({ address }: { address: string | undefined }) =>
      (address === undefined ? undefined : this.ledger.addresses.get(address)) ?? Infinity
    return placeOf(one) - placeOf(two)
  }

  // Blocks and transactions.

  /** Newest first. */
  blocks(before = Infinity) {
    return this.ledger.blocks
      .filter(({ height }) => height < before)
      .map((block) => this.blockSummary(block))
      .reverse()
  }

  protected blockSummary(block: ModelBlock) {
    const records = recordsOf(block.txs)
    return {
      block_height: block.height,
      block_hash: block.hash,
      timestamp: block.timestamp,
      transactions: block.txs.length,
      movements: countMovements(records),
      counts: countsOf(records),
      records: records.length,
    }
  }

  block(block: ModelBlock) {
    const { height } = block
    const { tip } = this.ledger
    return {
      ...this.blockSummary(block),
      runes: new Set(recordsOf(block.txs).map(({ rune }) => rune)).size,
      previous: height > this.firstHeight ? height - 1 : undefined,
      next: height < tip.height ? height + 1 : undefined,
      ...this.nearestMoving(block),
      leading: this.leading(block),
      groups: this.groupCount(block.txs, 'rune'),
      cenotaphs: block.txs.filter(({ flaw }) => flaw !== undefined).length,
      ...partsOf(block),
      covers: this.covers(),
    }
  }

  /** Newest first. */
  cenotaphs(span: Span = {}) {
    return this.ledger.blocks
      .flatMap(({ txs }) => txs)
      .filter((tx) => tx.flaw !== undefined && isWithin({ tx }, span))
      .map((tx) => this.cenotaph(tx))
      .reverse()
  }

  protected cenotaph(tx: ModelTx) {
    const burns = tx.records.filter(({ operation }) => operation === 'burn')
    const etched = this.ledger.runes.find((rune) => rune.tx === tx)
    return {
      place: placeOf(tx),
      flaw: tx.flaw,
      movements: countMovements(tx.records),
      burns: burns.slice(0, 3).map(({ rune, amount = 0n, fresh }) => ({
        rune: this.label(rune),
        amount: shown(amount, rune),
        is_new: fresh > 0n || undefined,
      })),
      has_more_burns: burns.length > 3,
      etched: etched && this.label(etched),
    }
  }

  protected covers() {
    if (this.isComplete) return
    const also = this.ledger.network === 'main' ? 'UNCOMMON•GOODS' : undefined
    return { from: this.firstHeight, also }
  }

  /** A mint comes before an etching. */
  protected refusalsIn(tx: ModelTx) {
    return this.ledger.refusals
      .filter((refusal) => refusal.tx === tx)
      .map((refusal) => this.refusal(refusal))
  }

  /** What is said of the runes is not compared. */
  protected refusal({ tx, rune, ...refusal }: ModelRefusal): object {
    const known = { ...refusal, place: placeOf(tx), rune_id: rune }
    return expect.objectContaining(
      Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
    )
  }

  transaction(tx: ModelTx) {
    const txs = this.ledger.blocks.flatMap((block) => block.txs)
    const edges = this.flowOf(tx)
    return {
      place: placeOf(tx),
      block_hash: tx.block.hash,
      movements: countMovements(tx.records),
      counts: countsOf(tx.records),
      records: tx.records.length,
      flaw: tx.flaw,
      refusals: this.refusalsIn(tx),
      // Those with records.
      previous: txs.findLast((other) => compareTxs(other, tx) < 0)?.id,
      next: txs.find((other) => compareTxs(other, tx) > 0)?.id,
      rune_count: this.movedRunes([tx]).length,
      groups: this.groupCount([tx], 'rune-giver-amount'),
      clauses: this.sentenceOf(tx),
      runes: this.byRune([tx]).slice(0, 100),
      flow: this.movedRunes([tx])
        .slice(0, 5)
        .flatMap((rune) =>
          ribbonsOf(edges.filter((edge) => edge.rune === rune)).map(
            ({ amount, amountEach, ...ribbon }) => {
              const amount_each = amountEach === undefined ? undefined : shown(amountEach, rune)
              const isByAmount = isFoundByAmount(tx, { rune, amountEach, ...ribbon })
              return {
                ...ribbon,
                rune: this.label(rune),
                amount: shown(amount, rune),
                amount_each,
                amount_per_movement: isByAmount ? amount_each : undefined,
              }
            },
          ),
        ),
    }
  }

  /** Who gave how much to whom. */
  protected flowOf(tx: ModelTx): Edge[] {
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

  /** The runes with the most movements; those of which nothing was left of a mint, and nothing else happened, last. */
  protected sentenceOf(tx: ModelTx) {
    const lines = this.movedRunes([tx])
      .slice(0, 100)
      .map((rune) => this.clausesOf(rune, tx))
    const isLost = (line: (typeof lines)[number]) =>
      line.every(
        (clause) =>
          'is_new' in clause || (clause.verb === 'minted' && !/[1-9]/.test(clause.amount)),
      )
    return [...lines.filter((line) => !isLost(line)), ...lines.filter(isLost)].flat()
  }

  protected clausesOf(rune: ModelRune, tx: ModelTx) {
    const edges = this.flowOf(tx).filter((edge) => edge.rune === rune)
    const others = edges.filter(({ from, to }) => from === undefined || from !== to)
    const premined = others.filter(({ source }) => source === 'premined')
    const minted = others.filter(({ source, target }) => source === 'minted' && target !== 'burned')
    const isOld = ({ source }: Edge) => source === 'address' || source === 'no-address'
    const sent = others.filter((edge) => isOld(edge) && edge.target !== 'burned')
    const burned = others.filter((edge) => isOld(edge) && edge.target === 'burned')
    const burnedNew = others.filter((edge) => !isOld(edge) && edge.target === 'burned')
    const hasMinted =
      minted.length > 0 ||
      (burnedNew.length === 0 &&
        tx.records.some((record) => isMint(record) && record.rune === rune))
    const isEtched = rune.tx === tx
    const parts = [
      ...(isEtched ? [this.clause('etched', rune, premined.filter(isKept), rune.premine)] : []),
      ...(hasMinted ? [this.clause('minted', rune, minted)] : []),
      ...(sent.length > 0 ? [this.clause('sent', rune, sent)] : []),
      ...(burned.length > 0 ? [this.clause('burned', rune, burned)] : []),
      ...(burnedNew.length > 0
        ? [{ ...this.clause('burned', rune, burnedNew), is_new: true }]
        : []),
    ]
    const change = edges.filter((edge) => !others.includes(edge))
    if (parts.length > 0 || change.length === 0) return parts
    return [this.clause('moved', rune, change)]
  }

  protected clause(verb: string, rune: ModelRune, edges: Edge[], amount = sumOf(edges)) {
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
      outputs: outputsOf(edges),
      outputs_without_address: outputsOf(edges.filter(({ target }) => target === 'no-address')),
    }
  }

  // Runes.
}

function compareTxs(one: ModelTx, other: ModelTx): number {
  return one.block.height - other.block.height || one.index - other.index
}

function sumOfNew(records: ModelRecord[]): bigint {
  return records.reduce((all, { fresh }) => all + fresh, 0n)
}
