// What stands out in the whole chain.
import {
  amountOf,
  balancesFrom,
  countMovements,
  groupBy,
  isMint,
  placeOf,
  recordsOf,
  shareOf,
  typeOf,
} from './facts.ts'
import { HistoryAnswers } from './historyAnswers.ts'
import type { ModelBlock, ModelRecord, ModelRune, ModelTx } from './types.ts'

/** Of a block with more than five highlights, the first of these kinds are shown. */
const KINDS = ['minted-out', 'airdrop', 'burn', 'transfer', 'etching'] as const
type Kind = (typeof KINDS)[number]
type Highlight = { kind: Kind; weight: number; share?: string; tx: ModelTx; rune: ModelRune }
type Large = { weight: number; share: string }

export class HomeAnswers extends HistoryAnswers {
  pulse(points = 200) {
    const { blocks } = this.ledger
    const step = Math.ceil(blocks.length / points)
    const parts = groupBy(blocks, ({ height }) => Math.floor((height - this.firstHeight) / step))
    const results = [...parts.values()].map((part) => ({
      from: part[0]?.height,
      to: part.at(-1)?.height,
      timestamp: part[0]?.timestamp,
      movements: countMovements(recordsOf(part.flatMap(({ txs }) => txs))),
    }))
    return { step, results }
  }

  highlights(limit = 20) {
    const results: ReturnType<typeof this.shownHighlight>[] = []
    for (const block of [...this.ledger.blocks].reverse()) {
      if (results.length >= limit) break
      results.push(...this.highlightsOf(block).map((highlight) => this.shownHighlight(highlight)))
    }
    return { results: results.slice(0, limit) }
  }

  protected shownHighlight({ kind, share, tx, rune }: Highlight) {
    return { kind, share, clause: this.highlightClause(kind, tx, rune), place: placeOf(tx) }
  }

  /** The last of the block first. */
  protected highlightsOf({ txs }: ModelBlock): Highlight[] {
    const found = txs.flatMap((tx) =>
      [...groupBy(tx.records, ({ rune }) => rune)].flatMap(([rune, records]) =>
        this.highlightsIn(tx, rune, records),
      ),
    )
    const place = ({ tx, rune }: Highlight) => [tx.index, rune.number]
    const rank = (highlight: Highlight) => [
      KINDS.indexOf(highlight.kind),
      -highlight.weight,
      ...place(highlight),
    ]
    return found
      .sort((one, two) => compareNumbers(rank(one), rank(two)))
      .slice(0, 5)
      .sort((one, two) =>
        compareNumbers(
          [...place(two), KINDS.indexOf(two.kind)],
          [...place(one), KINDS.indexOf(one.kind)],
        ),
      )
  }

  protected highlightsIn(tx: ModelTx, rune: ModelRune, records: ModelRecord[]): Highlight[] {
    const found = (kind: Kind, large: Partial<Large> = {}): Highlight => ({
      kind,
      weight: 0,
      ...large,
      tx,
      rune,
    })
    const sent = records.filter((record) => typeOf(record) === 'transfer')
    const burns = records.filter(({ operation, fresh }) => operation === 'burn' && fresh === 0n)
    const receivers = new Set(sent.flatMap(({ receiver }) => receiver ?? [])).size
    const isAirdrop = receivers >= this.ledger.highlights.receivers
    const sentShare = isAirdrop ? undefined : this.largeShare(tx, rune, sent)
    const burnedShare = this.largeShare(tx, rune, burns)
    return [
      ...(rune.tx === tx ? [found('etching')] : []),
      ...(this.usesLastMint(tx, rune) ? [found('minted-out')] : []),
      ...(isAirdrop ? [found('airdrop', { weight: receivers })] : []),
      ...(sentShare === undefined ? [] : [found('transfer', sentShare)]),
      ...(burnedShare === undefined ? [] : [found('burn', burnedShare)]),
    ]
  }

  protected usesLastMint(tx: ModelTx, rune: ModelRune): boolean {
    const last = this.ofRune(rune).filter(isMint)[Number(rune.terms?.cap ?? 0n) - 1]
    return last?.tx === tx
  }

  /** The part of the supply, if it is a hundredth or more, of a rune that has enough holders after it. */
  protected largeShare(tx: ModelTx, rune: ModelRune, records: ModelRecord[]): Large | undefined {
    if (records.length === 0 || this.isOlder(rune)) return
    const all = this.ofRune(rune)
    const soFar = all.slice(0, all.findLastIndex((record) => record.tx === tx) + 1)
    const burns = (of: ModelRecord[]) => of.filter(({ operation }) => operation === 'burn')
    const isOld = ({ fresh, tx: own }: ModelRecord) => fresh === 0n && own === tx
    const supply =
      rune.premine +
      amountOf(soFar.filter(isMint)) -
      amountOf(burns(soFar)) +
      amountOf(burns(soFar).filter(isOld))
    const amount = amountOf(records)
    if (amount * 100n < supply) return
    if (balancesFrom(soFar, ({ address }) => address).size < this.ledger.highlights.holders) return
    return { weight: Number((amount * 1_000_000n) / supply), share: shareOf(amount, supply) }
  }

  /** As the transaction has it. If new units burned, its receivers are left out, and all of them are its amount. */
  protected highlightClause(kind: Kind, tx: ModelTx, rune: ModelRune) {
    const clauses = this.clausesOf(rune, tx)
    const verb = { airdrop: 'sent', transfer: 'sent', burn: 'burned' }[String(kind)]
    if (verb !== undefined) {
      return clauses.find((clause) => clause.verb === verb && !('is_new' in clause))
    }
    const made = kind === 'etching' ? 'etched' : 'minted'
    const own = clauses.find((clause) => clause.verb === made)
    if (own !== undefined && !clauses.some((clause) => 'is_new' in clause)) return own
    const mints = tx.records.filter((record) => isMint(record) && record.rune === rune)
    return this.clause(made, rune, [], kind === 'etching' ? rune.premine : amountOf(mints))
  }
}

function compareNumbers(one: number[], two: number[]): number {
  const differing = one.findIndex((value, place) => value !== two[place])
  return (one[differing] ?? 0) - (two[differing] ?? 0)
}
