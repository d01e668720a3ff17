import type { RuneDetails } from '../../contract/schemas/rune.ts'
import { paidLink } from '../links.ts'
import { Id } from '../ui/Id.tsx'
import { Dot } from '../ui/PageHeader.tsx'

type Props = Pick<RuneDetails, 'payer'> & { className?: string }

/** Who paid for the commitment to the name of a rune, where the index knows it: an item of a header. */
export function CommitmentPayer({ payer, className = '' }: Props) {
  if (payer === undefined) return null
  return (
    <span className={`inline-flex items-center gap-1.5 ${className}`}>
      <Dot /> commitment paid by <Id text={payer.address} to={paidLink(payer.address)} />
    </span>
  )
}
