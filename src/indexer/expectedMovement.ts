import type { RuneId } from '../bitcoin/runestone.ts'
import type { MovementType } from '../contract/schemas/movement.ts'
import type { LedgerRecord } from './effects.ts'
import { kindOfRecord } from './ledgerRow.ts'

/** A movement that the next block may have. The amount is raw. */
export type ExpectedMovement = {
  txId: string
  type: MovementType
  rune: RuneId
  amount: bigint
  from: string | undefined
  to: string | undefined
  vout: number | undefined
  /** Whether a burn destroys units that the transaction itself mints. */
  isNew: boolean
  /** What each output of a mint gets, if there are several. */
  receipts: Receipt[] | undefined
}

type Receipt = { amount: bigint; to: string | undefined; vout: number }

/** The movements among the records of a transaction, without change. What it etches must not be among the records. */
export function pendingMovementsOf(txId: string, records: LedgerRecord[]): ExpectedMovement[] {
  return records.flatMap((record) => movementOf(txId, record, records) ?? [])
}

function movementOf(
  txId: string,
  record: LedgerRecord,
  records: LedgerRecord[],
): ExpectedMovement | undefined {
  const { rune } = record
  const common = { txId, rune, isNew: false, receipts: undefined }
  switch (record.operation) {
    case 'burn': {
      const { amount, address: from, origin, vout } = record
      const isNew = origin !== 'spent'
      return { ...common, type: 'burn', amount, from, to: undefined, vout, isNew }
    }
    case 'send': {
      if (kindOfRecord(record) === 'changes') return
      const { amount, vout, address: from, receiver: to } = record
      return { ...common, type: 'transfer', amount, from, to, vout }
    }
    case 'mint':
      return { ...common, type: 'mint', amount: record.amount, ...receiversOf(rune, records) }
    default:
      return
  }
}

/** What of the minted units each output gets, the first that gets some first. */
function receiversOf(rune: RuneId, records: LedgerRecord[]) {
  const byOutput = new Map<number, Receipt>()
  for (const record of records) {
    if (record.operation !== 'receive' || record.rune !== rune || !record.fresh) continue
    const { vout, address: to, fresh } = record
    const amount = fresh.amount + (byOutput.get(vout)?.amount ?? 0n)
    byOutput.set(vout, { amount, to, vout })
  }
  const receipts = [...byOutput.values()]
  const [only] = receipts.length === 1 ? receipts : []
  return {
    from: undefined,
    to: only?.to,
    vout: only?.vout,
    receipts: receipts.length > 1 ? receipts : undefined,
  }
}
