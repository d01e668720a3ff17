import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { pathTo } from '../../contract/client.ts'
import { flawText } from '../../contract/schemas/chain.ts'
import { useAppContext } from '../appContext.ts'
import { UnspentBadge } from '../endOfIndex.tsx'
import { addressLink, blockLink, outputLink, transactionLink } from '../links.ts'
import { changeSearch, readPaging } from '../lists/paging.ts'
import { endpointQuery } from '../query.ts'
import { RuneName } from '../runes/RuneName.tsx'
import { CopyableId, CopyButton, Id } from '../ui/Id.tsx'
import { Mark } from '../ui/Mark.tsx'
import { Digits, Numeral, trimDecimal, useFormatCount } from '../ui/numbers.tsx'
import { Details, SidePanel } from '../ui/SidePanel.tsx'
import { TableSkeleton } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import {
  From,
  indexOfRow,
  type MovementPage,
  type MovementRow,
  rowKey,
  To,
} from './MovementTable.tsx'
import { MOVEMENT_LOOKS, TypeBadge } from './TypeBadge.tsx'

/** The whole of the open row, beside the list. */
export function MovementPanel({ page }: { page: MovementPage | undefined }) {
  const [search] = useSearchParams()
  const formatCount = useFormatCount()
  const row = search.get('row')
  if (row === null || page === undefined) return null
  // While another page of the list loads, `page` is still the previous one.
  const isLoading = readPaging(search).paging.offset !== page.offset
  const index = isLoading ? 0 : indexOfRow(page.results, row)
  const close = changeSearch(search, { row: undefined })
  if (index === undefined) {
    return (
      <SidePanel title="Movement" position="not in this list" close={close}>
        <NotListed row={row} />
      </SidePanel>
    )
  }
  const movement = isLoading ? undefined : page.results[index]
  return (
    <SidePanel
      title={movement === undefined ? 'Movement' : MOVEMENT_LOOKS[movement.type].name}
      position={
        isLoading ? '' : `${formatCount(page.offset + index + 1)} of ${formatCount(page.total)}`
      }
      previous={isLoading ? undefined : rowLink(search, page, index - 1)}
      next={isLoading ? undefined : rowLink(search, page, index + 1)}
      close={close}
      footer={movement && <Footer movement={movement} />}
    >
      {movement === undefined ? <TableSkeleton /> : <DetailsOf movement={movement} />}
    </SidePanel>
  )
}

/** A list of several blocks moves on when new ones come, and that of the block of the row does not. */
function NotListed({ row }: { row: string }) {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const height = /^\d+/.exec(row)?.[0]
  const isOfBlock = search.get('from') === height && search.get('to') === height
  if (height === undefined || isOfBlock || !MOVES_ON.test(pathname))
    return <p className="p-4 text-sm text-muted">Its block may have been replaced.</p>
  const changes = { from: height, to: height, offset: undefined }
  return (
    <p className="p-4 text-sm text-muted">
      The list has moved on since this link was made.{' '}
      <Link to={changeSearch(search, changes)} preventScrollReset className="link">
        Show it in block <Numeral name="open.block_height" value={height} />
      </Link>
    </p>
  )
}

/** The list of all burns, of a rune or of an address. */
const MOVES_ON = /^\/(burns$|(rune|address)\/)/

/** The link to a row of the list; the rows before and after those of the page are on others. */
function rowLink(search: URLSearchParams, page: MovementPage, index: number): string | undefined {
  const { offset, limit, total, results } = page
  const row = results[index]
  if (row !== undefined) return changeSearch(search, { row: rowKey(row) })
  if (index < 0) {
    if (offset === 0) return
    return changeSearch(search, { offset: Math.max(0, offset - limit), row: 'last' })
  }
  if (offset + index < total) return changeSearch(search, { offset: offset + index, row: 'first' })
}

function Footer({ movement }: { movement: MovementRow }) {
  const { origin, baseUrl } = useAppContext()
  const { pathname, search } = useLocation()
  const { tx_id, block_height } = movement.place
  // What it has of one block does not move on.
  const path = MOVES_ON.test(pathname)
    ? `${pathname}?from=${block_height}&to=${block_height}&row=${rowKey(movement)}`
    : pathname + search
  return (
    <>
      <CopyButton text={origin + path} label="Link" look="button" />
      <a href={baseUrl + pathTo('transactionActivity', { tx_id })} className="button">
        JSON
      </a>
      <Link to={transactionLink(tx_id)} className="button primary ms-auto">
        Open transaction
      </Link>
    </>
  )
}

function DetailsOf({ movement }: { movement: MovementRow }) {
  const { type, rune, amount, change, to, output, flaw, place } = movement
  const { tx_id, block_height, tx_index, timestamp } = place
  const isMoved = amount !== undefined
  return (
    <>
      <div className="border-b border-line px-4 py-4">
        <TypeBadge type={type} />
        <p className="mt-2 flex flex-wrap items-center gap-x-2 text-xl font-semibold">
          {isMoved && <Amount amount={amount} change={change} />}
          <RuneName rune={rune} />
        </p>
      </div>
      <Details
        details={{
          From: isMoved && <Givers movement={movement} />,
          To: isMoved && (to ? <CopyableOwner address={to} /> : <To movement={movement} />),
          'All digits': isMoved && (
            <>
              <Digits name="open.amount" digits={amount} />
              <CopyButton text={amount} label="Amount" />
            </>
          ),
          'Base units': isMoved && <Digits name="open.base_units" digits={baseUnits(amount)} />,
          Output: output !== undefined && (
            <>
              <Link to={outputLink(output)} className="link">
                <Numeral name="open.vout" value={output.split(':')[1] ?? ''} />
              </Link>{' '}
              {type !== 'burn' && <SpentBy output={output} />}
            </>
          ),
          Cenotaph: flaw !== undefined && flawText(flaw),
          Transaction: (
            <CopyableId text={tx_id} to={transactionLink(tx_id)} label="Transaction id" />
          ),
          Block: (
            <>
              <Link to={blockLink(block_height)} className="link">
                <Numeral name="open.block_height" value={block_height} />
              </Link>{' '}
              · position <Numeral name="open.tx_index" value={tx_index} />
            </>
          ),
          Time: <Time name="open.timestamp" seconds={timestamp} />,
          'Raw records': (
            <Link to={`${transactionLink(tx_id)}?view=raw`} className="link">
              All of the transaction
            </Link>
          ),
        }}
      />
    </>
  )
}

/** Whether an output is spent, and where. */
function SpentBy({ output }: { output: string }) {
  const details = useQuery(endpointQuery('outputDetails', { output })).data?.value
  if (details === undefined) return null
  const { spent_by } = details
  if (spent_by === undefined) return <UnspentBadge />
  return (
    <>
      spent by <Id text={spent_by.tx_id} to={transactionLink(spent_by.tx_id)} />
    </>
  )
}

/** Signed if the movement is that of an address. It may take several lines. */
function Amount({ amount, change }: { amount: string; change: string | undefined }) {
  if (change === undefined) return <Digits name="open.amount" digits={trimDecimal(amount)} />
  const isLoss = change.startsWith('-')
  return (
    <span className={isLoss ? '' : 'text-mint'}>
      <Digits name="open.change" digits={(isLoss ? '' : '+') + trimDecimal(change)} />
    </span>
  )
}

function Givers({ movement }: { movement: MovementRow }) {
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

/** Amounts of the API have all their places. */
function baseUnits(amount: string): string {
  return amount.replace('.', '').replace(/^0+(?=.)/, '')
}
