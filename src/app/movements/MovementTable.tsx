import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import type { AddressMovement, Movement } from '../../contract/schemas/movement.ts'
import { addressLink } from '../links.ts'
import { changeSearch } from '../lists/paging.ts'
import { amountColumn } from '../ui/amountColumn.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { MarkedId } from '../ui/Id.tsx'
import { RUNE, RUNE_BESIDE, TIME, transactionColumn } from './columns.tsx'
import { TypeBadge } from './TypeBadge.tsx'

type Page<Row> = { offset: number; results: Row[]; continues: boolean; continued: boolean }

type Props = {
  /** What the movements are of: it is not a column. */
  subject: 'block' | 'transaction' | 'rune'
  page: Page<Movement>
  isBusy: boolean
  caption: string
}

export function MovementTable({ subject, page, isBusy, caption }: Props) {
  const { open, openIndex } = useOpenRow()
  return (
    <>
      {subject !== 'transaction' && page.continued && (
        <Continued>The first transaction began on the page before.</Continued>
      )}
      <DataTable
        caption={caption}
        rows={page.results}
        isBusy={isBusy}
        keyOf={keyOfMovement}
        groupOf={txIdOf}
        onOpen={open}
        openIndex={openIndex}
        columns={[
          subject === 'transaction'
            ? undefined
            : transactionColumn(page.results, txIdOf, subject === 'rune' ? 'left' : 'right'),
          TYPE,
          subject === 'rune' ? undefined : subject === 'block' ? RUNE_BESIDE : RUNE,
          amountColumn(page.results, 'Amount', ({ amount }) => amount),
          FROM,
          TO,
          subject === 'rune' ? TIME : undefined,
        ]}
      />
      {subject !== 'transaction' && page.continues && (
        <Continued>The last transaction continues on the next page.</Continued>
      )}
    </>
  )
}

type AddressProps = Omit<Props, 'subject' | 'page'> & {
  page: Page<AddressMovement>
  isFurther: boolean
}

/** The movements of an address: amounts are signed as it sees them. */
export function AddressMovementTable({ page, isBusy, caption, isFurther }: AddressProps) {
  const { open, openIndex } = useOpenRow()
  return (
    <DataTable
      caption={caption}
      rows={page.results}
      isBusy={isBusy}
      isFurther={isFurther}
      keyOf={keyOfMovement}
      groupOf={txIdOf}
      onOpen={open}
      openIndex={openIndex}
      columns={[
        transactionColumn(page.results, txIdOf),
        TYPE,
        RUNE_BESIDE,
        amountColumn(page.results, 'Amount', ({ change }) => change, { isSigned: true }),
        {
          heading: 'With',
          className: 'phone:col-start-1 phone:row-start-3',
          cell: (movement) => <With movement={movement} />,
        },
        TIME,
      ]}
    />
  )
}

function txIdOf({ place }: Movement): string {
  return place.tx_id
}

function keyOfMovement({ place, index }: Movement): string {
  return `${place.tx_id} ${index}`
}

/** The open row is in the URL. */
export function useOpenRow() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const row = search.get('row')
  const openIndex = row !== null && /^[0-9]{1,3}$/.test(row) ? Number(row) : undefined
  const open = (index: number) => {
    const to = changeSearch(search, { row: index === openIndex ? undefined : index })
    navigate(to, { preventScrollReset: true, replace: openIndex !== undefined })
  }
  return { open, openIndex }
}

function Continued({ children }: { children: string }) {
  return <p className="px-1 py-1.5 text-xs text-muted">{children}</p>
}

const TYPE: Column<Movement> = {
  heading: 'Type',
  className: 'w-34 phone:col-start-1 phone:row-start-1',
  cell: (movement, index) => <DetailsLink movement={movement} index={index} />,
}

/** The type opens the details, for readers without a pointer. */
function DetailsLink({ movement: { type }, index }: { movement: Movement; index: number }) {
  const [search] = useSearchParams()
  return (
    <Link
      to={changeSearch(search, { row: index })}
      preventScrollReset
      className="inline-flex min-h-6 items-center align-middle hover:brightness-95 pointer-coarse:thumb-target"
    >
      <TypeBadge type={type} />
      <span className="sr-only">, details</span>
    </Link>
  )
}

type Moved = Pick<Movement, 'type' | 'from' | 'to' | 'output' | 'is_new'>

/** A new rune of which nobody got anything. */
function isEtchingItself({ type, output }: Moved): boolean {
  return type === 'etching' && output === undefined
}

/** On phones with the receiver, in one line. */
export const FROM: Column<Moved> = {
  heading: 'From',
  className: 'w-48 phone:col-span-2 phone:col-start-1 phone:row-start-3 phone:w-auto',
  cell: (movement) => (
    <span className="flex items-center gap-1">
      <From movement={movement} />
      {!isEtchingItself(movement) && (
        <span className="inline-flex items-center gap-1 wide:hidden">
          <span aria-hidden="true" className="text-faint">
            →
          </span>
          <To movement={movement} />
        </span>
      )}
    </span>
  ),
}

export const TO: Column<Moved> = {
  heading: 'To',
  className: 'w-48 phone:hidden',
  cell: (movement) => <To movement={movement} />,
}

/** Who gave it, or that it is new. */
export function From({ movement }: { movement: Moved }) {
  const { type, from, is_new } = movement
  if (isEtchingItself(movement)) return <span className="text-muted">new rune</span>
  if (from !== undefined) return <MarkedId text={from} to={addressLink(from)} />
  if (type === 'mint' || type === 'etching' || is_new)
    return <span className="text-muted">new supply</span>
  return <span className="text-muted">no address</span>
}

/** Who got it, or that it is gone. */
export function To({ movement }: { movement: Moved }) {
  const { type, to } = movement
  if (to !== undefined) return <MarkedId text={to} to={addressLink(to)} />
  if (type === 'burn') return <span className="text-muted">destroyed</span>
  if (isEtchingItself(movement)) return null
  return <span className="text-muted">no address</span>
}

function With({ movement }: { movement: AddressMovement }) {
  const { type, counterparties, has_more_counterparties, change } = movement
  const [first, ...others] = counterparties
  const isIncoming = !change.startsWith('-')
  if (type === 'burn') return <span className="text-muted">destroyed</span>
  if (first === undefined) {
    const isNew = type === 'mint' || type === 'etching'
    return <span className="text-muted">{isNew ? 'new supply' : 'no address'}</span>
  }
  return (
    <span className="flex items-center gap-1.5">
      <span className="text-muted">{isIncoming ? 'from' : 'to'}</span>
      <MarkedId text={first} to={addressLink(first)} />
      {others.length > 0 && (
        <span className="text-muted">
          and {others.length}
          {has_more_counterparties && '+'} more
        </span>
      )}
    </span>
  )
}
