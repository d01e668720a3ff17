import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import type { Place } from '../../contract/schemas/movement.ts'
import type { RuneLabel } from '../../contract/schemas/runeLabel.ts'
import { addressLink, blockLink, transactionLink } from '../links.ts'
import { SearchLink } from '../lists/SearchLink.tsx'
import { RuneName } from '../runes/RuneName.tsx'
import { Since } from '../runes/Since.tsx'
import type { Area, Column } from '../ui/DataTable.tsx'
import { Id, MarkedId } from '../ui/Id.tsx'
import { type FigureName, Numeral } from '../ui/numbers.tsx'
import { Age, Day } from '../ui/Time.tsx'

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
  area: 'name',
  className:
    'max-w-96 tablet:max-w-64 xl:in-data-wide:w-full xl:in-data-wide:max-w-0 xl:in-data-wide:min-w-40',
  cell: ({ rune }) => (
    <>
      <RuneName rune={rune} />
      <Since rune={rune.id} />
    </>
  ),
}

export const RUNE: Column<OfRune> = {
  heading: 'Rune',
  area: 'detail',
  label: '',
  className: 'max-w-72 tablet:min-w-40 tablet:max-w-44',
  cell: ({ rune }) => <RuneName rune={rune} />,
}

/** Tablets break a day and a time. */
const TWO_LINES = 'tablet:min-w-27 tablet:[&_time]:whitespace-normal'

export const TIME: Column<{ place: Place }> = {
  heading: 'Time',
  area: 'aside',
  label: '',
  isNumber: true,
  className: `w-40 text-muted ${TWO_LINES}`,
  cell: ({ place }) => <Age name="place.timestamp" seconds={place.timestamp} />,
}

export const BLOCK: Column<{ place: Place }> = {
  heading: 'Block',
  area: 'none',
  isNumber: true,
  className: 'w-32',
  cell: ({ place: { block_height } }) => (
    <Link to={blockLink(block_height)} className="quiet-link">
      <Numeral name="place.block_height" value={block_height} />
    </Link>
  ),
}

type MovementsLinkProps = { name: FigureName; rune: RuneLabel; movements: number }

/** How many movements of a rune the page lists, as a link to them. */
export function MovementsLink({ name, rune, movements }: MovementsLinkProps) {
  if (movements === 0) return <span className="text-muted">only change</span>
  return (
    <SearchLink
      changes={{ view: undefined, name: undefined, type: undefined, rune: rune.spaced_name }}
      preventScrollReset={false}
      className="link"
    >
      <Numeral name={name} value={movements} />
      <span className="sr-only">
        {' '}
        {movements === 1 ? 'movement' : 'movements'} of {rune.spaced_name}
      </span>
    </SearchLink>
  )
}

type Received = { first_received?: Place | undefined; last_received?: Place | undefined }

/** Since when a balance is there, and when it last grew. */
export const FIRST_RECEIVED: Column<Received> = {
  heading: 'First received',
  isMinor: true,
  area: 'meta',
  label: 'Since',
  isNumber: true,
  className: 'w-40 text-muted',
  cell: ({ first_received: at }) =>
    at && (
      <Link to={transactionLink(at.tx_id)} className="quiet-link">
        <Day name="received.first" seconds={at.timestamp} />
      </Link>
    ),
}

export const LAST_RECEIVED: Column<Received> = {
  heading: 'Last received',
  area: 'meta',
  label: 'Last',
  isNumber: true,
  className: `w-40 text-muted ${TWO_LINES}`,
  cell: ({ last_received: at }) =>
    at && (
      <Link to={transactionLink(at.tx_id)} className="quiet-link">
        <Age name="received.last" seconds={at.timestamp} />
      </Link>
    ),
}

/** The id of a transaction stands once, at its first row. */
export function transactionColumn<Row>(
  rows: Row[],
  idOf: (row: Row) => string,
  area: Area = 'none',
): Column<Row> {
  return oncePerTransaction(rows, idOf, {
    heading: 'Transaction',
    area,
    label: 'Tx',
    className: 'w-34',
    cell: (row) => <Id text={idOf(row)} to={transactionLink(idOf(row))} beginning={8} />,
  })
}

/** A column of what a transaction has: its other rows leave it empty. */
export function oncePerTransaction<Row>(
  rows: Row[],
  idOf: (row: Row) => string,
  column: Column<Row>,
): Column<Row> {
  function cell(row: Row, index: number) {
    const previous = rows[index - 1]
    const isRepeated = previous !== undefined && idOf(previous) === idOf(row)
    return isRepeated ? null : column.cell(row, index)
  }
  return { ...column, cell }
}
