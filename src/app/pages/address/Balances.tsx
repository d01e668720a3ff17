import { History } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import type { RefusedParameter } from '../../../contract/endpoint.ts'
import type { AddressBalance } from '../../../contract/schemas/address.ts'
import type { About } from '../../../contract/schemas/chain.ts'
import { AtEndOfIndex } from '../../endOfIndex.tsx'
import { EndpointList } from '../../lists/List.tsx'
import type { ListPage } from '../../lists/Pager.tsx'
import { sortBy } from '../../lists/paging.ts'
import { SearchLink } from '../../lists/SearchLink.tsx'
import { useLateStart } from '../../movements/CoverageNote.tsx'
import {
  FIRST_RECEIVED,
  LAST_RECEIVED,
  MovementsLink,
  RUNE_TITLE,
} from '../../movements/columns.tsx'
import { type EndpointQuery, useAbout } from '../../query.ts'
import { amountColumn } from '../../ui/amountColumn.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Share } from '../../ui/Bar.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { GetForm } from '../../ui/GetForm.tsx'
import { useLanguage } from '../../ui/language.ts'
import { formatDecimal, useFormatCount } from '../../ui/numbers.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { formatUtcDay, isoDay, startOfIsoDay } from '../../ui/Time.tsx'

type LargestProps = { rows: AddressBalance[]; isBusy: boolean }

/** Some balances of now, in the order of their amounts. */
export function LargestBalances({ rows, isBusy }: LargestProps) {
  return (
    <DataTable
      caption="Balances of the address"
      rows={rows}
      isBusy={isBusy}
      keyOf={({ rune }) => rune.id}
      columns={[
        RUNE_TITLE,
        balanceColumn(rows),
        SHARE,
        { ...LAST_RECEIVED, area: 'none' },
        MOVEMENTS,
      ]}
    />
  )
}

type AllProps = {
  query: EndpointQuery<ListPage<AddressBalance>>
  at: string | undefined
  /** The beginning of the names that are listed. */
  name: string | undefined
  refused: RefusedParameter[]
}

const NAME_FILTER = { name: { name: 'Name begins with' } }

export function AllBalances({ query, at, name, refused }: AllProps) {
  return (
    <>
      {at !== undefined && <Heading at={at} />}
      <EndpointList
        query={query}
        toolbar={{
          label: 'Filter balances',
          filters: NAME_FILTER,
          children: at === undefined && <AsOf />,
          refused,
        }}
        things="balances"
        empty={{
          title:
            name !== undefined ? (
              'No rune that it holds has such a name'
            ) : at === undefined ? (
              <>
                This address holds no runes
                <IfKnown />
                <AtEndOfIndex />
              </>
            ) : (
              <>
                It held no runes then
                <IfKnown />
              </>
            ),
        }}
      >
        {(page, isBusy) => <BalanceTable page={page} isBusy={isBusy} />}
      </EndpointList>
    </>
  )
}

/** " that this index knows", if it lacks the older ones. */
export function IfKnown() {
  return useLateStart() === undefined ? null : ' that this index knows'
}

/** Says clearly that the balances are those of the past. */
function Heading({ at }: { at: string }) {
  const language = useLanguage()
  return (
    <div className="mt-5 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2 phone:mt-3">
      <h2 className="text-lg font-semibold">Balances {momentOf(at, language)}</h2>
      <Badge tone="warn">Past</Badge>
      <SearchLink changes={{ at: undefined }} className="link text-sm">
        Show the newest
      </SearchLink>
      <div className="ms-auto flex print:hidden">
        <AsOf at={at} />
      </div>
    </div>
  )
}

function momentOf(at: string, language: string): string {
  if (at.includes('-')) return `at the end of ${formatUtcDay(startOfIsoDay(at))}, UTC`
  return `after block ${formatDecimal(at, language)}`
}

