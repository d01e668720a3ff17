import { Link, useSearchParams } from 'react-router-dom'
import type { AddressDetails } from '../../../contract/schemas/address.ts'
import type { Place } from '../../../contract/schemas/movement.ts'
import { viewLink } from '../../lists/paging.ts'
import { useLateStart } from '../../movements/CoverageNote.tsx'
import { type FigureName, Numeral, useFormatCount } from '../../ui/numbers.tsx'
import { Bone } from '../../ui/Skeleton.tsx'
import { StatStrip } from '../../ui/StatStrip.tsx'
import { Age, Day } from '../../ui/Time.tsx'

/** The figures of an address. They have room before the details are there. */
export function AddressFigures({ details }: { details: AddressDetails | undefined }) {
  const { first_seen, last_seen } = details ?? {}
  const [search] = useSearchParams()
  const lateStart = useLateStart()
  const formatCount = useFormatCount()
  return (
    <StatStrip
      stats={[
        {
          label: 'Runes held',
          // Phones have the tabs, which say how many there are.
          isMinor: true,
          value: <Figure name="address.runes" value={details?.runes} />,
          isShort: true,
        },
        {
          label: 'Unspent outputs',
          value: (
            <Link to={viewLink(search, 'outputs')} className="link">
              <Figure name="address.outputs" value={details?.outputs} />
            </Link>
          ),
          // An output counts once for each of its runes.
          wideNote: 'counted per rune',
          isShort: true,
          isMinor: true,
        },
        {
          label: 'Movements',
          isMinor: true,
          value: <Figure name="address.movements" value={details?.movements} />,
          isShort: true,
        },
        ...(details === undefined || details.paid === 0
          ? []
          : [
              {
                label: 'Commitments paid for',
                isMinor: true,
                value: (
                  <Link to={viewLink(search, 'paid')} className="link">
                    <Figure name="address.paid" value={details.paid} />
                  </Link>
                ),
                isShort: true,
              },
            ]),
        {
          label:
            lateStart === undefined
              ? 'First movement'
              : `First movement since ${formatCount(lateStart)}`,
          value: first_seen ? (
            <Day name="address.first_seen" seconds={first_seen.timestamp} />
          ) : (
            <Room />
          ),
          wideNote: first_seen && <Block name="address.first_block" place={first_seen} />,
        },
        {
          label: 'Last movement',
          value: last_seen ? (
            <Age name="address.last_seen" seconds={last_seen.timestamp} isLong />
          ) : (
            <Room />
          ),
          wideNote: last_seen && <Block name="address.last_block" place={last_seen} />,
        },
      ]}
    />
  )
}

function Figure({ name, value }: { name: FigureName; value: number | undefined }) {
  return value === undefined ? <Room /> : <Numeral name={name} value={value} />
}

function Room() {
  return <Bone className="h-4 w-16" />
}

function Block({ name, place }: { name: FigureName; place: Place }) {
  return (
    <>
      block <Numeral name={name} value={place.block_height} />
    </>
  )
}
