// The records, and the movements among them.

import { NETWORKS } from '../../../src/bitcoin/networks.ts'
import type { AddressMovementType } from '../../../src/contract/schemas/movement.ts'
import {
  compare,
  groupBy,
  hasText,
  isOfType,
  isWithin,
  type MovementFilters,
  type MovementType,
  ownTypesOf,
  piecesOf,
  placeOf,
  type Span,
  sendsOf,
  shown,
  typeOf,
} from './facts.ts'
import type { Ledger } from './ledger.ts'
import type { ModelBlock, ModelRecord, ModelRune, ModelTx } from './types.ts'

export class RecordAnswers {
  readonly ledger: Ledger
  readonly firstHeight: number
  protected readonly isComplete: boolean
  protected readonly recordsByRune: Map<ModelRune, ModelRecord[]>
  protected readonly recordsByAddress: Map<string | undefined, ModelRecord[]>

  constructor(ledger: Ledger) {
    this.ledger = ledger
    this.recordsByRune = groupBy(ledger.records, ({ rune }) => rune)
    this.recordsByAddress = groupBy(ledger.records, ({ address }) => address)
    this.firstHeight = ledger.blocks[0]?.height ?? 0
    this.isComplete = this.firstHeight <= NETWORKS[ledger.network].firstRuneHeight
  }

  // Records, newest first.

  blockActivity(block: ModelBlock, operation?: string) {
    return this.records(
      block.txs.flatMap(({ records }) => records),
      operation,
    )
  }

  transactionActivity(tx: ModelTx, operation?: string) {
    return this.records(tx.records, operation)
  }

  runeActivity(rune: ModelRune, operation?: string) {
    return this.records(this.ofRune(rune), operation)
  }

  addressActivity(address: string, operation?: string) {
    return this.records(this.ofAddress(address), operation)
  }

  runeAddressActivity(rune: ModelRune, address: string) {
    return this.records(this.ofAddress(address).filter((record) => record.rune === rune))
  }

  protected records(records: ModelRecord[], operation?: string) {
    return records
      .filter((record) => operation === undefined || record.operation === operation)
      .map((record) => this.record(record))
      .reverse()
  }

  protected ofRune(rune: ModelRune): ModelRecord[] {
    return this.recordsByRune.get(rune) ?? []
  }

  protected ofAddress(address: string): ModelRecord[] {
    return this.recordsByAddress.get(address) ?? []
  }

