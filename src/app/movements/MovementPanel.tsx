import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { pathTo } from '../../contract/client.ts'
import { useAppContext } from '../appContext.ts'
import { addressLink, blockLink, outputLink, transactionLink } from '../links.ts'
import { changeSearch, readPaging } from '../lists/paging.ts'
import { CopyableId, CopyButton } from '../ui/Id.tsx'
import { Mark } from '../ui/Mark.tsx'
import { Digits, Numeral, trimDecimal, useFormatCount } from '../ui/numbers.tsx'
import { Detail, SidePanel } from '../ui/SidePanel.tsx'
import { TableSkeleton } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import { From, type MovementPage, type Row, To, useOpenRow } from './MovementTable.tsx'
import { RuneName } from './RuneName.tsx'
import { MOVEMENT_LOOKS, TypeBadge } from './TypeBadge.tsx'

/** The whole of the open row, beside the list. */
export function MovementPanel({ page }: { page: MovementPage | undefined }) {
  const [search] = useSearchParams()
  const { openIndex } = useOpenRow()
  const formatCount = useFormatCount()
  if (openIndex === undefined || page === undefined) return null
  // While another page of the list loads, `page` is still the previous one.
  const { offset } = readPaging(search).paging
  const movement = offset === page.offset ? page.results[openIndex] : undefined
  if (movement === undefined && offset === page.offset) return null
  return (
    <SidePanel
      title={movement === undefined ? 'Movement' : MOVEMENT_LOOKS[movement.type].name}
      place={`${formatCount(offset + openIndex + 1)} of ${formatCount(page.total)}`}
      previous={rowLink(search, page, openIndex - 1)}
      next={rowLink(search, page, openIndex + 1)}
      close={changeSearch(search, { row: undefined })}
      footer={movement && <Footer movement={movement} />}
    >
      {movement === undefined ? <TableSkeleton /> : <Details movement={movement} />}
    </SidePanel>
  )
}

/** The link to a row of the list; the rows before and after those of the page are on others. */
function rowLink(search: URLSearchParams, page: MovementPage, index: number): string | undefined {
  const { offset, limit, total, results } = page
  if (results[index] !== undefined) return changeSearch(search, { row: index })
  const row = offset + index
  if (row < 0 || row >= total) return
  const start = index < 0 ? Math.max(0, offset - limit) : row
  return changeSearch(search, { offset: start, row: row - start })
}

function Footer({ movement: { place } }: { movement: Row }) {
  const { origin, baseUrl } = useAppContext()
  const { pathname, search } = useLocation()
  return (
    <>
      <CopyButton text={origin + pathname + search} label="Link" look="button" />
      <a href={baseUrl + pathTo('transactionActivity', { tx_id: place.tx_id })} className="button">
        JSON
      </a>
      <Link to={transactionLink(place.tx_id)} className="button primary ms-auto">
        Open transaction
      </Link>
    </>
  )
}

function Details({ movement }: { movement: Row }) {
  const { type, rune, amount, change, to, output, place } = movement
  return (
    <>
      <div className="border-b border-line px-4 py-4">
        <TypeBadge type={type} />
        <p className="mt-2 flex flex-wrap items-center gap-x-2 text-xl font-semibold">
          {amount !== undefined && <Amount amount={amount} change={change} />}
          <RuneName rune={rune} />
        </p>
      </div>
      <dl className="py-2">
        {amount !== undefined && (
          <>
            <Detail name="From">
              <Givers movement={movement} />
            </Detail>
            <Detail name="To">
              {to === undefined ? <To movement={movement} /> : <CopyableOwner address={to} />}
            </Detail>
            <Amounts amount={amount} />
          </>
        )}
        {output !== undefined && (
          <Detail name="Output">
            <Link to={outputLink(output)} className="link">
              {output.split(':')[1]}
            </Link>
          </Detail>
        )}
        <Detail name="Transaction">
          <CopyableId text={place.tx_id} to={transactionLink(place.tx_id)} label="Transaction id" />
        </Detail>
        <Detail name="Block">
          <Link to={blockLink(place.block_height)} className="link">
            <Numeral value={place.block_height} />
          </Link>{' '}
          · position <Numeral value={place.tx_index} />
        </Detail>
        <Detail name="Time">
          <Time milliseconds={place.timestamp * 1000} />
        </Detail>
        <Detail name="Raw records">
          <Link to={`${transactionLink(place.tx_id)}?view=raw`} className="link">
            All of the transaction
          </Link>
        </Detail>
      </dl>
    </>
  )
}

type AmountProps = { amount: string; change: string | undefined }

/** Signed if the movement is that of an address. It may take several lines. */
function Amount({ amount, change }: AmountProps) {
  if (change === undefined) return <Digits digits={trimDecimal(amount)} />
  const isLoss = change.startsWith('-')
  return (
    <span className={isLoss ? '' : 'text-mint'}>
      <Digits digits={(isLoss ? '' : '+') + trimDecimal(change)} />
    </span>
  )
}

function Givers({ movement }: { movement: Row }) {
  const { from, counterparties = [], has_more_counterparties } = movement
  const givers = from === undefined ? counterparties : [from]
  if (givers.length === 0) return <From movement={movement} />
  return (
    <>
      {givers.map((address) => (
        <CopyableOwner key={address} address={address} />
      ))}
      {has_more_counterparties && <span className="text-muted">and others</span>}
    </>
  )
}

function CopyableOwner({ address }: { address: string }) {
  return (
    <span className="flex items-start gap-1.5">
      <Mark id={address} />
      <CopyableId text={address} to={addressLink(address)} isWhole label="Address" />
    </span>
  )
}

function Amounts({ amount }: { amount: string }) {
  return (
    <>
      <Detail name="All digits">
        <Digits digits={amount} />
        <CopyButton text={amount} label="Amount" />
      </Detail>
      <Detail name="Base units">
        <Digits digits={baseUnits(amount)} />
      </Detail>
    </>
  )
}

/** Amounts of the API have all their places. */
function baseUnits(amount: string): string {
  return amount.replace('.', '').replace(/^0+(?=.)/, '')
}
