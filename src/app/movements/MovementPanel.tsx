import { Link, useSearchParams } from 'react-router-dom'
import type { Movement } from '../../contract/schemas/movement.ts'
import { addressLink, blockLink, outputLink, transactionLink } from '../links.ts'
import { changeSearch } from '../lists/paging.ts'
import { CopyButton, Id } from '../ui/Id.tsx'
import { Mark } from '../ui/Mark.tsx'
import { Amount, Numeral } from '../ui/numbers.tsx'
import { Detail, SidePanel } from '../ui/SidePanel.tsx'
import { Time } from '../ui/Time.tsx'
import { useOpenRow } from './MovementTable.tsx'
import { RuneName } from './RuneName.tsx'
import { MOVEMENT_LOOKS, TypeBadge } from './TypeBadge.tsx'

type Page = { offset: number; total: number; results: Movement[] }

/** The whole of the open row, beside the list. */
export function MovementPanel({ page }: { page: Page | undefined }) {
  const [search] = useSearchParams()
  const { openIndex } = useOpenRow()
  const movement = openIndex === undefined ? undefined : page?.results[openIndex]
  if (movement === undefined || page === undefined || openIndex === undefined) return null
  const { type, rune, amount, from, to, output, place } = movement
  const rowLink = (index: number) =>
    page.results[index] === undefined ? undefined : changeSearch(search, { row: index })
  return (
    <SidePanel
      title={MOVEMENT_LOOKS[type].name}
      place={`${page.offset + openIndex + 1} of ${page.total}`}
      previous={rowLink(openIndex - 1)}
      next={rowLink(openIndex + 1)}
      close={changeSearch(search, { row: undefined })}
      footer={
        <>
          <CopyLink />
          <Link to={transactionLink(place.tx_id)} className="button primary ms-auto">
            Open transaction
          </Link>
        </>
      }
    >
      <div className="border-b border-line px-4 py-4">
        <TypeBadge type={type} />
        <p className="mt-2 flex flex-wrap items-center gap-x-2 text-xl font-semibold">
          {amount !== undefined && <Amount digits={amount} />}
          <RuneName rune={rune} />
        </p>
      </div>
      <dl className="py-2">
        <Owner name="From" address={from} />
        <Owner name="To" address={to} />
        {amount !== undefined && (
          <Detail name="All digits">
            <span className="tabular-nums">
              <Amount digits={amount} isWhole />
            </span>
          </Detail>
        )}
        {amount !== undefined && (
          <Detail name="Base units">
            <Numeral value={amount.replace('.', '').replace(/^0+(?=.)/, '')} />
          </Detail>
        )}
        {output !== undefined && (
          <Detail name="Output">
            <Link to={outputLink(output)} className="link">
              {output.slice(65)}
            </Link>
          </Detail>
        )}
        <Detail name="Transaction">
          <Id text={place.tx_id} to={transactionLink(place.tx_id)} />
          <CopyButton text={place.tx_id} label="Transaction id" />
        </Detail>
        <Detail name="Block">
          <Link to={blockLink(place.block_height)} className="link">
            <Numeral value={place.block_height} />
          </Link>{' '}
          · position {place.tx_index}
        </Detail>
        <Detail name="Time">
          <Time milliseconds={place.timestamp * 1000} />
        </Detail>
      </dl>
    </SidePanel>
  )
}

function Owner({ name, address }: { name: string; address: string | undefined }) {
  if (address === undefined) return null
  return (
    <Detail name={name}>
      <span className="flex items-start gap-1.5">
        <Mark id={address} />
        <Id text={address} to={addressLink(address)} isWhole />
        <CopyButton text={address} label="Address" />
      </span>
    </Detail>
  )
}

function CopyLink() {
  const url = typeof location === 'undefined' ? '' : location.href
  return <CopyButton text={url} label="Link" look="button" />
}
