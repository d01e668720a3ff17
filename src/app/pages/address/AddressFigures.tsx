import { Link, useSearchParams } from 'react-router-dom'
import type { AddressDetails } from '../../../contract/schemas/address.ts'
import { viewLink } from '../../lists/paging.ts'
import { Numeral, useFormatCount } from '../../ui/numbers.tsx'
import { Bone } from '../../ui/Skeleton.tsx'
import { StatStrip } from '../../ui/StatStrip.tsx'
import { Age, Day } from '../../ui/Time.tsx'

/** The figures of an address. They have room before the details are there. */
export function AddressFigures({ details }: { details: AddressDetails | undefined }) {
  const { first_seen, last_seen } = details ?? {}
  const formatCount = useFormatCount()
  const [search] = useSearchParams()
  return (
    <StatStrip
      stats={[
        { label: 'Runes held', value: <Figure value={details?.runes} />, isShort: true },
        {
          label: 'Unspent outputs',
          value: (
            <Link to={viewLink(search, 'outputs')} className="link">
              <Figure value={details?.outputs} />
            </Link>
          ),
          // An output counts once for each of its runes.
          wideNote: 'by rune',
          isShort: true,
        },
        { label: 'Movements', value: <Figure value={details?.movements} />, isShort: true },
        ...(details === undefined || details.paid === 0
          ? []
          : [
              {
                label: 'Etchings paid for',
                // Phones have its tab.
                isMinor: true,
                value: (
                  <Link to={viewLink(search, 'paid')} className="link">
                    <Figure value={details.paid} />
                  </Link>
                ),
                isShort: true,
              },
            ]),
        {
          label: 'First seen',
          value: first_seen ? <Day seconds={first_seen.timestamp} /> : <Figure />,
          wideNote: first_seen && `block ${formatCount(first_seen.block_height)}`,
        },
        {
          label: 'Last seen',
          value: last_seen ? <Age seconds={last_seen.timestamp} isLong /> : <Figure />,
          wideNote: last_seen && `block ${formatCount(last_seen.block_height)}`,
        },
      ]}
    />
  )
}

function Figure({ value }: { value?: number | undefined }) {
  return value === undefined ? <Bone className="h-4 w-16" /> : <Numeral value={value} />
}
