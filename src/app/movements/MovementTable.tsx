import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import type { AddressMovement, Movement } from '../../contract/schemas/movement.ts'
import type { ListPage } from '../lists/Pager.tsx'
import { changeSearch, sortBy } from '../lists/paging.ts'
import { amountColumn } from '../ui/amountColumn.tsx'
import { Badge } from '../ui/Badge.tsx'
import { type Column, DataTable, type Sort } from '../ui/DataTable.tsx'
import { Numeral } from '../ui/numbers.tsx'
import { BLOCK, Owner, oncePerTransaction, RUNE, TIME, transactionColumn } from './columns.tsx'
import { TypeBadge } from './TypeBadge.tsx'

export type Subject = 'block' | 'transaction' | 'rune' | 'address' | 'burns'

/** A movement. One of an address is signed as the address sees it, and has those on the other side. */
export type MovementRow = Movement & Partial<AddressMovement>

export type MovementPage = ListPage<MovementRow> & { continues: boolean; continued: boolean }

type Props = {
  /** What the movements are of: it is not a column. */
  subject: Subject
  page: MovementPage
  isBusy: boolean
  isFurther?: boolean | undefined
}

export function MovementTable({ subject, page, isBusy, isFurther }: Props) {
  const [search] = useSearchParams()
  const { open, openIndex } = useOpenRow(page.results)
  const isCut = subject !== 'transaction' && subject !== 'address'
  return (
    <>
      {isCut && page.continued && (
        <Continued>The first transaction began on the page before.</Continued>
      )}
      <DataTable
        caption={subject === 'burns' ? 'Burns' : `Movements of the ${subject}`}
        rows={page.results}
        isBusy={isBusy}
        isFurther={isFurther}
        keyOf={rowKey}
        groupOf={txIdOf}
        onOpen={open}
        openIndex={openIndex}
        columns={columnsFor(subject, page.results, amountSort(subject, search))}
      />
      {isCut && page.continues && (
        <Continued>The last transaction continues on the next page.</Continued>
      )}
    </>
  )
}

/** Amounts of different runes have no common scale. The service sorts transfers and burns of a rune by their amounts. */
function amountSort(subject: Subject, search: URLSearchParams): Sort | undefined {
  if (subject === 'burns') return
  const type = search.get('type')
  const canSort =
    subject === 'rune'
      ? (type === 'transfer' || type === 'burn') && !search.has('from') && !search.has('to')
      : subject !== 'address' && search.has('rune')
  if (!canSort) return
  return sortBy('amount', search, { own: 'desc', hasOrder: false })
}

function columnsFor(
  subject: Subject,
  rows: MovementRow[],
  sort: Sort | undefined,
): Column<MovementRow>[] {
  const amount = {
    ...amountColumn(rows, 'Amount', ({ amount }) => amount, { name: 'movement.amount' }),
    ...(sort && { sort }),
  }
  const type = typeColumn(rows)
  switch (subject) {
    case 'block':
      return [transactionColumn(rows, txIdOf, 'aside'), type, RUNE, amount, FROM, TO]
    case 'transaction':
      return [TYPE, RUNE, amount, FROM, TO]
    case 'burns':
      return [
        transactionColumn(rows, txIdOf),
        { ...oncePerTransaction(rows, txIdOf, BLOCK), isMinor: true },
        type,
        RUNE,
        amount,
        FROM,
        oncePerTransaction(rows, txIdOf, TIME),
      ]
    case 'rune':
      return [
        transactionColumn(rows, txIdOf, 'detail'),
        oncePerTransaction(rows, txIdOf, BLOCK),
        type,
        amount,
        FROM,
        TO,
        oncePerTransaction(rows, txIdOf, TIME),
      ]
    case 'address': {
      const change = amountColumn(rows, 'Amount', ({ change }) => change, {
        name: 'movement.change',
        isSigned: true,
      })
      return [
        transactionColumn(rows, txIdOf),
        type,
        RUNE,
        change,
        WITH,
        oncePerTransaction(rows, txIdOf, TIME),
      ]
    }
  }
}

function txIdOf({ place }: Movement): string {
  return place.tx_id
}

/** Block, position and record: what a row is called in the URL, wherever it is in its list. */
export function rowKey({ place: { block_height, tx_index }, index }: Movement): string {
  return `${block_height}.${tx_index}.${index}`
}

/** The place of a row of the URL on a page. The first and the last row of another page have no other name. */
export function indexOfRow(rows: readonly Movement[], row: string | null): number | undefined {
  const index =
    row === 'first'
      ? 0
      : row === 'last'
        ? rows.length - 1
        : rows.findIndex((movement) => rowKey(movement) === row)
  return rows[index] === undefined ? undefined : index
}

