import type { ActivityPage, RuneActivity } from '../../contract/activity.ts'
import { Amount } from '../ui/numbers.tsx'

type Props = Pick<RuneActivity, 'operation'> & { amount: string; isChange: boolean }

/** What a record adds to the balance of an address, or takes from it. Change does neither. */
export function SignedAmount({ operation, amount, isChange }: Props) {
  const { before, className } = isChange
    ? CHANGE
    : (SIGNS[operation] ?? { before: '', className: '' })
  return (
    <span className={`max-w-full ${className}`}>
      <Amount digits={amount} before={before} />
    </span>
  )
}

const CHANGE = { before: 'change ', className: 'text-muted' }

const SIGNS: Record<string, { before: string; className: string } | undefined> = {
  receive: { before: '+', className: 'text-mint' },
  send: { before: '−', className: '' },
  burn: { before: '−', className: 'text-burn' },
}

/**
 * The indexes of the records of change: a send of an address to itself and the receive of the same
 * output, if their amounts are the same. Together they leave the balance as it was. One without the
 * other, which may be on another page, keeps its sign, so that the signs add up. In a list of sends,
 * which has no receives, each send to itself is change.
 */
export function findChange(
  { results }: ActivityPage,
  { address, isOfSends }: { address: string; isOfSends: boolean },
): Set<number> {
  const sends = new Map<string, number>()
  const change = new Set<number>()
  const forEachOf = (operation: string, visit: (record: RuneActivity, index: number) => void) => {
    for (const [index, row] of results.entries()) {
      if (row.kind === 'record' && row.record.operation === operation) visit(row.record, index)
    }
  }
  forEachOf('send', (record, index) => {
    if (record.address === address && record.receiver_address === address) {
      sends.set(outputAndAmountOf(record), index)
    }
  })
  forEachOf('receive', (record, index) => {
    const send = sends.get(outputAndAmountOf(record))
    if (send !== undefined) change.add(send).add(index)
  })
  return isOfSends ? new Set(sends.values()) : change
}

function outputAndAmountOf({ rune, amount, location: { tx_id, vout } }: RuneActivity): string {
  return `${rune.id} ${tx_id} ${vout} ${amount}`
}
