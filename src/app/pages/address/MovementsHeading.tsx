import { Link, useSearchParams } from 'react-router-dom'
import type { AddressDetails } from '../../../contract/schemas/address.ts'
import { viewLink } from '../../lists/paging.ts'
import { Numeral } from '../../ui/numbers.tsx'
import { Refused } from './AddressRefusals.tsx'

type Props = {
  /** How many movements the list has, if that is known. */
  total: number | undefined
  pending: number
  details: AddressDetails | undefined
}

/** Above the movements of an address: how many there are, and links to what is not one of them. */
export function MovementsHeading({ total, pending, details }: Props) {
  const { refusals = 0, has_more_refusals: hasMore = false } = details ?? {}
  const [search] = useSearchParams()
  return (
    <div className="mt-6 flex min-h-8 flex-wrap items-center gap-x-3">
      <div className="flex grow items-center gap-3 whitespace-nowrap">
        <h2 id="movements-heading" className="text-lg font-semibold">
          Movements
        </h2>
        <span className="text-sm text-muted">
          {total !== undefined && <Numeral name="address.movements" value={total} />}
        </span>
      </div>
      <div className="flex flex-wrap gap-x-3">
        {pending > 0 && (
          <Link to={viewLink(search, 'pending')} className="link text-sm text-warn">
            <Numeral name="address.pending" value={pending} /> pending
          </Link>
        )}
        {refusals > 0 && (
          <Link to={viewLink(search, 'refused')} className="link text-sm text-warn">
            {hasMore && 'more than '}
            <Numeral name="address.refusals" value={refusals} /> <Refused />
          </Link>
        )}
        <Link to={viewLink(search, 'raw')} className="link text-sm text-muted">
          Raw records
        </Link>
      </div>
    </div>
  )
}