  protected record({ rune, address, receiver, amount, operation, vout, tx }: ModelRecord) {
    return {
      rune: this.shortLabel(rune),
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

  // Movements: of a block or a transaction in its order, else newest first.

  blockMovements(block: ModelBlock, filters: MovementFilters = {}) {
    return this.rangeMovements(block.txs, filters)
  }

  transactionMovements(tx: ModelTx, filters: MovementFilters = {}) {
    return this.rangeMovements([tx], filters)
  }

  runeMovements(rune: ModelRune, { type, ...span }: Span & { type?: MovementType } = {}) {
    return this.ofRune(rune)
      .filter((record) => isWithin(record, span) && isOfType(record, type ?? 'all but change'))
      .map((record) => this.movement(record))
      .reverse()
  }

  /** Of all runes, or of one. */
  burns({ rune, ...span }: Span & { rune?: ModelRune | undefined } = {}) {
    return this.ledger.records
      .filter((record) => record.operation === 'burn' && isWithin(record, span))
      .filter((record) => rune === undefined || record.rune === rune)
      .map((record) => this.movement(record))
      .reverse()
  }

  /** Transfers and burns, the largest first, then the newest. */
  largestMovements(rune: ModelRune, type?: 'transfer' | 'burn') {
    const types = type === undefined ? (['transfer', 'burn'] as const) : [type]
    return this.ofRune(rune)
      .filter((record) => types.some((one) => isOfType(record, one)))
      .map((record) => this.movement(record))
      .reverse()
      .sort((one, two) => compare(two.amount ?? '0', one.amount ?? '0'))
  }

  addressMovements(
    address: string,
    { type, rune, ...span }: Span & { type?: AddressMovementType; rune?: ModelRune } = {},
  ) {
    return this.ofAddress(address)
      .filter((record) => isWithin(record, span) && (rune === undefined || record.rune === rune))
      .flatMap((record) => ownTypesOf(record).map((own) => ({ record, own })))
      .filter(({ record, own }) => {
        if (type === undefined) return own !== 'change'
        const direction = record.operation === 'receive' ? 'received' : 'sent'
        return own === type || (own === 'transfer' && direction === type)
      })
      .map(({ record, own }) => this.addressMovement(record, own))
      .reverse()
  }

  protected rangeMovements(txs: ModelTx[], filters: MovementFilters) {
    const {
      type,
      rune,
      address,
      giver,
      receiver,
      min,
      max,
      text,
      change,
      first_tx = 0,
      last_tx = Infinity,
      cenotaphs,
      order_by,
    } = filters
    const shownTypes = type ?? (change === 'hide' ? 'all but change' : 'all')
    return txs
      .filter(({ index }) => index >= first_tx && index <= last_tx)
      .filter(({ flaw }) => cenotaphs === undefined || flaw !== undefined)
      .flatMap(({ records }) => records)
      .filter((record) => isOfType(record, shownTypes))
      .filter((record) => rune === undefined || record.rune === rune)
      .filter(
        (record) =>
          address === undefined ||
          [record, ...piecesOf(record)].some((own) => own.address === address) ||
          record.receiver === address,
      )
      .filter((record) => giver === undefined || isGiver(record, giver))
      .filter((record) => receiver === undefined || isReceiver(record, receiver))
      .map((record) => ({ record, movement: this.movement(record) }))
      .filter(({ movement: { amount = '0' } }) => min === undefined || compare(amount, min) >= 0)
      .filter(({ movement: { amount = '0' } }) => max === undefined || compare(amount, max) <= 0)
      .filter(
        ({ record, movement }) =>
          text === undefined ||
          [undefined, ...piecesOf(record)].some((piece) =>
            hasText({ ...movement, ...(piece && { to: piece.address }) }, text.toLowerCase()),
          ),
      )
      .map(({ movement }) => movement)
      .sort((one, two) =>
        order_by === undefined ? 0 : compare(two.amount ?? '0', one.amount ?? '0'),
      )
  }

  protected movement(record: ModelRecord) {
    const { operation, rune, address, receiver, amount, vout, fresh, tx, index } = record
    const raw = operation === 'etching' ? rune.premine || undefined : amount
    return {
      type: typeOf(record),
      rune: this.label(rune),
      amount: raw === undefined ? undefined : shown(raw, rune),
      from: address,
      to: receiver,
      output: vout === undefined ? undefined : `${tx.id}:${vout}`,
      is_new: (operation === 'burn' && fresh > 0n) || undefined,
      flaw: tx.flaw,
      index,
      place: placeOf(tx),
      ...(['mint', 'etching'].includes(operation) && receiversOf(record)),
    }
  }

  protected addressMovement(record: ModelRecord, type: MovementType) {
    const { operation, rune, address, receiver, amount = 0n, fresh, change, tx } = record
    if (operation !== 'receive') {
      const isChange = type === 'change'
      return {
        ...this.movement(record),
        change: shown(isChange ? 0n : -amount, rune),
        counterparties: receiver === undefined || isChange ? [] : [receiver],
        has_more_counterparties: false,
      }
    }
    const isNew = type !== 'transfer'
    const givers = isNew ? [] : sendsOf(record).flatMap((send) => send.address ?? [])
    const others = [...new Set(givers)].filter((giver) => giver !== address)
    const got = shown(isNew ? fresh : amount - fresh - change, rune)
    return {
      type,
      rune: this.label(rune),
      amount: got,
      from: others.length === 1 ? others[0] : undefined,
      to: address,
      output: `${tx.id}:${record.vout}`,
      // Of new units and others together, the sends follow.
      index: record.index + (!isNew && fresh > 0n ? 1 : 0),
      place: placeOf(tx),
      change: got,
      counterparties: others.slice(0, 3),
      has_more_counterparties: others.length > 3,
    }
  }

  // Sums of a block or a transaction.

  label(rune: ModelRune) {
    return { ...this.shortLabel(rune), symbol: rune.symbol, divisibility: rune.divisibility }
  }

  /** An index that begins late knows only the number of the first rune. */
  protected shortLabel({ id, number, name, spacedName }: ModelRune) {
    const isKnown = this.isComplete || id === '1:0'
    return { id, number: isKnown ? number : undefined, name, spaced_name: spacedName }
  }

  protected newestBlock() {
    const { height, hash, timestamp } = this.ledger.tip
    return { block_height: height, block_hash: hash, timestamp }
  }
}

/** `none` stands for units that had no address. */
function isGiver({ operation, address }: ModelRecord, giver: string): boolean {
  if (giver !== 'none') return address === giver
  return address === undefined && (operation === 'send' || operation === 'burn')
}

function isReceiver(record: ModelRecord, receiver: string): boolean {
  if (receiver === 'none') return record.operation === 'send' && record.receiver === undefined
  return (
    record.receiver === receiver || piecesOf(record).some(({ address }) => address === receiver)
  )
}

function receiversOf(record: ModelRecord) {
  const pieces = piecesOf(record)
  const owners = [...new Set(pieces.map(({ address }) => address))]
  const vouts = [...new Set(pieces.map(({ vout }) => vout))]
  const addresses = owners.filter((owner) => owner !== undefined)
  return {
    to: owners.length === 1 ? owners[0] : undefined,
    output: vouts.length === 1 ? `${record.tx.id}:${vouts[0]}` : undefined,
    receivers: addresses.slice(0, 3),
    has_more_receivers: addresses.length > 3,
  }
}
