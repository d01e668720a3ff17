import { expect } from 'vitest'
import { type Ledger, sum } from './ledger.ts'
import type { ModelRecord, ModelRune } from './types.ts'

/**
 * Of each rune, premine + minted − burned is what addresses and outputs without one have by its records, and what
 * unspent outputs hold. What a `receive` has is what its sends gave and what is new.
 */
export function expectBalanced({ runes, records, outputs }: Ledger): void {
  for (const rune of runes) {
    const own = records.filter((record) => record.rune === rune)
    const of = (wanted: (record: ModelRecord) => boolean) => sum(own.filter(wanted))
    const minted = of(({ operation }) => operation === 'mint')
    const burned = of(({ operation }) => operation === 'burn')
    const received = of(({ operation }) => operation === 'receive')
    const sent = of(({ operation }) => operation === 'send')
    // New units that burn at once were nobody's.
    const burnedByOwners = burned - own.reduce((all, record) => all + freshlyBurned(record), 0n)
    const supply = rune.premine + minted - burned
    expect(received - sent - burnedByOwners, `the balances of ${rune.id}`).toBe(supply)
    expect(heldBy(rune, outputs), `the outputs of ${rune.id}`).toBe(supply)
  }
  for (const record of records) {
    if (record.operation !== 'receive') continue
    const later = record.tx.records.slice(record.index + 1)
    const end = later.findIndex(({ operation }) => operation !== 'send')
    const sends = end === -1 ? later : later.slice(0, end)
    expect(sum(sends) + record.fresh, `a receive of ${record.tx.id}`).toBe(record.amount)
  }
}

function freshlyBurned({ operation, fresh }: ModelRecord): bigint {
  return operation === 'burn' ? fresh : 0n
}

function heldBy(rune: ModelRune, outputs: Ledger['outputs']): bigint {
  const unspent = outputs.filter(({ spender }) => spender === undefined)
  return unspent.reduce((all, { amounts }) => all + (amounts.get(rune) ?? 0n), 0n)
}
