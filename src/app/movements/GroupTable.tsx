import { ChevronRight } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { MovementGroup, Parties } from '../../contract/schemas/alike.ts'
import type { Movement } from '../../contract/schemas/movement.ts'
import type { ListPage } from '../lists/Pager.tsx'
import { filterSearch } from '../lists/paging.ts'
import { SearchLink } from '../lists/SearchLink.tsx'
import { amountColumn } from '../ui/amountColumn.tsx'
import { Badge } from '../ui/Badge.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Mark } from '../ui/Mark.tsx'
import { Count, Numeral, trimDecimal } from '../ui/numbers.tsx'
import { Owner, RUNE } from './columns.tsx'
import { TypeBadge } from './TypeBadge.tsx'

type Props = {
  /** What the movements are of. In a transaction, those of a group have one giver and one amount. */
  subject: 'block' | 'transaction'
  page: ListPage<MovementGroup>
  isBusy: boolean
}

/** Movements that are alike as one row, which opens the list of them. */
export function GroupTable({ subject, page, isBusy }: Props) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const rows = page.results
  return (
    <DataTable
      caption={`Movements of the ${subject}, grouped`}
      rows={rows}
      isBusy={isBusy}
      keyOf={(group) => JSON.stringify(filterOf(group, subject))}
      onOpen={(index) => {
        const group = rows[index]
        if (group === undefined) return
        navigate(filterSearch(search, filterOf(group, subject)), { preventScrollReset: true })
      }}
      columns={[
        typeColumn(rows, subject),
        COUNT,
        { ...RUNE, className: 'max-w-72 tablet:min-w-32 tablet:max-w-40' },
        subject === 'transaction' ? eachColumn(rows) : undefined,
        amountColumn(rows, 'Amount', ({ amount }) => amount, { name: 'group.amount' }),
        GIVERS,
        RECEIVERS,
      ]}
    />
  )
}

/** The filter of the list of its movements. */
function filterOf({ type, rune, givers, amount_each }: MovementGroup, subject: Props['subject']) {
  return subject === 'transaction'
    ? alikeFilter({ type, rune, from: givers.first[0], amount: amount_each })
    : { type, rune: rune.spaced_name, group: 'off' }
}

/** The filter of the movements of a transaction that are like this one. It has one mint and one etching. */
export function alikeFilter({
  type,
  rune,
  from,
  amount,
}: Pick<Movement, 'type' | 'rune' | 'from' | 'amount'>) {
  const isOnly = type === 'mint' || type === 'etching'
  const amounts = isOnly || amount === undefined ? undefined : trimDecimal(amount)
  return {
    type,
    rune: rune.spaced_name,
    giver: isOnly ? undefined : (from ?? 'none'),
    min: amounts,
    max: amounts,
    group: 'off',
  }
}

function typeColumn(
  rows: readonly MovementGroup[],
  subject: Props['subject'],
): Column<MovementGroup> {
  // A transaction says it in its header.
  const isMarked = ({ in_cenotaphs }: MovementGroup) => subject === 'block' && in_cenotaphs > 0
  return {
    heading: 'Type',
    area: 'name',
    className: rows.some(isMarked) ? '' : 'w-40',
    cell(group) {
      const { type, movements } = group
      return (
        <span className="inline-flex flex-wrap items-center gap-1">
          <GroupLink type={type} movements={movements} changes={filterOf(group, subject)} />
          {isMarked(group) && <CenotaphBadge {...group} />}
        </span>
      )
    },
  }
}

/** That its movements are of malformed runestones, or how many of them. */
function CenotaphBadge({ movements, in_cenotaphs }: MovementGroup) {
  if (in_cenotaphs === movements) return <Badge tone="bad">Cenotaph</Badge>
  return (
    <Badge tone="bad">
      <span className="tablet:whitespace-normal">
        <Numeral name="group.in_cenotaphs" value={in_cenotaphs} /> of{' '}
        <Numeral name="group.movements" value={movements} /> in cenotaphs
      </span>
    </Badge>
  )
}