/** The open row is in the URL. */
function useOpenRow(rows: readonly Movement[]) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const openIndex = indexOfRow(rows, search.get('row'))
  const open = (index: number) => {
    const row = rows[index]
    const isOpen = row === undefined || index === openIndex
    const to = changeSearch(search, { row: isOpen ? undefined : rowKey(row) })
    navigate(to, { preventScrollReset: true, replace: openIndex !== undefined })
  }
  return { open, openIndex }
}

function Continued({ children }: { children: string }) {
  return <p className="px-1 py-1.5 text-xs text-muted">{children}</p>
}

const TYPE: Column<Movement> = {
  heading: 'Type',
  area: 'name',
  className: 'w-34',
  cell: (movement) => <DetailsLink movement={movement} />,
}

/** Each row says if its runestone is malformed. A transaction says it in its header. */
function typeColumn(rows: Movement[]): Column<Movement> {
  const hasMarks = rows.some(({ flaw }) => flaw !== undefined)
  return {
    ...TYPE,
    ...(hasMarks && { className: '' }),
    cell: (movement) => (
      <span className="inline-flex flex-wrap gap-1">
        <DetailsLink movement={movement} />
        {movement.flaw !== undefined && <Badge tone="bad">Cenotaph</Badge>}
      </span>
    ),
  }
}

/** The type opens the details, for readers without a pointer. */
function DetailsLink({ movement }: { movement: Movement }) {
  const [search] = useSearchParams()
  return (
    <Link
      to={changeSearch(search, { row: rowKey(movement) })}
      preventScrollReset
      className="inline-flex min-h-6 items-center align-middle hover:brightness-95 pointer-coarse:thumb-target"
    >
      <TypeBadge type={movement.type} />
      <span className="sr-only">, details</span>
    </Link>
  )
}

type Moved = Pick<
  Movement,
  'type' | 'amount' | 'from' | 'to' | 'receivers' | 'has_more_receivers' | 'is_new'
>

/** A new rune without a premine. */
function isEtchingItself({ type, amount }: Moved): boolean {
  return type === 'etching' && amount === undefined
}

export const FROM: Column<Moved> = {
  heading: 'From',
  area: 'meta',
  className: 'w-48',
  cell: (movement) => <From movement={movement} />,
}

export const TO: Column<Moved> = {
  heading: 'To',
  area: 'meta',
  className: 'w-48',
  cell: (movement) => !isEtchingItself(movement) && <To movement={movement} />,
}

/** Who gave it, or that it is new. */
export function From({ movement }: { movement: Moved }) {
  const { type, from, is_new } = movement
  if (isEtchingItself(movement)) return <span className="text-muted">new rune</span>
  const isNew = type === 'mint' || type === 'etching' || is_new
  return <Owner address={from} otherwise={isNew ? 'new supply' : undefined} />
}

/** Who got it, or that it is gone. */
export function To({ movement }: { movement: Moved }) {
  const { type, to, receivers = [], has_more_receivers = false } = movement
  const [first] = receivers
  if (to === undefined && first !== undefined) {
    return <Owners addresses={receivers} hasMore={has_more_receivers} />
  }
  // What a cenotaph mints, nobody gets.
  const isNobodys = type === 'mint' || type === 'etching'
  const otherwise = type === 'burn' ? 'destroyed' : isNobodys ? 'no holder' : undefined
  return <Owner address={to} otherwise={otherwise} />
}

/** The first of several, and how many others there are. */
function Owners({
  addresses: [first, ...others],
  hasMore,
}: {
  addresses: string[]
  hasMore: boolean
}) {
  return (
    <>
      <Owner address={first} />
      {others.length > 0 && (
        <span className="text-muted">
          {hasMore ? (
            'and others'
          ) : (
            <>
              and <Numeral name="movement.more_addresses" value={others.length} /> more
            </>
          )}
        </span>
      )}
    </>
  )
}

const WITH: Column<MovementRow> = {
  heading: 'With',
  area: 'meta',
  label: '',
  cell: (movement) => <With movement={movement} />,
}

function With({ movement }: { movement: MovementRow }) {
  const { type, counterparties = [], has_more_counterparties, change } = movement
  const [first] = counterparties
  if (type === 'burn') return <Owner otherwise="destroyed" />
  if (first === undefined) {
    const isNew = type === 'mint' || type === 'etching'
    return <Owner otherwise={isNew ? 'new supply' : undefined} />
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5 align-middle">
      <span className="text-muted">{change?.startsWith('-') ? 'to' : 'from'}</span>
      <Owners addresses={counterparties} hasMore={has_more_counterparties === true} />
    </span>
  )
}
