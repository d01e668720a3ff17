// What transactions that no block has yet would do: the model adds them to a copy of its chain, and what they etch is
// left out, because commitments are proved by blocks.
import { parseTransaction } from '../../../src/bitcoin/block.ts'
import { numberOfName, unlockHeight } from '../../../src/bitcoin/runeNames.ts'
import {
  encodeTransaction,
  type NewTransaction,
  txidOf,
} from '../../../src/demo/encodeTransaction.ts'
import type { SimulatedNode } from '../../../src/demo/simulatedNode.ts'
import { Answers } from './answers.ts'
import { countsOf, piecesOf, shown, typeOf } from './facts.ts'
import type { Ledger } from './ledger.ts'
import { modelOf } from './models.ts'
import type { ModelRecord, ModelRune } from './types.ts'

/** The answers of the chain with one block more. */
export class Foresight extends Answers {
  readonly #height: number

  /** @param transactions in the order of the block. */
  constructor(node: SimulatedNode, transactions: NewTransaction[]) {
    // The records of pending transactions are never merged here.
    const ledger: Ledger = modelOf(node)
    const height = node.tip.height + 1
    const { hash: parent, timestamp } = node.tip
    const parsed = transactions.map((one) => {
      return parseTransaction(new Uint8Array(encodeTransaction(one)), 0)
    })
    ledger.add({ height, hash: '', parent, timestamp, transactions: parsed }, new Map())
    super(ledger)
    this.#height = height
  }