type LinkProps = Pick<MovementGroup, 'type' | 'movements'> & {
  changes: ReturnType<typeof filterOf>
}

/** To the list of its movements. One that is like no other has no mark of a group, and the same place. */
export function GroupLink({ type, movements, changes }: LinkProps) {
  return (
    <SearchLink
      changes={changes}
      className="inline-flex min-h-6 items-center gap-2 align-middle hover:brightness-95 pointer-coarse:thumb-target"
    >
      <ChevronRight
        size={15}
        aria-hidden="true"
        className={`text-muted rtl:-scale-x-100 ${movements > 1 ? '' : 'invisible phone:hidden'}`}
      />
      <TypeBadge type={type} />
      <span className="sr-only">, list them</span>
    </SearchLink>
  )
}

const COUNT: Column<MovementGroup> = {
  heading: 'Count',
  area: 'aside',
  label: '',
  isNumber: true,
  className: 'w-24 font-semibold',
  cell: ({ movements }) =>
    movements > 1 && (
      <>
        ×<Numeral name="group.movements" value={movements} />
      </>
    ),
}

/** What each movement of a group moved. */
function eachColumn(rows: readonly MovementGroup[]): Column<MovementGroup> {
  const amountOf = ({ movements, amount_each }: MovementGroup) =>
    movements > 1 ? amount_each : undefined
  return amountColumn(rows, 'Each', amountOf, { name: 'group.amount_each', area: 'meta' })
}

const GIVERS: Column<MovementGroup> = {
  heading: 'From',
  area: 'meta',
  className: 'w-48 tablet:w-auto tablet:whitespace-normal',
  cell({ type, givers, amount, movements, of_new_units }) {
    const making = type === 'etching' && amount === undefined ? 'new rune' : 'new supply'
    const isNew = type === 'mint' || type === 'etching' || of_new_units === movements
    if (isNew || of_new_units === 0) {
      return <PartyList parties={givers} otherwise={isNew ? making : 'no address'} />
    }
    const without_address = givers.without_address - of_new_units
    return (
      <>
        <PartyList parties={{ ...givers, without_address }} otherwise="no address" />
        <span className="text-muted">
          {' and '}×<Numeral name="group.of_new_units" value={of_new_units} /> new supply
        </span>
      </>
    )
  },
}

const RECEIVERS: Column<MovementGroup> = {
  heading: 'To',
  area: 'meta',
  className: 'w-64 tablet:w-auto tablet:whitespace-normal',
  cell({ type, receivers, movements, in_cenotaphs }) {
    // What a cenotaph mints, nobody gets.
    const isNobodys = type === 'etching' || (type === 'mint' && in_cenotaphs === movements)
    const nobody = type === 'burn' ? 'destroyed' : isNobodys ? 'no holder' : 'no address'
    return <PartyList parties={receivers} otherwise={nobody} />
  },
}

/** One address, or the marks of some and how many there are, and how many movements have none. */
export function PartyList({ parties, otherwise }: { parties: Parties; otherwise: string }) {
  const { addresses, without_address } = parties
  if (addresses === 0) return <Owner otherwise={otherwise} />
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 align-middle">
      {addresses === 1 ? <Owner address={parties.first[0]} /> : <Addresses parties={parties} />}
      {without_address > 0 && (
        <span className="text-muted">
          {' and '}×<Numeral name="group.without_address" value={without_address} /> without an
          address
        </span>
      )}
    </span>
  )
}

function Addresses({ parties: { addresses, first, most } }: { parties: Parties }) {
  return (
    <>
      <span className="inline-flex">
        {first.map((address) => (
          <span key={address} className="-ms-1.5 rounded-sm bg-surface p-px first:ms-0">
            <Mark id={address} />
          </span>
        ))}
      </span>
      <span className="text-muted">
        <Count name="group.addresses" value={addresses} one="address" many="addresses" />
        {most > 1 && (
          <>
            {/* No line begins with the dot. */}
            {'\u00a0'}· up to ×<Numeral name="group.most" value={most} /> each
          </>
        )}
      </span>
    </>
  )
}
