import { RuneName } from '../../activity/RuneName.tsx'
import { Absent } from '../../ui/Absent.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { isEmpty } from '../engine/filter.ts'
import type { NetRow } from '../engine/net.ts'
import type { Nets } from '../engine/wholeSet.ts'
import { useAsked, type ViewProps } from './asking.ts'
import { FiguresTable } from './FiguresTable.tsx'
import { FilterForm } from './FilterForm.tsx'
import { rowsOf, WindowPager } from './WindowPager.tsx'

/** Who gained and who lost how much of each rune. */
export function NetView(props: ViewProps) {
  const { shown, asked, paging, linkTo } = props
  const { filter } = asked
  const { data: nets, isBusy } = useAsked(shown, ['net', filter, paging], (set) =>
    set.net(filter, paging),
  )
  if (nets === undefined) return <Skeleton lines={12} label="Adding up" />
  const isWithoutAmounts = nets.results.some(({ net }) => net === undefined)
  return (
    <section aria-labelledby="net-heading" aria-busy={isBusy} className="stack-4">
      <h2 id="net-heading" className="text-lg font-semibold">
        Net by address
      </h2>
      <p className="max-w-prose text-sm text-muted">
        Net = received − sent − burned, of each rune on its own and to the last digit. What an
        address sends back to itself (change) counts on neither side.
      </p>
      <FilterForm {...props} fields="of sums" />
      {isWithoutAmounts && (
        <Notice tone="warning" title="Some nets cannot be known">
          <p>The service holds no amount for a record behind each of them.</p>
        </Notice>
      )}
      {nets.leftOut.unreadable + nets.leftOut.unknown > 0 && <LeftOut {...nets.leftOut} />}
      {nets.total === 0 ? (
        <p>
          {isEmpty(filter)
            ? 'No address gained or lost anything here, as far as the records say.'
            : 'No net passes these filters.'}
        </p>
      ) : (
        <>
          <div className="panel overflow-hidden">
            <ScrollRegion label="Nets">
              <FiguresTable
                caption={`Net by address and rune, ${rowsOf(paging, nets)}`}
                columns={[
                  'Address',
                  { number: 'Net' },
                  'Rune',
                  { number: 'Received' },
                  { number: 'Sent' },
                  { number: 'Burned' },
                  { number: 'Records' },
                ]}
              >
                {nets.results.map((net) => (
                  <Row key={`${net.rune.id} ${net.address}`} net={net} linkTo={linkTo} />
                ))}
              </FiguresTable>
            </ScrollRegion>
          </div>
          <WindowPager
            place="bottom"
            found={nets}
            paging={paging}
            things="nets"
            linkTo={(paging) => linkTo({}, paging)}
          />
        </>
      )}
    </section>
  )
}

function LeftOut({ unreadable, unknown }: Nets['leftOut']) {
  return (
    <Notice tone="warning" title="Some records are in no net">
      <p>
        {unreadable > 0 && (
          <>
            <Numeral value={unreadable} /> could not be read.{' '}
          </>
        )}
        {unknown > 0 && (
          <>
            <Numeral value={unknown} /> {unknown === 1 ? 'has' : 'have'} an operation that these
            sums do not know.{' '}
          </>
        )}
        What they moved is missing below.
      </p>
    </Notice>
  )
}

type RowProps = { net: NetRow; linkTo: ViewProps['linkTo'] }

function Row({ net, linkTo }: RowProps) {
  const { rune, address } = net
  const filter = { operations: [], runes: [rune.id], address }
  return (
    <tr>
      <td className="whitespace-nowrap">
        <Hash text={address} label="address" />
      </td>
      <td className="text-end font-semibold whitespace-nowrap">
        <Sum digits={net.net} sign="shown" />
      </td>
      <td>
        <RuneName rune={rune} />
      </td>
      <td className="text-end">
        <Sum digits={net.received} />
      </td>
      <td className="text-end">
        <Sum digits={net.sent} />
      </td>
      <td className="text-end">
        <Sum digits={net.burned} />
      </td>
      <td className="text-end">
        <a href={linkTo({ view: 'records', filter })} className="link">
          <Numeral value={net.records} />
        </a>
      </td>
    </tr>
  )
}

type SumProps = { digits: string | undefined; sign?: 'shown' | 'as it is' }

/** A sum, with + where it is a gain. */
export function Sum({ digits, sign = 'as it is' }: SumProps) {
  if (digits === undefined) return <Absent label="cannot be known" />
  if (!/[1-9]/.test(digits)) return <span className="text-muted">0</span>
  return (
    <>
      {sign === 'shown' && !digits.startsWith('-') && '+'}
      <Numeral value={digits} />
    </>
  )
}
