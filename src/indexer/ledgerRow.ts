import type { KindName } from '../database/kinds.ts'
import type { ledger } from '../database/schema.ts'
import type { NewRow } from '../database/table.ts'
import type { LedgerRecord } from './effects.ts'

// What a record says by itself in its row of the ledger.

/** `isPremined`: whether somebody gets the premine of the rune that the transaction etches. */
export function kindOfRecord(record: LedgerRecord, isPremined: boolean): KindName {
  switch (record.operation) {
    case 'etching':
      return isPremined ? 'premined_etchings' : 'etchings'
    case 'mint':
      return 'mints'
    case 'burn':
      return 'burns'
    case 'send':
      return record.address !== undefined && record.address === record.receiver
        ? 'changes'
        : 'transfers'
    case 'receive':
      if (record.fresh) return record.fresh.origin === 'mint' ? 'mint_receives' : 'premine_receives'
      return record.change === record.amount ? 'change_receives' : 'receives'
  }
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
