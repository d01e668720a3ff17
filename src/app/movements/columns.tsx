import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Place } from '../../contract/schemas/movement.ts'
import type { RuneLabel } from '../../contract/schemas/runeLabel.ts'
import { addressLink, blockLink, transactionLink } from '../links.ts'
import { SearchLink } from '../lists/Toolbar.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { Id, MarkedId } from '../ui/Id.tsx'
import { Numeral } from '../ui/numbers.tsx'
import { Age, Day } from '../ui/Time.tsx'
import { RuneName } from './RuneName.tsx'

type OfRune = Pick<ComponentProps<typeof RuneName>, 'rune'>

type OwnerProps = {
  address?: string | undefined
  /** What is said if there is none. */
  otherwise?: string | undefined
}

/** The address that gave, got or has something. */
export function Owner({ address, otherwise = 'no address' }: OwnerProps) {
  if (address === undefined) return <span className="text-muted">{otherwise}</span>
  return <MarkedId text={address} to={addressLink(address)} />
}

/** In tables of runes; on phones, it is the title of a row. Beside a wide column, large screens give it the room that is left. */
export const RUNE_TITLE: Column<OfRune> = {
  heading: 'Rune',
  className:
    'max-w-96 xl:in-data-wide:w-full xl:in-data-wide:max-w-0 xl:in-data-wide:min-w-40 phone:col-start-1 phone:row-start-1 phone:w-auto phone:max-w-none',
  cell: ({ rune }) => <RuneName rune={rune} />,
}

export const RUNE: Column<OfRune> = {
  heading: 'Rune',
  className: 'max-w-72 phone:col-span-2 phone:col-start-1 phone:row-start-2 phone:max-w-none',
  cell: ({ rune }) => <RuneName rune={rune} />,
}

/** The same, if something else is beside it on phones. */
export const RUNE_BESIDE: Column<OfRune> = {
  ...RUNE,
  className: 'max-w-72 phone:col-start-1 phone:row-start-2 phone:max-w-none phone:min-w-0',
}

export const TIME: Column<{ place: Place }> = {
  heading: 'Time',
  isNumber: true,
  className: 'w-40 text-muted phone:col-start-2 phone:row-start-2 phone:w-auto',
  cell: ({ place }) => <Age seconds={place.timestamp} />,
}

export const BLOCK: Column<{ place: Place }> = {
  heading: 'Block',
  isNumber: true,
  className: 'w-32 phone:hidden',
  cell: ({ place: { block_height } }) => (
    <Link to={blockLink(block_height)} className="quiet-link">
      <Numeral value={block_height} />
    </Link>
  ),
}

type MovementsLinkProps = { rune: RuneLabel; movements: number; hash?: string }

/** How many movements of a rune the page lists, as a link to them. */
export function MovementsLink({ rune, movements, hash }: MovementsLinkProps) {
  if (movements === 0) return <span className="text-muted">only change</span>
  return (
    <SearchLink
      changes={{ view: undefined, type: undefined, rune: rune.spaced_name }}
      hash={hash}
      className="link"
    >
      <Numeral value={movements} />
      <span className="wide:sr-only"> {movements === 1 ? 'movement' : 'movements'}</span>
      <span className="sr-only"> of {rune.spaced_name}</span>
    </SearchLink>
  )
}

type Received = { first_received?: Place | undefined; last_received?: Place | undefined }

/** Since when a balance is there, and when it last grew. */
export const FIRST_RECEIVED: Column<Received> = {
  heading: 'First received',
  isNumber: true,
  className: 'w-40 text-muted phone:col-start-1 phone:row-start-3 phone:w-auto phone:text-start',
  cell: ({ first_received: at }) =>
    at && (
      <ReceivedLink at={at} label="Since">
        <Day seconds={at.timestamp} />
      </ReceivedLink>
    ),
}

export const LAST_RECEIVED: Column<Received> = {
  heading: 'Last received',
  isNumber: true,
  className: 'w-40 text-muted phone:col-start-2 phone:row-start-3 phone:w-auto',
  cell: ({ last_received: at }) =>
    at && (
      <ReceivedLink at={at} label="Last">
        <Age seconds={at.timestamp} />
      </ReceivedLink>
    ),
}

/** Rows of phones have no heads, but the label. */
function ReceivedLink({ at, label, children }: { at: Place; label: string; children: ReactNode }) {
  return (
    <Link to={transactionLink(at.tx_id)} className="quiet-link phone:text-sm">
      <span className="wide:hidden">{label} </span>
      {children}
    </Link>
  )
}

const PLACES = {
  nowhere: 'phone:hidden',
  left: 'phone:col-start-1 phone:row-start-2 phone:w-auto',
  right: 'phone:col-start-2 phone:row-start-2 phone:w-auto phone:text-end phone:text-sm',
}

/** The id of a transaction stands once, at its first row. */
export function transactionColumn<Row>(
  rows: Row[],
  idOf: (row: Row) => string,
  onPhones: keyof typeof PLACES = 'nowhere',
): Column<Row> {
  return {
    heading: 'Transaction',
    className: `w-34 ${PLACES[onPhones]}`,
    cell(row, index) {
      const [id, previous] = [idOf(row), rows[index - 1]]
      const isRepeated = previous !== undefined && idOf(previous) === id
      return isRepeated ? null : <Id text={id} to={transactionLink(id)} beginning={8} />
    },
  }
}