  foresee(transaction: NewTransaction) {
    const txId = txidOf(transaction)
    const records = this.ledger.records.filter(
      ({ rune, tx }) => this.#isNew(tx) && tx.id === txId && this.#isKnown(rune),
    )
    const refusals = this.ledger.refusals
      .filter(({ tx, reason }) => this.#isNew(tx) && tx.id === txId && !NEEDS_NODE.includes(reason))
      .map(({ part, reason, rune, name, address }) => ({
        part,
        reason,
        rune_id: rune,
        name,
        address,
      }))
    return {
      counts: countsOf(records),
      results: this.movements(records),
      refusals: refusals.sort((one, two) => two.part.localeCompare(one.part)),
      by_address: this.sumsOf(records),
      outputs: this.heldBy(txId),
      mint: this.#mintOf(records),
      inputs: transaction.inputs.map((input) => this.#inputOf(input)),
      details: this.#detailsOf(txId),
    }
  }

  /** What it can move of each rune, by its id: all of that is received or burned. */
  movableBy(transaction: NewTransaction): Map<string, bigint> {
    const txId = txidOf(transaction)
    const amounts = new Map<string, bigint>()
    for (const { operation, rune, tx, amount = 0n } of this.ledger.records) {
      const isArriving = operation === 'receive' || operation === 'burn'
      if (!isArriving || !this.#isNew(tx) || tx.id !== txId || !this.#isKnown(rune)) continue
      amounts.set(rune.id, (amounts.get(rune.id) ?? 0n) + amount)
    }
    return amounts
  }

  divisibilityOf(id: string): number | undefined {
    return this.ledger.runes.find((rune) => rune.id === id && this.#isKnown(rune))?.divisibility
  }

  /** The figures of the sentences that say why something would be refused. */
  refusalFigures(transaction: NewTransaction) {
    const all = this.foresee(transaction).refusals.map((refusal) => this.#figuresOf(refusal))
    return {
      'refusal.block': all.map(({ block }) => block),
      'refusal.cap': all.map(({ cap }) => cap),
      'refusal.mints': all.map(({ mints }) => mints),
    }
  }

  #figuresOf({ reason, rune_id, name }: Refusal): RefusalFigures {
    const rune = this.ledger.runes.find((one) => one.id === rune_id)
    const { network } = this.ledger
    const plainName = (name ?? '').replaceAll('•', '')
    switch (reason) {
      case 'after-cap': {
        const mints = this.ledger.records.filter(
          (one) => one.operation === 'mint' && one.rune === rune && !this.#isNew(one.tx),
        )
        const cap = String(rune?.terms?.cap)
        if (String(mints.length) !== cap) return { cap, mints: mints.length }
        const block = mints.at(-1)?.tx.block.height ?? 0
        return cap === '1' ? { block } : { cap, block }
      }
      case 'before-start':
        return { block: rune && this.runeDetails(rune).mint_start }
      case 'after-end':
        return { block: rune && this.runeDetails(rune).mint_end }
      case 'name-locked':
        return { block: unlockHeight(network, numberOfName(plainName)) }
      case 'name-taken':
        return { block: this.ledger.runes.find((one) => one.name === plainName)?.height }
      default:
        return {}
    }
  }

  /** What an output holds, without what is etched here. */
  #inputOf({ txid, vout }: NewTransaction['inputs'][number]) {
    const made = this.ledger.blocks.flatMap(({ txs }) => txs).find(({ id }) => id === txid)
    const output = this.ledger.outputs.find((one) => one.tx === made && one.vout === vout)
    const amounts = [...(output?.amounts ?? [])].filter(([rune]) => this.#isKnown(rune))
    return {
      amounts: amounts
        .sort(([one], [two]) => one.number - two.number)
        .map(([rune, amount]) => shown(amount, rune)),
      made_height: made && !this.#isNew(made) ? made.block.height : undefined,
    }
  }

  /** What a page says of a transaction, without what is etched here. */
  #detailsOf(txId: string) {
    const tx = this.ledger.blocks.at(-1)?.txs.find(({ id }) => id === txId)
    if (tx === undefined) return
    const { clauses, flow, runes, ...details } = this.transaction(tx)
    const isOld = ({ rune }: { rune: { id: string } }) =>
      this.ledger.runes.some((one) => one.id === rune.id && this.#isKnown(one))
    const known = runes.filter(isOld)
    return {
      ...details,
      rune_count: known.length,
      clauses: clauses.filter(isOld),
      flow: flow.filter(isOld),
      runes: known,
    }
  }

  #isNew({ block }: ModelRecord['tx']): boolean {
    return block.height === this.#height
  }

  #isKnown({ height }: ModelRune): boolean {
    return height < this.#height
  }

  /** Without change. */
  movements(records: ModelRecord[]): Movement[] {
    return records.flatMap((record): Movement[] => {
      const type = typeOf(record)
      const { rune, amount = 0n, address: from, tx, fresh } = record
      if (type === undefined || type === 'change' || type === 'etching') return []
      const common = { type, rune: rune.id, amount: shown(amount, rune), tx_id: tx.id }
      if (type === 'mint') return [{ ...common, ...this.#receiptsOf(record) }]
      const output = record.vout === undefined ? undefined : `${tx.id}:${record.vout}`
      const is_new = type === 'burn' && fresh > 0n ? true : undefined
      return [{ ...common, from, to: record.receiver, output, is_new }]
    })
  }

  /** What each output gets of a mint. */
  #receiptsOf(record: ModelRecord) {
    const { rune } = record
    const fresh = piecesOf(record)
    const vouts = [...new Set(fresh.map(({ vout }) => vout))]
    const receipts = vouts.map((vout) => {
      const own = fresh.filter((one) => one.vout === vout)
      const sum = own.reduce((total, one) => total + one.fresh, 0n)
      const [first] = own
      return { amount: shown(sum, rune), to: first?.address, output: `${first?.tx.id}:${vout}` }
    })
    if (receipts.length > 1) return { receipts, receipt_count: receipts.length }
    return { to: receipts[0]?.to, output: receipts[0]?.output }
  }

  /** In no order. */
  sumsOf(records: ModelRecord[]) {
    const txs = [...new Set(records.map(({ tx }) => tx))]
    return this.byAddress(txs)
      .filter(({ rune }) => records.some((record) => record.rune.id === rune.id))
      .map(({ rune, ...sums }) => ({ rune: rune.id, ...sums }))
  }

  /** In no order. */
  heldBy(txId: string) {
    return this.ledger.outputs
      .filter(({ tx }) => this.#isNew(tx) && tx.id === txId)
      .flatMap(({ vout, address, amounts }) =>
        [...amounts]
          .filter(([rune]) => this.#isKnown(rune))
          .map(([rune, amount]) => {
            return {
              output: `${txId}:${vout}`,
              vout,
              address,
              rune: rune.id,
              amount: shown(amount, rune),
            }
          }),
      )
  }

  #mintOf(records: ModelRecord[]) {
    const rune = records.find(({ operation }) => operation === 'mint')?.rune
    if (rune === undefined) return
    const mints = this.ledger.records.filter((one) => one.operation === 'mint' && one.rune === rune)
    return { number: String(mints.length), cap: String(rune.terms?.cap) }
  }
}

type RefusalFigures = { block?: number | undefined; cap?: string; mints?: number }

type Refusal = { reason: string; rune_id: string | undefined; name: string | undefined }

type Movement = {
  type: string
  rune: string
  amount: string
  tx_id: string
  from?: string | undefined
  to?: string | undefined
  output?: string | undefined
  is_new?: true | undefined
  receipts?: { amount: string; to: string | undefined; output: string }[]
  receipt_count?: number
}

const NEEDS_NODE: readonly string[] = ['no-commitment', 'young-commitment']
