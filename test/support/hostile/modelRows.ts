// Parts of the rows of the model.
import { type KindName, noCounts } from '../../../src/database/kinds.ts'
import { REFUSAL_CODES, REFUSED_PARTS } from '../../../src/database/refusals.ts'
import type { ModelRecord, ModelRefusal } from '../model/types.ts'

export type TableRow = Record<string, string | number | null>

export function refusalRow(refusal: ModelRefusal): TableRow {
  const { tx, part, reason, rune, name, confirmations, address } = refusal
  return {
    height: tx.block.height,
    tx_index: tx.index,
    part: REFUSED_PARTS[part],
    txid: tx.id,
    reason: REFUSAL_CODES[reason],
    flaw: tx.flaw ?? null,
    rune: rune ?? null,
    name: name ?? null,
    confirmations: confirmations ?? null,
    address: address ?? null,
  }
}

export function newRune() {
  return {
    counts: noCounts(),
    records: 0,
    movements: 0,
    dayMovements: 0,
    mints: 0,
    minted: 0n,
    newestMint: -1,
    burned: 0n,
    holders: 0,
    firsts: noFirsts(),
  }
}

/** The heights of first blocks. */
type Firsts = Record<`holders_${100 | 1000 | 10_000}_at` | 'half_minted_at', number | null>

function noFirsts(): Firsts {
  return {
    holders_100_at: null,
    holders_1000_at: null,
    holders_10000_at: null,
    half_minted_at: null,
  }
}

export function newAddress(id: number) {
  return { id, counts: noCounts(), records: 0, movements: 0, runes: 0, outputs: 0 }
}

export function newPeriod(rune: number) {
  return {
    rune,
    movements: 0,
    mints: 0,
    minted: 0n,
    transfers: 0,
    transferred: 0n,
    burns: 0,
    burned: 0n,
    holders: 0,
    supply: 0n,
  }
}

export function periodRow({
  minted,
  transferred,
  burned,
  supply,
  ...period
}: ReturnType<typeof newPeriod>): TableRow {
  return {
    ...period,
    minted: String(minted),
    transferred: String(transferred),
    burned: String(burned),
    supply: String(supply),
  }
}

export function kindOf(record: ModelRecord): KindName {
  const { operation, rune, address, receiver, amount = 0n, change, fresh, tx } = record
  if (operation === 'etching') return 'etchings'
  if (operation === 'mint') return 'mints'
  if (operation === 'burn') return 'burns'
  if (operation === 'send') {
    return address !== undefined && address === receiver ? 'changes' : 'transfers'
  }
  if (fresh > 0n && rune.tx === tx) return 'premine_receives'
  if (fresh > 0n) return amount > fresh + change ? 'mixed_receives' : 'mint_receives'
  return change === amount ? 'change_receives' : 'receives'
}
