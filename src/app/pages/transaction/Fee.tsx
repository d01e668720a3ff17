import { useQuery } from '@tanstack/react-query'
import { addressLink } from '../../links.ts'
import { endpointQuery, useAbout } from '../../query.ts'
import { Id } from '../../ui/Id.tsx'
import { Amount, Numeral } from '../../ui/numbers.tsx'

/** What the transaction paid, its size, and who paid, where the service has a node with its block. */
export function Fee({ txId }: { txId: string }) {
  const source = useAbout()?.source
  const { data, isLoading } = useQuery({
    ...endpointQuery('transactionFee', { tx_id: txId }),
    enabled: source === 'node' || source === 'demo',
  })
  if (isLoading) return <Room />
  if (data === undefined) return null
  const { fee, fee_rate, virtual_size, payer } = data.value
  return (
    <span>
      {fee !== undefined && fee_rate !== undefined && (
        <>
          Fee <Numeral name="transaction.fee" value={fee} /> sat ·{' '}
          <Amount name="transaction.fee_rate" digits={fee_rate} /> sat/vB ·{' '}
        </>
      )}
      <Numeral name="transaction.virtual_size" value={virtual_size} /> vB
      {payer !== undefined && (
        <>
          , paid by <Id text={payer} to={addressLink(payer)} />
        </>
      )}
    </span>
  )
}

/** What is below does not move when the fee comes. */
function Room() {
  return (
    <span aria-hidden="true" className="invisible">
      Fee ··· sat · · sat/vB · ··· vB, paid by <Id text="·············" />
    </span>
  )
}