function AsOf({ at = '' }: { at?: string | undefined }) {
  const isDay = at.includes('-')
  const about = useAbout()
  const formatCount = useFormatCount()
  const newest = about?.tip && `at most ${formatCount(about.tip.block_height)}`
  const fields = [
    { label: 'Day', type: 'date', value: isDay ? at : '' },
    { label: 'Block', type: 'text', value: isDay ? '' : at, placeholder: newest },
  ]
  return (
    <Popover
      className="button"
      align="end"
      title="Show what it had earlier"
      label={
        <>
          <History size={14} aria-hidden="true" className="phone:hidden" />
          As of …
        </>
      }
    >
      <p className="text-sm text-muted">A day means its end, in UTC.</p>
      <p className="mt-2 flex flex-wrap gap-1.5">
        {about !== undefined &&
          momentsBefore(about).map(({ name, moment }) => (
            <SearchLink key={name} changes={{ at: moment }} className="chip">
              {name}
            </SearchLink>
          ))}
      </p>
      {fields.map(({ label, type, value, placeholder }) => (
        <div key={label} className="mt-2 flex">
          <GetForm action="" sets={['at']}>
            <label className="grid grow grid-cols-[4rem_1fr] items-center text-sm">
              <span className="text-muted">{label}</span>
              <input
                name="at"
                type={type}
                defaultValue={value}
                placeholder={placeholder}
                required
                autoComplete="off"
                {...(type === 'text' && { inputMode: 'numeric', pattern: '[0-9]{1,9}' })}
                className="field min-w-0"
              />
            </label>
            <button type="submit" className="button primary ms-2">
              Show
            </button>
          </GetForm>
        </div>
      ))}
    </Popover>
  )
}

const DAYS = { 'A day ago': 1, 'A week ago': 7, 'A month ago': 30 }

/** Those that the index has. */
function momentsBefore({ tip, coverage, source }: About) {
  if (tip === undefined || coverage === undefined) return []
  const days = Object.entries(DAYS).map(([name, days]) => {
    const day = tip.timestamp - days * 86_400
    return {
      name: `${name}, ${formatUtcDay(day)}`,
      moment: isoDay(day),
    }
  })
  const block = tip.block_height - 10
  return [
    ...(block >= coverage.from ? [{ name: '10 blocks ago', moment: String(block) }] : []),
    ...(source === 'bundled' ? [] : days),
  ]
}

type TableProps = { page: ListPage<AddressBalance>; isBusy: boolean }

function BalanceTable({ page: { results }, isBusy }: TableProps) {
  const [search] = useSearchParams()
  return (
    <DataTable
      caption="Balances of the address"
      rows={results}
      isBusy={isBusy}
      keyOf={({ rune }) => rune.id}
      columns={columnsFor(results, search)}
    />
  )
}

/** Of a moment in the past, only the amounts are known. */
function columnsFor(rows: AddressBalance[], search: URLSearchParams): Column<AddressBalance>[] {
  const balance = balanceColumn(rows)
  const isPast = rows.every(({ movements }) => movements === undefined)
  if (isPast) return [RUNE_TITLE, balance]
  return [
    RUNE_TITLE,
    { ...balance, sort: sortBy('amount', search, BY_AMOUNT) },
    { ...SHARE, sort: sortBy('share', search, BY_AMOUNT) },
    { ...FIRST_RECEIVED, sort: sortBy('first_received', search, BY_AMOUNT) },
    { ...LAST_RECEIVED, sort: sortBy('last_received', search, BY_AMOUNT) },
    MOVEMENTS,
  ]
}

function balanceColumn(rows: AddressBalance[]): Column<AddressBalance> {
  const balance = amountColumn(rows, 'Balance', ({ balance }) => balance, {
    name: 'balance.balance',
  })
  return { ...balance, className: 'tablet:min-w-46 xl:in-data-wide:min-w-115' }
}

const SHARE: Column<AddressBalance> = {
  heading: 'Share of supply',
  area: 'detail',
  label: 'Share',
  isNumber: true,
  className: 'w-60 xl:in-data-wide:w-44',
  cell: ({ share }) => share !== undefined && <Share name="balance.share" percent={share} />,
}

const MOVEMENTS: Column<AddressBalance> = {
  heading: 'Movements',
  isMinor: true,
  area: 'aside',
  isNumber: true,
  className: 'w-28 text-muted',
  cell: ({ rune, movements }) =>
    movements !== undefined && (
      <MovementsLink name="balance.movements" rune={rune} movements={movements} />
    ),
}

/** The largest or the latest first. */
const BY_AMOUNT = { byDefault: 'amount', own: 'desc', hasOrder: false } as const
