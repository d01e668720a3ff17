import type { RuneDetails } from '../../contract/schemas/rune.ts'
import { paidLink } from '../links.ts'
import { Id } from '../ui/Id.tsx'

type Props = { payer: NonNullable<RuneDetails['payer']> }

/** Who paid for the commitment to the name of a rune. */
export function CommitmentPayer({ payer: { address } }: Props) {
  return (
    <>
      commitment paid by <Id text={address} to={paidLink(address)} />
    </>
  )
}
