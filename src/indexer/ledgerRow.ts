import type { KindName } from '../database/kinds.ts'
import type { ledger } from '../database/schema.ts'
import type { NewRow } from '../database/table.ts'
import type { LedgerRecord } from './effects.ts'
import type { Receive } from './moves.ts'

// What a record says by itself in its row of the ledger.

export function kindOfRecord(record: LedgerRecord): KindName {
  switch (record.operation) {
    case 'etching':
      return 'etchings'
    case 'mint':
      return 'mints'
    case 'burn':
      return 'burns'
    case 'send':
      return record.address !== undefined && record.address === record.receiver
        ? 'changes'
        : 'transfers'
    case 'receive':
      return kindOfReceive(record)
  }
}

function kindOfReceive({ amount, fresh, change }: Receive): KindName {
  if (fresh === undefined) return change === amount ? 'change_receives' : 'receives'
  // No units of a rune exist before its premine.
  if (fresh.origin === 'premine') return 'premine_receives'
  return amount > fresh.amount + change ? 'mixed_receives' : 'mint_receives'
}

type Amounts = Pick<NewRow<typeof ledger>, 'amount' | 'vout' | 'fresh' | 'change'>

const NO_AMOUNTS: Amounts = {
  amount: undefined,
  vout: undefined,
  fresh: undefined,
  change: undefined,
}

export function amountsOf(record: LedgerRecord): Amounts {
  switch (record.operation) {
    case 'etching':
      return NO_AMOUNTS
    case 'mint':
      return { ...NO_AMOUNTS, amount: String(record.amount) }
    case 'burn':
      return {
        amount: String(record.amount),
        vout: record.vout,
        fresh: record.origin === 'spent' ? undefined : String(record.amount),
        change: undefined,
      }
    case 'send':
      return { ...NO_AMOUNTS, amount: String(record.amount), vout: record.vout }
    case 'receive':
      return {
        amount: String(record.amount),
        vout: record.vout,
        fresh: record.fresh?.amount.toString(),
        change: record.change === 0n ? undefined : String(record.change),
      }
  }
}
