import type { RuneActivity } from '../../contract/activity.ts'
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
